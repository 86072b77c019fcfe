"""Do the sums that lesson 5 shows beside its block.

Lives here: mean and variance of a norm, what the feed-forward multiplies, what
a residual sum adds. Its twin is ``static/js/learn/block-arithmetic.js``. Not
here: the steps of the block (``block_numbers.py``).
"""

import math
from collections.abc import Sequence
from typing import Any

Rows = list[list[float]]
EPSILON = 1e-5
# A smaller difference is rounding of the last bits.
SMALLEST = 1e-12


def norm_facts(read: Rows, made: Rows) -> dict[str, Any]:
    """Compute mean and variance of what a norm reads, and of what it makes."""
    means, variances = [mean(row) for row in read], [variance(row) for row in read]
    return {
        "read": read,
        "made": made,
        "mean": means,
        "centred": [
            [cell - middle for cell in row]
            for row, middle in zip(read, means, strict=True)
        ],
        "variance": variances,
        "root": [math.sqrt(number + EPSILON) for number in variances],
        "made_mean": [0.0 if abs(mean(row)) < SMALLEST else mean(row) for row in made],
        "made_variance": [variance(row) for row in made],
    }


def network_facts(
    read: Rows, after: dict[str, Rows], matrices: dict[str, Any]
) -> dict[str, Any]:
    """Put together what the feed-forward reads, multiplies and makes."""
    narrow = matrices["narrow_weights"]
    return {
        "read": read,
        "widen": matrices["widen_weights"],
        "narrow": narrow,
        "hidden": after["hidden"],
        "activated": after["activated"],
        "output": after["feed_forward_output"],
        "product_columns": ["after ReLU", "weight", "product"],
        "products": [
            [products(row, column) for column in zip(*narrow, strict=True)]
            for row in after["activated"]
        ],
        "n_hidden": len(after["hidden"][0]),
        "n_zero": [sum(cell == 0 for cell in row) for row in after["activated"]],
    }


def products(row: Sequence[float], column: Sequence[float]) -> Rows:
    """Multiply a row by a column, number by number, and keep all three."""
    return [[one, other, one * other] for one, other in zip(row, column, strict=True)]


def residual_facts(norm: str, after: dict[str, Rows]) -> dict[str, Rows]:
    """Put together what the second residual sum adds."""
    return {
        "stream": after["attention_norm" if norm == "post" else "attention_sum"],
        "added": after["feed_forward_output"],
        "sum": after["feed_forward_sum"],
    }


def mean(row: Sequence[float]) -> float:
    """Average the numbers of one position."""
    return sum(row) / len(row)


def variance(row: Sequence[float]) -> float:
    """Average the squared distances from the mean."""
    middle = mean(row)
    return sum((cell - middle) ** 2 for cell in row) / len(row)


def length_of(row: Sequence[float]) -> float:
    """Compute how long a vector is; masked scores aside."""
    return math.sqrt(sum(cell * cell for cell in row if cell != -math.inf))
