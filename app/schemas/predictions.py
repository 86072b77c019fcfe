"""Share what the paths that ask an encoder for words take and answer.

Lives here: the fields of ``/fill-mask``, ``/next-sentence`` and
``/masked-corruption`` that mean the same, and an entry of a vocabulary. Not
here: their own fields (one file each).
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from app.schemas.fields import AnswerModel
from app.schemas.tokens import EXAMPLE_TOKEN

INPUT_TOKENS = Field(description="The text, as fed.", examples=[[EXAMPLE_TOKEN]])


class Entry(AnswerModel):
    """Be one entry of a vocabulary, which stands in no text."""

    id: Annotated[int, Field(description="The number of the token.", examples=[2795])]
    text: Annotated[
        str,
        Field(
            description="What a person reads.",
            examples=["street"],
        ),
    ]
    raw: Annotated[
        str,
        Field(description="The tokenizer's own piece.", examples=["street"]),
    ]
