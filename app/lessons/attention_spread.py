"""Measure why scores are divided: dot products of longer and longer vectors.

Lives here: the experiment of lesson 1. Its twin is the source ``spread`` of
``static/js/lessons/attention.js``. Not here: the vectors (``attention_coins.py``) and
softmax, which the model side computes.
"""

import math
from typing import Any

import model
from app.lessons.attention_coins import MOST_FEATURES, dot, draw_vectors

__all__ = ["MOST_FEATURES", "work_spread"]

N_QUERIES = 32
N_KEYS = 32
# So many keys share a softmax.
N_SHOWN = 8
_UNIT = tuple(
    tuple(float(row == column) for column in range(N_SHOWN)) for row in range(N_SHOWN)
)


def work_spread(seed: int, n_features: int) -> dict[str, Any]:
    """Compare softmax with and without dividing by sqrt(n_features).

    The unit matrix as keys hands softmax exactly the numbers given as queries.
    """
    dots = _dot_products(seed, n_features)
    root = math.sqrt(n_features)
    plain = [[float(number) for number in row[:N_SHOWN]] for row in dots]
    scaled = [[number / root for number in row] for row in plain]
    steps = model.scaled_dot_product([*plain, *scaled], _UNIT, _UNIT, scale=1.0)
    weights = steps.weights.tolist()
    return _facts(dots, plain, scaled, weights, root)


def _facts(
    dots: list[list[int]],
    plain: list[list[float]],
    scaled: list[list[float]],
    weights: list[list[float]],
    root: float,
) -> dict[str, Any]:
    flat = [number for row in dots for number in row]
    mean = sum(flat) / len(flat)
    variance = sum((number - mean) ** 2 for number in flat) / len(flat)
    largest = [max(row) for row in weights]
    return {
        "labels": ["not divided", "divided"],
        "dot_products": [plain[0], scaled[0]],
        "weights": [weights[0], weights[N_QUERIES]],
        "root": root,
        "count": len(flat),
        "spread": math.sqrt(variance),
        "scaled_spread": math.sqrt(variance) / root,
        "largest": sum(largest[:N_QUERIES]) / N_QUERIES,
        "scaled_largest": sum(largest[N_QUERIES:]) / N_QUERIES,
    }


def _dot_products(seed: int, n_features: int) -> list[list[int]]:
    vectors = draw_vectors(seed, N_QUERIES + N_KEYS)
    queries, keys = vectors[:N_QUERIES], vectors[N_QUERIES:]
    return [[dot(query, key, n_features) for key in keys] for query in queries]
