"""Say what ``/next-sentence`` takes and answers."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from app.schemas.adapted import adapted_example
from app.schemas.adapters import ADAPTER_USED, AdapterRequest, UsedAdapter
from app.schemas.fields import AnswerModel
from app.schemas.forwards import DROPPED, MODEL_USED, TRUNCATED, WARNINGS
from app.schemas.predictions import INPUT_TOKENS
from app.schemas.text import SourceRequest
from app.schemas.tokens import Token


class NextSentenceRequest(AdapterRequest, SourceRequest):
    """Ask an encoder whether one text follows another."""

    text_pair: Annotated[
        str,
        Field(
            description="The text that may follow, exactly as it should be fed.",
            examples=[adapted_example("NextSentenceRequest", "text_pair")],
        ),
    ]
    model: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=512,
            description="An id from `GET /api/v1/models`; absent means the first whose "
            "`objectives` name next-sentence.",
            examples=["minilm"],
        ),
    ] = None


class NextSentence(AnswerModel):
    """Say how likely the second text follows the first."""

    model: Annotated[str, MODEL_USED]
    adapter: Annotated[UsedAdapter | None, ADAPTER_USED]
    input_tokens: Annotated[list[Token], INPUT_TOKENS]
    is_next_probability: Annotated[
        float,
        Field(
            description="That the second text followed the first where both were "
            "taken from, rather than came from somewhere else.",
            examples=[adapted_example("NextSentence", "is_next_probability")],
        ),
    ]
    truncated: Annotated[bool, TRUNCATED]
    dropped: Annotated[int, DROPPED]
    warnings: Annotated[list[str], WARNINGS]
