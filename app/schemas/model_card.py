"""Describe the card of a model that this project trained.

Lives here: what ``/models/{id}/card`` answers. Not here: what the model can do
(``card_results.py``) and writing the card (``model/training``).
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from app.schemas.card_results import CardResults
from app.schemas.fields import AnswerModel
from app.schemas.translated import example, first_of


def _of(*path: str | int) -> list[Any]:
    return [example("ModelCard", *path)]


class CardData(AnswerModel):
    """Count the sentences a model learned from and was tested on."""

    n_train: Annotated[
        int,
        Field(description="Pairs it learned from.", examples=_of("data", "n_train")),
    ]
    n_valid: Annotated[
        int,
        Field(
            description="Pairs that chose when to stop.",
            examples=_of("data", "n_valid"),
        ),
    ]
    n_test: Annotated[
        int,
        Field(description="Pairs of the test.", examples=_of("data", "n_test")),
    ]
    n_combinations: Annotated[
        int,
        Field(
            description="Pairs of the second test, made of words that never stood "
            "together in training.",
            examples=_of("data", "n_combinations"),
        ),
    ]
    vocabulary: Annotated[
        int,
        Field(
            description="Entries, of both languages.",
            examples=_of("data", "vocabulary"),
        ),
    ]


class CurvePoint(AnswerModel):
    """Be one point of the training curve."""

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
            description="On the sentences it learned from.",
            examples=_of("training", "curve", 0, "train_loss"),
        ),
    ]
    valid_loss: Annotated[
        float,
        Field(
            description="On held-out sentences.",
            examples=_of("training", "curve", 0, "valid_loss"),
        ),
    ]
    valid_exact: Annotated[
        float,
        Field(
            description="Share of held-out sentences translated exactly.",
            examples=_of("training", "curve", 0, "valid_exact"),
        ),
    ]


class CardTraining(AnswerModel):
    """Say how a model was trained."""

    steps: Annotated[
        int, Field(description="Updates.", examples=_of("training", "steps"))
    ]
    seconds: Annotated[
        float,
        Field(description="How long it took.", examples=_of("training", "seconds")),
    ]
    machine: Annotated[
        str, Field(description="On what.", examples=_of("training", "machine"))
    ]
    threads: Annotated[
        int,
        Field(description="On so many cores.", examples=_of("training", "threads")),
    ]
    batch_tokens: Annotated[
        int,
        Field(
            description="Tokens an update.", examples=_of("training", "batch_tokens")
        ),
    ]
    command: Annotated[
        str,
        Field(
            description="What trains it again, to the same weights.",
            examples=_of("training", "command"),
        ),
    ]
    is_finished: Annotated[
        bool,
        Field(
            description="Whether it went on to the last step.",
            examples=_of("training", "is_finished"),
        ),
    ]
    label_smoothing: Annotated[
        float,
        Field(
            description="How much of the target's probability is spread over all "
            "entries.",
            examples=_of("training", "label_smoothing"),
        ),
    ]
    optimizer: Annotated[
        str, Field(description="By which rule.", examples=_of("training", "optimizer"))
    ]
    curve: Annotated[
        list[CurvePoint],
        Field(
            description="In the order of the steps.",
            examples=[first_of("ModelCard", "training", "curve")],
        ),
    ]


class ModelCard(AnswerModel):
    """Say how a model was made, and how well it does."""

    id: Annotated[str, Field(description="The model's id.", examples=_of("id"))]
    title: Annotated[str, Field(description="For people.", examples=_of("title"))]
    made_by: Annotated[
        str, Field(description="Who trained it.", examples=_of("made_by"))
    ]
    seed: Annotated[
        int,
        Field(description="Draws sentences and first weights.", examples=_of("seed")),
    ]
    data: Annotated[
        CardData,
        Field(description="What it learned from.", examples=_of("data")),
    ]
    parameters: Annotated[
        int, Field(description="Numbers it has learned.", examples=_of("parameters"))
    ]
    sizes: Annotated[
        dict[str, int | float | str | None],
        Field(description="Its layers, heads and widths.", examples=_of("sizes")),
    ]
    training: Annotated[
        CardTraining,
        Field(
            description="How it was trained.",
            examples=[example("ModelCard", "training")],
        ),
    ]
    results: Annotated[
        CardResults,
        Field(
            description="What the weights that are served can do on sentences they "
            "never saw, translating greedily.",
            examples=_of("results"),
        ),
    ]
    weights_dtype: Annotated[
        str,
        Field(
            description="How the weights are kept; they are computed with in float32.",
            examples=_of("weights_dtype"),
        ),
    ]
    torch: Annotated[
        str,
        Field(description="The version of PyTorch.", examples=_of("torch")),
    ]
    date: Annotated[str, Field(description="When.", examples=_of("date"))]
