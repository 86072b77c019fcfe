"""Say what a small fine-tuning learns from, and what it tells on the way.

Lives here: sentences of two classes, which of them are left out for the test,
and the records of a run, all without PyTorch. Not here: the training
(``fine_tuning.py``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from model.description import ModelDescription
from model.errors import NumberOutOfRange, TextError, UnsupportedByModel

Method = Literal["head", "lora"]

N_CLASSES = 2
# Of each class one sentence in so many is left out for the test.
LEFT_OUT_EVERY = 4
FEWEST_OF_A_CLASS = 2
MOST_TOKENS = 64
DEFAULT_RANK = 4
LEARNING_RATES: Mapping[Method, float] = MappingProxyType({"head": 0.01, "lora": 0.002})


@dataclass(frozen=True, slots=True)
class LabelledText:
    """A sentence, and the number of the class it belongs to."""

    text: str
    label: int


@dataclass(frozen=True, slots=True)
class TuningRecipe:
    """What to train, from what, and for how long.

    Attributes:
        classes: their names, in the order of the labels.
        method: ``head`` trains what reads the last states, ``lora`` also
            low-rank updates of the attention.
        rank: of the updates; means nothing to a head.
        learning_rate: None for what suits the method.
        seed: decides the updates' first numbers and the order of the sentences;
            the same recipe gives the same result.
    """

    classes: tuple[str, str]
    sentences: tuple[LabelledText, ...]
    method: Method = "lora"
    rank: int = DEFAULT_RANK
    steps: int = 60
    learning_rate: float | None = None
    seed: int = 0

    @property
    def chosen_rate(self) -> float:
        """The learning rate, the method's own where none is given."""
        return self.learning_rate or LEARNING_RATES[self.method]


@dataclass(frozen=True, slots=True)
class Split:
    """Which sentences are learned from, and which only tested."""

    train: tuple[int, ...]
    test: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TuningStart:
    """What a run will train.

    Attributes:
        n_matrices: how many have a low-rank update; ``targets`` names them
            within a layer.
        n_base_parameters: those of the model, none of which changes.
        train, test: the sentences that are learned from and left out.
    """

    targets: tuple[str, ...]
    n_matrices: int
    n_lora_parameters: int
    n_head_parameters: int
    n_base_parameters: int
    train: tuple[int, ...]
    test: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TuningStep:
    """One step.

    Attributes:
        step: from 1.
        loss: mean cross-entropy of the sentences of this step before they were
            learned from, in nats; ``train_accuracy`` is theirs, too.
        test_loss, test_accuracy: of the sentences left out, after this step;
            None where they were not tested.

    Units: milliseconds of the step alone.
    """

    step: int
    loss: float
    train_accuracy: float
    milliseconds: float
    test_loss: float | None = None
    test_accuracy: float | None = None


@dataclass(frozen=True, slots=True)
class Scores:
    """How well sentences are told apart, those learned from and those left out."""

    train_loss: float
    train_accuracy: float
    test_loss: float
    test_accuracy: float


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A sentence left out: which, what it was taken for, and how surely."""

    number: int
    predicted: int
    probability: float


def check_tunable(description: ModelDescription) -> None:
    """Let encoders pass.

    Raises: UnsupportedByModel for every other model.
    """
    if description.family != "encoder":
        raise UnsupportedByModel(
            f"{description.id} is no encoder: only a model that reads a text from "
            "both sides is fine-tuned here.",
            hint="Choose an encoder, such as minilm.",
        )


def split_classes(labels: Sequence[int]) -> Split:
    """Leave every fourth sentence of each class out, and at least one.

    Raises: NumberOutOfRange for a class of fewer than two sentences.
    """
    test: list[int] = []
    for label in range(N_CLASSES):
        own = [number for number, each in enumerate(labels) if each == label]
        if len(own) < FEWEST_OF_A_CLASS:
            raise NumberOutOfRange(
                f"Class {label} has {len(own)} sentences; at least "
                f"{FEWEST_OF_A_CLASS} are needed: one to learn from, one to test.",
                hint="Give more sentences of that class.",
                limit=FEWEST_OF_A_CLASS,
                actual=len(own),
            )
        test += own[LEFT_OUT_EVERY - 1 :: LEFT_OUT_EVERY] or own[-1:]
    train = (number for number in range(len(labels)) if number not in test)
    return Split(tuple(train), tuple(sorted(test)))


def refuse_repeats(all_ids: Sequence[Sequence[int]]) -> None:
    """Refuse sentences that are the same to the model.

    One of them might be learned from and the other one left out, and then the
    test would be of what is known by heart.

    Raises: TextError naming both.
    """
    seen: dict[tuple[int, ...], int] = {}
    for number, ids in enumerate(all_ids):
        first = seen.setdefault(tuple(ids), number)
        if first != number:
            raise TextError(
                f"sentences[{number}] is the same to the model as sentences[{first}].",
                hint="Give each sentence once: a sentence left out for the test must "
                "not be one that was learned from.",
            )
