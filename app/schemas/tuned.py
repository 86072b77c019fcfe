"""Hold what a fine-tuning of MiniLM really gave, for examples.

Lives here: one request and answer a path, as ``tuned_examples.json`` keeps them;
a test compares them with the model, and writes them anew on request.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_FILE = Path(__file__).with_name("tuned_examples.json")

# By the name of the schema in OpenAPI.
TUNED: dict[str, dict[str, Any]] = json.loads(_FILE.read_text(encoding="utf-8"))


def tuned_example(name: str, *path: str | int) -> Any:
    """Take one value out of the answer, or request, of this name."""
    value: Any = TUNED[name]
    for step in path:
        value = value[step]
    return value
