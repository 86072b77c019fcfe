"""Refuse numbers and shapes that nothing can be computed with.

Lives here: the checks that the reference (attention, masks, positions) shares,
each of which names what is wrong and both numbers. Not here: the checks of a
text or of a selection, which stand with them. Importing it brings no PyTorch.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from model.errors import NotFinite, NumberOutOfRange, ShapeMismatch

if TYPE_CHECKING:
    from torch import Tensor

MOST_CELLS = 1_000_000


def check_finite(name: str, cells: Tensor) -> Tensor:
    """Return the cells as they are, if all of them are finite.

    Raises: NotFinite naming the first that is not.
    """
    is_finite = cells.isfinite()
    if is_finite.all():
        return cells
    place = (~is_finite).nonzero()[0].tolist()
    value = float(cells.detach()[tuple(place)])
    raise NotFinite(
        f"{name}{''.join(f'[{index}]' for index in place)} is {value}.",
        hint="Give finite numbers, small enough that their products are finite too.",
    )


def check_range(name: str, actual: float, least: float, most: float = math.inf) -> None:
    """Let a number pass that lies between two limits.

    Raises: NumberOutOfRange with the number and the limit it broke.
    """
    if least <= actual <= most:
        return
    limit, word = (most, "most") if actual > most else (least, "least")
    up_to = "up" if most == math.inf else f"to {most:,}"
    raise NumberOutOfRange(
        f"{name} is {actual:,}; the {word} is {limit:,}.",
        hint=f"Choose a number from {least:,} {up_to}.",
        limit=int(limit),
        actual=int(actual) if math.isfinite(actual) else None,
    )


def mismatch(name: str, one: Tensor, other_name: str, other: Tensor) -> ShapeMismatch:
    """Make the error that names two tensors and both their shapes."""
    return ShapeMismatch(
        f"The {name} has shape {tuple(one.shape)}, the {other_name} "
        f"{tuple(other.shape)}: they do not fit together.",
        hint="Query and key share their width, key and value their number of rows, "
        "a mask has a row a query and a column a key.",
    )
