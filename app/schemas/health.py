"""Describe what ``/healthz`` and ``/readyz`` answer."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from app.schemas.fields import AnswerModel


class Alive(AnswerModel):
    """Say that the process answers."""

    status: Annotated[
        Literal["alive"], Field(description="Always this.", examples=["alive"])
    ] = "alive"


class ModelState(AnswerModel):
    """Say where one model stands."""

    id: Annotated[str, Field(description="The model's id.", examples=["minilm"])]
    state: Annotated[
        str,
        Field(
            description="`available`, `loading`, `loaded` or `unavailable`.",
            examples=["loaded"],
        ),
    ]
    reason: Annotated[
        str | None, Field(description="Why it is unavailable.", examples=[None])
    ]


class Readiness(AnswerModel):
    """Say whether the default model answers, and where every model stands."""

    status: Annotated[
        Literal["ready", "not_ready"],
        Field(description="With 503 where not ready.", examples=["ready"]),
    ]
    reason: Annotated[
        str | None, Field(description="Why it is not ready.", examples=[None])
    ]
    waiting: Annotated[
        int, Field(description="Requests waiting for their turn.", examples=[0])
    ]
    models: Annotated[
        list[ModelState],
        Field(
            description="In the operator's order.",
            examples=[[{"id": "minilm", "state": "loaded", "reason": None}]],
        ),
    ]
