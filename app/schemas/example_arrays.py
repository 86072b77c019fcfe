"""Write arrays as examples show them, and hold the lesson's own numbers.

Lives here: what the examples of several files are made of.
"""

from __future__ import annotations

from typing import Any

INPUTS: list[list[float]] = [[1, 0], [0, 1], [1, 1]]


def array_of(data: list[Any], *axes: str) -> dict[str, Any]:
    """Write an array of float64 as the encoding ``json`` does."""
    shape: list[int] = []
    inner: Any = data
    while isinstance(inner, list):
        shape.append(len(inner))
        inner = inner[0]
    return {"dtype": "f8", "shape": shape, "axes": list(axes), "data": data}


def boolean_array(data: list[Any], *axes: str) -> dict[str, Any]:
    """Write an array of truth values."""
    return {**array_of(data, *axes), "dtype": "b1"}


CLOWNS = INPUTS
CLOWN_VALUES: list[list[float]] = [[2, 0], [0, 2], [1, 3]]
