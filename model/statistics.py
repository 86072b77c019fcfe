"""Summarise heads, rows and columns of attention weights.

Lives here: entropy, sink share, distance and their kin, accumulated block by
block in float32. Not here: which blocks there are (``reading.py``), or labels
for heads: one text is no ground to name a role.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from model.axes import RowBlock
from model.selection import ResolvedSelection

# Below every weight that float32 tells from nothing.
TINY = 1e-37


@dataclass(slots=True)
class _Table:
    """Sums over the rows of every chosen layer and head."""

    row_entropy_nats: Tensor
    row_special_share: Tensor
    row_hidden_share: Tensor
    row_distance: Tensor
    row_sink_share: Tensor
    row_previous_share: Tensor
    column_sum: Tensor
    column_rows: Tensor
    strongest: Tensor
    strongest_weight: Tensor


class StatisticsBuilder:
    """Take in blocks of rows, give out the statistics.

    Source: entropy and distance as in Clark et al. 2019, section 3; sink share
    as in Xiao et al. 2023, weight on the first token over the queries after it.
    """

    def __init__(self, resolved: ResolvedSelection, device: torch.device) -> None:
        layers, heads = len(resolved.layers), len(resolved.heads)
        n_rows = len(resolved.query_axis.units)
        n_keys = len(resolved.key_axis.units)
        self._resolved = resolved
        self._special = _indices(resolved.special_keys, device)
        self._hidden = _indices(resolved.key_axis.hidden, device)
        self._candidates = _indices(_pair_candidates(resolved), device)
        self._position = torch.arange(max(n_rows, n_keys), device=device)
        # From the target to the source no token looks at itself, or back.
        self._is_cross = resolved.part == "cross"

        def zeros(*shape: int) -> Tensor:
            return torch.zeros(layers, heads, *shape, device=device)

        self._table = _Table(
            row_entropy_nats=zeros(n_rows),
            row_special_share=zeros(n_rows),
            row_hidden_share=zeros(n_rows),
            row_distance=zeros(n_rows),
            row_sink_share=zeros(n_rows),
            row_previous_share=zeros(n_rows),
            column_sum=zeros(n_keys),
            column_rows=torch.zeros(layers, n_keys, device=device),
            strongest=torch.zeros(layers, heads, 2, dtype=torch.long, device=device),
            strongest_weight=zeros() - 1.0,
        )

    def add(
        self,
        layer: int,
        block: RowBlock,
        weights: Float[Tensor, "head query_position key_position"],
        allowed: Bool[Tensor, "query_position key_position"] | None,
    ) -> None:
        """Take in the rows of one block of one layer (its place, not index)."""
        table = self._table
        rows = slice(block.start_unit, block.stop_unit)
        table.row_entropy_nats[layer, :, rows] = _entropy(weights)
        table.row_sink_share[layer, :, rows] = weights[..., 0]
        table.row_special_share[layer, :, rows] = _share(weights, self._special)
        if len(self._hidden):
            table.row_hidden_share[layer, :, rows] = self._hidden_of(weights)
        table.column_sum[layer] += weights.sum(dim=1)
        if allowed is None:
            table.column_rows[layer] += weights.shape[1]
        else:
            table.column_rows[layer] += allowed.sum(dim=0)
        if not self._is_cross:
            self._add_positions(layer, rows, weights)
            self._leave_out_own_rows(layer, rows, weights, allowed)
        self._keep_strongest(layer, block, weights)

    def _add_positions(self, layer: int, rows: slice, weights: Tensor) -> None:
        """Say how far each row looks, and how much one token back."""
        table = self._table
        query_position = self._position[rows, None]
        distance = (self._position - query_position).abs().to(weights.dtype)
        table.row_distance[layer, :, rows] = torch.linalg.vecdot(weights, distance)
        previous = (query_position - 1).clamp(min=0).expand(weights.shape[0], -1, 1)
        table.row_previous_share[layer, :, rows] = weights.gather(-1, previous)[..., 0]

    def _leave_out_own_rows(
        self, layer: int, rows: slice, weights: Tensor, allowed: Tensor | None
    ) -> None:
        """Leave out what a token gives to itself: it tells no popularity."""
        table, start = self._table, rows.start
        own = weights.diagonal(start, dim1=1, dim2=2)
        table.column_sum[layer, :, rows] -= own
        table.column_rows[layer, rows] -= (
            1 if allowed is None else allowed.diagonal(start).float()
        )

    def _hidden_of(self, weights: Tensor) -> Tensor:
        """Say what share of its weight each row gives to hidden keys."""
        share = _share(weights, self._hidden)
        # A target's row of the joint matrix holds two distributions.
        is_joint = self._resolved.part == "joint"
        return share / weights.sum(dim=-1) if is_joint else share

    def _keep_strongest(self, layer: int, block: RowBlock, weights: Tensor) -> None:
        keys = self._candidates
        if not block.shown or not len(keys):
            return
        # The best row first, then the best key of that row: one pass over the
        # block, and ties can't pair a row with another's key.
        best_of_row = weights[..., keys[0] : keys[-1] + 1].amax(dim=-1)
        if len(keys) <= keys[-1] - keys[0]:
            best_of_row = weights.index_select(-1, keys).amax(dim=-1)
        local = torch.tensor(block.shown, device=weights.device) - block.start_unit
        best, place = best_of_row.index_select(-1, local).max(dim=-1)
        row = local[place]
        head = torch.arange(len(row), device=row.device)
        key = keys[weights[head, row].index_select(-1, keys).argmax(dim=-1)]
        pair = torch.stack([row + block.start_unit, key], dim=-1)
        table = self._table
        is_better = best > table.strongest_weight[layer]
        table.strongest[layer, is_better] = pair[is_better]
        table.strongest_weight[layer, is_better] = best[is_better]

    def hidden_share(self) -> Float[Tensor, "layer head"]:
        """Average the weight on hidden keys over the shown rows."""
        return self._table.row_hidden_share[..., self._shown_rows()].mean(dim=-1)

    def build(self) -> dict[str, Tensor]:
        """Give the statistics that were asked for, by name."""
        asked = self._resolved.selection.statistics
        result: dict[str, Tensor] = {}
        if "head" in asked:
            result |= self._heads()
        if "row" in asked:
            result |= self._rows()
        if "column" in asked:
            result |= self._columns()
        return result

    def _heads(self) -> dict[str, Tensor]:
        table = self._table
        # The first row of a text that looks at itself has no choice, or no
        # token before it.
        starts = 0 if self._is_cross or table.row_sink_share.shape[-1] == 1 else 1
        later = slice(starts, None)
        heads = {
            "entropy_nats": table.row_entropy_nats.mean(-1),
            "sink_share": table.row_sink_share[..., later].mean(-1),
            "previous_share": table.row_previous_share[..., later].mean(-1),
            "distance": table.row_distance.mean(-1),
            "special_share": table.row_special_share.mean(-1),
            "strongest": self._shown_pairs(),
            "strongest_weight": table.strongest_weight,
        }
        return {name: heads[name] for name in heads if self._can_say(name)}

    def _rows(self) -> dict[str, Tensor]:
        rows = self._shown_rows()
        names = ("entropy_nats", "special_share", "sink_share", "hidden_share")
        return {
            f"row_{name}": getattr(self._table, f"row_{name}")[..., rows]
            for name in (*names, "distance")
            if self._can_say(name)
        }

    def _can_say(self, name: str) -> bool:
        return not (self._is_cross and name in {"previous_share", "distance"})

    def _columns(self) -> dict[str, Tensor]:
        table = self._table
        keys = _indices(self._resolved.key_axis.shown, self._position.device)
        mean = table.column_sum / table.column_rows.clamp(min=1.0)[:, None]
        return {
            "column_mean": mean[..., keys],
            "column_rows": table.column_rows[..., keys].to(torch.int32),
        }

    def _shown_rows(self) -> Tensor:
        return _indices(self._resolved.query_axis.shown, self._position.device)

    def _shown_pairs(self) -> Tensor:
        # From places in the whole text to places in the answer's axes.
        pair = self._table.strongest
        rows = torch.searchsorted(self._shown_rows(), pair[..., 0].contiguous())
        keys = _indices(self._resolved.key_axis.shown, pair.device)
        columns = torch.searchsorted(keys, pair[..., 1].contiguous())
        return torch.stack([rows, columns], dim=-1).to(torch.int32)


def _indices(values: Sequence[int], device: torch.device) -> Tensor:
    return torch.tensor(values, dtype=torch.long, device=device)


def _entropy(weights: Tensor) -> Tensor:
    # TINY keeps log(0) finite and is lost in any weight that counts; this is
    # nearly twice as fast as torch.special.entr.
    surprise: Tensor = torch.linalg.vecdot(weights, (weights + TINY).log_())
    return -surprise


def _share(weights: Tensor, keys: Tensor) -> Tensor:
    return weights.index_select(-1, keys).sum(dim=-1)


def _pair_candidates(resolved: ResolvedSelection) -> tuple[int, ...]:
    # A sink or a special token is strongest nearly everywhere and tells little.
    # The first token of a source is no sink of its target's.
    shown = resolved.key_axis.shown
    left_out = set(resolved.special_keys)
    if resolved.part != "cross":
        left_out.add(0)
    return tuple(key for key in shown if key not in left_out) or shown
