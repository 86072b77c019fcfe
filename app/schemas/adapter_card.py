"""Describe the card of an adapter that this project trained.

Lives here: what ``/models/{id}/adapters/{adapter}/card`` answers. Not here: what
it learned from (``adapter_data.py``) and can do (``adapter_results.py``), and writing
the card (``model/training``).
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from app.schemas.adapted import adapted_example
from app.schemas.adapter_data import AdapterData
from app.schemas.adapter_results import AdapterResults
from app.schemas.fields import AnswerModel


def _of(*path: str | int) -> list[Any]:
    return [adapted_example("AdapterCard", *path)]


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


class TrainingRound(AnswerModel):
    """Say how one round of a training went."""

    command: Annotated[
        str,
        Field(description="What trains it again.", examples=_of("training", "command")),
    ]
    seed: Annotated[
        int,
        Field(
            description="Draws texts and first numbers.",
            examples=_of("training", "seed"),
        ),
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
    machine: Annotated[
        str, Field(description="On what.", examples=_of("training", "machine"))
    ]
    rank: Annotated[
        int,
        Field(
            description="Of the updates in this round.",
            examples=_of("training", "rank"),
        ),
    ]
    next_weight: Annotated[
        float,
        Field(
            description="How much the next-sentence loss counts beside the words'.",
            examples=_of("training", "next_weight"),
        ),
    ]
    mix: Annotated[
        dict[str, int],
        Field(
            description="Sequences of each source in a batch.",
            examples=_of("training", "mix"),
        ),
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
    optimizer: Annotated[
        str, Field(description="By which rule.", examples=_of("training", "optimizer"))
    ]
    curve: Annotated[
        list[AdapterCurvePoint],
        Field(
            description="In the order of the steps.",
            examples=_of("training", "curve"),
        ),
    ]


class AdapterTraining(TrainingRound):
    """Say how an adapter was trained: the last round, and those before."""

    earlier: Annotated[
        list[TrainingRound],
        Field(
            description="The rounds whose weights this one went on from, oldest first.",
            examples=_of("training", "earlier"),
        ),
    ]


class AdapterParameters(AnswerModel):
    """Count what was trained, and what it was added to."""

    low_rank: Annotated[
        int,
        Field(
            description="In the matrices A and B.",
            examples=_of("parameters", "low_rank"),
        ),
    ]
    heads: Annotated[
        int,
        Field(description="In the heads.", examples=_of("parameters", "heads")),
    ]
    base: Annotated[
        int,
        Field(
            description="In the model, which stayed as it was.",
            examples=_of("parameters", "base"),
        ),
    ]


class AdapterCard(AnswerModel):
    """Say how an adapter was made, and how well it does."""

    id: Annotated[str, Field(description="The adapter's id.", examples=_of("id"))]
    title: Annotated[str, Field(description="For people.", examples=_of("title"))]
    made_by: Annotated[
        str, Field(description="Who trained it.", examples=_of("made_by"))
    ]
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
    parameters: Annotated[
        AdapterParameters,
        Field(description="Numbers, counted.", examples=_of("parameters")),
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
