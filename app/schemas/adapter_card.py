"""Describe the card of an adapter that this project trained.

Lives here: what ``/models/{id}/adapters/{adapter}/card`` answers. Not here: what
the adapter can do (``adapter_results.py``) and writing the card
(``model/training``).
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from app.schemas.adapted import adapted_example
from app.schemas.adapter_results import AdapterResults
from app.schemas.fields import AnswerModel


def _of(*path: str | int) -> list[Any]:
    return [adapted_example("AdapterCard", *path)]


class AdapterData(AnswerModel):
    """Say which texts an adapter learned from."""

    sources: Annotated[
        dict[str, str],
        Field(
            description="The packages that the texts come from.",
            examples=_of("data", "sources"),
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


class AdapterCurvePoint(AnswerModel):
    """Be one point of the training curve, measured on held-out texts."""

    step: Annotated[
        int,
        Field(
            description="Updates so far.",
            examples=_of("training", "curve", 0, "step"),
        ),
    ]
    train_loss: Annotated[
        float,
        Field(
            description="On what it learns from, in nats a word.",
            examples=_of("training", "curve", 0, "train_loss"),
        ),
    ]
    valid_loss: Annotated[
        float,
        Field(
            description="On held-out texts, in nats a word.",
            examples=_of("training", "curve", 0, "valid_loss"),
        ),
    ]
    valid_top_1: Annotated[
        float,
        Field(
            description="Share of hidden words that are its first guess.",
            examples=_of("training", "curve", 0, "valid_top_1"),
        ),
    ]
    valid_top_5: Annotated[
        float,
        Field(
            description="Share of hidden words among its first five.",
            examples=_of("training", "curve", 0, "valid_top_5"),
        ),
    ]
    valid_next_sentence: Annotated[
        float,
        Field(
            description="Share of pairs of which it says rightly whether the second "
            "follows.",
            examples=_of("training", "curve", 0, "valid_next_sentence"),
        ),
    ]


class AdapterTraining(AnswerModel):
    """Say how an adapter was trained."""

    command: Annotated[
        str,
        Field(description="What trains it again.", examples=_of("training", "command")),
    ]
    steps: Annotated[
        int, Field(description="Updates.", examples=_of("training", "steps"))
    ]
    is_finished: Annotated[
        bool,
        Field(
            description="Whether it went on to the last step.",
            examples=_of("training", "is_finished"),
        ),
    ]
    seconds: Annotated[
        float,
        Field(description="How long it took.", examples=_of("training", "seconds")),
    ]
    threads: Annotated[
        int,
        Field(description="On so many cores.", examples=_of("training", "threads")),
    ]
    batch: Annotated[
        int,
        Field(description="Sequences an update.", examples=_of("training", "batch")),
    ]
    length: Annotated[
        int,
        Field(
            description="Tokens of a sequence, at most.",
            examples=_of("training", "length"),
        ),
    ]
    curve: Annotated[
        list[AdapterCurvePoint],
        Field(
            description="In the order of the steps.",
            examples=_of("training", "curve"),
        ),
    ]


class AdapterCard(AnswerModel):
    """Say how an adapter was made, and how well it does."""

    id: Annotated[str, Field(description="The adapter's id.", examples=_of("id"))]
    base: Annotated[
        str, Field(description="The model that it changes.", examples=_of("base"))
    ]
    rank: Annotated[
        int, Field(description="Rows of A and columns of B.", examples=_of("rank"))
    ]
    alpha: Annotated[
        float,
        Field(description="B A is multiplied by alpha / rank.", examples=_of("alpha")),
    ]
    seed: Annotated[
        int,
        Field(description="Draws texts and first numbers.", examples=_of("seed")),
    ]
    data: Annotated[
        AdapterData,
        Field(description="What it learned from.", examples=_of("data")),
    ]
    training: Annotated[
        AdapterTraining,
        Field(description="How it was trained.", examples=_of("training")),
    ]
    results: Annotated[
        AdapterResults,
        Field(
            description="What it can do on texts it never saw.",
            examples=_of("results"),
        ),
    ]
    weights_dtype: Annotated[
        str,
        Field(
            description="How its numbers are kept; they are computed with in float32.",
            examples=_of("weights_dtype"),
        ),
    ]
    torch: Annotated[
        str, Field(description="The version of PyTorch.", examples=_of("torch"))
    ]
    date: Annotated[str, Field(description="When.", examples=_of("date"))]
