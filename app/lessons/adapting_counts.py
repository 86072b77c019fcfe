"""Count what each way of adapting MiniLM trains, and what that takes.

Lives here: parameters by part of the model, by way of adapting it, and the bytes
of weights, gradients and Adam's states. Its twin is
``static/js/learn/adapting-counts.js``. Not here: the trained adapter
(``model``).

Source: Houlsby et al. 2019, section 2.1 (two adapters a layer of 2md + d + m
    numbers each, and the layer norms); Hu et al. 2021, section 4.1 (r (in + out)
    a matrix).
"""

from collections.abc import Sequence
from typing import Any

# MiniLM's shapes, of its config.json.
D_MODEL, D_FF, N_LAYERS = 384, 1_536, 6
VOCAB_SIZE, N_POSITIONS, N_SEGMENTS = 30_522, 512, 2
# What the task adds on top: one row for each of two classes, and their biases.
N_CLASSES = 2

SQUARE = (D_MODEL, D_MODEL)
# Matrices of a layer, as (out, in), in the order in which they compute.
MATRICES = {
    "query": SQUARE,
    "key": SQUARE,
    "value": SQUARE,
    "attention_output": SQUARE,
    "intermediate": (D_FF, D_MODEL),
    "output": (D_MODEL, D_FF),
}
TARGETS = tuple(MATRICES)

NORM = 2 * D_MODEL
EMBEDDINGS = (VOCAB_SIZE + N_POSITIONS + N_SEGMENTS) * D_MODEL + NORM
_PARTS = {name: out * into + out for name, (out, into) in MATRICES.items()}
LAYER = sum(_PARTS.values()) + 2 * NORM
POOLER = D_MODEL * D_MODEL + D_MODEL
HEAD = N_CLASSES * D_MODEL + N_CLASSES
TOTAL = EMBEDDINGS + N_LAYERS * LAYER + POOLER

# float32: a number of the model, its gradient, Adam's two running means.
_BYTES, _ADAM_STATES = 4, 2
_MEGABYTE = 10**6


def work_counts(
    top_layers: int, bottleneck: int, rank: int, targets: Sequence[str]
) -> dict[str, Any]:
    """Count all four ways with what is chosen for them."""
    one_adapter = 2 * D_MODEL * bottleneck + bottleneck + D_MODEL
    adapters, norms = 2 * N_LAYERS * one_adapter, 2 * N_LAYERS * NORM
    sides = sum(out + into for out, into in map(MATRICES.__getitem__, targets))
    low_rank = N_LAYERS * rank * sides
    top = top_layers * LAYER
    return {
        "shape": _describe_shape(),
        "full": _count(TOTAL + HEAD, added=HEAD),
        "frozen": {
            **_count(top + POOLER + HEAD, added=HEAD),
            "top_layers": top_layers,
            "first_layer": N_LAYERS - top_layers,
            "layers": _say(top),
        },
        "adapters": {
            **_count(adapters + norms + HEAD, added=adapters + HEAD),
            "bottleneck": bottleneck,
            "one": _say(one_adapter),
            "all": _say(adapters),
            "norms": _say(norms),
            "n_added": one_adapter,
        },
        "lora": {
            **_count(low_rank + HEAD, added=low_rank + HEAD),
            "rank": rank,
            "sides": _say(sides),
            "n_chosen": len(targets),
            "n_matrices": N_LAYERS * len(targets),
            "all": _say(low_rank),
            "square": _say(D_MODEL * D_MODEL),
            "low_square": _say(2 * rank * D_MODEL),
            "square_ratio": D_MODEL / (2 * rank),
            "targets": list(targets),
        },
    }


def _describe_shape() -> dict[str, Any]:
    return {
        "d_model": D_MODEL,
        "d_ff": D_FF,
        "n_layers": N_LAYERS,
        "vocab_size": VOCAB_SIZE,
        "n_positions": N_POSITIONS,
        "embeddings": _say(EMBEDDINGS),
        "embeddings_share": 100 * EMBEDDINGS / TOTAL,
        "layer": _say(LAYER),
        "layers": _say(N_LAYERS * LAYER),
        "pooler": _say(POOLER),
        "head": _say(HEAD),
        "total": _say(TOTAL),
    }


def _count(trained: int, *, added: int) -> dict[str, Any]:
    """Say what so many trained numbers take, and so many that are new."""
    weights = _BYTES * (TOTAL + added) / _MEGABYTE
    gradients = _BYTES * trained / _MEGABYTE
    adam = _ADAM_STATES * gradients
    everything = (2 + _ADAM_STATES) * _BYTES * (TOTAL + HEAD) / _MEGABYTE
    return {
        "n_trained": trained,
        "trained": _say(trained),
        "share": 100 * trained / TOTAL,
        "held": _say(TOTAL + added),
        "times": TOTAL / trained,
        "weights": weights,
        "gradients": gradients,
        "adam": adam,
        "together": weights + gradients + adam,
        "bars": [part / everything for part in (weights, gradients, adam)],
    }


def _say(number: int) -> str:
    return f"{number:,}"
