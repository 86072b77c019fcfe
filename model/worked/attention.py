"""Work scaled dot-product attention out, every step of it in numpy.

Lives here: the door to ``model/attention.py`` and ``model/masks.py``. Not here:
several heads (``heads.py``).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from model.mask_specification import MaskSpecification, build, build_batch
from model.worked.matrices import (
    Numbers,
    Rows,
    check_same_height,
    check_same_width,
    check_side,
    numbers,
    places,
    read_matrix,
    read_scale,
)

# One mask a text, and every number of them is sent.
MOST_TEXTS = 16


@dataclass(frozen=True, slots=True)
class WorkedAttention:
    """Every step of one attention, in the order it is computed.

    Attributes:
        masked_scores: -inf where a query may not look.
        row_sums: of the weights; 1, or 0 in ``fully_masked_rows``.
        scale: what the dot products were multiplied by.

    Shapes: (query, key), but output (query, feature) and row_sums (query,).
    """

    dot_products: Numbers
    scores: Numbers
    masked_scores: Numbers
    weights: Numbers
    output: Numbers
    row_sums: Numbers
    fully_masked_rows: tuple[int, ...]
    scale: float


@dataclass(frozen=True, slots=True)
class WorkedMask:
    """A mask in both forms.

    Attributes:
        allowed: True where a query may look; (query, key), or (text, query,
            key) for several lengths.
        additive: what is added to the scores, 0 or -inf.
        fully_masked_rows: of each text, the queries that may look at nothing.
        allowed_fraction: the share of open cells.
    """

    allowed: NDArray[np.bool_]
    additive: Numbers
    fully_masked_rows: tuple[tuple[int, ...], ...]
    allowed_fraction: float


def scaled_dot_product(
    query: Rows,
    key: Rows,
    value: Rows,
    mask: MaskSpecification | None = None,
    *,
    scale: float | None = None,
) -> WorkedAttention:
    """Compute attention and hand every step out.

    Shapes: query (query, feature), key (key, feature), value (key, any);
        ``scale`` None is 1 / sqrt(features).
    Raises: NumberOutOfRange for over 64 rows or columns, ShapeMismatch,
        NotFinite (also where a step overflows), MaskError.
    """
    q, k, v = (
        read_matrix(name, rows)
        for name, rows in (("query", query), ("key", key), ("value", value))
    )
    check_same_width("query", q, "key", k)
    check_same_height("key", k, "value", v)
    scale = read_scale(scale)
    import torch

    from model.attention import attend

    with torch.inference_mode():
        allowed = None if mask is None else build(mask, len(q), len(k))
        steps = attend(
            torch.from_numpy(q),
            torch.from_numpy(k),
            torch.from_numpy(v),
            None if allowed is None else torch.from_numpy(allowed),
            scale=scale,
        )
    return WorkedAttention(
        dot_products=numbers(steps.dot_products),
        scores=numbers(steps.scores),
        masked_scores=numbers(steps.masked_scores),
        weights=numbers(steps.weights),
        output=numbers(steps.output),
        row_sums=numbers(steps.row_sums),
        fully_masked_rows=places(steps.fully_masked_rows),
        scale=float(q.shape[1] ** -0.5 if scale is None else scale),
    )


def work_mask(
    specification: MaskSpecification, n_queries: int, n_keys: int
) -> WorkedMask:
    """Build a mask as booleans and as numbers to add.

    Raises: NumberOutOfRange for over 64 queries or keys, or over 16 lengths;
        ShapeMismatch, MaskError.
    """
    check_side("The mask has", n_queries, "queries")
    check_side("The mask has", n_keys, "keys")
    lengths = specification.lengths or ()
    batch = build_batch(specification, n_queries, n_keys)
    return WorkedMask(
        allowed=batch if len(lengths) > 1 else batch[0],
        additive=np.where(batch if len(lengths) > 1 else batch[0], 0.0, -np.inf),
        fully_masked_rows=tuple(
            tuple(int(row) for row in np.flatnonzero(~allowed.any(axis=-1)))
            for allowed in batch
        ),
        allowed_fraction=float(batch.mean()),
    )
