"""Work positional encodings out, with their waves and their similarity.

Lives here: the door to ``model/positions.py`` and ``model/position_biases.py``.
Not here: finding a loaded model's own positions (``position_sources.py``).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from model.errors import NotFinite, NumberOutOfRange
from model.worked.matrices import Numbers, numbers

if TYPE_CHECKING:
    from torch import Tensor

BASE = 10_000.0
MOST_CELLS = 1_000_000
MOST_HEADS = 1_024

PositionKind = Literal["sinusoidal", "learned", "rotary", "alibi", "t5_bias"]


@dataclass(frozen=True, slots=True)
class WorkedPositions:
    """How one kind tells positions apart; None where a kind has no such thing.

    Attributes:
        encoding: (position, feature), or (head, query, key) for ALiBi.
        frequencies: (pair,), radians a position.
        wavelengths: (pair,), positions a turn.
        similarity: (position, position), dot products of two encodings.
        slopes: (head,), of ALiBi.
        buckets: (query, key), int32, of T5's bias.
    """

    kind: PositionKind
    encoding: Numbers | None = None
    frequencies: Numbers | None = None
    wavelengths: Numbers | None = None
    similarity: Numbers | None = None
    slopes: Numbers | None = None
    buckets: NDArray[np.int32] | None = None


def sinusoidal_positions(
    n_positions: int,
    d_model: int,
    *,
    start: int = 0,
    base: float = BASE,
    with_similarity: bool = False,
) -> WorkedPositions:
    """Encode positions as sines and cosines, in float64 at any position.

    Raises: NumberOutOfRange for an odd, tiny or huge ``d_model``, a base below
        1, or over a million numbers; NotFinite.
    """
    _check_waves(n_positions, d_model, base, with_similarity=with_similarity)
    from model import positions

    encoding = positions.sinusoidal(n_positions, d_model, start=start, base=base)
    return _with_waves("sinusoidal", encoding, d_model, base, with_similarity)


def rotary_positions(
    n_positions: int,
    head_dim: int,
    *,
    start: int = 0,
    base: float = BASE,
    with_similarity: bool = False,
) -> WorkedPositions:
    """Show where rotary positions turn the vector (1, 0, 1, 0, ...).

    Its pair i stands at (cos, sin) of position times frequency i, so that the
    similarity of two positions is that of a query and a key that are equal
    before they are turned.

    Raises: as ``sinusoidal_positions``.
    """
    _check_waves(n_positions, head_dim, base, with_similarity=with_similarity)
    import torch

    from model import checks, positions

    checks.check_range("start", start, 0, positions.LARGEST_START)
    still = torch.tensor([1.0, 0.0], dtype=torch.float64)
    turned = positions.rotate(
        still.repeat(n_positions, head_dim // 2),
        torch.arange(start, start + n_positions),
        base=base,
    )
    return _with_waves("rotary", turned, head_dim, base, with_similarity)


def learned_positions(
    table: NDArray[Any],
    n_positions: int,
    *,
    start: int = 0,
    with_similarity: bool = False,
) -> WorkedPositions:
    """Read a stretch of a model's own table of positions.

    Shapes: table (position, feature).
    Raises: NumberOutOfRange for positions that the table doesn't have, or over
        a million numbers.
    """
    n_known, d_model = table.shape
    _check_range("n_positions", n_positions, 1, n_known)
    _check_range("start", start, 0, n_known - n_positions)
    _check_cells(n_positions, d_model, with_similarity=with_similarity)
    encoding = table[start : start + n_positions].astype(np.float64)
    return WorkedPositions(
        "learned",
        encoding,
        similarity=encoding @ encoding.T if with_similarity else None,
    )


def alibi_positions(n_positions: int, n_heads: int) -> WorkedPositions:
    """Give what ALiBi adds to the scores, and the slope of each head.

    Raises: NumberOutOfRange.
    """
    _check_range("n_positions", n_positions, 1, MOST_CELLS)
    _check_range("n_heads", n_heads, 1, MOST_HEADS)
    from model import position_biases

    bias = position_biases.alibi_bias(n_heads, n_positions, n_positions)
    slopes = position_biases.alibi_slopes(n_heads)
    # Its diagonal is -0.0, which reads as if it meant something.
    return WorkedPositions("alibi", numbers(bias) + 0.0, slopes=numbers(slopes))


def t5_positions(n_positions: int, *, is_bidirectional: bool = True) -> WorkedPositions:
    """Sort distances into T5's buckets; each has one learned number a head.

    Raises: NumberOutOfRange.
    """
    _check_range("n_positions", n_positions, 1, MOST_CELLS)
    from model import position_biases

    buckets = position_biases.t5_buckets(
        n_positions, n_positions, is_bidirectional=is_bidirectional
    )
    return WorkedPositions("t5_bias", buckets=buckets.numpy().astype(np.int32))


def _with_waves(
    kind: PositionKind,
    encoding: Tensor,
    width: int,
    base: float,
    with_similarity: bool,
) -> WorkedPositions:
    from model import positions

    worked = WorkedPositions(
        kind,
        numbers(encoding),
        frequencies=numbers(positions.frequencies(width, base)),
        wavelengths=numbers(positions.wavelengths(width, base)),
    )
    if not with_similarity:
        return worked
    return replace(worked, similarity=numbers(encoding @ encoding.T))


def _check_waves(
    n_positions: int, d_model: int, base: float, *, with_similarity: bool
) -> None:
    """Say what is wrong in the words of the request, before a tensor is made."""
    _check_range("n_positions", n_positions, 1, MOST_CELLS)
    if d_model % 2 and d_model > 0:
        raise NumberOutOfRange(
            f"d_model is {d_model:,}, which is odd: features come in pairs of a sine "
            "and a cosine, and one would be left without its other half.",
            hint=f"Choose {d_model - 1:,} or {d_model + 1:,}.",
            actual=d_model,
        )
    _check_range("d_model", d_model, 2, 16_384)
    _check_cells(n_positions, d_model, with_similarity=with_similarity)
    if not math.isfinite(base):
        raise NotFinite(f"base is {base}.", hint="Give a finite number.")


def _check_cells(n_positions: int, d_model: int, *, with_similarity: bool) -> None:
    _check_range("n_positions * d_model", n_positions * d_model, 1, MOST_CELLS)
    if with_similarity:
        _check_range("n_positions * n_positions", n_positions**2, 1, MOST_CELLS)


def _check_range(name: str, actual: float, least: int, most: int) -> None:
    from model.checks import check_range

    check_range(name, actual, least, most)
