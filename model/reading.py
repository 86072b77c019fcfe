"""Read weights or scores from a capture, as much as was asked and no more.

Lives here: the walk over layers and blocks of rows, with words joined,
positions hidden and cells pooled on the device before anything is copied. Not
here: the arithmetic of a layer (``operands.py``), the choice of indices
(``selection.py``, ``axes.py``), statistics (``statistics.py``).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from model.attention_reading import AttentionReading
from model.axes import RowBlock, blocks_of
from model.capture import Capture
from model.errors import Cancelled
from model.merging import Groups, merge_allowed, merge_scores, merge_weights
from model.operands import LayerAttention
from model.pooling import pool_allowed, pool_matrix, pool_scores
from model.quantize import quantize
from model.recording import never
from model.selection import ResolvedSelection
from model.statistics import StatisticsBuilder
from model.threads import few_threads

# Cells of one block: small enough for a CPU's cache, large enough for a GPU.
BLOCK_CELLS = {"cpu": 1 << 20, "cuda": 1 << 26, "mps": 1 << 24}


@torch.inference_mode()
def read_attention(
    capture: Capture,
    resolved: ResolvedSelection,
    *,
    is_cancelled: Callable[[], bool] = never,
) -> AttentionReading:
    """Compute the cells that a selection asks for.

    Memory: the answer's own cells, and one block of rows.
    Raises: Cancelled between two blocks, UnsupportedByModel for scores of a
        model that keeps none.
    """
    n_layers, n_heads, _, _ = resolved.shape
    n_rows, n_columns = len(resolved.query_axis.units), len(resolved.key_axis.units)
    with few_threads(n_layers * n_heads * n_rows * n_columns):
        return _Reader(capture, resolved, is_cancelled).read()


@dataclass(frozen=True, slots=True)
class _Mask:
    cells: NDArray[np.bool_]
    fully_masked_rows: tuple[int, ...]


class _Reader:
    """One reading: what stays the same from block to block."""

    def __init__(
        self,
        capture: Capture,
        resolved: ResolvedSelection,
        is_cancelled: Callable[[], bool],
    ) -> None:
        self.layers = capture.of(resolved.part)
        self.resolved = resolved
        self.selection = resolved.selection
        self.is_cancelled = is_cancelled
        self.device = self.layers[0].device
        self.keys = torch.tensor(resolved.key_axis.shown, device=self.device)
        self.groups = (
            Groups.of(resolved.key_axis.units, self.device)
            if self.selection.merge == "words"
            else None
        )
        asks_all_rows = {"head", "column"} & set(self.selection.statistics)
        hides = self.selection.hide != "none"
        self.statistics = (
            StatisticsBuilder(resolved, self.device)
            if self.selection.statistics or hides
            else None
        )
        self.blocks = blocks_of(
            resolved.query_axis,
            n_rows=self._rows_a_block(),
            whole=bool(asks_all_rows),
        )

    def _rows_a_block(self) -> int:
        cells = BLOCK_CELLS.get(self.device.type, BLOCK_CELLS["cpu"])
        n_keys = self.resolved.key_axis.units[-1].stop
        return max(1, cells // (len(self.resolved.heads) * n_keys))

    def read(self) -> AttentionReading:
        resolved, selection = self.resolved, self.selection
        values = torch.empty(resolved.shape, device=self.device)
        masks: dict[object, _Mask] = {}
        layers = [self.layers[layer] for layer in resolved.layers]
        for place, attention in enumerate(layers):
            identity = attention.mask_identity()
            if identity not in masks:
                masks[identity] = self._read_mask(attention)
            for block in self.blocks:
                self._read_block(place, attention, block, values)
        mask = _join_masks([masks[layer.mask_identity()] for layer in layers])
        hides = selection.hide != "none"
        hidden_share, statistics = self._built_statistics()
        scale = offset = None
        if selection.precision == "uint8":
            is_weights = selection.quantity == "weights"
            quantized = quantize(values, floor=0.0 if is_weights else None)
            values, scale, offset = quantized.data, quantized.scale, quantized.offset
        pooled = resolved.query_axis.factor > 1
        return AttentionReading(
            part=resolved.part,
            layers=resolved.layers,
            heads=resolved.heads,
            query_tokens=resolved.query_axis.tokens,
            key_tokens=resolved.key_axis.tokens,
            values=values.cpu().numpy(),
            scale=scale,
            offset=offset,
            mask=mask.cells,
            fully_masked_rows=mask.fully_masked_rows,
            pool_factor=resolved.query_axis.factor if pooled else None,
            pool_reducer=selection.reducer if pooled else None,
            hidden_kind=selection.hide if hides else None,
            hidden_positions=resolved.key_axis.hidden,
            hidden_share=hidden_share,
            statistics=statistics,
        )

    def _read_block(
        self,
        place: int,
        attention: LayerAttention,
        block: RowBlock,
        values: Tensor,
    ) -> None:
        if self.is_cancelled():
            raise Cancelled("The reading was stopped.", hint="Ask again.")
        factor, reducer = self.resolved.query_axis.factor, self.selection.reducer
        if self.selection.quantity == "scores":
            scores = self._scores(attention, block)
            cells = pool_scores(self._show(scores, block), factor, reducer)
            if self.statistics is not None:
                self._weights(place, block, attention)
        else:
            weights = self._weights(place, block, attention)
            cells = pool_matrix(self._show(weights, block), factor, reducer)
        values[place, :, block.start_cell : block.stop_cell] = cells

    def _weights(
        self,
        place: int,
        block: RowBlock,
        attention: LayerAttention,
    ) -> Tensor:
        """Compute the weights of a block, and let the statistics see them."""
        weights = attention.weights(self.resolved.heads, self._token_rows(block))
        if self.groups is not None:
            weights = merge_weights(weights, self._row_groups(block), self.groups)
        if self.statistics is not None:
            allowed = self._allowed(attention, block)
            self.statistics.add(place, block, weights, allowed)
        return weights

    def _scores(self, attention: LayerAttention, block: RowBlock) -> Tensor:
        scores = attention.scores(self.resolved.heads, self._token_rows(block))
        if self.groups is None:
            return scores
        return merge_scores(scores, self._row_groups(block), self.groups)

    def _allowed(self, attention: LayerAttention, block: RowBlock) -> Tensor | None:
        allowed = attention.allowed(self._token_rows(block))
        if allowed is None or self.groups is None:
            return allowed
        return merge_allowed(allowed, self._row_groups(block), self.groups)

    def _built_statistics(
        self,
    ) -> tuple[NDArray[np.float32] | None, dict[str, NDArray[Any]]]:
        if self.statistics is None:
            return None, {}
        hides = self.selection.hide != "none"
        share = self.statistics.hidden_share().cpu().numpy() if hides else None
        built = self.statistics.build().items()
        return share, {name: value.cpu().numpy() for name, value in built}

    def _token_rows(self, block: RowBlock) -> slice:
        units = self.resolved.query_axis.units
        return slice(units[block.start_unit].start, units[block.stop_unit - 1].stop)

    def _row_groups(self, block: RowBlock) -> Groups:
        units = self.resolved.query_axis.units[block.start_unit : block.stop_unit]
        return Groups.of(units, self.device)

    def _show(self, cells: Tensor, block: RowBlock) -> Tensor:
        """Keep the rows and columns that are shown."""
        if len(block.shown) < cells.shape[-2]:
            rows = [unit - block.start_unit for unit in block.shown]
            cells = cells.index_select(-2, torch.tensor(rows, device=cells.device))
        if not self.resolved.key_axis.is_whole:
            cells = cells.index_select(-1, self.keys)
        return cells

    def _read_mask(self, attention: LayerAttention) -> _Mask:
        _, _, n_rows, n_columns = self.resolved.shape
        cells = torch.ones(n_rows, n_columns, dtype=torch.bool, device=self.device)
        blocked: list[int] = []
        place = 0
        for block in self.blocks:
            allowed = self._allowed(attention, block)
            if allowed is not None:
                shown = self._show(allowed, block)
                cells[block.start_cell : block.stop_cell] = pool_allowed(
                    shown, self.resolved.query_axis.factor
                )
                has_key = allowed.any(dim=-1).tolist()
                blocked += [
                    place + i
                    for i, unit in enumerate(block.shown)
                    if not has_key[unit - block.start_unit]
                ]
            place += len(block.shown)
        return _Mask(cells.cpu().numpy(), tuple(blocked))


def _join_masks(masks: list[_Mask]) -> _Mask:
    """Give one mask for all layers, or one for each where they differ."""
    blocked = sorted({row for mask in masks for row in mask.fully_masked_rows})
    first = masks[0].cells
    if all(mask is masks[0] or np.array_equal(mask.cells, first) for mask in masks):
        return _Mask(first, tuple(blocked))
    return _Mask(np.stack([mask.cells for mask in masks]), tuple(blocked))
