"""Work out GELU beside ReLU, for the curve of lesson 8.

Lives here: both functions at even steps. Not here: how they are drawn
(``static/js/views/learn/bert/curve.js``).
"""

import math
from typing import Any

LOWEST, HIGHEST = -4.0, 4.0
STEPS_PER_UNIT = 20
N_POINTS = round((HIGHEST - LOWEST) * STEPS_PER_UNIT) + 1


def gelu(x: float) -> float:
    """Give x by the share of a normal distribution that lies below it.

    Source: Hendrycks and Gimpel 2016.
    """
    return x * normal_share(x)


def normal_share(x: float) -> float:
    """Say how much of a normal distribution lies below x."""
    return 0.5 * math.erfc(-x / math.sqrt(2))


def work_gelu() -> dict[str, Any]:
    """Make the points of both curves, and find where GELU is lowest."""
    at = [LOWEST + step / STEPS_PER_UNIT for step in range(N_POINTS)]
    points = [
        {"x": x, "share": normal_share(x), "gelu": gelu(x), "relu": max(0.0, x)}
        for x in at
    ]
    lowest = _find_lowest()
    return {"points": points, "lowest": {"x": lowest, "gelu": gelu(lowest)}}


def _find_lowest() -> float:
    """Find where the slope, share + x times density, is 0; below it falls."""
    low, high = -2.0, 0.0
    while high - low > 1e-12:
        middle = (low + high) / 2
        density = math.exp(-middle * middle / 2) / math.sqrt(2 * math.pi)
        slope = normal_share(middle) + middle * density
        low, high = (low, middle) if slope > 0 else (middle, high)
    return (low + high) / 2
