"""Build the pictures of lesson 2 that never change, each from its own kind.

Lives here: which masks are shown beside which task, and a row of float32 that
a large negative number leaves behind. Not here: the words beside them
(``templates/learn/masks``).
"""

from functools import cache
from typing import Any

import numpy as np

import model

_WORDS = ["clowns", "wear", "shoes"]
_LONG = ["clowns", "wear", "shoes", "and", "red", "noses"]
_TARGET = ["[start]", "Clowns", "tragen", "Schuhe"]
_FRONT = ["[pad]", "[pad]", "clowns", "wear", "red", "shoes"]
_END = ["clowns", "wear", "shoes", "[pad]", "[pad]", "[pad]"]
_TWO = ["clowns", "wear", "shoes", "bees", "sting", "clowns"]
_PADDED_FRONT = ["[pad]", "clowns", "wear", "shoes"]
_INSTEAD = -1e9


@cache
def make_gallery() -> dict[str, Any]:
    """Make every picture, once: its cells, how many are open, its words."""
    mask = model.MaskSpecification
    front = mask(kind="padding", padded_positions=(0,))
    return {
        "none": _picture(mask(kind="none"), _WORDS),
        "causal": _picture(mask(kind="causal"), _WORDS),
        "cross": _picture(mask(kind="cross"), _TARGET, _WORDS),
        "when": _picture(mask(kind="causal"), _PADDED_FRONT),
        "what": _picture(front, _PADDED_FRONT),
        "both": _picture(
            mask(kind="causal_padding", padded_positions=(0,)), _PADDED_FRONT
        ),
        "padding": _picture(mask(kind="padding", lengths=(3,)), _END),
        "front": _picture(mask(kind="causal_padding", padded_positions=(0, 1)), _FRONT),
        "window": _picture(mask(kind="sliding_window", window=3), _LONG),
        "prefix": _picture(mask(kind="prefix_lm", prefix_length=3), _LONG),
        "packed": _picture(mask(kind="packed", segments=(0, 0, 0, 1, 1, 1)), _TWO),
        "instead": _large_negative(),
    }


def _picture(
    asked: model.MaskSpecification, rows: list[str], columns: list[str] | None = None
) -> dict[str, Any]:
    keys = rows if columns is None else columns
    made = model.work_mask(asked, len(rows), len(keys))
    return {
        "rows": rows,
        "columns": keys,
        "allowed": made.allowed.tolist(),
        "n_open": int(made.allowed.sum()),
        "n_cells": made.allowed.size,
        "fraction": made.allowed_fraction,
        "full": [rows[row] for row in made.fully_masked_rows[0]],
    }


def _large_negative() -> list[float]:
    """Compute the weights of a fully masked row with -1e9 for -inf.

    In float32 the scores vanish beside so large a number.
    """
    scores = np.array([0.0, 0.5, 0.5], dtype=np.float32) * np.float32(2**0.5)
    masked = scores + np.float32(_INSTEAD)
    raised = np.exp(masked - masked.max())
    weights: list[float] = (raised / raised.sum()).tolist()
    return weights
