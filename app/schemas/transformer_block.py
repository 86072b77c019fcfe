"""Say what goes through one transformer block, and what comes back.

Lives here: the request and the answer of ``/transformer-block``. Not here: the
layers of a real model.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from app.schemas.arrays import Array
from app.schemas.example_arrays import INPUTS, array_of
from app.schemas.fields import AnswerModel, Whole
from app.schemas.masks import MASK, Mask
from app.schemas.matrices import TOKENS, ArithmeticRequest, Matrix, TokenLabels
from app.schemas.scaled_dot_product import FULLY_MASKED_ROWS, TOKENS_GIVEN

_STREAM = array_of(INPUTS, "position", "feature")


class TransformerBlockRequest(ArithmeticRequest):
    """Send vectors through one block with weights drawn from a seed."""

    inputs: Annotated[
        Matrix,
        Field(description="(position, feature): a row a token.", examples=[INPUTS]),
    ]
    n_heads: Annotated[
        int,
        Whole(),
        Field(
            description="How many heads, 1 to 16; divides the features.", examples=[2]
        ),
    ] = 1
    d_ff: Annotated[
        Annotated[int, Whole()] | None,
        Field(
            description="How wide the feed-forward is, 1 to 256; absent means four "
            "times the features.",
            examples=[4],
        ),
    ] = None
    seed: Annotated[
        int,
        Whole(),
        Field(
            description="Draws the weights, 0 to 4,294,967,295: the same seed and "
            "sizes, the same weights.",
            examples=[0],
        ),
    ] = 0
    norm: Annotated[
        Literal["post", "pre"],
        Field(
            description="`post`: norm after each sum, as in 2017. `pre`: before each "
            "sublayer, as in most later models.",
            examples=["post"],
        ),
    ] = "post"
    mask: Annotated[Mask, MASK] = None
    tokens: Annotated[TokenLabels | None, TOKENS] = None


class BlockStep(AnswerModel):
    """Hold one step of a block."""

    name: Annotated[
        str,
        Field(
            description="The same in both orders of norms: `inputs`, `query`, `key`, "
            "`value`, `scores`, `weights`, `head_outputs`, `concatenated`, "
            "`attention_output`, `attention_sum`, `attention_norm`, `hidden`, "
            "`activated`, `feed_forward_output`, `feed_forward_sum`, "
            "`feed_forward_norm`, `output`.",
            examples=["inputs"],
        ),
    ]
    title: Annotated[
        str,
        Field(
            description="What it is, in a few words.",
            examples=["The residual stream comes in"],
        ),
    ]
    values: Annotated[
        Array,
        Field(
            description="(position, feature), (head, position, head_feature), (head, "
            "query, key) or (position, hidden_feature).",
            examples=[_STREAM],
        ),
    ]


class BlockMatrix(AnswerModel):
    """Hold one of the matrices that the seed drew."""

    name: Annotated[
        str,
        Field(
            description="`query_weights`, `key_weights`, `value_weights`, "
            "`output_weights`, `widen_weights` or `narrow_weights`.",
            examples=["widen_weights"],
        ),
    ]
    title: Annotated[
        str, Field(description="What it is, in a few words.", examples=["W1"])
    ]
    values: Annotated[
        Array,
        Field(
            description="Its rows are what comes in, its columns what goes out; those "
            "of query, key and value are one a head. There are no biases.",
            examples=[array_of([[0.5, -0.3], [0.1, 0.2]], "feature", "hidden_feature")],
        ),
    ]


class TransformerBlock(AnswerModel):
    """Hold every step of one block."""

    steps: Annotated[
        list[BlockStep],
        Field(
            description="In the order they are computed; `output` is the last.",
            examples=[
                [
                    {
                        "name": "inputs",
                        "title": "The residual stream comes in",
                        "values": _STREAM,
                    }
                ]
            ],
        ),
    ]
    matrices: Annotated[
        list[BlockMatrix],
        Field(
            description="The weights that the seed drew; random, not learned.",
            examples=[
                [
                    {
                        "name": "widen_weights",
                        "title": "W1",
                        "values": array_of(
                            [[0.5, -0.3], [0.1, 0.2]], "feature", "hidden_feature"
                        ),
                    }
                ]
            ],
        ),
    ]
    norm: Annotated[
        Literal["post", "pre"], Field(description="As asked.", examples=["post"])
    ]
    fully_masked_rows: Annotated[list[int], FULLY_MASKED_ROWS]
    tokens: Annotated[list[str] | None, TOKENS_GIVEN]
