"""Say which part of the attention is asked for, and check it.

Lives here: what a caller may choose (layers, heads, rows, columns, merging,
hiding, pooling, precision) and its validation against one model and one text,
before any tensor is built. Not here: which tokens the parts are made of
(``parts.py``), and the computing, which is ``reading.py``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from model.axes import Axis
from model.description import ModelDescription, Part
from model.errors import (
    DuplicateIndex,
    EmptyText,
    HeadOutOfRange,
    LayerOutOfRange,
    RangeOutOfBounds,
    SelectionError,
    UnsupportedByModel,
)
from model.parts import Side, check_target, shape_of, sides_of
from model.tokens import Token, TokenizedText

Quantity = Literal["weights", "scores"]
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
        part: which attention; None means the model's own, which is the
            encoder of an encoder-decoder.
        layers, heads: indices from 0 in the order wanted; None means all.
        rows, columns: half-open ranges of query and key positions (of words
            when merged); None means all.
        merge: ``words`` joins the pieces of a word: keys are summed, queries
            averaged (scores are averaged both ways).
        hide: drops special tokens, or the first token of each text, from both
            axes.
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
        part: which attention is read.
        layers, heads: every index, in the order wanted.
        query_axis, key_axis: what the answer's axes show.
        special_keys: units of the key axis that are special tokens, in the
            whole text.
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
    selection: Selection,
    description: ModelDescription,
    tokenized: TokenizedText,
    target: Sequence[Token] | None = None,
) -> ResolvedSelection:
    """Check a selection and turn it into indices.

    Args:
        target: the decoder's input, for a model that writes one text from
            another.

    Raises: LayerOutOfRange, HeadOutOfRange, DuplicateIndex, RangeOutOfBounds,
        SelectionError for statistics of the joint matrix, UnsupportedByModel,
        EmptyText when hiding leaves nothing.
    """
    shape = shape_of(selection.part, description)
    _check_quantities(selection, description, shape.part)
    check_target(shape.part, description, target)
    layers = _indices("layer", selection.layers, shape.n_layers, LayerOutOfRange)
    heads = _indices("head", selection.heads, shape.n_heads, HeadOutOfRange)
    query, key = sides_of(
        shape.part,
        tokenized.tokens,
        target,
        merge=selection.merge,
        hide=selection.hide,
    )
    rows = _range("rows", selection.rows, query)
    columns = _range("columns", selection.columns, key)
    shown = _shown(query, rows), _shown(key, columns)
    longest = max(map(len, shown))
    factor = 1 if selection.pool is None else -(-longest // selection.pool)
    return ResolvedSelection(
        selection=selection,
        part=shape.part,
        layers=layers,
        heads=heads,
        query_axis=_axis(query, rows, factor),
        key_axis=_axis(key, columns, factor),
        special_keys=tuple(i for i, u in enumerate(key.units) if u.token.special),
    )


def _check_quantities(
    selection: Selection, description: ModelDescription, part: Part
) -> None:
    if selection.quantity == "scores" and description.capture == "eager":
        raise UnsupportedByModel(
            f"{description.id} hands out weights only; its scores are not kept.",
            hint="Ask for quantity=weights.",
        )
    if part == "joint" and selection.statistics:
        raise SelectionError(
            "The joint matrix has rows of two distributions, the target's over the "
            "source and over itself, so it has no statistics.",
            hint="Ask for the statistics of part=encoder, decoder or cross.",
        )


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


def _range(name: str, asked: tuple[int, int] | None, side: Side) -> range:
    count = len(side.units)
    start, stop = (0, count) if asked is None else asked
    if not 0 <= start < stop <= count:
        raise RangeOutOfBounds(
            f"{name.capitalize()} {start} to {stop} don't fit: the {side.name} has "
            f"{count}.",
            hint=f"Give a half-open range within 0 to {count}, start before stop.",
            limit=count,
            actual=stop if stop > count else start,
        )
    return range(start, stop)


def _shown(side: Side, asked: range) -> tuple[int, ...]:
    shown = tuple(index for index in asked if index not in side.hidden)
    if not shown:
        raise EmptyText(
            "Nothing is left to show: every position asked for is hidden.",
            hint="Show special tokens, or ask for other rows and columns.",
        )
    return shown


def _axis(side: Side, asked: range, factor: int) -> Axis:
    return Axis(
        units=side.units,
        shown=_shown(side, asked),
        hidden=tuple(index for index in asked if index in side.hidden),
        factor=factor,
    )
