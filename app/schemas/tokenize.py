"""Say what ``/tokenize`` takes and answers."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from app.schemas.fields import AnswerModel
from app.schemas.text import TextRequest
from app.schemas.tokens import EXAMPLE_TOKEN, Token


class TokenizeRequest(TextRequest):
    """Ask for the tokens of a text."""

    side: Annotated[
        Literal["source", "target"],
        Field(
            description="Which side of a model that writes one text from another: "
            "`source` is what it reads, `target` what its decoder is fed.",
            examples=["source"],
        ),
    ] = "source"


class Tokens(AnswerModel):
    """List the tokens of a text, exactly as a model is fed them."""

    model: Annotated[str, Field(description="The model's id.", examples=["minilm"])]
    tokens: Annotated[
        list[Token], Field(description="In order.", examples=[[EXAMPLE_TOKEN]])
    ]
    truncated: Annotated[
        bool,
        Field(description="Whether tokens were cut off, on request.", examples=[False]),
    ]
    dropped: Annotated[int, Field(description="How many were cut off.", examples=[0])]
    warnings: Annotated[
        list[str],
        Field(
            description="Sentences worth showing, such as on unknown words.",
            examples=[[]],
        ),
    ]
