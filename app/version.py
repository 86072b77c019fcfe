"""State the version of the program and of its API."""

VERSION = "0.1.0"
