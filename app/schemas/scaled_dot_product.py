"""Say which matrices to attend with, and what comes back.

Lives here: the request and the answer of ``/scaled-dot-product``. Not here:
the mask (``masks.py``) and the arithmetic (the model side).
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from app.schemas.arrays import Array
from app.schemas.example_arrays import CLOWN_VALUES, CLOWNS, array_of
from app.schemas.fields import AnswerModel
from app.schemas.masks import MASK, Mask
from app.schemas.matrices import (
    SCALE,
    TOKENS,
    ArithmeticRequest,
    Matrix,
    Number,
    TokenLabels,
)


class ScaledDotProductRequest(ArithmeticRequest):
    """Attend with three matrices of your own."""

    query: Annotated[
        Matrix, Field(description="A row for each query.", examples=[CLOWNS])
    ]
    key: Annotated[
        Matrix,
        Field(
            description="A row for each key, as wide as the queries.", examples=[CLOWNS]
        ),
    ]
    value: Annotated[
        Matrix,
        Field(description="A row for each key, of any width.", examples=[CLOWN_VALUES]),
    ]
    mask: Annotated[Mask, MASK] = None
    scale: Annotated[Number | None, SCALE] = None
    tokens: Annotated[TokenLabels | None, TOKENS] = None


_DOTS = array_of([[1, 0, 1], [0, 1, 1], [1, 1, 2]], "query", "key")
_SCORES = array_of([[0.707, 0, 0.707], [0, 0.707, 0.707]], "query", "key")
_MASKED = array_of([[0.707, None, None], [0, 0.707, None]], "query", "key")
_WEIGHTS = array_of([[1, 0, 0], [0.33, 0.67, 0]], "query", "key")
_OUTPUT = array_of([[2, 0], [0.66, 1.34]], "query", "feature")

STEP_FIELDS = {
    "dot_products": "query . key.",
    "scores": "The dot products times the scale.",
    "masked_scores": "The scores; null where a query may not look.",
    "weights": "Softmax over each row's keys: it adds up to 1.",
}
FULLY_MASKED_ROWS = Field(
    description="Queries that may look at no key: their weights and output are 0.",
    examples=[[]],
)
SCALE_USED = Field(
    description="What the dot products were multiplied by.",
    examples=[0.7071067811865475],
)
TOKENS_GIVEN = Field(
    description="As given; null where none were.",
    examples=[["clowns", "wear", "shoes"]],
)


class ScaledDotProduct(AnswerModel):
    """Hold every step of one attention, in the order it is computed."""

    dot_products: Annotated[
        Array, Field(description=STEP_FIELDS["dot_products"], examples=[_DOTS])
    ]
    scores: Annotated[
        Array, Field(description=STEP_FIELDS["scores"], examples=[_SCORES])
    ]
    masked_scores: Annotated[
        Array, Field(description=STEP_FIELDS["masked_scores"], examples=[_MASKED])
    ]
    weights: Annotated[
        Array, Field(description=STEP_FIELDS["weights"], examples=[_WEIGHTS])
    ]
    output: Annotated[
        Array,
        Field(
            description="(query, feature): the values, averaged by weight.",
            examples=[_OUTPUT],
        ),
    ]
    row_sums: Annotated[
        Array,
        Field(
            description="(query): what the weights add up to; 1, or 0 in a fully "
            "masked row.",
            examples=[{"dtype": "f8", "shape": [2], "axes": ["query"], "data": [1, 1]}],
        ),
    ]
    fully_masked_rows: Annotated[list[int], FULLY_MASKED_ROWS]
    scale: Annotated[float, SCALE_USED]
    tokens: Annotated[list[str] | None, TOKENS_GIVEN]
