"""Describe what a decoder was fed, and what it wrote.

Lives here: the fields that the answers share which have a source and a target.
Not here: the fields of one path (one file each).
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from app.schemas.fields import AnswerModel
from app.schemas.tokens import Token
from app.schemas.translated import example, first_of

TARGET_TEXT = Field(
    description="What was written, as a person reads it.",
    examples=[example("Translation", "text")],
)
FINISHED = Field(
    description="Whether the end was written; false where the model was stopped at "
    "its limit.",
    examples=[True],
)


class Target(AnswerModel):
    """Say which target the decoder was fed."""

    text: Annotated[str, TARGET_TEXT]
    forced: Annotated[
        bool,
        Field(
            description="Typed in the request; otherwise the model's own, written "
            "token by token, each time the likeliest.",
            examples=[False],
        ),
    ]
    finished: Annotated[bool, FINISHED]


TARGET_READ = Field(
    description="The target that was read with the source.",
    examples=[example("Tensors", "target")],
)
SourceTokens = Annotated[
    list[Token],
    Field(
        description="The source, whole, exactly as fed.",
        examples=[first_of("Translation", "source_tokens")],
    ),
]
TargetTokens = Annotated[
    list[Token],
    Field(
        description="The decoder's input, whole, exactly as fed: the start, then the "
        "target without its end.",
        examples=[first_of("Tensors", "target_tokens")],
    ),
]
