"""Work the small block of lesson 5 out in float64, step by step.

Lives here: the right numbers, from weights drawn once more by the recipe that
the API states. Not here: what a test does to the page.
"""

from typing import Any

import numpy as np
import torch

from tests.plain_arithmetic import plain_attention

INPUTS = np.array(
    [[1, 0, 0.5, -1], [0, 1, -0.5, 0.5], [1, 1, 0, -0.5], [-1, 0.5, 1, 1]],
    dtype=np.float64,
)
MASKS = {
    "none": np.ones((4, 4), bool),
    "causal": np.tri(4, dtype=bool),
    "self": np.eye(4, dtype=bool),
}


def drawn(seed: int) -> dict[str, Any]:
    """Draw evenly within the square root of 6 / (rows + columns), in order."""
    generator = torch.Generator().manual_seed(seed)
    sizes = {
        **dict.fromkeys(("query", "key", "value", "output"), (4, 4)),
        "widen": (8, 4),
        "narrow": (4, 8),
    }
    matrices = {}
    for name, (rows, columns) in sizes.items():
        most = (6 / (rows + columns)) ** 0.5
        matrix = torch.empty(rows, columns, dtype=torch.float64)
        matrices[name] = matrix.uniform_(-most, most, generator=generator).numpy().T
    return matrices


def normed(stream: Any) -> Any:
    """Shift and scale each row, as the page writes it."""
    centred = stream - stream.mean(axis=1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + 1e-5)


def run_block(
    inputs: Any, *, norm: str = "post", mask: str = "none", seed: int = 1
) -> dict[str, Any]:
    """Send vectors through the block; steps by the page's names, in order."""
    weights, is_pre = drawn(seed), norm == "pre"
    read = normed(inputs) if is_pre else inputs
    parts = {name: read @ weights[name] for name in ("query", "key", "value")}
    heads = [
        plain_attention(query, key, value, MASKS[mask])
        for query, key, value in zip(
            *(np.split(parts[name], 2, axis=1) for name in parts), strict=True
        )
    ]
    sides = {
        name: np.hstack([head[key] for head in heads])
        for name, key in (
            ("scores", "masked_scores"),
            ("weights", "weights"),
            ("weighted sums", "output"),
        )
    }
    added = sides["weighted sums"] @ weights["output"]
    first = inputs + added
    norm_1 = read if is_pre else normed(first)
    fed = normed(first) if is_pre else norm_1
    widened = fed @ weights["widen"]
    cut = np.maximum(widened, 0)
    more = cut @ weights["narrow"]
    second = (first if is_pre else norm_1) + more
    before = {"stream in": inputs, **({"norm 1": norm_1} if is_pre else {})}
    between = {"attention adds": added, "sum 1": first}
    between |= {"norm 2": fed} if is_pre else {"norm 1": norm_1}
    network = {"widened": widened, "ReLU": cut, "feed-forward adds": more}
    end = {"sum 2": second, **({} if is_pre else {"norm 2": normed(second)})}
    return before | parts | sides | between | network | end


def moved(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """Say how far each position moved in each step; masked scores aside."""
    distances = {}
    for name, rows in before.items():
        with np.errstate(invalid="ignore"):
            change = np.abs(np.nan_to_num(after[name] - rows, nan=0.0))
        largest = change.max(axis=1)
        distances[name] = np.where(largest < 1e-12, 0.0, largest)
    return distances
