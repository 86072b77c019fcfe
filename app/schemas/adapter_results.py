"""Describe what an adapter can do on texts it never saw.

Lives here: the ``results`` of an adapter's card. Not here: the rest of the card
(``adapter_card.py``).
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from app.schemas.adapted import adapted_example
from app.schemas.fields import AnswerModel


def _of(*path: str | int) -> list[Any]:
    return [adapted_example("AdapterCard", "results", *path)]


class WordScore(AnswerModel):
    """Score predictions of hidden words."""

    n: Annotated[
        int, Field(description="Hidden words.", examples=_of("untrained", "words", "n"))
    ]
    loss: Annotated[
        float,
        Field(
            description="In nats a word: the mean of minus the log probability of the "
            "true word.",
            examples=_of("untrained", "words", "loss"),
        ),
    ]
    top_1: Annotated[
        float,
        Field(
            description="Share of them that are the first guess.",
            examples=_of("untrained", "words", "top_1"),
        ),
    ]
    top_5: Annotated[
        float,
        Field(
            description="Share of them among the first five.",
            examples=_of("untrained", "words", "top_5"),
        ),
    ]


class PairScore(AnswerModel):
    """Score what is said of pairs of segments."""

    n: Annotated[
        int,
        Field(
            description="Pairs, half of which follow each other.",
            examples=_of("untrained", "next_sentence", "n"),
        ),
    ]
    accuracy: Annotated[
        float,
        Field(
            description="Share of them that are told rightly; 0.5 by chance.",
            examples=_of("untrained", "next_sentence", "accuracy"),
        ),
    ]
    loss: Annotated[
        float,
        Field(
            description="In nats a pair: the mean of minus the log probability of the "
            "true answer.",
            examples=_of("untrained", "next_sentence", "loss"),
        ),
    ]


class AdapterScores(AnswerModel):
    """Score one way to predict, on texts that nothing was learned from."""

    words: Annotated[
        WordScore,
        Field(description="All hidden words.", examples=_of("untrained", "words")),
    ]
    by_source: Annotated[
        dict[str, WordScore],
        Field(
            description="The same, by where the text comes from.",
            examples=_of("untrained", "by_source"),
        ),
    ]
    next_sentence: Annotated[
        PairScore | None,
        Field(
            description="Absent where nothing is said of pairs.",
            examples=_of("untrained", "next_sentence"),
        ),
    ] = None


class EverydayWord(AnswerModel):
    """Be a word that the adapter says, and how likely it finds it."""

    text: Annotated[
        str,
        Field(description="The word.", examples=_of("everyday", 0, "words", 0, "text")),
    ]
    probability: Annotated[
        float,
        Field(
            description="Of the whole vocabulary.",
            examples=_of("everyday", 0, "words", 0, "probability"),
        ),
    ]


class EverydaySentence(AnswerModel):
    """Show what the adapter says in one sentence, good or bad."""

    text: Annotated[
        str,
        Field(description="With its mask.", examples=_of("everyday", 0, "text")),
    ]
    accepted: Annotated[
        list[str],
        Field(
            description="Words that a person would take, written down beforehand.",
            examples=_of("everyday", 0, "accepted"),
        ),
    ]
    words: Annotated[
        list[EverydayWord],
        Field(
            description="The likeliest words, first the likeliest.",
            examples=_of("everyday", 0, "words"),
        ),
    ]


class AdapterResults(AnswerModel):
    """Say what an adapter can do on texts it never saw."""

    untrained: Annotated[
        AdapterScores,
        Field(
            description="The same heads before any training.",
            examples=_of("untrained"),
        ),
    ]
    most_frequent: Annotated[
        AdapterScores,
        Field(
            description="Always saying how often each word stood in training.",
            examples=_of("most_frequent"),
        ),
    ]
    trained: Annotated[
        AdapterScores | None,
        Field(
            description="What is served; absent while it is being trained.",
            examples=_of("trained"),
        ),
    ] = None
    everyday: Annotated[
        list[EverydaySentence] | None,
        Field(
            description="Sentences that were chosen beforehand, all of them; absent "
            "while it is being trained.",
            examples=_of("everyday"),
        ),
    ] = None
