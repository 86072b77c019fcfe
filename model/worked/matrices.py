"""Take the matrices of a lesson in, and refuse what can't be computed with.

Lives here: lists or numpy to float64, with the checks that name a matrix, both
shapes and the first row that is wrong. Not here: the checks of tensors
(``model/checks.py``).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from model.errors import NotFinite, NumberOutOfRange, ShapeMismatch

if TYPE_CHECKING:
    from torch import Tensor

MOST_SIDE = 64
MOST_HEADS = 16

Rows = Sequence[Sequence[float]] | NDArray[Any]
Stack = Sequence[Rows] | NDArray[Any]
Numbers = NDArray[np.float64]


def read_matrix(name: str, rows: Rows) -> Numbers:
    """Read one matrix.

    Raises: NumberOutOfRange for more than 64 rows or columns; ShapeMismatch
        for none, or for rows of different lengths; NotFinite.
    """
    check_side(f"{name} has", len(rows), "rows")
    if len(rows) == 0 or len(rows[0]) == 0:
        raise ShapeMismatch(
            f"{name} has shape ({len(rows)}, {len(rows[0]) if len(rows) else 0}); it "
            "needs at least (1, 1).",
            hint="Give at least one row of at least one number.",
        )
    width = len(rows[0])
    for place, row in enumerate(rows):
        check_side(f"{name}[{place}] has", len(row), "numbers")
        if len(row) != width:
            raise ShapeMismatch(
                f"{name}[{place}] has shape ({len(row)},), {name}[0] ({width},): the "
                "rows of a matrix have one length.",
                hint=f"Give {name}[{place}] as many numbers as {name}[0] has: {width}.",
                limit=width,
                actual=len(row),
            )
    return _finite(name, np.array(rows, dtype=np.float64))


def read_stack(name: str, matrices: Stack, n_matrices: int | None = None) -> Numbers:
    """Read one matrix a head, all of one shape.

    Shapes: (head, row, column).
    Raises: as ``read_matrix``; ShapeMismatch for matrices of different shapes,
        or another number of them than ``n_matrices``.
    """
    n_heads = len(matrices)
    if n_heads > MOST_HEADS:
        raise NumberOutOfRange(
            f"{name} has {n_heads:,} heads; the most is {MOST_HEADS}.",
            hint=f"Give at most {MOST_HEADS} heads.",
            limit=MOST_HEADS,
            actual=n_heads,
        )
    if n_heads == 0 or n_heads != (n_matrices or n_heads):
        raise ShapeMismatch(
            f"{name} has {n_heads} heads; {n_matrices or 'at least 1'} needed.",
            hint="Give every head a query, a key and a value matrix.",
            limit=n_matrices,
            actual=n_heads,
        )
    read = [read_matrix(f"{name}[{head}]", rows) for head, rows in enumerate(matrices)]
    for head, matrix in enumerate(read):
        if matrix.shape != read[0].shape:
            raise ShapeMismatch(
                f"{name}[{head}] has shape {matrix.shape}, {name}[0] "
                f"{read[0].shape}: all heads have one shape.",
                hint="Give all heads matrices of one shape.",
            )
    return np.stack(read)


def read_scale(scale: float | None) -> float | None:
    """Let a scale pass that is a finite number, or none.

    Raises: NotFinite.
    """
    if scale is not None and not math.isfinite(scale):
        raise NotFinite(f"scale is {scale}.", hint="Give a finite number.")
    return scale


def check_side(what: str, actual: int, things: str) -> None:
    """Refuse a side over 64, before anything is built.

    Raises: NumberOutOfRange with both numbers.
    """
    if actual > MOST_SIDE:
        raise NumberOutOfRange(
            f"{what} {actual:,} {things}; the most is {MOST_SIDE}.",
            hint=f"Give a matrix of at most {MOST_SIDE} x {MOST_SIDE}.",
            limit=MOST_SIDE,
            actual=actual,
        )


def check_same_width(one_name: str, one: Numbers, name: str, other: Numbers) -> None:
    """Refuse two matrices whose rows have different lengths.

    Raises: ShapeMismatch naming both shapes and the first row.
    """
    if one.shape[-1] != other.shape[-1]:
        raise ShapeMismatch(
            f"{one_name} has shape {one.shape}, {name} {other.shape}: {name}[0] has "
            f"{other.shape[-1]} numbers, {one_name}[0] has {one.shape[-1]}.",
            hint=f"Give the rows of {one_name} and {name} one length.",
            limit=one.shape[-1],
            actual=other.shape[-1],
        )


def check_same_height(one_name: str, one: Numbers, name: str, other: Numbers) -> None:
    """Refuse two matrices of different numbers of rows.

    Raises: ShapeMismatch naming both shapes and the first row without its other.
    """
    if one.shape[0] != other.shape[0]:
        row = min(one.shape[0], other.shape[0])
        longer, shorter = (one_name, name)
        if other.shape[0] > one.shape[0]:
            longer, shorter = name, one_name
        raise ShapeMismatch(
            f"{one_name} has shape {one.shape}, {name} {other.shape}: {longer}[{row}] "
            f"has no row in {shorter}.",
            hint=f"Give {one_name} and {name} one number of rows.",
            limit=one.shape[0],
            actual=other.shape[0],
        )


def check_product(one_name: str, one: Numbers, name: str, other: Numbers) -> None:
    """Refuse a product of matrices whose inner sizes differ.

    Raises: ShapeMismatch naming both shapes and the first row without its other.
    """
    if one.shape[-1] != other.shape[0]:
        inner = min(one.shape[-1], other.shape[0])
        is_missing = other.shape[0] < one.shape[-1]
        raise ShapeMismatch(
            f"{one_name} has shape {one.shape}, {name} {other.shape}: row {inner} of "
            f"{name} is {'missing' if is_missing else 'one too many'}.",
            hint=f"Give {name} a row for each column of {one_name}.",
            limit=one.shape[-1],
            actual=other.shape[0],
        )


def numbers(tensor: Tensor) -> Numbers:
    """Hand a tensor out as numpy float64."""
    array: Numbers = tensor.detach().numpy().astype(np.float64, copy=False)
    return array


def places(flags: Tensor) -> tuple[int, ...]:
    """List the places that are True."""
    return tuple(int(place) for place in flags.nonzero().flatten())


def _finite(name: str, matrix: Numbers) -> Numbers:
    bad = np.argwhere(~np.isfinite(matrix))
    if len(bad):
        row, column = (int(index) for index in bad[0])
        raise NotFinite(
            f"{name}[{row}][{column}] is {matrix[row, column]}.",
            hint="Give finite numbers only.",
        )
    return matrix
