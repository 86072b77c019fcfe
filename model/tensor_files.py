"""Tell what a file of safetensors holds, without reading a number.

Lives here: names and shapes, for descriptions that must not bring PyTorch. Not
here: the numbers (``huggingface.py``, ``adapters/reading.py``).
"""

import json
from pathlib import Path
from typing import Any

_LENGTH_BYTES = 8


def read_shapes(path: Path) -> dict[str, tuple[int, ...]]:
    """Read the names and shapes of one file.

    The file begins with the length of its own table of contents, which is JSON.

    Raises: OSError, ValueError for a file that is something else.
    Source: https://github.com/huggingface/safetensors, "Format".
    """
    with path.open("rb") as file:
        n_bytes = int.from_bytes(file.read(_LENGTH_BYTES), "little")
        if not 0 < n_bytes <= path.stat().st_size:
            raise ValueError(f"{path.name} is no file of safetensors.")
        table: Any = json.loads(file.read(n_bytes))
    if not isinstance(table, dict):
        raise ValueError(f"{path.name} is no file of safetensors.")
    return {
        name: tuple(entry["shape"])
        for name, entry in table.items()
        if name != "__metadata__"
    }


def read_names(folder: Path) -> frozenset[str]:
    """Read the names of all tensors of a checkpoint, in however many files.

    A file that can't be read gives none: loading it will say why.
    """
    names: set[str] = set()
    for path in folder.glob("*.safetensors"):
        try:
            names.update(read_shapes(path))
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return frozenset(names)
