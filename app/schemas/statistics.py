"""List the statistics an answer may carry.

Lives here: each one's name, axes and meaning, for the writer and the
reference. Not here: computing them (``model/statistics.py``).
"""

from __future__ import annotations

from typing import Literal, NamedTuple


class Statistic(NamedTuple):
    """Say what one statistic means, and which request brings it."""

    asked: Literal["head", "row", "column"]
    axes: tuple[str, ...]
    dtype: Literal["f4", "i4"]
    description: str


_HEAD = ("layer", "head")
_ROW = (*_HEAD, "query")

STATISTICS: dict[str, Statistic] = {
    "entropy_nats": Statistic(
        "head",
        _HEAD,
        "f4",
        "The average entropy of a row, in nats; 0 looks at one key.",
    ),
    "sink_share": Statistic(
        "head", _HEAD, "f4", "The average weight on the first key, over the later rows."
    ),
    "previous_share": Statistic(
        "head",
        _HEAD,
        "f4",
        "The average weight on the key just before, over the later rows; not of "
        "cross attention, nor are distances.",
    ),
    "distance": Statistic(
        "head", _HEAD, "f4", "The average distance |query - key|, by weight."
    ),
    "special_share": Statistic(
        "head", _HEAD, "f4", "The average weight on special tokens."
    ),
    "strongest": Statistic(
        "head",
        (*_HEAD, "side"),
        "i4",
        "The places in `query_tokens` and `key_tokens` of the largest weight, off "
        "special tokens and the first key where there is another.",
    ),
    "strongest_weight": Statistic("head", _HEAD, "f4", "That weight."),
    "row_entropy_nats": Statistic(
        "row", _ROW, "f4", "The entropy of the row, in nats."
    ),
    "row_special_share": Statistic(
        "row", _ROW, "f4", "The row's weight on special tokens."
    ),
    "row_sink_share": Statistic(
        "row", _ROW, "f4", "The row's weight on the first key."
    ),
    "row_distance": Statistic(
        "row", _ROW, "f4", "The row's average distance |query - key|, by weight."
    ),
    "row_hidden_share": Statistic(
        "row", _ROW, "f4", "The row's weight on keys that are hidden."
    ),
    "column_mean": Statistic(
        "column",
        (*_HEAD, "key"),
        "f4",
        "The average weight the key receives, over all rows that may look at it.",
    ),
    "column_rows": Statistic(
        "column",
        ("layer", "key"),
        "i4",
        "How many rows may look at the key; with `column_mean` it gives the average "
        "over the other rows: (mean * rows - weight) / (rows - 1).",
    ),
}
