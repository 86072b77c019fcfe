"""Share what the paths that run a model ask and answer.

Lives here: the fields that mean the same in several of them. Not here: their
own fields (one file each).
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from app.schemas.fields import RequestModel, Whole

MOST_DIGITS = 9

MASK_OF_MODEL = Field(
    description="A mask to use instead of the model's own, in every layer: the name "
    "of a kind, as for `/masks`; a matrix of true (may look) and false, a row and a "
    "column a token; or an object, such as "
    '`{"kind": "causal_padding", "padded_positions": [2]}`. Absent means the '
    "model's own mask.",
    examples=["causal"],
)
WITHOUT_POSITIONS = Field(
    description="Leave the model's positions out: learned ones are zeros, rotary ones "
    "turn nothing. A mask that is causal or a window still tells order.",
    examples=[False],
)
MODEL_USED = Field(description="The model's id.", examples=["minilm"])
TRUNCATED = Field(
    description="Whether tokens were cut off, on request.", examples=[False]
)
DROPPED = Field(description="How many were cut off.", examples=[0])
WARNINGS = Field(
    description="Sentences worth showing, such as on unknown words.", examples=[[]]
)


class ArrayRequest(RequestModel):
    """Base of the requests whose answers have arrays: how to write them."""

    encoding: Annotated[
        Literal["json", "base64"],
        Field(
            description="How arrays are written: `json` (nested lists) or `base64` "
            "(every bit).",
            examples=["json"],
        ),
    ] = "json"
    digits: Annotated[
        int,
        Whole(0, MOST_DIGITS),
        Field(description="Decimals written by the encoding `json`.", examples=[6]),
    ] = 6
