"""Say which part of the attention is asked for, and check it.

Lives here: what a caller may choose (layers, heads, rows, columns, merging,
hiding, pooling, precision) and its validation against one model and one text,
before any tensor is built. Not here: the computing, which is ``reading.py``.
"""

from dataclasses import dataclass
from typing import Literal

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
