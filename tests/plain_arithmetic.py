"""Attention and its masks once more, in plain numpy float64, for the tests alone."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def plain_attention(
    query: Any, key: Any, value: Any, allowed: Any = None, scale: float | None = None
) -> dict[str, NDArray[np.float64]]:
    """Attend by the formula; rows without a key are zeros."""
    query, key, value = (np.asarray(m, np.float64) for m in (query, key, value))
    dots = np.einsum("qd,kd->qk", query, key)
    scores = dots * (1 / np.sqrt(query.shape[1]) if scale is None else scale)
    allowed = np.ones(scores.shape, bool) if allowed is None else np.asarray(allowed)
    weights = np.zeros(scores.shape)
    for row, (cells, is_open) in enumerate(zip(scores, allowed, strict=True)):
        if is_open.any():
            powers = np.exp(cells[is_open] - cells[is_open].max())
            weights[row, is_open] = powers / powers.sum()
    return {
        "dot_products": dots,
        "scores": scores,
        "masked_scores": np.where(allowed, scores, -np.inf),
        "weights": weights,
        "output": np.einsum("qk,kf->qf", weights, value),
        "row_sums": allowed.any(axis=1).astype(np.float64),
    }


def plain_waves(positions: Any, width: int, base: float = 10_000.0) -> Any:
    """Encode positions as the paper writes it, feature by feature."""
    encoding = np.zeros((len(positions), width))
    for row, position in enumerate(positions):
        for pair in range(width // 2):
            angle = position / base ** (2 * pair / width)
            encoding[row, 2 * pair] = np.sin(angle)
            encoding[row, 2 * pair + 1] = np.cos(angle)
    return encoding


def read_array(array: Any) -> NDArray[np.float64]:
    """Read an array of the API that came as nested lists; null is -inf."""
    values = np.array(array["data"], np.float64)
    assert list(values.shape) == array["shape"]
    assert len(array["axes"]) == values.ndim
    return np.where(np.isnan(values), -np.inf, values)
