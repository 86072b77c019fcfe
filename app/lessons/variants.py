"""Lesson 11, the family: a table of transformer models, sorted as you like.

Lives here: the state of ``/learn/variants`` and the order of the rows. Not here:
the facts (``variants_family.py``). The script only moves the rows that the
server wrote, so this lesson has no numbers to hold together.
"""

import math
from dataclasses import asdict, dataclass
from typing import Any

from app.lessons.address import AddressReader
from app.lessons.lesson import Lesson
from app.lessons.variants_family import FAMILY, Variant

SORTABLE = (
    *("name", "year", "design", "tokenizer", "parameters"),
    *("task", "modality", "paper", "shown_by"),
)
YEARS = (2017, 2018, 2019, 2020, 2021, 2022, 2023, 2024, 2025)
# Powers of ten of a million parameters, and how they are written.
DECADES = (
    (1, "10 M"),
    (2, "100 M"),
    (3, "1 B"),
    (4, "10 B"),
    (5, "100 B"),
    (6, "1,000 B"),
)
# Those that stand alone enough to be named in the chart.
LABELLED = (
    *("ALBERT, base", "GPT-2, XL", "GPT-3", "MiniLM, 6 layers", "LLaMA, 7B"),
    *("DeepSeek-V3", "gpt-oss, 20B", "SmolLM2, 135M", "Whisper, large"),
    *("Gemma 2, 2B", "Transformer, base", "CLIP, text side"),
)
DESIGNS = ("all", "encoder", "decoder", "encoder-decoder")


@dataclass(frozen=True, slots=True)
class VariantsState:
    """What the address of the lesson holds.

    Attributes:
        sort: the column that gives the order; of equals the older model first.
        is_descending: whether the largest comes first.
        design: which rows are shown.
    """

    sort: str
    is_descending: bool
    design: str


def read(address: AddressReader) -> VariantsState:
    """Read the state from the address."""
    return VariantsState(
        sort=address.choice("sort", "year", SORTABLE),
        is_descending=address.flag("is_descending", False),
        design=address.choice("design", "all", DESIGNS),
    )


def work(state: VariantsState) -> dict[str, Any]:
    """Put the rows in order; each knows whether it is shown."""
    rows = sorted(FAMILY, key=lambda variant: _key(variant, state.sort))
    if state.is_descending:
        rows.reverse()
    shown = [variant for variant in rows if state.design in ("all", variant.design)]
    return {
        "family": {
            "rows": [_row(variant, variant in shown) for variant in rows],
            "n_shown": len(shown),
            "n_all": len(rows),
            "decades": list(DECADES),
            "years": list(YEARS),
        }
    }


def _key(variant: Variant, column: str) -> tuple[Any, ...]:
    value = getattr(variant, column)
    if column == "shown_by":
        # Those that can be looked at come first, by the model that shows them.
        value = (not value, value)
    elif isinstance(value, str):
        value = value.casefold()
    return (value, FAMILY.index(variant))


def _row(variant: Variant, is_shown: bool) -> dict[str, Any]:
    return {
        **asdict(variant),
        "size": size_of(variant.parameters),
        "is_shown": is_shown,
        "place": FAMILY.index(variant),
        "x": (variant.year - YEARS[0]) / (YEARS[-1] - YEARS[0]),
        "y": math.log10(variant.parameters) / DECADES[-1][0],
        "label": variant.name.partition(",")[0] if variant.name in LABELLED else "",
        "sorts": {column: _rank(variant, column) for column in SORTABLE},
    }


def _rank(variant: Variant, column: str) -> int:
    """Say how many come before it in a column, for the script."""
    key = _key(variant, column)
    return sum(_key(other, column) < key for other in FAMILY)


def size_of(millions: float) -> str:
    """Write a number of parameters as papers do: 22.7 M, 175 B."""
    if millions < 1000:
        return f"{millions:g} M"
    return f"{millions / 1000:.3g} B"


lesson = Lesson(read=read, work=work)
