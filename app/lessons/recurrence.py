"""Lesson 6, from a bottleneck to attention: four translators, one sentence.

Lives here: the state of ``/learn/recurrence``, and the numbers that need no
model to run: counts, the stored measurement, and what the models' cards say.
What the models make of a sentence the script asks for
(``static/js/lessons/recurrence.js``). Not here: counts
(``recurrence_counts.py``) and charts (``recurrence_charts.py``).
"""

from dataclasses import dataclass
from typing import Any

from app.engine import Engine
from app.lessons.address import AddressReader
from app.lessons.lesson import Lesson
from app.lessons.recurrence_charts import NAMES, accuracy_chart, time_chart
from app.lessons.recurrence_counts import work_counts
from app.lessons.recurrence_examples import EXAMPLES, FIRST_WRITTEN

LONGEST_TEXT = 300
# No target of the lesson's models is longer than this.
MOST_TOKENS = 64
LONGEST, WIDEST = 4096, 1024


@dataclass(frozen=True, slots=True)
class RecurrenceState:
    """What the address of the lesson holds.

    Attributes:
        text: the sentence that is translated.
        written: how many words of it are written so far.
        scored: whose score is worked out, ``additive`` or ``multiplicative``.
        row, column: the chosen cell of that model's alignment.
        curves, times: whether the charts are uncovered.
        length, width: of the layers whose operations are counted.
    """

    text: str
    written: int
    scored: str
    row: int
    column: int
    curves: bool
    times: bool
    length: int
    width: int


def read(address: AddressReader) -> RecurrenceState:
    """Read the state; no field depends on another one."""
    last = MOST_TOKENS - 1
    return RecurrenceState(
        text=address.text("text", EXAMPLES[0].text, most=LONGEST_TEXT),
        written=address.count("written", FIRST_WRITTEN, low=0, high=MOST_TOKENS),
        scored=address.choice("scored", "additive", ("additive", "multiplicative")),
        row=address.count("row", 1, low=0, high=last),
        column=address.count("column", 1, low=0, high=last),
        curves=address.flag("curves", False),
        times=address.flag("times", False),
        length=address.count("length", 20, low=1, high=LONGEST),
        width=address.count("width", 256, low=16, high=WIDEST),
    )


def work(state: RecurrenceState) -> dict[str, Any]:
    """Count operations; read the measurement and the examples."""
    return {
        "counts": work_counts(state.length, state.width),
        "measured": time_chart(),
        "examples": [
            {
                "label": example.label,
                "text": example.text,
                "french": example.french.split(),
            }
            for example in EXAMPLES
        ],
    }


async def ask(_state: RecurrenceState, engine: Engine) -> dict[str, Any]:
    """Read the models' cards, as far as this server has the models."""
    cards = {
        model_id: card
        for model_id in NAMES
        if model_id in engine.catalogue.ids
        and (card := engine.catalogue.card(model_id)) is not None
    }
    return {"accuracy": accuracy_chart(cards)} if cards else {}


lesson = Lesson(read=read, work=work, ask=ask)
