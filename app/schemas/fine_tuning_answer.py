"""Say what ``/fine-tunings`` answers.

Lives here: the document, whose fields the events of a stream carry, too. Not
here: the request (``fine_tunings.py``).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from app.schemas.fields import AnswerModel
from app.schemas.forwards import MODEL_USED
from app.schemas.tuned import tuned_example


def _field(description: str, *path: str | int) -> Any:
    """Describe a field, with what it really was as its example."""
    return Field(description=description, examples=[tuned_example("FineTuning", *path)])


class TuningScores(AnswerModel):
    """Say how well the sentences are told apart."""

    train_loss: Annotated[
        float,
        _field(
            "Mean cross-entropy of the sentences learned from, in nats.",
            "after",
            "train_loss",
        ),
    ]
    train_accuracy: Annotated[
        float, _field("Share of them that is right.", "after", "train_accuracy")
    ]
    test_loss: Annotated[
        float, _field("The same of the sentences left out.", "after", "test_loss")
    ]
    test_accuracy: Annotated[
        float,
        _field(
            "Share of those left out that is right; of two equal probabilities the "
            "first class is taken.",
            "after",
            "test_accuracy",
        ),
    ]


class TuningStep(AnswerModel):
    """Be one step of a fine-tuning."""

    step: Annotated[int, _field("From 1.", "curve", 0, "step")]
    loss: Annotated[
        float,
        _field(
            "Mean cross-entropy of the sentences of this step, in nats, before they "
            "were learned from.",
            "curve",
            0,
            "loss",
        ),
    ]
    train_accuracy: Annotated[
        float, _field("Share of them that was right.", "curve", 0, "train_accuracy")
    ]
    milliseconds: Annotated[
        float, _field("How long the step took.", "curve", 0, "milliseconds")
    ]
    test_loss: Annotated[
        float | None,
        _field(
            "Of the sentences left out, after this step: every tenth, and the last; "
            "null otherwise.",
            "curve",
            -1,
            "test_loss",
        ),
    ]
    test_accuracy: Annotated[
        float | None,
        _field("Share of them that is right.", "curve", -1, "test_accuracy"),
    ]


class LeftOutSentence(AnswerModel):
    """Be one sentence that was left out, and what it was taken for."""

    sentence: Annotated[
        int, _field("Its place in the request.", "left_out", 0, "sentence")
    ]
    text: Annotated[str, _field("As it was sent.", "left_out", 0, "text")]
    label: Annotated[int, _field("Its own class.", "left_out", 0, "label")]
    predicted: Annotated[
        int, _field("The class it was taken for.", "left_out", 0, "predicted")
    ]
    probability: Annotated[
        float, _field("Of that class.", "left_out", 0, "probability")
    ]


class FineTuning(AnswerModel):
    """Say what was trained, how it went, and under which id it is kept."""

    model: Annotated[str, MODEL_USED]
    method: Annotated[Literal["head", "lora"], _field("As asked.", "method")]
    classes: Annotated[list[str], _field("As asked.", "classes")]
    rank: Annotated[int | None, _field("Of the updates; null for a head.", "rank")]
    steps: Annotated[int, _field("As asked.", "steps")]
    learning_rate: Annotated[
        float, _field("As asked, or the method's own.", "learning_rate")
    ]
    seed: Annotated[int, _field("As asked.", "seed")]
    targets: Annotated[
        list[str],
        _field("Which matrices of a layer have updates; none for a head.", "targets"),
    ]
    n_matrices: Annotated[int, _field("How many in all layers.", "n_matrices")]
    n_lora_parameters: Annotated[
        int, _field("Numbers trained in the updates.", "n_lora_parameters")
    ]
    n_head_parameters: Annotated[
        int, _field("Numbers trained in the head.", "n_head_parameters")
    ]
    n_trained_parameters: Annotated[
        int, _field("Both together.", "n_trained_parameters")
    ]
    n_base_parameters: Annotated[
        int, _field("Numbers of the model, none of which moved.", "n_base_parameters")
    ]
    n_train: Annotated[int, _field("Sentences learned from.", "n_train")]
    n_test: Annotated[int, _field("Sentences left out for the test.", "n_test")]
    left_out_sentences: Annotated[
        list[int],
        _field("Their places in the request, from 0.", "left_out_sentences"),
    ]
    id: Annotated[
        str,
        _field(
            "What to send as `adapter`, with this model. A head alone changes no "
            "attention.",
            "id",
        ),
    ]
    expires_in_seconds: Annotated[
        float,
        _field(
            "How long it is kept; sooner it goes only for newer ones.",
            "expires_in_seconds",
        ),
    ]
    before: Annotated[TuningScores, _field("Before the first step.", "before")]
    after: Annotated[TuningScores, _field("After the last.", "after")]
    left_out: Annotated[
        list[LeftOutSentence],
        _field("The sentences left out, as tested at the end.", "left_out"),
    ]
    curve: Annotated[list[TuningStep], _field("Every step, in order.", "curve")]
