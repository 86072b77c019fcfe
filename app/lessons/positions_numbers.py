"""Name the numbers of lesson 3, source by source.

Lives here: what ``static/js/lessons/positions.js`` and
``static/js/learn/positions-facts.js`` name in the same way. Not here: the
encodings (the model side).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, cast

from model import WorkedPositions

if TYPE_CHECKING:
    from app.lessons.positions import PositionsState

DISTANCES = 128
# Rows of MiniLM's table: position 511 is its last.
TABLE_ROWS = 512
# A row longer than this is shown by its two ends.
MOST_SHOWN = 16
MOST_LINES = 4
_FURTHEST = 63
NEVER = "none"


def wave_facts(waves: WorkedPositions, state: PositionsState) -> dict[str, Any]:
    """Part the encoding into sines and cosines, and name what is shown."""
    encoding = _rows(waves.encoding)
    frequencies = _list(waves.frequencies)
    wavelengths = _list(waves.wavelengths)
    n_pairs = len(frequencies)
    features = shown_features(state.d_model)
    returns = [_return_of(frequency) for frequency in frequencies]
    positions = [state.start + row for row in range(len(encoding))]
    return {
        "d_model": state.d_model,
        "base": state.base,
        "start": state.start,
        "positions": positions,
        "names": [[f"{position:,}"] for position in positions],
        "sines": [row[0::2] for row in encoding],
        "cosines": [row[1::2] for row in encoding],
        "features": [str(feature) for feature in features],
        "shown": [[row[feature] for feature in features] for row in encoding],
        "is_cut": state.d_model > MOST_SHOWN,
        "squares": [sum(number * number for number in row) for row in encoding],
        "half": state.d_model / 2,
        "divisors": [state.base ** (2 * i / state.d_model) for i in range(n_pairs)],
        "wavelengths": wavelengths,
        "exponents": [2 * i / state.d_model for i in range(n_pairs)],
        "pairs": list(range(min(n_pairs, MOST_LINES))),
        "n_pairs": n_pairs,
        "last_feature": state.d_model - 1,
        "longest": wavelengths[-1],
        "in_table": [position < TABLE_ROWS for position in positions],
        "returns": [back for back, _ in returns],
        "turns": [
            round(back * f / math.tau) if isinstance(back, int) else NEVER
            for (back, _), f in zip(returns, frequencies, strict=True)
        ],
        "gaps": [gap for _, gap in returns],
    }


def shown_features(width: int) -> list[int]:
    """List the features of a row that is printed: all, or its two ends."""
    if width <= MOST_SHOWN:
        return list(range(width))
    half = MOST_SHOWN // 2
    return [*range(half), *range(width - half, width)]


def _return_of(frequency: float) -> tuple[int | str, float | str]:
    """Find where a hand is nearest to its start again, after a turn at least."""
    soonest = math.ceil(math.pi / frequency)
    best: tuple[int | str, float | str] = (NEVER, NEVER)
    least = math.inf
    for offset in range(soonest, _FURTHEST + 1):
        gap = 2 * abs(math.sin(offset * frequency / 2))
        if gap < least:
            best, least = (offset, gap), gap
    return best


def couple_facts(couple: WorkedPositions, first: int) -> dict[str, Any]:
    """Compare two positions pair by pair: angles, distances of the tips."""
    encoding = _rows(couple.encoding)
    one, other = encoding[0], encoding[-1]
    offset = len(encoding) - 1
    angles = [_turn(one[i : i + 2], other[i : i + 2]) for i in range(0, len(one), 2)]
    products = [
        one[i] * other[i] + one[i + 1] * other[i + 1] for i in range(0, len(one), 2)
    ]
    gaps = [
        math.hypot(one[i] - other[i], one[i + 1] - other[i + 1])
        for i in range(0, len(one), 2)
    ]
    return {
        "position": first,
        "partner": first + offset,
        "offset": offset,
        "name": [str(offset)],
        "sines": one[0::2],
        "cosines": one[1::2],
        "partner_sines": other[0::2],
        "partner_cosines": other[1::2],
        "degrees": [math.degrees(angle) for angle in angles],
        "turn_sines": [math.sin(angle) for angle in angles],
        "minus_turn_sines": [-math.sin(angle) for angle in angles],
        "turn_cosines": [math.cos(angle) for angle in angles],
        "products": products,
        "leading": products[:8],
        "gaps": gaps,
        "leading_gaps": gaps[:8],
        "total_gap": math.sqrt(sum(gap * gap for gap in gaps)),
        "dot": sum(products),
    }


def _turn(one: list[float], other: list[float]) -> float:
    """Measure how far a hand has turned, clockwise, from 0 to a full circle."""
    angle = math.atan2(other[0], other[1]) - math.atan2(one[0], one[1])
    return angle % math.tau


def alike_facts(couple: WorkedPositions, first: int, base: float) -> dict[str, Any]:
    """Name the dot product of two positions, and the length of one."""
    similarity = _rows(couple.similarity)
    wavelengths = _list(couple.wavelengths)
    return {
        "position": first,
        "partner": first + len(similarity) - 1,
        "offset": len(similarity) - 1,
        "dot": similarity[0][-1],
        "square": similarity[0][0],
        "width": 2 * len(wavelengths),
        "base": base,
        "longest": wavelengths[-1],
        "limit": math.tau * base,
        "last_exponent": 2 * len(wavelengths) - 2,
    }


def distance_facts(waves: WorkedPositions) -> dict[str, Any]:
    """Say how alike the first position is to each later one, as a cosine."""
    encoding = _rows(waves.encoding)
    first = encoding[0]
    half = len(first) / 2
    return {
        "by_distance": [
            sum(a * b for a, b in zip(first, row, strict=True)) / half
            for row in encoding
        ]
    }


def alibi_facts(found: WorkedPositions) -> dict[str, Any]:
    """Give each head's slope, and what it adds to a score by distance."""
    slopes = _list(found.slopes)
    return {
        "slopes": slopes,
        "steepest": slopes[0],
        "flattest": min(slopes),
        "bias": [[0.0 - slope * k for k in range(DISTANCES)] for slope in slopes],
        "steepest_bias": [0.0 - slopes[0] * k for k in range(DISTANCES)],
        "flattest_bias": [0.0 - min(slopes) * k for k in range(DISTANCES)],
    }


def t5_facts(found: WorkedPositions) -> dict[str, Any]:
    """Give the bucket of a key so far before, and so far after, its query."""
    buckets = cast(Any, found.buckets)
    return {"before": buckets[:, 0].tolist(), "after": buckets[0].tolist()}


def _rows(found: Any) -> list[list[float]]:
    return cast(list[list[float]], found.tolist())


def _list(found: Any) -> list[float]:
    return cast(list[float], found.tolist())
