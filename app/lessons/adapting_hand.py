"""Work a low-rank update out by hand: three by three, rank one.

Lives here: W + s B A, used in one piece and in two. Its twin is
``static/js/learn/adapting-hand.js``. Not here: updates of a real model
(``model``).

Source: Hu et al. 2021, equation 3: h = W x + s B A x, x a column.
"""

import math
from typing import Any

from app.lessons.address import Matrix

Rows = list[list[float]]

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def work_by_hand(
    weight: Matrix, up: Matrix, down: Matrix, scale: float, given: Matrix
) -> dict[str, Any]:
    """Take both routes from x to h, step by step.

    Shapes: weight (3, 3); up, which is B, (3, 1); down, which is A, (1, 3);
        given, which is x, (3, 1).
    """
    update = _times(up, down)
    scaled = _scaled(update, scale)
    merged = _sum(weight, scaled)
    base, narrow = _times(weight, given), _times(down, given)
    widened = _times(up, narrow)
    added = _scaled(widened, scale)
    separate, at_once = _sum(base, added), _times(merged, given)
    singular = abs(scale) * _length(up) * _length(down)
    return {
        "scale": scale,
        "weight": [list(row) for row in weight],
        "up": [list(row) for row in up],
        "down": [list(row) for row in down],
        "given": [list(row) for row in given],
        "update": update,
        "scaled": scaled,
        "merged": merged,
        "base": base,
        "narrow": narrow,
        "widened": widened,
        "added": added,
        "separate": separate,
        "at_once": at_once,
        "up_length": _length(up),
        "down_length": _length(down),
        "scale_size": abs(scale),
        "singular": singular,
        "gap": _say_tiny(
            max(
                abs(one - other)
                for (one,), (other,) in zip(separate, at_once, strict=True)
            )
        ),
    }


def _times(left: Matrix | Rows, right: Matrix | Rows) -> Rows:
    """Multiply in the order of the columns, as the script does."""
    made = []
    for row in left:
        line = []
        for column in zip(*right, strict=True):
            total = 0.0
            for one, other in zip(row, column, strict=True):
                total += one * other
            line.append(total)
        made.append(line)
    return made


def _scaled(matrix: Rows, scale: float) -> Rows:
    return [[scale * cell for cell in row] for row in matrix]


def _sum(left: Matrix | Rows, right: Rows) -> Rows:
    return [
        [one + other for one, other in zip(*rows, strict=True)]
        for rows in zip(left, right, strict=True)
    ]


def _say_tiny(number: float) -> str:
    """Write a number that no fixed count of decimals can show."""
    if number == 0:
        return "0"
    digits, _, exponent = f"{number:.0e}".partition("e")
    return f"{digits} × 10{str(int(exponent)).translate(_RAISED)}"


def _length(matrix: Matrix) -> float:
    return math.sqrt(sum(cell * cell for row in matrix for cell in row))
