"""Work the example of lesson 2 out in float64, independent of the server.

Lives here: attention under any mask, in numpy. Not here: where the numbers are
shown.
"""

from typing import Any

import numpy as np

QUERY = np.array([[1.0, 0], [0, 1], [1, 1], [-1, 0], [0, 2], [2, 1]])
VALUE = np.array([[2.0, 0], [0, 2], [1, 3], [0, 0], [0, 1], [3, 1]])


def masked_attention(allowed: Any) -> dict[str, Any]:
    """Attend under a mask; a row without an open key is all zeros."""
    allowed = np.array(allowed, dtype=bool)
    count = len(allowed)
    query, value = QUERY[:count], VALUE[:count]
    scores = query @ query.T / np.sqrt(2)
    raised = np.where(allowed, np.exp(scores), 0.0)
    totals = raised.sum(axis=1)
    weights = np.divide(
        raised, totals[:, None], out=np.zeros_like(raised), where=totals[:, None] > 0
    )
    plain = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    kept = np.where(allowed, plain, 0.0)
    return {
        "scores": scores,
        "masked": np.where(allowed, scores, -np.inf),
        "exponentials": raised,
        "totals": totals,
        "weights": weights,
        "plain": plain,
        "kept": kept,
        "kept_sums": kept.sum(axis=1),
        "lost_sums": 1 - kept.sum(axis=1),
        "row_sums": weights.sum(axis=1),
        "output": weights @ value,
    }
