"""Lesson 1, attention in four steps: three words and every number.

Lives here: the state of ``/learn/attention`` and what its numbers are called.
Its twin is ``static/js/lessons/attention.js``. Not here: the arithmetic
(``model``) and the experiment with long vectors (``attention_spread.py``).
"""

import math
from dataclasses import dataclass
from typing import Any

import model
from app.engine import AttentionQuestion, Engine, TextInput
from app.lessons.address import LARGEST_SIDE, AddressReader, Matrix
from app.lessons.attention_spread import MOST_FEATURES, work_spread
from app.lessons.figures import round_figure
from app.lessons.lesson import Lesson

TOKENS = ("clowns", "wear", "shoes")
QUERY: Matrix = ((1.0, 0.0), (0.0, 1.0), (1.0, 1.0))
VALUE: Matrix = ((2.0, 0.0), (0.0, 2.0), (1.0, 3.0))
# Three projections of these inputs give the same query, key and value.
INPUTS: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (1.0, 1.0, 1.0))
QUERY_WEIGHTS: Matrix = ((1.0, 0.0), (0.0, 1.0), (0.0, 0.0))
VALUE_WEIGHTS: Matrix = ((2.0, 0.0), (0.0, 2.0), (-1.0, 1.0))
TEXT = "The animal didn't cross the street because it was too tired"
LONGEST_TEXT = 300
MODEL, LAYER, HEAD = "minilm", 3, 1
# Larger exponents would leave float64.
_LARGEST_EXPONENT = 600.0


@dataclass(frozen=True, slots=True)
class AttentionState:
    """What the address of the lesson holds.

    Attributes:
        mode: ``qkv`` takes query, key and value as they are, ``projections``
            makes them from the inputs and three matrices.
        row: the query that is walked through.
        head_dim: of the random vectors in "why divide".
        place: the query of the reader's own sentence.
    """

    tokens: tuple[str, ...]
    mode: str
    query: Matrix
    key: Matrix
    value: Matrix
    inputs: Matrix
    query_weights: Matrix
    key_weights: Matrix
    value_weights: Matrix
    row: int
    head_dim: int
    seed: int
    text: str
    place: int


def read(address: AddressReader) -> AttentionState:
    """Read the state; what doesn't fit the tokens is the lesson's own."""
    tokens = address.tokens("tokens", TOKENS)
    count = len(tokens)
    query = address.matrix("query", _grown(QUERY, count), rows=count)
    inputs = address.matrix("inputs", _grown(INPUTS, count), rows=count)
    n_inputs, head_dim = len(inputs[0]), len(query[0])
    weights = address.matrix(
        "query_weights", _grown(QUERY_WEIGHTS, n_inputs), rows=n_inputs
    )
    return AttentionState(
        tokens=tokens,
        mode=address.choice("mode", "qkv", ("qkv", "projections")),
        query=query,
        key=address.matrix(
            "key", _fitted(QUERY, count, head_dim), rows=count, columns=head_dim
        ),
        value=address.matrix("value", _grown(VALUE, count), rows=count),
        inputs=inputs,
        query_weights=weights,
        key_weights=address.matrix(
            "key_weights",
            _fitted(QUERY_WEIGHTS, n_inputs, len(weights[0])),
            rows=n_inputs,
            columns=len(weights[0]),
        ),
        value_weights=address.matrix(
            "value_weights", _grown(VALUE_WEIGHTS, n_inputs), rows=n_inputs
        ),
        row=address.count("row", min(1, count - 1), low=0, high=count - 1),
        head_dim=address.count("head_dim", 64, low=1, high=MOST_FEATURES),
        seed=address.count("seed", 1, low=1, high=9999),
        text=address.text("text", TEXT, most=LONGEST_TEXT),
        place=address.count("place", 10, low=0, high=511),
    )


def work(state: AttentionState) -> dict[str, Any]:
    """Compute every step of the small example, and the experiment."""
    return {
        "worked": _steps(state),
        "spread": work_spread(state.seed, state.head_dim),
    }


async def ask(state: AttentionState, engine: Engine) -> dict[str, Any]:
    """Read the same step from a real model, weights and scores."""
    if engine.catalogue.loaded(MODEL) is None or not state.text:
        return {}
    asked = TextInput(MODEL, state.text)
    found = {}
    for name in ("weights", "scores"):
        selection = model.Selection(layers=(LAYER,), heads=(HEAD,), quantity=name)
        answer = await engine.attention(AttentionQuestion(asked, selection, 1_000_000))
        found[name] = answer.reading
    tokens = [token.text for token in found["weights"].key_tokens]
    return {
        "real": {"tokens": tokens, "weights": found["weights"].values[0, 0].tolist()},
        "real_scores": score_facts(tokens, found["scores"].values[0, 0].tolist()),
    }


def score_facts(tokens: list[str], scores: list[list[float]]) -> dict[str, Any]:
    """Add what softmax divides by, and each row's highest score."""
    return {
        "tokens": tokens,
        "scores": scores,
        "totals": [sum(map(math.exp, row)) for row in scores],
        "best": [row.index(max(row)) for row in scores],
    }


def _steps(state: AttentionState) -> dict[str, Any]:
    if state.mode == "projections":
        heads = model.multi_head_attention(
            state.inputs,
            (state.query_weights,),
            (state.key_weights,),
            (state.value_weights,),
        )
        query, key, value = (
            m[0].tolist() for m in (heads.query, heads.key, heads.value)
        )
        dots, scores = heads.dot_products[0].tolist(), heads.scores[0].tolist()
        weights, output = heads.weights[0].tolist(), heads.head_outputs[0].tolist()
    else:
        query, key, value = (
            [list(r) for r in m] for m in (state.query, state.key, state.value)
        )
        steps = model.scaled_dot_product(state.query, state.key, state.value)
        dots, scores = steps.dot_products.tolist(), steps.scores.tolist()
        weights, output = steps.weights.tolist(), steps.output.tolist()
    return {
        "tokens": list(state.tokens),
        "inputs": [list(row) for row in state.inputs],
        "query_weights": [list(row) for row in state.query_weights],
        "query": query,
        "key": key,
        "value": value,
        "dot_products": dots,
        "scores": scores,
        "weights": weights,
        "output": output,
        **_details(query, value, scores, weights),
    }


def _details(query: Any, value: Any, scores: Any, weights: Any) -> dict[str, Any]:
    """Add what the arithmetic beside the figure shows on its way."""
    highest = max(max(row) for row in scores)
    shift = highest if highest > _LARGEST_EXPONENT else 0.0
    exponents = [[score - shift for score in row] for row in scores]
    exponentials = [[math.exp(exponent) for exponent in row] for row in exponents]
    rounded = [[round_figure(weight) for weight in row] for row in weights]
    columns = range(len(value[0]))
    return {
        "head_dim": len(query[0]),
        "is_shifted": shift != 0.0,
        "exponents": exponents,
        "exponentials": exponentials,
        "totals": [sum(row) for row in exponentials],
        "row_sums": [sum(row) for row in weights],
        "column_sums": [sum(column) for column in zip(*weights, strict=True)],
        "rounded_weights": rounded,
        "rounded_output": [
            [sum(w * v[c] for w, v in zip(row, value, strict=True)) for c in columns]
            for row in rounded
        ],
    }


def _grown(matrix: Matrix, rows: int) -> Matrix:
    return _fitted(matrix, rows, len(matrix[0]))


def _fitted(matrix: Matrix, rows: int, columns: int) -> Matrix:
    """Cut a matrix, or add zeros, as editing the tokens does."""
    width = min(columns, LARGEST_SIDE)
    lines = [(*row, *(0.0,) * width)[:width] for row in matrix]
    lines += [(0.0,) * width] * rows
    return tuple(lines[:rows])


lesson = Lesson(read=read, work=work, ask=ask)
