"""Compute the scores of additive attention from what was kept.

Lives here: Bahdanau's score function on kept queries and keys. Not here: that
of dot products (``model/operands.py``), and the recurrent models themselves
(``model/recurrent.py``).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from model.operands import pick, precise


@dataclass(frozen=True, slots=True)
class KeptAdditive:
    """The operands of one additive attention, which has one head and no mask.

    Attributes:
        query: s W of each state that asks, (1, query_position, feature).
        key: h U of each encoder state, (1, key_position, feature).
        vector: v, which sums the features up.
    """

    query: Float[Tensor, "batch query_position feature"]
    key: Float[Tensor, "batch key_position feature"]
    vector: Float[Tensor, " feature"]

    @property
    def n_heads(self) -> int:
        """One: the recurrent models have no more."""
        return 1

    @property
    def device(self) -> torch.device:
        """Where its tensors lie."""
        return self.query.device

    def scores(
        self, heads: Sequence[int], rows: slice
    ) -> Float[Tensor, "head query_position key_position"]:
        """Compute v . tanh(s W + h U).

        Source: Bahdanau et al. 2015, appendix A.1.2.
        """
        query, key = precise(self.query[:, rows]), precise(self.key)
        # (1, query, 1, feature) + (1, 1, key, feature) -> (1, query, key)
        energies = torch.tanh(query[:, :, None] + key[:, None])
        return pick(energies @ precise(self.vector), heads)

    def weights(
        self, heads: Sequence[int], rows: slice
    ) -> Float[Tensor, "head query_position key_position"]:
        """Normalise the scores over the keys."""
        return self.scores(heads, rows).softmax(dim=-1)

    def allowed(self, rows: slice) -> None:
        """Say that every row may look at every key."""

    def mask_identity(self) -> object:
        """Name the mask: there is none."""
        return None

    def tensors(self) -> Iterator[Tensor]:
        """List every tensor that is held."""
        yield from (self.query, self.key, self.vector)
