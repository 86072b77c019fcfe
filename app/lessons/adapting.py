"""Lesson 10, adapting a pretrained model: what is trained, and what it does.

Lives here: the state of ``/learn/adapting``, what is counted and what is worked
out by hand. Its twin is ``static/js/lessons/adapting.js``, which asks for all
that a real model has to say. Not here: the counts (``adapting_counts.py``) and
the small example (``adapting_hand.py``).
"""

from dataclasses import dataclass
from typing import Any

from app.engine import Engine
from app.lessons.adapting_counts import D_MODEL, N_LAYERS, TARGETS, work_counts
from app.lessons.adapting_hand import work_by_hand
from app.lessons.address import AddressReader, Matrix
from app.lessons.lesson import Lesson
from app.lessons.minilm_words import find_adapter

TEXT = "She went to the bank to deposit her [MASK]."
LONGEST_TEXT = 160
N_HEADS = 12
MOST_MASKS = 8
LAYER, HEAD = 2, 1
MOST_STRENGTH = 1.5
LARGEST_RANK = 64
RUNS = ("5", "10", "20")

WEIGHT: Matrix = ((1.0, 0.0, 2.0), (0.0, 1.0, 0.0), (1.0, 1.0, 0.0))
UP: Matrix = ((1.0,), (0.5,), (-1.0,))
DOWN: Matrix = ((1.0, 2.0, 0.0),)
GIVEN: Matrix = ((1.0,), (1.0,), (2.0,))


@dataclass(frozen=True, slots=True)
class AdaptingState:
    """What the address of the lesson holds.

    Attributes:
        top_layers: how many layers are trained while those below are frozen.
        bottleneck: the width of an added adapter.
        rank, on_...: of the low-rank update that is counted, and its matrices.
        weight, up, down, scale, given: W, B, A, s and x of the small example.
        output: the row of it that is written out.
        strength: of the trained adapter.
        mask: which masked word of the text.
        layer, head: whose attention is shown.
        matrix_layer, target: whose singular values are shown.
        measured, runs: whether and how often the cost is measured.
    """

    top_layers: int
    bottleneck: int
    rank: int
    on_query: bool
    on_key: bool
    on_value: bool
    on_attention_output: bool
    on_intermediate: bool
    on_output: bool
    weight: Matrix
    up: Matrix
    down: Matrix
    scale: float
    given: Matrix
    output: int
    text: str
    strength: float
    mask: int
    layer: int
    head: int
    matrix_layer: int
    target: str
    measured: bool
    runs: str


def read(address: AddressReader) -> AdaptingState:
    """Read the state; the shapes of the small example never change."""
    return AdaptingState(
        top_layers=address.count("top_layers", 1, low=0, high=N_LAYERS),
        bottleneck=address.count("bottleneck", 64, low=1, high=D_MODEL),
        rank=address.count("rank", 8, low=1, high=LARGEST_RANK),
        on_query=address.flag("on_query", True),
        on_key=address.flag("on_key", False),
        on_value=address.flag("on_value", True),
        on_attention_output=address.flag("on_attention_output", False),
        on_intermediate=address.flag("on_intermediate", False),
        on_output=address.flag("on_output", False),
        weight=address.matrix("weight", WEIGHT, rows=3, columns=3),
        up=address.matrix("up", UP, rows=3, columns=1),
        down=address.matrix("down", DOWN, rows=1, columns=3),
        scale=address.number("scale", 0.5, low=-2.0, high=2.0),
        given=address.matrix("given", GIVEN, rows=3, columns=1),
        output=address.count("output", 0, low=0, high=2),
        text=address.text("text", TEXT, most=LONGEST_TEXT),
        strength=address.number("strength", 1.0, low=0.0, high=MOST_STRENGTH),
        mask=address.count("mask", 0, low=0, high=MOST_MASKS - 1),
        layer=address.count("layer", LAYER, low=0, high=N_LAYERS - 1),
        head=address.count("head", HEAD, low=0, high=N_HEADS - 1),
        matrix_layer=address.count("matrix_layer", 0, low=0, high=N_LAYERS - 1),
        target=address.choice("target", "query", TARGETS),
        measured=address.flag("measured", False),
        runs=address.choice("runs", "5", RUNS),
    )


def work(state: AdaptingState) -> dict[str, Any]:
    """Count the four ways and work the small update out."""
    targets = [name for name in TARGETS if getattr(state, f"on_{name}")]
    return {
        "counted": work_counts(state.top_layers, state.bottleneck, state.rank, targets),
        "hand": work_by_hand(
            state.weight, state.up, state.down, state.scale, state.given
        ),
    }


async def ask(_state: AdaptingState, engine: Engine) -> dict[str, Any]:
    """Read the rank of the trained adapter, which a button takes over."""
    adapter = find_adapter(engine)
    return {} if adapter is None else {"shipped": {"rank": adapter.rank}}


lesson = Lesson(read=read, work=work, ask=ask)
