"""Make the two charts of lesson 6: accuracy by length, and time by length.

Lives here: what the cards of the models and the stored measurement say, as
lines and as rows of a table. Not here: where the points of a chart stand
(``recurrence_chart.py``).
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from app.lessons.large_counts import say_count
from app.lessons.recurrence_chart import Axis, lay_out_chart

# Each model with the name it has in the lesson, the oldest idea last.
NAMES: Mapping[str, str] = {
    "lesson-translator": "transformer",
    "lesson-bahdanau": "Bahdanau",
    "lesson-luong": "Luong",
    "lesson-bottleneck": "bottleneck",
}
# The share of a few sentences says little.
FEWEST = 15
# More labels than these would stand on each other.
MOST_TICKS = 6
_TIMES = Path(__file__).parent / "recurrence_times.json"
_PERCENT = tuple((share / 100, f"{share} %") for share in (0, 25, 50, 75, 100))


def accuracy_chart(cards: Mapping[str, Any]) -> dict[str, Any]:
    """Draw the share of held-out sentences that come out exactly right.

    Nothing where no length has enough sentences for all models.
    """
    bins = {
        name: {
            group["first"]: group
            for group in cards[model_id]["results"]["by_length"]
            if group["n"] >= FEWEST
        }
        for model_id, name in NAMES.items()
        if model_id in cards
    }
    firsts = sorted(set.intersection(*(set(groups) for groups in bins.values())))
    if not firsts:
        return {}
    groups = [next(iter(bins.values()))[first] for first in firsts]
    middles = [(group["first"] + group["last"]) / 2 for group in groups]
    shares = {
        name: [groups[first]["exact_match"] for first in firsts]
        for name, groups in bins.items()
    }
    labels = [group["length"] for group in groups]
    ticks = list(zip(middles, labels, strict=True))[:: 1 + (len(groups) > MOST_TICKS)]
    return {
        "chart": lay_out_chart(
            {n: list(zip(middles, s, strict=True)) for n, s in shares.items()},
            Axis(middles[0], middles[-1], ticks),
            Axis(0.0, 1.0, _PERCENT),
        ),
        "names": list(shares),
        "lengths": labels,
        "counts": [group["n"] for group in groups],
        "rows": [
            [100 * share[place] for share in shares.values()]
            for place in range(len(groups))
        ],
        "shortest": {"length": labels[0], **_ends(shares, 0)},
        "longest": {"length": labels[-1], **_ends(shares, -1)},
        "n_shown": sum(group["n"] for group in groups),
        "fewest": FEWEST,
        **_training(cards),
    }


def _training(cards: Mapping[str, Any]) -> dict[str, Any]:
    """Say how many pairs there were to learn from, and how wide the vector is."""
    card = next(iter(cards.values()))
    found = {"n_train": card["data"]["n_train"]}
    if "lesson-bottleneck" in cards:
        found["d_vector"] = cards["lesson-bottleneck"]["sizes"]["d_hidden"]
    return found


def time_chart() -> dict[str, Any]:
    """Draw the time of both layers, and say what a length makes of it."""
    kept = _read_times()
    lines = kept["times"]
    lengths = [line["length"] for line in lines]
    most = max(max(line["gru_ms"], line["transformer_ms"]) for line in lines)
    fastest = max(lines, key=lambda line: line["ratio"])
    return {
        "machine": kept["machine"],
        "chart": lay_out_chart(
            {
                "transformer": [(w["length"], w["transformer_ms"]) for w in lines],
                "GRU": [(w["length"], w["gru_ms"]) for w in lines],
            },
            Axis(lengths[0], lengths[-1], _every_other(lengths), is_log=True),
            Axis(0.1, 10.0 ** len(f"{int(most)}"), _tens(most), is_log=True),
        ),
        "lengths": lengths,
        "names": ["transformer", "GRU"],
        "rows": [[line["transformer_ms"], line["gru_ms"]] for line in lines],
        "ratios": [line["ratio"] for line in lines],
        "best": _said(fastest),
        "last": _said(lines[-1]),
    }


def _said(line: Mapping[str, Any]) -> dict[str, Any]:
    """Add how many products a millisecond each layer did, in millions."""
    gru, transformer = line["gru_operations"], line["transformer_operations"]
    return {
        "length": say_count(line["length"]),
        "ratio": line["ratio"],
        "inverse": 1 / line["ratio"],
        "operations_ratio": transformer / gru,
        "gru_speed": gru / line["gru_ms"] / 1e6,
        "transformer_speed": transformer / line["transformer_ms"] / 1e6,
    }


def _ends(shares: Mapping[str, list[float]], place: int) -> dict[str, float]:
    return {name: 100 * share[place] for name, share in shares.items()}


def _every_other(lengths: list[int]) -> list[tuple[float, str]]:
    return [(float(length), f"{length:,}") for length in lengths[::2]]


def _tens(most: float) -> list[tuple[float, str]]:
    powers = range(len(f"{int(most)}") + 1)
    return [(0.1, "0.1"), *((10.0**power, f"{10**power:,}") for power in powers)]


@cache
def _read_times() -> Any:
    return json.loads(_TIMES.read_text(encoding="utf-8"))
