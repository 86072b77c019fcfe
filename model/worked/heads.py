"""Work multi-head attention out: each head's own projections, then all joined.

Lives here: the door to ``model/heads.py``. Not here: one head alone
(``attention.py``).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from model.errors import ShapeMismatch
from model.mask_specification import MaskSpecification, build
from model.worked.matrices import (
    Numbers,
    Rows,
    Stack,
    check_product,
    numbers,
    places,
    read_matrix,
    read_scale,
    read_stack,
)

_CELLS = ("dot_products", "scores", "masked_scores", "weights")


@dataclass(frozen=True, slots=True)
class WorkedHeads:
    """Every step of multi-head attention, in the order it is computed.

    Attributes:
        query, key, value: the inputs, projected by each head.
        concatenated: the heads' outputs side by side.
        output: ``concatenated`` times W^O; None without one.
        fully_masked_rows: the same in every head.

    Shapes: (head, position, feature) for query, key, value and head_outputs;
        (head, query, key) up to weights; (position, feature) from there.
    """

    query: Numbers
    key: Numbers
    value: Numbers
    dot_products: Numbers
    scores: Numbers
    masked_scores: Numbers
    weights: Numbers
    head_outputs: Numbers
    concatenated: Numbers
    output: Numbers | None
    fully_masked_rows: tuple[int, ...]
    scale: float


def multi_head_attention(
    inputs: Rows,
    query_weights: Stack,
    key_weights: Stack,
    value_weights: Stack,
    output_weights: Rows | None = None,
    mask: MaskSpecification | None = None,
    *,
    scale: float | None = None,
) -> WorkedHeads:
    """Attend in several heads at once, and join what they found.

    Shapes: inputs (position, feature); the weights (head, feature,
        head_feature), query's and key's as wide as each other;
        output_weights (head * head_feature, any).
    Raises: as ``scaled_dot_product``; also for over 16 heads.
    """
    stream = read_matrix("inputs", inputs)
    w_query = read_stack("query_weights", query_weights)
    w_key = read_stack("key_weights", key_weights, len(w_query))
    w_value = read_stack("value_weights", value_weights, len(w_query))
    for name, weights in (
        ("query_weights[0]", w_query[0]),
        ("key_weights[0]", w_key[0]),
        ("value_weights[0]", w_value[0]),
    ):
        check_product("inputs", stream, name, weights)
    if w_query.shape != w_key.shape:
        raise _unequal(w_query, w_key)
    w_output = None
    if output_weights is not None:
        w_output = read_matrix("output_weights", output_weights)
    scale = read_scale(scale)
    allowed = None if mask is None else build(mask, len(stream), len(stream))
    return _compute(stream, (w_query, w_key, w_value), w_output, allowed, scale)


def _compute(
    stream: Numbers,
    projections: tuple[Numbers, Numbers, Numbers],
    w_output: Numbers | None,
    allowed: NDArray[np.bool_] | None,
    scale: float | None,
) -> WorkedHeads:
    import torch

    from model.attention import attend
    from model.checks import check_finite
    from model.heads import join_heads

    names = ("query", "key", "value")
    with torch.inference_mode():
        query, key, value = (
            # (position, feature) x (head, feature, head_feature)
            check_finite(name, torch.from_numpy(stream) @ torch.from_numpy(matrices))
            for name, matrices in zip(names, projections, strict=True)
        )
        mask = None if allowed is None else torch.from_numpy(allowed)
        found = attend(query, key, value, mask, scale=scale)
        joined = join_heads(found.output)
        output = None
        if w_output is not None:
            check_product("concatenated", numbers(joined), "output_weights", w_output)
            output = check_finite("output", joined @ torch.from_numpy(w_output))
    return WorkedHeads(
        query=numbers(query),
        key=numbers(key),
        value=numbers(value),
        **{name: numbers(getattr(found, name)) for name in _CELLS},
        head_outputs=numbers(found.output),
        concatenated=numbers(joined),
        output=None if output is None else numbers(output),
        fully_masked_rows=places(found.fully_masked_rows[0]),
        scale=float(query.shape[-1] ** -0.5 if scale is None else scale),
    )


def _unequal(w_query: Numbers, w_key: Numbers) -> ShapeMismatch:
    return ShapeMismatch(
        f"query_weights has shape {w_query.shape}, key_weights {w_key.shape}: "
        "queries and keys must be as wide as each other to be compared.",
        hint="Give query_weights and key_weights one shape.",
        limit=w_query.shape[-1],
        actual=w_key.shape[-1],
    )
