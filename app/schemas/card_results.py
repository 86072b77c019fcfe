"""Describe what a model can do on sentences it never saw.

Lives here: the ``results`` of a model's card. Not here: the rest of the card
(``model_card.py``).
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from app.schemas.fields import AnswerModel
from app.schemas.translated import example, first_of


def _of(*path: str | int) -> list[Any]:
    return [example("ModelCard", *path)]


class Pronouns(AnswerModel):
    """Count the pronouns that were chosen rightly."""

    right: Annotated[
        int,
        Field(
            description="Chosen rightly.",
            examples=_of("results", "test", "pronouns", "right"),
        ),
    ]
    total: Annotated[
        int,
        Field(
            description="Of so many.",
            examples=_of("results", "test", "pronouns", "total"),
        ),
    ]
    always_masculine: Annotated[
        int,
        Field(
            description="How many would be right if each were *il* or *ils*.",
            examples=_of("results", "test", "pronouns", "always_masculine"),
        ),
    ]


class CardResult(AnswerModel):
    """Score a model on one set of sentences it never saw."""

    exact_match: Annotated[
        float,
        Field(
            description="Share of sentences translated word for word.",
            examples=_of("results", "test", "exact_match"),
        ),
    ]
    chrf: Annotated[
        float,
        Field(
            description="chrF, 0 to 100: how many short runs of characters agree.",
            examples=_of("results", "test", "chrf"),
        ),
    ]
    pronoun_accuracy: Annotated[
        float | None,
        Field(
            description="Share of the pronouns chosen rightly; null where there are "
            "none.",
            examples=_of("results", "test", "pronoun_accuracy"),
        ),
    ]
    pronouns: Annotated[
        Pronouns,
        Field(
            description="How many pronouns that is.",
            examples=_of("results", "test", "pronouns"),
        ),
    ]
    n: Annotated[
        int, Field(description="Sentences.", examples=_of("results", "test", "n"))
    ]


class LengthResult(AnswerModel):
    """Score a model on sentences of about one length."""

    length: Annotated[
        str,
        Field(
            description="Words and punctuation of the source.",
            examples=_of("results", "by_length", 0, "length"),
        ),
    ]
    first: Annotated[
        int,
        Field(
            description="The shortest.",
            examples=_of("results", "by_length", 0, "first"),
        ),
    ]
    last: Annotated[
        int,
        Field(
            description="The longest.", examples=_of("results", "by_length", 0, "last")
        ),
    ]
    n: Annotated[
        int,
        Field(description="Sentences.", examples=_of("results", "by_length", 0, "n")),
    ]
    exact_match: Annotated[
        float,
        Field(
            description="Share of sentences translated word for word.",
            examples=_of("results", "by_length", 0, "exact_match"),
        ),
    ]
    chrf: Annotated[
        float,
        Field(
            description="chrF, 0 to 100.",
            examples=_of("results", "by_length", 0, "chrf"),
        ),
    ]


class CardResults(AnswerModel):
    """Say what a model can do on sentences it never saw."""

    test: Annotated[
        CardResult,
        Field(description="On the test.", examples=_of("results", "test")),
    ]
    combinations: Annotated[
        CardResult,
        Field(
            description="On words that never stood together in training.",
            examples=_of("results", "combinations"),
        ),
    ]
    by_length: Annotated[
        list[LengthResult],
        Field(
            description="On the test, by the length of the source.",
            examples=[first_of("ModelCard", "results", "by_length")],
        ),
    ]
