"""Join the pieces of words in a matrix of weights, scores or permissions.

Lives here: the arithmetic of merging rows and columns by word. Not here: which
tokens make a word (``text/words.py``, ``axes.py``).

A word looks where its pieces look on average, and is looked at by as much as
its pieces together: rows are averaged, columns summed. Rows still add up to 1.
Source: Clark et al. 2019, section 4.1.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from model.axes import Unit


@dataclass(frozen=True, slots=True)
class Groups:
    """Which unit each token of an axis belongs to.

    Shapes: ``unit`` (token,), from 0; ``size`` (unit,), how many tokens.
    """

    unit: Tensor
    size: Tensor

    @classmethod
    def of(cls, units: tuple[Unit, ...], device: torch.device) -> "Groups":
        """Number the tokens of consecutive units."""
        size = torch.tensor([u.stop - u.start for u in units], device=device)
        unit = torch.arange(len(units), device=device).repeat_interleave(size)
        return cls(unit, size)

    def sum(self, cells: Tensor, axis: int) -> Tensor:
        """Add up the tokens of each unit along an axis."""
        shape = list(cells.shape)
        shape[axis] = len(self.size)
        return cells.new_zeros(shape).index_add_(axis, self.unit, cells)


def merge_weights(
    weights: Float[Tensor, "head query_token key_token"], rows: Groups, keys: Groups
) -> Float[Tensor, "head query_word key_word"]:
    """Sum over the pieces of the key, average over those of the query."""
    summed = rows.sum(keys.sum(weights, -1), -2)
    return summed / rows.size[:, None]


def merge_scores(
    scores: Float[Tensor, "head query_token key_token"], rows: Groups, keys: Groups
) -> Float[Tensor, "head query_word key_word"]:
    """Average over the pairs of pieces that are not masked.

    A pair of words all of whose pairs are masked stays -inf.
    """
    is_open = scores > -torch.inf
    total = rows.sum(keys.sum(scores.masked_fill(~is_open, 0.0), -1), -2)
    count = rows.sum(keys.sum(is_open.to(scores.dtype), -1), -2)
    return (total / count).masked_fill_(count == 0, -torch.inf)


def merge_allowed(
    allowed: Bool[Tensor, "query_token key_token"], rows: Groups, keys: Groups
) -> Bool[Tensor, "query_word key_word"]:
    """Open a pair of words if any pair of their pieces is open."""
    return rows.sum(keys.sum(allowed.float(), -1), -2) > 0
