"""Draw numbers by seed, and attend to them by plain loops and no shared code."""

import numpy as np
import torch
from hypothesis import strategies as st

SEEDS = st.integers(0, 9999)


def draw(seed, *shape, spread=1.5):
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(*shape, generator=generator, dtype=torch.float64) * spread


def draw_mask(seed, *shape):
    generator = torch.Generator().manual_seed(1000 + seed)
    return torch.rand(*shape, generator=generator) < 0.6


def plain_attention(query, key, value, allowed, scale):
    """One head in numpy, a number at a time."""
    n_queries, n_keys = len(query), len(key)
    weights = np.zeros((n_queries, n_keys))
    output = np.zeros((n_queries, value.shape[1]))
    for q in range(n_queries):
        shares = {}
        for k in range(n_keys):
            if allowed[q, k]:
                dot = sum(a * b for a, b in zip(query[q], key[k], strict=True))
                shares[k] = np.exp(np.longdouble(dot * scale))
        for k, share in shares.items():
            weights[q, k] = share / sum(shares.values())
            output[q] += weights[q, k] * value[k]
    return weights, output
