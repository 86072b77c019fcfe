"""Join the attention of many steps into that of one forward.

Lives here: the ragged steps of a decoder that keeps what it has decoded (its
first query sees one key, its tenth ten), put together into one causal matrix,
and those of cross attention into one rectangle. Not here: the search that makes
the steps (``search.py``), and which step belongs to which part
(``recorded.py``).

The operands are joined, not the weights: queries are stacked, and so are the
keys that each step adds. What a step adds to its scores, or masks, has as many
columns as the step had keys; those that came later, or had been dropped already
(a sliding window), are masked.
"""

from dataclasses import dataclass, field, replace
from typing import Any, Literal

import torch
from torch import Tensor
from torch.nn.functional import pad

from model.errors import UnsupportedByModel
from model.masks import causal
from model.operands import KeptOperands, LayerAttention

Shared = dict[tuple[object, ...], Tensor]


@dataclass(frozen=True, slots=True)
class _Step:
    """What one step adds.

    Attributes:
        key, value: of the positions that are new in this step.
        first: how many rows there were before.
        dropped: how many of the first keys it no longer sees.
        n_keys: how many it sees.
    """

    query: Tensor
    key: Tensor
    value: Tensor | None
    mask: Tensor | None
    position_bias: Tensor | None
    first: int
    dropped: int
    n_keys: int

    @property
    def n_rows(self) -> int:
        """How many rows the step adds."""
        return self.query.shape[-2]


@dataclass(slots=True)
class StitchedLayer:
    """One layer's attention, a step at a time.

    Of the keys only those that a step adds are held: memory grows with the
    length of the target, not with its square.
    """

    kind: Literal["decoder", "cross"]
    _last: Any = None
    _steps: list[_Step] = field(default_factory=list)

    def add(self, layer: LayerAttention) -> None:
        """Take in what one step attended with.

        Raises: UnsupportedByModel where the keys aren't those of all steps.
        """
        self._last = layer
        query, key = self._last.query, self._last.key
        value = getattr(layer, "value", None)
        first = sum(step.n_rows for step in self._steps)
        n_rows, n_keys = query.shape[-2], key.shape[-2]
        is_cross = self.kind == "cross"
        dropped = 0 if is_cross else first + n_rows - n_keys
        is_other_source = is_cross and any(s.n_keys != n_keys for s in self._steps)
        if is_other_source or dropped < 0:
            raise UnsupportedByModel(
                f"After {first + n_rows} tokens this model's {self.kind} attention "
                f"looks at {n_keys} keys, so its steps don't fit together.",
                hint="Give the target yourself: it is then read in one go.",
            )
        self._steps.append(
            _Step(
                query=query,
                key=key if is_cross else _added_keys(key, n_rows),
                value=value
                if is_cross or value is None
                else _added_keys(value, n_rows),
                mask=getattr(layer, "mask", None),
                position_bias=getattr(layer, "position_bias", None),
                first=first,
                dropped=dropped,
                n_keys=n_keys,
            )
        )

    def joined(self, shared: Shared) -> LayerAttention:
        """Put the steps together.

        Args:
            shared: what other layers have put together; those that share a
                mask or a bias go on sharing it.
        """
        whole: LayerAttention = self._last
        if len(self._steps) == 1:
            return whole
        changes: dict[str, Any] = {"query": self._concatenated("query")}
        if isinstance(whole, KeptOperands):
            masks, biases = self._masks(), self._biases()
            changes |= {
                "is_causal": self.kind == "decoder" and not masks,
                "mask": self._stacked("mask", masks, shared),
                "position_bias": self._stacked("position_bias", biases, shared),
            }
        if self.kind == "decoder":
            changes |= {name: self._concatenated(name) for name in ("key", "value")}
        stitched: LayerAttention = replace(self._last, **changes)
        return stitched

    def _concatenated(self, name: str) -> Tensor:
        return torch.cat([getattr(step, name) for step in self._steps], dim=-2)

    def _masks(self) -> list[Tensor]:
        """List each step's mask; nothing where causality says it all."""
        masks = [step.mask for step in self._steps]
        drops = any(step.dropped for step in self._steps)
        if not drops and all(mask is None for mask in masks):
            return []
        found = [
            self._open_mask(step) if step.mask is None else step.mask
            for step in self._steps
        ]
        additive = next((mask for mask in found if mask.dtype != torch.bool), None)
        return found if additive is None else [_additive(m, additive) for m in found]

    def _open_mask(self, step: _Step) -> Tensor:
        """Let a step's rows see all keys up to their own place."""
        shape, device = (step.n_rows, step.n_keys), step.query.device
        if self.kind == "cross":
            return torch.ones(1, 1, *shape, dtype=torch.bool, device=device)
        n_rows = step.first + step.n_rows
        rows = causal(n_rows, n_rows, slice(step.first, n_rows), device)
        return rows[None, None, :, step.dropped :]

    def _biases(self) -> list[Tensor]:
        biases = (step.position_bias for step in self._steps)
        return [bias for bias in biases if bias is not None]

    def _stacked(self, name: str, parts: list[Tensor], shared: Shared) -> Tensor | None:
        """Put rows of different widths below each other."""
        if not parts:
            return None
        # Only what the steps hold has an identity that lasts.
        kept = [getattr(step, name) for step in self._steps]
        key = (self.kind, name, self._last.key.shape[-2], *map(id, kept))
        if key not in shared:
            last = self._steps[-1]
            n_keys = last.dropped + last.n_keys
            rows = [
                _widened(part, step, n_keys)
                for part, step in zip(parts, self._steps, strict=True)
            ]
            shared[key] = torch.cat(rows, dim=-2)
        return shared[key]


def _added_keys(keys: Tensor, n_rows: int) -> Tensor:
    # A copy, so that all the keys before it can go.
    return keys[..., -n_rows:, :].clone()


def _widened(rows: Tensor, step: _Step, n_keys: int) -> Tensor:
    """Close the keys that a step doesn't see; True and 0 are open."""
    # (1, 1 or head, row or 1, key) -> (1, 1 or head, row, key)
    rows = rows.expand(-1, -1, step.n_rows, -1)
    closed = 0 if rows.dtype == torch.bool else torch.finfo(rows.dtype).min
    later = n_keys - step.dropped - step.n_keys
    return pad(rows, (step.dropped, later), value=closed)


def _additive(mask: Tensor, like: Tensor) -> Tensor:
    """Turn a boolean mask into one that is added to scores."""
    if mask.dtype != torch.bool:
        return mask
    closed = torch.finfo(like.dtype).min
    return torch.zeros_like(mask, dtype=like.dtype).masked_fill_(~mask, closed)
