"""Hold what MiniLM really answers with its adapter, for examples.

Lives here: one request and answer a path, as ``adapted_examples.json`` keeps
them; a test compares them with the model, and writes them anew on request. Not
here: the examples of the model as it is (``examples.py``).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_FILE = Path(__file__).with_name("adapted_examples.json")

# By the name of the schema in OpenAPI.
ADAPTED: dict[str, dict[str, Any]] = json.loads(_FILE.read_text(encoding="utf-8"))


def adapted_example(name: str, *path: str | int) -> Any:
    """Take one value out of the answer, or request, of this name."""
    value: Any = ADAPTED[name]
    for step in path:
        value = value[step]
    return value


def adapter_example(*path: str | int) -> Any:
    """Take one value out of the description of MiniLM's adapter."""
    return adapted_example("Adapter", *path)
