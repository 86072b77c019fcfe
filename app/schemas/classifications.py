"""Say what ``/classifications`` takes and answers."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from app.schemas.adapters import ADAPTER_USED, AdapterRequest, UsedAdapter
from app.schemas.fields import AnswerModel
from app.schemas.forwards import DROPPED, MODEL_USED, TRUNCATED, WARNINGS
from app.schemas.predictions import INPUT_TOKENS
from app.schemas.text import SourceRequest
from app.schemas.tokens import Token
from app.schemas.tuned import tuned_example


class ClassificationRequest(AdapterRequest, SourceRequest):
    """Ask which of two classes a text is."""

    adapter: Annotated[
        str,
        Field(
            min_length=1,
            max_length=512,
            description="The `id` that `POST /api/v1/fine-tunings` gave.",
            examples=[tuned_example("ClassificationRequest", "adapter")],
        ),
    ]
    model: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=512,
            description="The model it was made for; absent means the first encoder.",
            examples=["minilm"],
        ),
    ] = None


class ClassProbability(AnswerModel):
    """Be one class, and how likely the text belongs to it."""

    label: Annotated[int, Field(description="Its number.", examples=[0])]
    name: Annotated[
        str,
        Field(
            description="What it is called.",
            examples=[tuned_example("Classification", "probabilities", 0, "name")],
        ),
    ]
    probability: Annotated[
        float,
        Field(
            description="Both add up to 1.",
            examples=[
                tuned_example("Classification", "probabilities", 0, "probability")
            ],
        ),
    ]


class Classification(AnswerModel):
    """Say how likely a text belongs to each class."""

    model: Annotated[str, MODEL_USED]
    adapter: Annotated[UsedAdapter, ADAPTER_USED]
    input_tokens: Annotated[list[Token], INPUT_TOKENS]
    probabilities: Annotated[
        list[ClassProbability],
        Field(
            description="In the order of the labels.",
            examples=[tuned_example("Classification", "probabilities")],
        ),
    ]
    truncated: Annotated[bool, TRUNCATED]
    dropped: Annotated[int, DROPPED]
    warnings: Annotated[list[str], WARNINGS]
