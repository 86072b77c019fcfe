"""Say what ``/next-token`` takes and answers."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from app.schemas.fields import AnswerModel, Whole
from app.schemas.forwards import (
    DROPPED,
    MASK_OF_MODEL,
    TRUNCATED,
    WARNINGS,
)
from app.schemas.masks import Mask
from app.schemas.matrices import Number
from app.schemas.text import TextRequest
from app.schemas.tokens import EXAMPLE_TOKEN, Token

MOST_NEXT_TOKENS = 1000
COLDEST, HOTTEST = 0.01, 100.0


class NextTokenRequest(TextRequest):
    """Ask a decoder which token comes after a text."""

    top_k: Annotated[
        int,
        Whole(1, MOST_NEXT_TOKENS),
        Field(description="List at most so many tokens.", examples=[5]),
    ] = 10
    temperature: Annotated[
        Number,
        Field(
            ge=COLDEST,
            le=HOTTEST,
            description="The logits are divided by it before the softmax: below 1 "
            "the likeliest gain, above 1 the others. 0 is no distribution: what it "
            "would take is the first token listed, at any temperature.",
            examples=[1.0],
        ),
    ] = 1.0
    top_p: Annotated[
        Number,
        Field(
            gt=0,
            le=1,
            description="List only the fewest likeliest tokens whose probabilities "
            "add up to at least this.",
            examples=[0.9],
        ),
    ] = 1.0
    mask: Annotated[Mask, MASK_OF_MODEL] = None


class LikelyToken(AnswerModel):
    """Be one entry of the vocabulary, and how likely it comes next."""

    id: Annotated[int, Field(description="The number of the token.", examples=[284])]
    text: Annotated[
        str,
        Field(
            description="What a person reads, without the space that begins a word.",
            examples=["to"],
        ),
    ]
    raw: Annotated[
        str,
        Field(
            description="The tokenizer's own piece; it tells ` to` from `to`.",
            examples=["Ġto"],
        ),
    ]
    probability: Annotated[
        float,
        Field(
            description="Of the whole vocabulary at this temperature; cutting the "
            "list with top_k and top_p does not raise it.",
            examples=[0.657],
        ),
    ]
    log_probability: Annotated[
        float, Field(description="Its natural logarithm.", examples=[-0.419])
    ]


class NextToken(AnswerModel):
    """List the tokens that may come next, likeliest first."""

    model: Annotated[
        str, Field(description="The model's id.", examples=["smollm2-135m"])
    ]
    input_tokens: Annotated[
        list[Token],
        Field(description="The text, as fed.", examples=[[EXAMPLE_TOKEN]]),
    ]
    tokens: Annotated[
        list[LikelyToken],
        Field(
            description="Likeliest first; of equals, the smaller id first.",
            examples=[
                [
                    {
                        "id": 288,
                        "text": "to",
                        "raw": "Ġto",
                        "probability": 0.657,
                        "log_probability": -0.419,
                    }
                ]
            ],
        ),
    ]
    entropy: Annotated[
        float,
        Field(
            description="Of the whole vocabulary at this temperature, in nats: 0 where "
            "one token is certain.",
            examples=[1.405],
        ),
    ]
    listed_probability: Annotated[
        float,
        Field(description="What the tokens listed add up to.", examples=[0.929]),
    ]
    truncated: Annotated[bool, TRUNCATED]
    dropped: Annotated[int, DROPPED]
    warnings: Annotated[list[str], WARNINGS]
