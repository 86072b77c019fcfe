"""Lesson 4, many heads: one input, several projections, and what came of it.

Lives here: the state of ``/learn/heads``, the small example and its numbers. Its
twin is ``static/js/lessons/heads.js``. Not here: the arithmetic (``model``) and
what is asked of a real model (``heads_ranking.py``).
"""

from dataclasses import dataclass
from typing import Any

import model
from app.engine import Engine
from app.lessons.address import AddressReader, Matrix
from app.lessons.heads_ranking import ask_ranking
from app.lessons.lesson import Lesson

TOKENS = ("clowns", "wear", "shoes")
# Features 0 and 1: a hand that turns a quarter with each word; 2: a thing; 3: an
# action.
INPUTS: Matrix = (
    (1.0, 0.0, 1.0, 0.0),
    (0.0, 1.0, 0.0, 1.0),
    (-1.0, 0.0, 1.0, 0.0),
)
# Made by hand. Both heads ask where the word stands and hand over what it is; a
# key of head 1 stands a quarter further on, where the next word's query points.
QUERY_WEIGHTS: Matrix = ((4.0, 0.0), (0.0, 4.0), (0.0, 0.0), (0.0, 0.0))
SAME_PLACE: Matrix = ((1.0, 0.0), (0.0, 1.0), (0.0, 0.0), (0.0, 0.0))
QUARTER_ON: Matrix = ((0.0, 1.0), (-1.0, 0.0), (0.0, 0.0), (0.0, 0.0))
VALUE_WEIGHTS: Matrix = ((0.0, 0.0), (0.0, 0.0), (1.0, 0.0), (0.0, 1.0))
# Output 2: an action with a thing before it; 3: a thing with an action before it.
OUTPUT_WEIGHTS: Matrix = (
    (1.0, 0.0, 0.0, 1.0),
    (0.0, 1.0, 1.0, 0.0),
    (0.0, 0.0, 1.0, 0.0),
    (0.0, 0.0, 0.0, 1.0),
)
N_HEADS, HEAD_DIM = 2, 2
D_MODEL = N_HEADS * HEAD_DIM

TEXT = "The animal didn't cross the street because it was too tired"
LONGEST_TEXT = 300
N_LAYERS, N_MODEL_HEADS = 6, 12
LAYER, HEAD, ROW, COLUMN = 3, 1, 10, 2
MEASURES = ("entropy", "itself", "before", "after", "special", "distance")

# The transformer of 2017.
LARGE_D_MODEL = 512
HEAD_COUNTS = ("1", "2", "4", "8", "16", "32")


@dataclass(frozen=True, slots=True)
class HeadsState:
    """What the address of the lesson holds.

    Attributes:
        shown: the small head whose matrices are shown.
        position, feature: the cell of the concatenation and of the output that
            is worked out.
        n_heads: into how many heads 512 features are cut.
        layer, head: of the real model.
        measure: what stands under each head of the layer.
        row, column: places of the word that looks and of the one looked at.
        compared: whether the row of the changed sentence is shown.
    """

    inputs: Matrix
    query_weights_0: Matrix
    key_weights_0: Matrix
    value_weights_0: Matrix
    query_weights_1: Matrix
    key_weights_1: Matrix
    value_weights_1: Matrix
    output_weights: Matrix
    shown: int
    position: int
    feature: int
    n_heads: str
    text: str
    layer: int
    head: int
    measure: str
    row: int
    column: int
    compared: bool


def read(address: AddressReader) -> HeadsState:
    """Read the state; the shapes of the small example never change."""

    def weights(name: str, default: Matrix) -> Matrix:
        return address.matrix(name, default, rows=D_MODEL, columns=HEAD_DIM)

    return HeadsState(
        inputs=address.matrix("inputs", INPUTS, rows=len(TOKENS), columns=D_MODEL),
        query_weights_0=weights("query_weights_0", QUERY_WEIGHTS),
        key_weights_0=weights("key_weights_0", SAME_PLACE),
        value_weights_0=weights("value_weights_0", VALUE_WEIGHTS),
        query_weights_1=weights("query_weights_1", QUERY_WEIGHTS),
        key_weights_1=weights("key_weights_1", QUARTER_ON),
        value_weights_1=weights("value_weights_1", VALUE_WEIGHTS),
        output_weights=address.matrix(
            "output_weights", OUTPUT_WEIGHTS, rows=D_MODEL, columns=D_MODEL
        ),
        shown=address.count("shown", 0, low=0, high=N_HEADS - 1),
        position=address.count("position", 2, low=0, high=len(TOKENS) - 1),
        feature=address.count("feature", 3, low=0, high=D_MODEL - 1),
        n_heads=address.choice("n_heads", "8", HEAD_COUNTS),
        text=address.text("text", TEXT, most=LONGEST_TEXT),
        layer=address.count("layer", LAYER, low=0, high=N_LAYERS - 1),
        head=address.count("head", HEAD, low=0, high=N_MODEL_HEADS - 1),
        measure=address.choice("measure", "entropy", MEASURES),
        row=address.count("row", ROW, low=0, high=511),
        column=address.count("column", COLUMN, low=0, high=511),
        compared=address.flag("compared", False),
    )


def work(state: HeadsState) -> dict[str, Any]:
    """Compute every step of the two small heads, and count parameters."""
    heads = model.multi_head_attention(
        state.inputs,
        (state.query_weights_0, state.query_weights_1),
        (state.key_weights_0, state.key_weights_1),
        (state.value_weights_0, state.value_weights_1),
        state.output_weights,
    )
    weights, value = heads.weights.tolist(), heads.value.tolist()
    output = heads.output
    assert output is not None  # output_weights were given
    return {
        "worked": {
            "tokens": list(TOKENS),
            "query": heads.query.tolist(),
            "key": heads.key.tolist(),
            "value": value,
            "weights": weights,
            "head_outputs": heads.head_outputs.tolist(),
            "joined_names": [_joined_name(column) for column in range(D_MODEL)],
            "concatenated": heads.concatenated.tolist(),
            "output_weights": [list(row) for row in state.output_weights],
            "output": output.tolist(),
            "cells": [_cell(column, weights, value) for column in range(D_MODEL)],
            "sizes": {count: _size(int(count)) for count in HEAD_COUNTS},
        }
    }


async def ask(state: HeadsState, engine: Engine) -> dict[str, Any]:
    """Rank the heads of the real model."""
    return await ask_ranking(engine, state.text, state.row, state.column)


def _joined_name(column: int) -> str:
    return f"h{column // HEAD_DIM}·{column % HEAD_DIM}"


def _cell(column: int, weights: Any, value: Any) -> dict[str, Any]:
    """Gather what one column of the concatenation is made of."""
    head, feature = divmod(column, HEAD_DIM)
    return {
        "head": head,
        "feature": feature,
        "weights": weights[head],
        "values": [row[feature] for row in value[head]],
    }


def _size(n_heads: int) -> dict[str, Any]:
    """Count the parameters of heads that share 512 features, without biases."""
    head_dim = LARGE_D_MODEL // n_heads
    projections = n_heads * 3 * LARGE_D_MODEL * head_dim
    joining = LARGE_D_MODEL * LARGE_D_MODEL
    return {
        "n_heads": n_heads,
        "head_dim": head_dim,
        "projections": f"{projections:,}",
        "joining": f"{joining:,}",
        "total": f"{projections + joining:,}",
    }


lesson = Lesson(read=read, work=work, ask=ask, has_plot=True)
