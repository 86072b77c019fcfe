"""Say which part of the attention is asked for, and check it.

Lives here: what a caller may choose (layers, heads, rows, columns, merging,
hiding, pooling, precision) and its validation against one model and one text,
before any tensor is built. Not here: the computing, which is ``reading.py``.
"""

from dataclasses import dataclass
from typing import Literal

from model.axes import Axis, Unit, hidden_indices, units_of
from model.description import ModelDescription
from model.errors import (
    DuplicateIndex,
    EmptyText,
    HeadOutOfRange,
    LayerOutOfRange,
    RangeOutOfBounds,
    SelectionError,
    UnsupportedByModel,
)
from model.tokens import TokenizedText

Quantity = Literal["weights", "scores"]
Part = Literal["encoder", "decoder"]
Merge = Literal["tokens", "words"]
Hide = Literal["none", "special", "first"]
Reducer = Literal["max", "mean"]
Precision = Literal["float32", "uint8"]
Statistic = Literal["head", "row", "column"]


@dataclass(frozen=True, slots=True)
class Selection:
    """Choose what to read from a capture.

    Attributes:
        quantity: ``weights`` (after softmax) or ``scores`` (before).
        part: which stack; None means the model's own.
        layers, heads: indices from 0 in the order wanted; None means all.
        rows, columns: half-open ranges of query and key positions (of words
            when merged); None means all.
        merge: ``words`` joins the pieces of a word: keys are summed, queries
            averaged (scores are averaged both ways).
        hide: drops special tokens, or the first token, from both axes.
        pool: at most so many cells a side; None means every cell.
        reducer: how a block of cells becomes one.
        precision: ``uint8`` quantises, with the bound scale / 2.
        statistics: which summaries to add, in float32 before quantising.
    """

    quantity: Quantity = "weights"
    part: Part | None = None
    layers: tuple[int, ...] | None = None
    heads: tuple[int, ...] | None = None
    rows: tuple[int, int] | None = None
    columns: tuple[int, int] | None = None
    merge: Merge = "tokens"
    hide: Hide = "none"
    pool: int | None = None
    reducer: Reducer = "max"
    precision: Precision = "float32"
    statistics: tuple[Statistic, ...] = ()


@dataclass(frozen=True, slots=True)
class ResolvedSelection:
    """A selection that fits one model and one text.

    Attributes:
        selection: what was asked.
        part: which stack is read.
        layers, heads: every index, in the order wanted.
        query_axis, key_axis: what the answer's axes show.
        special_keys: units that are special tokens, in the whole text.
    """

    selection: Selection
    part: Part
    layers: tuple[int, ...]
    heads: tuple[int, ...]
    query_axis: Axis
    key_axis: Axis
    special_keys: tuple[int, ...]

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """Sizes of (layer, head, query, key), after pooling."""
        return (
            len(self.layers),
            len(self.heads),
            self.query_axis.n_cells,
            self.key_axis.n_cells,
        )

    @property
    def n_cells(self) -> int:
        """How many numbers the answer holds."""
        layers, heads, rows, columns = self.shape
        return layers * heads * rows * columns


def resolve(
    selection: Selection, description: ModelDescription, tokenized: TokenizedText
) -> ResolvedSelection:
    """Check a selection and turn it into indices.

    Raises: LayerOutOfRange, HeadOutOfRange, DuplicateIndex, RangeOutOfBounds,
        UnsupportedByModel, EmptyText when hiding leaves nothing.
    """
    part = _part_of(selection, description)
    if selection.quantity == "scores" and description.capture == "eager":
        raise UnsupportedByModel(
            f"{description.id} hands out weights only; its scores are not kept.",
            hint="Ask for quantity=weights.",
        )
    n_layers, n_heads = description.n_layers or 0, description.n_heads or 0
    layers = _indices("layer", selection.layers, n_layers, LayerOutOfRange)
    heads = _indices("head", selection.heads, n_heads, HeadOutOfRange)
    units = units_of(tokenized.tokens, selection.merge)
    hidden = hidden_indices(units, selection.hide)
    rows = _range("rows", selection.rows, len(units))
    columns = _range("columns", selection.columns, len(units))
    n_sides = [len([i for i in side if i not in hidden]) for side in (rows, columns)]
    factor = 1 if selection.pool is None else -(-max(n_sides) // selection.pool)
    return ResolvedSelection(
        selection=selection,
        part=part,
        layers=layers,
        heads=heads,
        query_axis=_axis(units, rows, hidden, factor),
        key_axis=_axis(units, columns, hidden, factor),
        special_keys=tuple(i for i, unit in enumerate(units) if unit.token.special),
    )


def _part_of(selection: Selection, description: ModelDescription) -> Part:
    own: Part = "decoder" if description.family == "decoder" else "encoder"
    if selection.part not in (None, own):
        raise UnsupportedByModel(
            f"{description.id} is an {description.family} model: it has no "
            f"{selection.part} part to show."
            if description.family != "encoder-decoder"
            else f"Of {description.id} the encoder can be shown, not the "
            f"{selection.part}.",
            hint=f"Ask for part={own}, or leave part out.",
        )
    return own


def _indices(
    name: str,
    asked: tuple[int, ...] | None,
    count: int,
    error: type[SelectionError],
) -> tuple[int, ...]:
    if asked is None:
        return tuple(range(count))
    for index in asked:
        if not 0 <= index < count:
            raise error(
                f"There is no {name} {index}: the model has {count} {name}s.",
                hint=f"Ask for {name}s from 0 to {count - 1}.",
                limit=count - 1,
                actual=index,
            )
    if len(set(asked)) < len(asked):
        twice = next(index for index in asked if asked.count(index) > 1)
        raise DuplicateIndex(
            f"The {name} {twice} is named {asked.count(twice)} times.",
            hint=f"Name each {name} once.",
            limit=1,
            actual=asked.count(twice),
        )
    return asked


def _range(name: str, asked: tuple[int, int] | None, count: int) -> range:
    start, stop = (0, count) if asked is None else asked
    if not 0 <= start < stop <= count:
        raise RangeOutOfBounds(
            f"{name.capitalize()} {start} to {stop} don't fit: the text has {count}.",
            hint=f"Give a half-open range within 0 to {count}, start before stop.",
            limit=count,
            actual=stop if stop > count else start,
        )
    return range(start, stop)


def _axis(
    units: tuple[Unit, ...], asked: range, hidden: frozenset[int], factor: int
) -> Axis:
    shown = tuple(index for index in asked if index not in hidden)
    if not shown:
        raise EmptyText(
            "Nothing is left to show: every position asked for is hidden.",
            hint="Show special tokens, or ask for other rows and columns.",
        )
    return Axis(
        units=units,
        shown=shown,
        hidden=tuple(index for index in asked if index in hidden),
        factor=factor,
    )
