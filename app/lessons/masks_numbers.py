"""Work the small example of lesson 2 out: scores, masked scores, weights.

Lives here: the words with their queries, keys and values, and what each row
goes through. Its twin is ``static/js/learn/masks-numbers.js``. Not here: the
arithmetic of attention (``model``).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

import model
from app.lessons.figures import round_figure
from app.lessons.masks_pattern import pattern_cells

if TYPE_CHECKING:
    from app.lessons.masks import MasksState

WORDS = ("clowns", "wear", "shoes", "and", "red", "noses")
# Queries and keys are the same here, as in lesson 1.
QUERY = ((1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (-1.0, 0.0), (0.0, 2.0), (2.0, 1.0))
VALUE = ((2.0, 0.0), (0.0, 2.0), (1.0, 3.0), (0.0, 0.0), (0.0, 1.0), (3.0, 1.0))
# Two ways to the same number may differ in the last bits.
_DIGITS = 12

Rows = list[list[float]]
Open = list[list[bool]]


def work_steps(state: MasksState) -> dict[str, Any]:
    """Compute every step under the mask, and the shape before padding."""
    count = state.n_words
    query, value = QUERY[:count], VALUE[:count]
    shape = model.work_mask(_specification(state), count, count).allowed.tolist()
    allowed = [
        [is_open and key not in state.padded for key, is_open in enumerate(row)]
        for row in shape
    ]
    mask = model.MaskSpecification(matrix=tuple(map(tuple, allowed)))
    steps = model.scaled_dot_product(query, query, value, mask)
    plain = model.scaled_dot_product(query, query, value)
    words = list(WORDS[:count])
    return {
        "shape": {"kind": state.kind, "allowed": shape},
        "worked": {
            "tokens": words,
            "value": [list(row) for row in value],
            "allowed": allowed,
            "scores": steps.scores.tolist(),
            "weights": steps.weights.tolist(),
            "output": steps.output.tolist(),
            **row_facts(
                words,
                allowed,
                steps.scores.tolist(),
                steps.weights.tolist(),
                plain.weights.tolist(),
            ),
        },
    }


def row_facts(
    words: list[str], allowed: Open, scores: Rows, weights: Rows, plain: Rows
) -> dict[str, Any]:
    """Add what the arithmetic beside the figure shows on its way."""
    masked = [_hide(row, is_open) for row, is_open in zip(scores, allowed, strict=True)]
    exponentials = [[0.0 if s is None else math.exp(s) for s in row] for row in masked]
    totals = [sum(row) for row in exponentials]
    kept = [
        [weight if is_open else 0.0 for weight, is_open in zip(*pair, strict=True)]
        for pair in zip(plain, allowed, strict=True)
    ]
    additive = [[0.0 if is_open else None for is_open in row] for row in allowed]
    return {
        "masked": masked,
        "exponentials": exponentials,
        "totals": totals,
        "plain": plain,
        "kept": kept,
        "kept_sums": [sum(row) for row in kept],
        "lost_sums": [1.0 - sum(row) for row in kept],
        "row_sums": [sum(row) for row in weights],
        "score_names": ["as computed", "masked"],
        "weight_names": ["no mask", "this mask"],
        "score_rows": [list(pair) for pair in zip(scores, masked, strict=True)],
        "weight_rows": [list(pair) for pair in zip(plain, weights, strict=True)],
        "row_open": [[[True] * len(row), row] for row in allowed],
        "additive": additive,
        "way_difference": round_figure(
            _difference(weights, _added(scores, additive)), _DIGITS
        ),
        **_open_facts(words, allowed),
    }


def _open_facts(words: list[str], allowed: Open) -> dict[str, Any]:
    is_full = [not any(row) for row in allowed]
    n_open, n_cells = sum(map(sum, allowed)), len(words) ** 2
    return {
        "is_full": is_full,
        "has_full": any(is_full),
        "full_words": ", ".join(w for w, f in zip(words, is_full, strict=True) if f),
        "is_first_alone": allowed[0] == [True] + [False] * (len(words) - 1),
        "n_open": n_open,
        "n_cells": n_cells,
        "fraction": n_open / n_cells,
    }


def _hide(row: list[float], is_open: list[bool]) -> list[float | None]:
    return [s if may else None for s, may in zip(row, is_open, strict=True)]


def _added(scores: Rows, additive: list[list[float | None]]) -> Rows:
    """Go the other way: add 0 or -inf to the scores, then softmax."""
    rows = []
    for row, extra in zip(scores, additive, strict=True):
        sums = [
            s + (-math.inf if a is None else a) for s, a in zip(row, extra, strict=True)
        ]
        raised = [math.exp(number) for number in sums]
        total = sum(raised)
        rows.append([each / total if total > 0 else 0.0 for each in raised])
    return rows


def _difference(one: Rows, other: Rows) -> float:
    return float(np.abs(np.array(one) - np.array(other)).max())


def _specification(state: MasksState) -> model.MaskSpecification:
    """Say the shape in the words of the model side; padding comes after."""
    if state.kind == "painted":
        return model.MaskSpecification(matrix=pattern_cells(state.painted))
    if state.kind == "sliding_window":
        return model.MaskSpecification(
            kind="sliding_window", window=state.window, causal=state.causal
        )
    if state.kind == "prefix_lm":
        return model.MaskSpecification(kind="prefix_lm", prefix_length=state.prefix)
    if state.kind == "packed":
        segments = tuple(int(place >= state.cut) for place in range(state.n_words))
        return model.MaskSpecification(
            kind="packed", segments=segments, causal=state.causal
        )
    return model.MaskSpecification(kind="causal" if state.kind == "causal" else "none")
