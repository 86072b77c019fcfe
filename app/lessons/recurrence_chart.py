"""Lay lines over an axis out, for a chart that needs no script.

Lives here: where points, ticks and names stand. The template draws them
(``templates/learn/recurrence/_chart.html``). Not here: what is drawn.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

WIDTH, HEIGHT = 420, 270
LEFT, RIGHT, TOP, BOTTOM = 46, 96, 12, 40
# Names closer than this would stand on each other.
_LINE = 14

Points = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Axis:
    """From where to where an axis runs, and what stands along it."""

    low: float
    high: float
    ticks: Sequence[tuple[float, str]]
    is_log: bool = False

    def share(self, value: float) -> float:
        """Say how far along the axis a value stands, from 0 to 1."""
        if self.is_log:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)


def lay_out_chart(
    lines: Mapping[str, Points], across: Axis, up: Axis
) -> dict[str, Any]:
    """Place every point, tick and name, in pixels of the drawing."""

    def x_of(value: float) -> float:
        return round(LEFT + across.share(value) * (WIDTH - LEFT - RIGHT), 1)

    def y_of(value: float) -> float:
        return round(HEIGHT - BOTTOM - up.share(value) * (HEIGHT - TOP - BOTTOM), 1)

    placed = {
        name: [(x_of(x), y_of(y)) for x, y in points] for name, points in lines.items()
    }
    names = _parted({name: points[-1][1] for name, points in placed.items()})
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "top": TOP,
        "bottom": HEIGHT - BOTTOM,
        "lines": [
            {
                "name": name,
                "points": " ".join(f"{x},{y}" for x, y in points),
                "dots": points,
                "name_y": names[name],
            }
            for name, points in placed.items()
        ],
        "across": [(x_of(value), text) for value, text in across.ticks],
        "up": [(y_of(value), text) for value, text in up.ticks],
    }


def _parted(heights: Mapping[str, float]) -> dict[str, float]:
    """Move names apart that would stand on each other, from the top down."""
    parted: dict[str, float] = {}
    last = -math.inf
    for name in sorted(heights, key=lambda name: heights[name]):
        last = parted[name] = max(heights[name], last + _LINE)
    return parted
