"""Attend: from query, key and value to the output, one step at a time.

Lives here: scaled dot-product attention that returns every number on its way;
the code to learn attention from. Not here: several heads at once
(``heads.py``), who may look at whom (``masks.py``), where a token stands
(``positions.py``), the layers around attention (``transformer.py``), and the
attention of loaded models, which fast kernels compute and ``operands.py``
recomputes.

    dot_products   query . key                how alike are they?
    scores         dot_products * scale       scale = 1 / sqrt(head_dim)
    masked_scores  scores, -inf where a query may not look
    weights        softmax over the keys      each row sums to 1
    output         weights . value            the mean of the values, by weight

A row is one query, and softmax runs along it: over the keys, the last axis,
never over the queries.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from model.checks import check_finite, mismatch
from model.errors import ShapeMismatch
from model.masks import AnyMask, open_cells


@dataclass(frozen=True, slots=True)
class AttentionSteps:
    """Every step of one attention, in the order it was computed.

    Invariants: ``row_sums`` is 1, but 0 where ``fully_masked_rows`` is True:
    a query with no allowed key has no distribution, and its output is 0.
    """

    dot_products: Float[Tensor, "*batch query_position key_position"]
    scores: Float[Tensor, "*batch query_position key_position"]
    masked_scores: Float[Tensor, "*batch query_position key_position"]
    weights: Float[Tensor, "*batch query_position key_position"]
    output: Float[Tensor, "*batch query_position value_dim"]
    row_sums: Float[Tensor, "*batch query_position"]
    fully_masked_rows: Bool[Tensor, "*batch query_position"]


def attend(
    query: Float[Tensor, "*batch query_position head_dim"],
    key: Float[Tensor, "*key_batch key_position key_dim"],
    value: Float[Tensor, "*value_batch value_position value_dim"],
    mask: AnyMask | None = None,
    *,
    scale: float | None = None,
) -> AttentionSteps:
    """Compute attention and keep every step.

    Without the scale, dot products grow with sqrt(head_dim) and softmax gives
    nearly all weight to one key.

    Shapes: query and key agree in head_dim, key and value in position, all in
        the axes before. ``mask`` is (query_position, key_position), or has
        as many axes as the scores, each of them of their size or 1: True
        where a query may look, or numbers to add to the scores.
    Raises: ShapeMismatch naming two shapes; NotFinite naming the first place
        that is NaN or infinite, or becomes so on the way.
    Source: Vaswani et al. 2017, equation 1.
    """
    _check_shapes(query, key, value)
    for name, operand in (("query", query), ("key", key), ("value", value)):
        check_finite(name, operand)
    if scale is None:
        scale = query.shape[-1] ** -0.5
    check_finite("scale", torch.tensor(scale, dtype=torch.float64))

    dot_products = check_finite("dot_products", query @ key.transpose(-2, -1))
    scores = check_finite("scores", dot_products * scale)
    masked_scores = scores if mask is None else apply_mask(scores, mask)
    weights = softmax(masked_scores)
    output = check_finite("output", weights @ value)

    return AttentionSteps(
        dot_products=dot_products,
        scores=scores,
        masked_scores=masked_scores,
        weights=weights,
        output=output,
        row_sums=weights.sum(dim=-1),
        fully_masked_rows=masked_scores.isneginf().all(dim=-1),
    )


def apply_mask(
    scores: Float[Tensor, "*batch query_position key_position"], mask: AnyMask
) -> Float[Tensor, "*batch query_position key_position"]:
    """Set the scores of closed cells to -inf; add what an additive mask adds.

    Raises: ShapeMismatch, NotFinite; see ``attend``.
    """
    _check_mask(mask, scores)
    is_open = open_cells(mask)
    if mask.dtype != torch.bool:
        check_finite("mask", mask.masked_fill(mask.isneginf(), 0.0))
        bias = mask.masked_fill(~is_open, 0.0).to(scores.dtype)
        scores = check_finite("masked_scores", scores + bias)
    return scores.masked_fill(~is_open, -torch.inf)


def softmax(scores: Float[Tensor, "*rows key"]) -> Float[Tensor, "*rows key"]:
    """Turn each row of scores into weights that sum to 1.

    Adding one number to a whole row changes nothing, so its highest score is
    brought to 0 first: exp can't overflow. A row of nothing but -inf has no
    weights and stays 0.
    """
    highest = scores.amax(dim=-1, keepdim=True)
    highest = highest.masked_fill(highest.isneginf(), 0.0)
    exponentials = torch.exp(scores - highest)
    total = exponentials.sum(dim=-1, keepdim=True)
    return exponentials / total.masked_fill(total == 0.0, 1.0)


def _check_shapes(query: Tensor, key: Tensor, value: Tensor) -> None:
    named = {"query": query, "key": key, "value": value}
    for name, operand in named.items():
        if operand.dim() < 2 or 0 in operand.shape[-2:]:
            raise ShapeMismatch(
                f"The {name} has shape {tuple(operand.shape)}; it needs positions "
                "and features, at least 1 of each.",
                hint="Give at least one row of at least one number.",
            )
    if query.shape[-1] != key.shape[-1]:
        raise mismatch("query", query, "key", key)
    if key.shape[-2] != value.shape[-2] or key.shape[:-2] != value.shape[:-2]:
        raise mismatch("key", key, "value", value)
    if query.shape[:-2] != key.shape[:-2]:
        raise mismatch("query", query, "key", key)


def _check_mask(mask: Tensor, scores: Tensor) -> None:
    # A stretched row or column would hide a mask made for another length.
    is_whole = mask.dim() == scores.dim() and all(
        size in (1, wanted)
        for size, wanted in zip(mask.shape[:-2], scores.shape[:-2], strict=False)
    )
    if mask.shape[-2:] != scores.shape[-2:] or not (mask.dim() == 2 or is_whole):
        raise mismatch("mask", mask, "scores", scores)
