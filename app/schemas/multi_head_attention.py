"""Say which projections to attend with, and what comes back.

Lives here: the request and the answer of ``/multi-head-attention``. Not here:
one head alone (``scaled_dot_product.py``).
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from app.schemas.arrays import Array
from app.schemas.example_arrays import INPUTS, array_of
from app.schemas.fields import AnswerModel
from app.schemas.masks import MASK, Mask
from app.schemas.matrices import (
    SCALE,
    TOKENS,
    ArithmeticRequest,
    Matrix,
    MatrixPerHead,
    Number,
    TokenLabels,
)
from app.schemas.scaled_dot_product import (
    FULLY_MASKED_ROWS,
    SCALE_USED,
    STEP_FIELDS,
    TOKENS_GIVEN,
)

_TWO_HEADS = [[[1, 0], [0, 1]], [[0, 1], [1, 0]]]
_ONE_COLUMN = [[[1], [0]], [[0], [1]]]
_PER_HEAD = array_of([[[1, 0]], [[0, 1]]], "head", "position", "feature")
_CELLS = array_of([[[1]], [[1]]], "head", "query", "key")
_STREAM = array_of([[1, 0]], "position", "feature")


def _weights(of: str) -> str:
    return f"(head, feature, head_feature): each head's matrix W for its {of}."


class MultiHeadAttentionRequest(ArithmeticRequest):
    """Attend in several heads, each with projections of its own."""

    inputs: Annotated[
        Matrix,
        Field(description="(position, feature): a row a token.", examples=[INPUTS]),
    ]
    query_weights: Annotated[
        MatrixPerHead, Field(description=_weights("queries"), examples=[_TWO_HEADS])
    ]
    key_weights: Annotated[
        MatrixPerHead, Field(description=_weights("keys"), examples=[_TWO_HEADS])
    ]
    value_weights: Annotated[
        MatrixPerHead, Field(description=_weights("values"), examples=[_ONE_COLUMN])
    ]
    output_weights: Annotated[
        Matrix | None,
        Field(
            description="(head * head_feature, any): the matrix W^O; absent means that "
            "the answer ends with `concatenated`.",
            examples=[[[1, 0], [0, 1]]],
        ),
    ] = None
    mask: Annotated[Mask, MASK] = None
    scale: Annotated[Number | None, SCALE] = None
    tokens: Annotated[TokenLabels | None, TOKENS] = None


class MultiHeadAttention(AnswerModel):
    """Hold every step of multi-head attention, in the order it is computed."""

    query: Annotated[
        Array,
        Field(
            description="(head, position, feature): inputs times query_weights.",
            examples=[_PER_HEAD],
        ),
    ]
    key: Annotated[
        Array,
        Field(
            description="(head, position, feature): inputs times key_weights.",
            examples=[_PER_HEAD],
        ),
    ]
    value: Annotated[
        Array,
        Field(
            description="(head, position, feature): inputs times value_weights.",
            examples=[_PER_HEAD],
        ),
    ]
    dot_products: Annotated[
        Array, Field(description=STEP_FIELDS["dot_products"], examples=[_CELLS])
    ]
    scores: Annotated[
        Array, Field(description=STEP_FIELDS["scores"], examples=[_CELLS])
    ]
    masked_scores: Annotated[
        Array, Field(description=STEP_FIELDS["masked_scores"], examples=[_CELLS])
    ]
    weights: Annotated[
        Array, Field(description=STEP_FIELDS["weights"], examples=[_CELLS])
    ]
    head_outputs: Annotated[
        Array,
        Field(
            description="(head, position, feature): each head's values, averaged by "
            "its weights.",
            examples=[_PER_HEAD],
        ),
    ]
    concatenated: Annotated[
        Array,
        Field(
            description="(position, feature): the heads' outputs side by side.",
            examples=[_STREAM],
        ),
    ]
    output: Annotated[
        Array | None,
        Field(
            description="(position, feature): concatenated times W^O; null without it.",
            examples=[_STREAM],
        ),
    ]
    fully_masked_rows: Annotated[list[int], FULLY_MASKED_ROWS]
    scale: Annotated[float, SCALE_USED]
    tokens: Annotated[list[str] | None, TOKENS_GIVEN]
