"""Make a large matrix small: one cell for each block.

Lives here: pooling along the last two axes, exact at the edges. Not here: how
the block's size is chosen (``selection.py``).
"""

from typing import Literal

import torch
from jaxtyping import Bool, Float
from torch import Tensor

Reducer = Literal["max", "mean"]


def pool_matrix(
    cells: Float[Tensor, "head query_position key_position"],
    factor: int,
    reducer: Reducer,
) -> Float[Tensor, "head query_cell key_cell"]:
    """Pool rows and columns in blocks of ``factor`` a side.

    Rows first: that reduction runs along contiguous memory and leaves little
    for the second.

    Shapes: both axes go from n to ceil(n / factor).
    """
    return _pool_axis(_pool_axis(cells, factor, -2, reducer), factor, -1, reducer)


def _pool_axis(cells: Tensor, factor: int, axis: int, reducer: Reducer) -> Tensor:
    # The last block takes what is left, and its mean divides by its own size.
    if factor == 1:
        return cells
    reduce = torch.amax if reducer == "max" else torch.mean
    n = cells.shape[axis]
    whole = n - n % factor
    parts = []
    if whole:
        kept = cells.narrow(axis, 0, whole)
        blocks = torch.unflatten(kept, axis, (-1, factor))
        parts.append(reduce(blocks, dim=axis))
    if whole < n:
        rest = cells.narrow(axis, whole, n - whole)
        parts.append(reduce(rest, dim=axis, keepdim=True))
    return parts[0] if len(parts) == 1 else torch.cat(parts, dim=axis)


def pool_scores(
    scores: Float[Tensor, "head query_position key_position"],
    factor: int,
    reducer: Reducer,
) -> Float[Tensor, "head query_cell key_cell"]:
    """Pool scores, in which masked cells are -inf.

    A mean counts the open cells only; a block without one stays -inf.
    """
    if reducer == "max" or factor == 1:
        return pool_matrix(scores, factor, reducer)
    is_open = scores > -torch.inf
    total = pool_matrix(scores.masked_fill(~is_open, 0.0), factor, "mean")
    share = pool_matrix(is_open.to(scores.dtype), factor, "mean")
    return (total / share).masked_fill_(share == 0, -torch.inf)


def pool_allowed(
    allowed: Bool[Tensor, "query_position key_position"], factor: int
) -> Bool[Tensor, "query_cell key_cell"]:
    """Open a block if any of its cells is open."""
    return pool_matrix(allowed[None].float(), factor, "max")[0] > 0
