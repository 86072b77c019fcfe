"""Describe a token on the wire.

Lives here: the fields of one token in any answer. Not here: how they are
found (``model/tokens.py``).
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from app.schemas.fields import AnswerModel

EXAMPLE_TOKEN = {
    "index": 2,
    "id": 4111,
    "text": "animal",
    "raw": "animal",
    "start": 4,
    "end": 10,
    "special": False,
    "typed": False,
    "word": 1,
    "segment": 0,
    "piece": None,
}


def example_token(
    index: int, id_: int, raw: str, start: int | None, word: int | None
) -> dict[str, Any]:
    """Write a token as answers do, for examples: of plain letters."""
    is_special = start is None
    text = raw.removeprefix("##").removeprefix("Ġ")
    return {
        "index": index,
        "id": id_,
        "text": text,
        "raw": raw,
        "start": start,
        "end": None if start is None else start + len(text),
        "special": is_special,
        "typed": False,
        "word": word,
        "segment": None if is_special else 0,
        "piece": None,
    }


class Token(AnswerModel):
    """Be one position of the model's input, exactly as fed."""

    index: Annotated[int, Field(description="Position from 0.", examples=[2])]
    id: Annotated[
        int, Field(description="The number fed to the model.", examples=[4111])
    ]
    text: Annotated[
        str,
        Field(
            description="What a person reads: spaces, newlines and bytes are visible.",
            examples=["animal"],
        ),
    ]
    raw: Annotated[
        str, Field(description="The tokenizer's own piece.", examples=["animal"])
    ]
    start: Annotated[
        int | None,
        Field(
            description="Where it starts in the user's text, in code points; null for "
            "a token that was added.",
            examples=[4],
        ),
    ]
    end: Annotated[
        int | None,
        Field(
            description="Where it ends, one past the last code point.", examples=[10]
        ),
    ]
    special: Annotated[
        bool, Field(description="A special token, added or typed.", examples=[False])
    ]
    typed: Annotated[
        bool,
        Field(description="A special token that stands in the text.", examples=[False]),
    ]
    word: Annotated[
        int | None,
        Field(
            description="Groups the pieces of one word; null for special tokens.",
            examples=[1],
        ),
    ]
    segment: Annotated[
        int | None,
        Field(
            description="0 for the text, 1 for its pair, null for neither.",
            examples=[0],
        ),
    ]
    piece: Annotated[
        str | None,
        Field(
            description='Such as "2/3" where one character is several tokens.',
            examples=[None],
        ),
    ]
