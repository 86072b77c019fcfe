"""Show encoder, cross and decoder attention of a layer in one matrix.

Lives here: the three blocks as one layer, computed when it is read. Not here:
the tokens along its axes (``model/parts.py``).

                    source      target
        source      encoder     masked: the source never sees the target
        target      cross       decoder

A source's row adds up to 1. A target's holds two distributions, one over the
source and one over the target up to itself, and adds up to 2: they come from two
attentions, one after the other, and are only drawn beside each other.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from model.operands import LayerAttention


@dataclass(frozen=True, slots=True)
class JointAttention:
    """One layer of an encoder, and one of a decoder, as one matrix.

    Attributes:
        n_source, n_target: how many tokens each side has.
    """

    encoder: LayerAttention
    cross: LayerAttention
    decoder: LayerAttention
    n_source: int
    n_target: int

    @property
    def n_heads(self) -> int:
        """How many heads each of the three has."""
        return self.encoder.n_heads

    @property
    def device(self) -> torch.device:
        """Where its tensors lie."""
        return self.encoder.device

    def scores(
        self, heads: Sequence[int], rows: slice
    ) -> Float[Tensor, "head query_position key_position"]:
        """Compute what goes into each softmax; -inf where masked."""
        return self._joined(
            lambda layer, part: layer.scores(heads, part), rows, -torch.inf
        )

    def weights(
        self, heads: Sequence[int], rows: slice
    ) -> Float[Tensor, "head query_position key_position"]:
        """Compute what comes out of each softmax.

        Invariants: a source's row sums to 1, a target's to 2.
        """
        return self._joined(lambda layer, part: layer.weights(heads, part), rows, 0.0)

    def allowed(self, rows: slice) -> Bool[Tensor, "query_position key_position"]:
        """Tell which keys a row may look at."""
        source, target = self._split(rows)
        upper = _open(self.encoder, source, self.n_source)
        lower = torch.cat(
            [
                _open(self.cross, target, self.n_source),
                _open(self.decoder, target, self.n_target),
            ],
            dim=-1,
        )
        masked = upper.new_zeros(len(upper), self.n_target)
        return torch.cat([torch.cat([upper, masked], dim=-1), lower])

    def mask_identity(self) -> object:
        """Name the mask: equal for layers whose three masks are."""
        three = (self.encoder, self.cross, self.decoder)
        return tuple(layer.mask_identity() for layer in three)

    def tensors(self) -> Iterator[Tensor]:
        """List every tensor that is held."""
        for layer in (self.encoder, self.cross, self.decoder):
            yield from layer.tensors()

    def _split(self, rows: slice) -> tuple[slice, slice]:
        """Cut a range of rows into the source's and the target's."""
        start, stop, _ = rows.indices(self.n_source + self.n_target)
        edge = self.n_source
        source = slice(min(start, edge), min(stop, edge))
        return source, slice(max(start - edge, 0), max(stop - edge, 0))

    def _joined(
        self,
        compute: Callable[[LayerAttention, slice], Tensor],
        rows: slice,
        masked: float,
    ) -> Tensor:
        source, target = self._split(rows)
        blocks = []
        if source.stop > source.start:
            upper = compute(self.encoder, source)
            right = upper.new_full((*upper.shape[:2], self.n_target), masked)
            blocks.append(torch.cat([upper, right], dim=-1))
        if target.stop > target.start:
            lower = [compute(layer, target) for layer in (self.cross, self.decoder)]
            blocks.append(torch.cat(lower, dim=-1))
        return blocks[0] if len(blocks) == 1 else torch.cat(blocks, dim=-2)


def _open(layer: LayerAttention, rows: slice, n_keys: int) -> Tensor:
    """Give a layer's own mask, which is None where all is open."""
    n_rows = rows.stop - rows.start
    found = layer.allowed(rows) if n_rows else None
    if found is None:
        return torch.ones(n_rows, n_keys, dtype=torch.bool, device=layer.device)
    return found
