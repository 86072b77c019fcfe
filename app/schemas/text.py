"""Say which text to look at, and with which model.

Lives here: the fields that the paths share which read a text, and those of the
paths which read one and write another.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from app.schemas.fields import RequestModel

EXAMPLE_TEXT = "The animal didn't cross the street because it was too tired"
TARGET = Field(
    description="The target to feed the decoder, exactly as typed; an empty one is "
    "a target, too: the start alone. Absent means the model's own.",
    examples=["L'animal n'a pas traversé la rue."],
)


class SourceRequest(RequestModel):
    """Name a model and one text."""

    text: Annotated[
        str,
        Field(
            description="The text, exactly as it should be fed: nothing is trimmed. "
            "Special tokens typed in it are what the model's tokenizer makes of them.",
            examples=[EXAMPLE_TEXT],
        ),
    ]
    model: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=512,
            description="An id from `GET /api/v1/models`; absent means the default "
            "model.",
            examples=["minilm"],
        ),
    ] = None
    truncate: Annotated[
        bool,
        Field(
            description="Cut a text that has more tokens than the model takes, and "
            "say how many were dropped; otherwise such a text is refused.",
            examples=[False],
        ),
    ] = False
    split_special_tokens: Annotated[
        bool,
        Field(
            description="Read a typed special token, such as `[MASK]`, as plain text.",
            examples=[False],
        ),
    ] = False


class TextRequest(SourceRequest):
    """Name a model and a text, or a pair of texts."""

    text_pair: Annotated[
        str | None,
        Field(
            description="A second segment, for encoders that take a pair of texts.",
            examples=["It lay down instead."],
        ),
    ] = None


class TranslatorRequest(SourceRequest):
    """Name a model that writes a target, and its source."""

    model: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=512,
            description="An id from `GET /api/v1/models`; absent means the first "
            "whose `objectives` name translation.",
            examples=["lesson-translator"],
        ),
    ] = None


class PairRequest(TranslatorRequest):
    """Name a source and its target."""

    target: Annotated[str | None, TARGET] = None
