"""Hold what the translating models really answer, for examples.

Lives here: one request and answer a path, as ``translation_examples.json``
keeps them; a test compares them with the models, and writes them anew on
request. Not here: the examples of models of one text (``examples.py``).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_FILE = Path(__file__).with_name("translation_examples.json")

# By the name of the schema in OpenAPI.
TRANSLATED: dict[str, dict[str, Any]] = json.loads(_FILE.read_text(encoding="utf-8"))


def example(name: str, *path: str | int) -> Any:
    """Take one value out of the answer, or request, of this name."""
    value: Any = TRANSLATED[name]
    for step in path:
        value = value[step]
    return value


def first_of(name: str, *path: str | int) -> list[Any]:
    """Take a list, and of it the first item only."""
    value: list[Any] = example(name, *path)[:1]
    return value
