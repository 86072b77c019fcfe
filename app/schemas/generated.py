"""Hold what SmolLM2 really wrote, for examples.

Lives here: the request and answer of ``/generations``, as
``generation_example.json`` keeps them; a test compares them with the model.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_FILE = Path(__file__).with_name("generation_example.json")

# By the name of the schema in OpenAPI.
GENERATED: dict[str, dict[str, Any]] = json.loads(_FILE.read_text(encoding="utf-8"))


def generated_example(*path: str | int) -> Any:
    """Take one value out of the answer."""
    value: Any = GENERATED["Generation"]
    for step in path:
        value = value[step]
    return value
