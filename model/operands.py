"""Compute scores and weights of one layer from what was kept.

Lives here: the arithmetic of attention on captured tensors, for chosen heads
and rows, in float32. Not here: the recording (``capture.py``), or merging,
pooling and statistics (``reading.py``).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from model.masks import causal, open_cells

OUTPUT_ROWS = 256


def is_sink_kernel(extras: Mapping[str, Any]) -> bool:
    """Whether the fast kernel can't compute this layer's output."""
    return extras.get("softcap") is not None or extras.get("s_aux") is not None


def precise(tensor: Tensor) -> Tensor:
    """Read half precision in float32; float64 stays what it is."""
    return tensor if tensor.dtype == torch.float64 else tensor.float()


def pick(tensor: Tensor, heads: Sequence[int]) -> Tensor:
    """Take heads along the first axis; all of them in order need no copy."""
    if tuple(heads) == tuple(range(tensor.shape[0])):
        return tensor
    return tensor.index_select(0, torch.tensor(heads, device=tensor.device))


@runtime_checkable
class LayerAttention(Protocol):
    """One layer of a capture."""

    @property
    def n_heads(self) -> int:
        """How many query heads the layer has."""

    @property
    def device(self) -> torch.device:
        """Where its tensors lie."""

    def scores(
        self, heads: Sequence[int], rows: slice
    ) -> Float[Tensor, "head query_position key_position"]:
        """Compute what goes into the softmax; -inf where masked."""

    def weights(
        self, heads: Sequence[int], rows: slice
    ) -> Float[Tensor, "head query_position key_position"]:
        """Compute what comes out of the softmax; 0 where masked."""

    def allowed(
        self, rows: slice
    ) -> Bool[Tensor, "query_position key_position"] | None:
        """Tell which keys a row may look at; None means all."""

    def mask_identity(self) -> object:
        """Name the mask: equal for layers that share one."""

    def tensors(self) -> Iterator[Tensor]:
        """List every tensor that is held."""


@dataclass(frozen=True, slots=True)
class KeptOperands:
    """The operands of one layer's attention, as the model made them.

    Attributes:
        query: (1, head, query_position, head_dim), positions already rotated.
        key, value: (1, key_value_head, key_position, head_dim).
        mask: boolean or additive, (1, 1 or head, query_position, key_position);
            None when ``is_causal`` says it all.
        scaling: factor of the dot products, usually head_dim ** -0.5.
        softcap: scores become softcap * tanh(score / softcap) (Gemma 2).
        sinks: one more logit a head, which takes weight and gives no value
            (GPT-OSS): rows sum to less than 1.
        position_bias: added to the scores (T5).
    """

    query: Tensor
    key: Tensor
    value: Tensor
    mask: Tensor | None
    is_causal: bool
    scaling: float
    softcap: float | None
    sinks: Tensor | None
    position_bias: Tensor | None

    @classmethod
    def from_call(
        cls,
        module: nn.Module,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        mask: Tensor | None,
        scaling: float | None,
        extras: Mapping[str, Any],
    ) -> "KeptOperands":
        """Read the operands off a call of the attention function."""
        is_causal = extras.get("is_causal")
        if is_causal is None:
            is_causal = getattr(module, "is_causal", True)
        return cls(
            query=query,
            key=key,
            value=value,
            mask=mask,
            is_causal=bool(is_causal) and mask is None and query.shape[2] > 1,
            scaling=query.shape[-1] ** -0.5 if scaling is None else float(scaling),
            softcap=extras.get("softcap"),
            sinks=extras.get("s_aux"),
            position_bias=extras.get("position_bias"),
        )

    @property
    def n_heads(self) -> int:
        """How many query heads the layer has."""
        return self.query.shape[1]

    @property
    def device(self) -> torch.device:
        """Where its tensors lie."""
        return self.query.device

    @property
    def n_queries_per_key(self) -> int:
        """How many query heads share one key/value head."""
        return self.query.shape[1] // self.key.shape[1]

    def scores(
        self, heads: Sequence[int], rows: slice
    ) -> Float[Tensor, "head query_position key_position"]:
        """Compute the scaled, biased and masked dot products.

        Shapes: one entry a head asked; float32, -inf where masked.
        """
        query = precise(pick(self.query[0, :, rows], heads))
        key = precise(pick(self.key[0], [h // self.n_queries_per_key for h in heads]))
        nothing = query.new_empty(1, 1, 1)
        scores = torch.baddbmm(
            nothing, query, key.transpose(1, 2), beta=0, alpha=self.scaling
        )
        if self.softcap is not None:
            scores = torch.tanh(scores / self.softcap) * self.softcap
        for bias in self._biases():
            # (1, 1 or head, query or 1, key) -> (1 or head, row, key)
            part = bias[0].expand(-1, self.query.shape[2], -1)[:, rows]
            scores += pick(part, heads) if part.shape[0] > 1 else part
        blocked = self._blocked(heads, rows)
        return scores if blocked is None else scores.masked_fill_(blocked, -torch.inf)

    def weights(
        self, heads: Sequence[int], rows: slice
    ) -> Float[Tensor, "head query_position key_position"]:
        """Normalise the scores over the keys.

        Invariants: a row sums to 1; to less where a sink logit takes its
        share; to 0 where every key is masked.
        """
        scores = self.scores(heads, rows)
        if self.sinks is not None:
            sinks = pick(precise(self.sinks), heads)
            column = sinks[:, None, None].expand(-1, scores.shape[1], 1)
            return torch.cat([scores, column], dim=-1).softmax(dim=-1)[..., :-1]
        weights = scores.softmax(dim=-1)
        if self.mask is not None:
            weights.masked_fill_((scores == -torch.inf).all(dim=-1, keepdim=True), 0.0)
        return weights

    def output(self) -> Float[Tensor, "batch query_position head value_dim"]:
        """Compute the layer's output where the kernel can't.

        Row by row in blocks, so that memory stays far below the square.
        """
        heads = range(self.n_heads)
        value = self.value[0].repeat_interleave(self.n_queries_per_key, dim=0)
        n_queries = self.query.shape[2]
        blocks = [
            self.weights(heads, slice(start, start + OUTPUT_ROWS)) @ precise(value)
            for start in range(0, n_queries, OUTPUT_ROWS)
        ]
        output = torch.cat(blocks, dim=1).to(self.value.dtype)
        # (head, query, value_dim) -> (1, query, head, value_dim)
        return output.transpose(0, 1).unsqueeze(0).contiguous()

    def allowed(
        self, rows: slice
    ) -> Bool[Tensor, "query_position key_position"] | None:
        """Tell which keys a row may look at, under any head's mask."""
        if self.is_causal:
            return causal(self.query.shape[2], self.key.shape[2], rows, self.device)
        if self.mask is None:
            return None
        return open_cells(self.mask[0, :, rows]).any(dim=0)

    def mask_identity(self) -> object:
        """Name the mask: equal for layers that share one."""
        if self.mask is not None:
            return id(self.mask)
        return "causal" if self.is_causal else None

    def tensors(self) -> Iterator[Tensor]:
        """List every tensor that is held."""
        yield from (self.query, self.key, self.value)
        for extra in (self.mask, self.position_bias):
            if extra is not None:
                yield extra

    def _biases(self) -> Iterator[Tensor]:
        if self.position_bias is not None:
            yield self.position_bias
        if self.mask is not None and self.mask.dtype != torch.bool:
            yield self.mask

    def _blocked(self, heads: Sequence[int], rows: slice) -> Tensor | None:
        if self.is_causal:
            allowed = self.allowed(rows)
            return None if allowed is None else ~allowed
        if self.mask is None:
            return None
        blocked = ~open_cells(self.mask[0, :, rows])
        return pick(blocked, heads) if blocked.shape[0] > 1 else blocked
