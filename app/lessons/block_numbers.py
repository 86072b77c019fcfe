"""Work the small block of lesson 5 out, before a change and after it.

Lives here: what the page calls the steps, and how far each position moves in
each. Its twin is ``static/js/learn/block-steps.js``. Not here: the block
(``model``) and the sums beside it (``block_arithmetic.py``).
"""

import math
from collections.abc import Sequence
from typing import Any, Literal

import model
from app.lessons.address import Matrix
from app.lessons.block_arithmetic import (
    SMALLEST,
    Rows,
    length_of,
    network_facts,
    norm_facts,
    residual_facts,
)

N_HEADS = 2
D_FF = 8
_BY_KEY = ("scores", "weights")
_BY_HEAD = ("query", "key", "value", "scores", "weights", "head_outputs")
ORDER = {
    "post": (
        *("inputs", *_BY_HEAD, "attention_output", "attention_sum"),
        *("attention_norm", "hidden", "activated", "feed_forward_output"),
        *("feed_forward_sum", "feed_forward_norm"),
    ),
    "pre": (
        *("inputs", "attention_norm", *_BY_HEAD, "attention_output"),
        *("attention_sum", "feed_forward_norm", "hidden", "activated"),
        *("feed_forward_output", "feed_forward_sum"),
    ),
}
NAMES = {
    "inputs": "stream in",
    "query": "query",
    "key": "key",
    "value": "value",
    "scores": "scores",
    "weights": "weights",
    "head_outputs": "weighted sums",
    "attention_output": "attention adds",
    "attention_sum": "sum 1",
    "attention_norm": "norm 1",
    "hidden": "widened",
    "activated": "ReLU",
    "feed_forward_output": "feed-forward adds",
    "feed_forward_sum": "sum 2",
    "feed_forward_norm": "norm 2",
}
# What each norm reads, by the order of norms.
_READ = {
    "post": {
        "attention_norm": "attention_sum",
        "feed_forward_norm": "feed_forward_sum",
    },
    "pre": {"attention_norm": "inputs", "feed_forward_norm": "attention_sum"},
}
Norm = Literal["post", "pre"]


def work_block(
    norm: Norm,
    *,
    tokens: Sequence[str],
    inputs: Matrix,
    changed: Matrix,
    mask: str,
    seed: int,
) -> dict[str, Any]:
    """Send both versions through one block, as two texts that don't meet."""
    count = len(inputs)
    block = model.transformer_block(
        (*inputs, *changed),
        N_HEADS,
        d_ff=D_FF,
        seed=seed,
        norm=norm,
        mask=model.MaskSpecification(
            "packed", segments=segments_of(count, mask), causal=mask == "causal"
        ),
    )
    found = {name: block[name].tolist() for name in ORDER[norm]}
    both = {name: by_position(name, steps, count) for name, steps in found.items()}
    before = {name: sides[0] for name, sides in both.items()}
    after = {name: sides[1] for name, sides in both.items()}
    matrices = {matrix.name: matrix.values.tolist() for matrix in block.matrices}
    return describe(norm, tokens, before, after, matrices)


def segments_of(count: int, mask: str) -> tuple[int, ...]:
    """Part the two versions; every position, where each sees itself only."""
    if mask == "self":
        return tuple(range(2 * count))
    return (0,) * count + (1,) * count


def by_position(name: str, step: Any, count: int) -> tuple[Rows, Rows]:
    """Cut a step's numbers into both versions, one row a position.

    Numbers of several heads stand side by side. A row of scores or weights has
    only the keys of its own version.
    """
    if name not in _BY_HEAD:
        return step[:count], step[count:]
    sides: list[Rows] = []
    for own in (slice(count), slice(count, 2 * count)):
        keys = own if name in _BY_KEY else slice(None)
        rows = range(2 * count)[own]
        sides.append([[x for head in step for x in head[row][keys]] for row in rows])
    return sides[0], sides[1]


def describe(
    norm: Norm,
    tokens: Sequence[str],
    before: dict[str, Rows],
    after: dict[str, Rows],
    matrices: dict[str, Any],
) -> dict[str, Any]:
    """Say what the page shows of both versions."""
    order = ORDER[norm]
    read = after["feed_forward_norm" if norm == "pre" else "attention_norm"]
    return {
        "tokens": list(tokens),
        "keys": list(order),
        "names": [NAMES[name] for name in order],
        "columns": [columns_of(name, after[name], tokens) for name in order],
        "shapes": [shape_of(name, after[name]) for name in order],
        **compare(order, tokens, before, after),
        "norms": [
            norm_facts(after[source], after[name])
            for name, source in _READ[norm].items()
        ],
        "network": network_facts(read, after, matrices),
        "residual": residual_facts(norm, after),
        "lengths": {name: [length_of(row) for row in after[name]] for name in order},
    }


def compare(
    order: Sequence[str],
    tokens: Sequence[str],
    before: dict[str, Rows],
    after: dict[str, Rows],
) -> dict[str, Any]:
    """Say how far each position moved in each step, and where to."""
    pairs = {name: list(zip(before[name], after[name], strict=True)) for name in order}
    moved = {name: [largest_change(*pair) for pair in pairs[name]] for name in order}
    return {
        "moved": list(moved.values()),
        "sides": ["before", "after", "change"],
        "shown": [
            [
                [one, other, [change(*cells) for cells in zip(one, other, strict=True)]]
                for one, other in pairs[name]
            ]
            for name in order
        ],
        "before_attention": words_of(tokens, moved["value"]),
        "after_attention": words_of(tokens, moved["attention_output"]),
        "after_feed_forward": words_of(tokens, moved["feed_forward_output"]),
    }


def columns_of(name: str, rows: Rows, tokens: Sequence[str]) -> list[str]:
    """Label a step's numbers: features, or the keys of each head."""
    width = len(rows[0])
    if name in _BY_KEY:
        return [f"{head}·{token}" for head in range(N_HEADS) for token in tokens]
    if name in _BY_HEAD:
        side = width // N_HEADS
        return [f"{head}·{place}" for head in range(N_HEADS) for place in range(side)]
    return [str(place) for place in range(width)]


def shape_of(name: str, rows: Rows) -> str:
    """Write a step's shape and what its axes are."""
    count, width = len(rows), len(rows[0])
    if name in _BY_KEY:
        return f"{N_HEADS} × {count} × {count} (head, query, key)"
    if name in _BY_HEAD:
        return f"{N_HEADS} × {count} × {width // N_HEADS} (head, position, number)"
    return f"{count} × {width} (position, feature)"


def change(before: float, after: float) -> float | None:
    """Subtract; a masked score stays one, and rounding is no change."""
    if before == -math.inf or after == -math.inf:
        return None
    difference = after - before
    return 0.0 if abs(difference) < SMALLEST else difference


def largest_change(before: Sequence[float], after: Sequence[float]) -> float:
    """Find how far one position moved: its largest change in any number."""
    changes = (change(*pair) for pair in zip(before, after, strict=True))
    return max(abs(step) for step in changes if step is not None)


def words_of(tokens: Sequence[str], moved: Sequence[float]) -> str:
    """List the tokens that moved."""
    words = [token for token, cell in zip(tokens, moved, strict=True) if cell > 0]
    return ", ".join(words) if words else "none"
