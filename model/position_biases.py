"""Tell attention how far apart a query and a key are, in the scores themselves.

Lives here: ALiBi, a fixed slope a head, and T5's bias, a learned number a
bucket of distances. Not here: encodings of the position in the vectors
(``positions.py``).
"""

import math

import torch
from jaxtyping import Float, Int
from torch import Tensor

from model.checks import MOST_CELLS, check_range

MOST_HEADS = 1_024
MOST_BUCKETS = 1_024


def alibi_slopes(n_heads: int) -> Float[Tensor, " head"]:
    """Return how steeply each head's scores fall with distance.

    Powers of 2 from 2^(-8 / n_heads) down to 2^-8. For a number of heads that
    is no power of 2: those of the next lower power, and then every other of
    the next higher one, as in the authors' code.

    Raises: NumberOutOfRange for less than 1 head or too many.
    Source: Press et al. 2022, section 3.
    """
    check_range("n_heads", n_heads, 1, MOST_HEADS)
    n_regular = 1 << (n_heads.bit_length() - 1)
    regular = [2.0 ** (-8.0 * i / n_regular) for i in range(1, n_regular + 1)]
    between = [2.0 ** (-4.0 * i / n_regular) for i in range(1, 2 * n_regular, 2)]
    slopes = regular + between[: n_heads - n_regular]
    return torch.tensor(slopes, dtype=torch.float64)


def alibi_bias(
    n_heads: int, n_queries: int, n_keys: int
) -> Float[Tensor, "head query_position key_position"]:
    """Return what ALiBi adds to scores: the slope times minus the distance.

    The paper's models are causal, and never see the half above the diagonal.
    """
    distance = _relative_positions(n_queries, n_keys, n_heads).abs()
    return -alibi_slopes(n_heads)[:, None, None] * distance


def t5_buckets(
    n_queries: int,
    n_keys: int,
    *,
    is_bidirectional: bool = True,
    n_buckets: int = 32,
    max_distance: int = 128,
) -> Int[Tensor, "query_position key_position"]:
    """Sort distances into buckets: near ones exactly, far ones by their log.

    An encoder gives half of the buckets to keys after the query; a decoder
    puts all of those into bucket 0. From ``max_distance`` on all share one.

    Raises: NumberOutOfRange for buckets that can't be divided up so.
    Source: Raffel et al. 2020, section 2.1; the formula is their code's.
    """
    check_range("n_buckets", n_buckets, 4, MOST_BUCKETS)
    relative = _relative_positions(n_queries, n_keys)
    bucket = torch.zeros_like(relative)
    if is_bidirectional:
        n_buckets //= 2
        bucket += (relative > 0) * n_buckets
        distance = relative.abs()
    else:
        distance = (-relative).clamp(min=0)
    n_exact = n_buckets // 2
    check_range("max_distance", max_distance, n_exact + 1, MOST_CELLS)
    # In float32, as T5 was trained: a distance on a bucket's edge falls as there.
    ratio = torch.log(distance.clamp(min=1).float() / n_exact)
    far = n_exact + (
        ratio / math.log(max_distance / n_exact) * (n_buckets - n_exact)
    ).long().clamp(max=n_buckets - 1 - n_exact)
    return bucket + torch.where(distance < n_exact, distance, far)


def t5_bias(
    buckets: Int[Tensor, "query_position key_position"],
    table: Float[Tensor, "bucket head"],
) -> Float[Tensor, "head query_position key_position"]:
    """Look up what T5 adds to scores: one learned number a bucket and head."""
    return table[buckets].permute(2, 0, 1)


def _relative_positions(
    n_queries: int, n_keys: int, n_heads: int = 1
) -> Int[Tensor, "query_position key_position"]:
    """Return how far after its query each key stands."""
    check_range("n_queries", n_queries, 1, MOST_CELLS)
    check_range("n_keys", n_keys, 1, MOST_CELLS)
    check_range("the number of cells", n_heads * n_queries * n_keys, 1, MOST_CELLS)
    return torch.arange(n_keys)[None, :] - torch.arange(n_queries)[:, None]
