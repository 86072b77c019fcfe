"""Describe the texts that an adapter learned from.

Lives here: the ``data`` of an adapter's card. Not here: the rest of the card
(``adapter_card.py``).
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from app.schemas.adapted import adapted_example
from app.schemas.fields import AnswerModel


def _of(*path: str | int) -> list[Any]:
    return [adapted_example("AdapterCard", *path)]


class KindOfStories(AnswerModel):
    """Say how one kind of stories was written."""

    n: Annotated[
        int,
        Field(
            description="Stories.",
            examples=_of("data", "stories", "kinds", 0, "n"),
        ),
    ]
    asked_things: Annotated[
        int,
        Field(
            description="Things each was asked to speak of; with none, the model went "
            "on from an opening alone.",
            examples=_of("data", "stories", "kinds", 0, "asked_things"),
        ),
    ]
    top_p: Annotated[
        float,
        Field(
            description="The share of the probability that was drawn from.",
            examples=_of("data", "stories", "kinds", 0, "top_p"),
        ),
    ]
    top_k: Annotated[
        int,
        Field(
            description="How many tokens were drawn from; 0 is all.",
            examples=_of("data", "stories", "kinds", 0, "top_k"),
        ),
    ]
    max_new_tokens: Annotated[
        int,
        Field(
            description="Tokens after the opening, at most.",
            examples=_of("data", "stories", "kinds", 0, "max_new_tokens"),
        ),
    ]


class WrittenStories(AnswerModel):
    """Say how the stories among the texts were written."""

    model: Annotated[
        str,
        Field(
            description="The model that wrote them.",
            examples=_of("data", "stories", "model"),
        ),
    ]
    n: Annotated[
        int, Field(description="Stories.", examples=_of("data", "stories", "n"))
    ]
    temperature: Annotated[
        float,
        Field(
            description="At which its tokens were drawn.",
            examples=_of("data", "stories", "temperature"),
        ),
    ]
    kinds: Annotated[
        list[KindOfStories],
        Field(
            description="The ways in which they were written.",
            examples=_of("data", "stories", "kinds"),
        ),
    ]


class AdapterData(AnswerModel):
    """Say which texts an adapter learned from."""

    packages: Annotated[
        dict[str, str],
        Field(
            description="The packages that texts come from, each with its version.",
            examples=_of("data", "packages"),
        ),
    ]
    first_year: Annotated[
        int,
        Field(
            description="The year of the first address.",
            examples=_of("data", "first_year"),
        ),
    ]
    stories: Annotated[
        WrittenStories,
        Field(
            description="The everyday stories, which a model wrote.",
            examples=_of("data", "stories"),
        ),
    ]
    mix: Annotated[
        dict[str, int],
        Field(
            description="Sequences of each source in a batch.",
            examples=_of("data", "mix"),
        ),
    ]
    tokens: Annotated[
        dict[str, dict[str, int]],
        Field(
            description="Tokens of each source, to learn from, to watch the training "
            "with and to test with.",
            examples=_of("data", "tokens"),
        ),
    ]
