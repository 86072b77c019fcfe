"""Lesson 8, BERT: both directions: hidden words, pieces, pairs, and counting.

Lives here: the state of ``/learn/bert``. Its twin is
``static/js/lessons/bert.js``, which asks a real model for the rest. Not here:
the count of the parameters (``bert_counts.py``), the curve of GELU
(``bert_gelu.py``) and what a card says (``bert_card.py``).
"""

from dataclasses import dataclass
from typing import Any

from app.engine import Engine
from app.lessons.address import AddressReader
from app.lessons.bert_card import describe_card
from app.lessons.bert_counts import SIZES, work_counts
from app.lessons.bert_gelu import N_POINTS, work_gelu
from app.lessons.lesson import Lesson
from app.lessons.minilm_words import ADAPTER, MODEL, find_adapter

TEXT = "The doctor told the patient to rest in bed."
WORD = "snowboarding"
FIRST = "She opened the old book and began to read."
SECOND = "The first page was missing."
OTHER = "The train to the coast leaves at nine."
LONGEST_TEXT = 300
MOST_HIDDEN = 8
MOST_ROUNDS = 1000
LARGEST_SEED = 9999
# A text of so many characters has no more words.
_LAST_WORD = LONGEST_TEXT - 1


@dataclass(frozen=True, slots=True)
class BertState:
    """What the address of the lesson holds.

    Attributes:
        hidden: the words of the text, from 0, whose place [MASK] takes.
        which: the [MASK] whose predictions are shown, if there are several.
        layer, head: the attention that is shown.
        word: what is split into pieces.
        seed, rounds: of the recipe; the last round is shown.
        first, second, other: two sentences, and one that has nothing to do
            with them.
        at: the point of the GELU curve.
    """

    text: str
    hidden: tuple[int, ...]
    which: int
    layer: int
    head: int
    word: str
    seed: int
    rounds: int
    first: str
    second: str
    other: str
    at: int


def read(address: AddressReader) -> BertState:
    """Read the state; no field depends on another one."""
    hidden = address.counts("hidden", (1,), low=0, high=_LAST_WORD, most=MOST_HIDDEN)
    size = SIZES[MODEL]
    return BertState(
        text=address.text("text", TEXT, most=LONGEST_TEXT),
        hidden=tuple(sorted(set(hidden))),
        which=address.count("which", 0, low=0, high=LONGEST_TEXT),
        layer=address.count("layer", 2, low=0, high=size.n_layers - 1),
        head=address.count("head", 8, low=0, high=size.n_heads - 1),
        word=address.text("word", WORD, most=LONGEST_TEXT),
        seed=address.count("seed", 2, low=0, high=LARGEST_SEED),
        rounds=address.count("rounds", 1, low=1, high=MOST_ROUNDS),
        first=address.text("first", FIRST, most=LONGEST_TEXT),
        second=address.text("second", SECOND, most=LONGEST_TEXT),
        other=address.text("other", OTHER, most=LONGEST_TEXT),
        at=address.count("at", 60, low=0, high=N_POINTS - 1),
    )


def work(_state: BertState) -> dict[str, Any]:
    """Count the parameters and work out the curve: the same for every state."""
    return {"counts": work_counts(), "gelu": work_gelu()}


async def ask(_state: BertState, engine: Engine) -> dict[str, Any]:
    """Read how well the trained heads do, from the card of their training."""
    if find_adapter(engine) is None:
        return {}
    card = engine.catalogue.adapter_card(MODEL, ADAPTER)
    return {} if card is None else {"card": describe_card(card)}


lesson = Lesson(read=read, work=work, ask=ask)
