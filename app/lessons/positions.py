"""Lesson 3, positions as waves: how a set of words gets an order.

Lives here: the state of ``/learn/positions`` and which numbers a page has. Its
twin is ``static/js/lessons/positions.js``. Not here: what the numbers of one
source are called (``positions_numbers.py``), and the formulas (``model``).
"""

import re
from dataclasses import dataclass
from typing import Any

import model
from app.engine import Engine
from app.lessons.address import AddressReader, Unreadable
from app.lessons.lesson import Lesson
from app.lessons.positions_numbers import (
    DISTANCES,
    alibi_facts,
    alike_facts,
    couple_facts,
    distance_facts,
    t5_facts,
    wave_facts,
)
from app.lessons.positions_words import compare_words

N_ROWS = 64
LAST_POSITION = 10**9
LARGEST_WIDTH = 512
LARGEST_OFFSET = 63
LAST_FIRST = 999
# As wide as a head of SmolLM2, so that only the base differs.
COMPARED_WIDTH = 64
_WHOLE = re.compile(r"-?[0-9]{1,18}")


@dataclass(frozen=True, slots=True)
class PositionsState:
    """What the address of the lesson holds.

    Attributes:
        text, other, word: the word is compared in both texts.
        row: the chosen position, counted from ``start``.
        pair: of features, from 0.
        first, second: two positions, each seen with the one ``offset`` later.
        width: d_model of "similarity by distance".
        distance: of the five ways side by side.
        n_heads: of ALiBi.
    """

    text: str
    other: str
    word: str
    row: int
    d_model: int
    base: float
    start: int
    pair: int
    first: int
    second: int
    offset: int
    width: int
    distance: int
    n_heads: int


def read(address: AddressReader) -> PositionsState:
    """Read the state; a width must be even, and a pair must exist in it."""
    d_model = address.read("d_model", 8, _parse_width)
    start = address.read("start", 0, _parse_start)
    last_row = min(N_ROWS, LAST_POSITION + 1 - start) - 1
    return PositionsState(
        text=address.text("text", "The man bit the dog", most=200),
        other=address.text("other", "The dog bit the man", most=200),
        word=address.text("word", "man", most=40),
        row=address.count("row", min(1, last_row), low=0, high=last_row),
        d_model=d_model,
        base=address.number("base", 10_000.0, low=1.0, high=1e6),
        start=start,
        pair=address.count("pair", 0, low=0, high=d_model // 2 - 1),
        first=address.count("first", 5, low=0, high=LAST_FIRST),
        second=address.count("second", 105, low=0, high=LAST_FIRST),
        offset=address.count("offset", 10, low=1, high=LARGEST_OFFSET),
        width=address.read("width", 512, _parse_width),
        distance=address.count("distance", 8, low=0, high=DISTANCES - 1),
        n_heads=address.count("n_heads", 8, low=1, high=16),
    )


def work(state: PositionsState) -> dict[str, Any]:
    """Compute the waves, both couples of positions, and what needs no model."""
    n_rows = min(N_ROWS, LAST_POSITION + 1 - state.start)
    waves = model.sinusoidal_positions(
        n_rows, state.d_model, start=state.start, base=state.base
    )
    compared = model.sinusoidal_positions(DISTANCES, COMPARED_WIDTH)
    return {
        "waves": wave_facts(waves, state),
        "near": couple_facts(_couple(state, state.first, state.d_model), state.first),
        "far": couple_facts(_couple(state, state.second, state.d_model), state.second),
        "alike_near": alike_facts(
            _couple(state, state.first, state.width), state.first, state.base
        ),
        "alike_far": alike_facts(
            _couple(state, state.second, state.width), state.second, state.base
        ),
        "sinusoidal": distance_facts(compared),
        "alibi": alibi_facts(model.alibi_positions(2, state.n_heads)),
        "t5": t5_facts(model.t5_positions(DISTANCES)),
    }


async def ask(state: PositionsState, engine: Engine) -> dict[str, Any]:
    """Compare the word with and without positions, if MiniLM is loaded."""
    return await compare_words(engine, (state.text, state.other), state.word)


def _couple(state: PositionsState, first: int, width: int) -> model.WorkedPositions:
    """Encode a position and those up to its partner, ``offset`` later."""
    return model.sinusoidal_positions(
        state.offset + 1, width, start=first, base=state.base, with_similarity=True
    )


def _parse_width(text: str) -> int:
    width = _parse_whole(text)
    if not 2 <= width <= LARGEST_WIDTH:
        raise Unreadable(f"it is not between 2 and {LARGEST_WIDTH}")
    if width % 2:
        raise Unreadable("it is odd: features come in pairs of a sine and a cosine")
    return width


def _parse_start(text: str) -> int:
    start = _parse_whole(text)
    if not 0 <= start <= LAST_POSITION:
        raise Unreadable(f"it is not between 0 and {LAST_POSITION:,}")
    return start


def _parse_whole(text: str) -> int:
    if not _WHOLE.fullmatch(text):
        raise Unreadable("it is no whole number")
    return int(text)


lesson = Lesson(read=read, work=work, ask=ask)
