"""Make a lesson model: train it, test what is shipped, write it all down.

Lives here: one model from its recipe to its folder. Not here: the command
(``__main__.py``), each of the steps.
"""

import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import torch

from model.lesson_network import (
    LessonConfig,
    Network,
    architecture_of,
    read_network,
    sizes_of,
    write_network,
)
from model.training.card import Card, curve_of, results_of, write_card
from model.training.data import Data
from model.training.evaluation import evaluate
from model.training.learners import learner_of
from model.training.loop import (
    CurvePoint,
    Weights,
    initialise,
    seed_everything,
    train,
)
from model.training.recipes import Recipe
from model.training.vocabulary import save_tokenizer

MADE_BY = "Headlight, python -m model.training"
WEIGHTS_DTYPE = "float16"
SECONDS_A_MINUTE = 60


@dataclass(frozen=True, slots=True)
class Order:
    """What was asked for.

    Attributes:
        minutes_between: how often the model is written while it is trained, so
            that one stopped early leaves its last state; None for the end only.
    """

    n_steps: int
    seed: int
    threads: int
    folder: Path
    minutes_between: float | None = None


class Making:
    """One model in the making."""

    def __init__(self, recipe: Recipe, data: Data, order: Order) -> None:
        self.recipe = recipe
        self.data = data
        self.order = order
        self.folder = order.folder / recipe.id
        self._started = self._written = time.monotonic()

    def run(self) -> Card:
        """Train, write, test and write the card."""
        seed_everything(self.order.seed, self.order.threads)
        network = self.recipe.build(len(self.data.words))
        initialise(network)
        trained = train(
            network,
            self.recipe,
            self.data.train,
            self.data.valid,
            n_steps=self.order.n_steps,
            seed=self.order.seed,
            on_point=self._now_and_then,
        )
        return self._write(network, trained.weights, trained.curve)

    def _now_and_then(self, network: Network, curve: tuple[CurvePoint, ...]) -> None:
        minutes = self.order.minutes_between
        since = (time.monotonic() - self._written) / SECONDS_A_MINUTE
        if minutes is None or since < minutes or curve[-1].step == self.order.n_steps:
            return
        self._write(network, dict(network.state_dict()), curve)
        self._written = time.monotonic()

    def _write(
        self, network: Network, weights: Weights, curve: tuple[CurvePoint, ...]
    ) -> Card:
        seconds = time.monotonic() - self._started
        config = LessonConfig(
            id=self.recipe.id,
            architecture=architecture_of(network),
            sizes=sizes_of(network),
            names=self.data.names,
        )
        write_network(self.folder, config, weights)
        save_tokenizer(self.data.tokenizer, self.folder)
        # What is tested is what lies in the folder, rounded to float16.
        shipped, _ = read_network(self.folder)
        card = self._card(shipped, curve, seconds)
        write_card(self.folder, card)
        return card

    def _card(
        self, network: Network, curve: tuple[CurvePoint, ...], seconds: float
    ) -> Card:
        learner, data, order = learner_of(network), self.data, self.order
        test = evaluate(learner, data.test, data.words)
        combinations = evaluate(learner, data.combinations, data.words)
        return {
            "id": self.recipe.id,
            "title": self.recipe.title,
            "made_by": MADE_BY,
            "seed": order.seed,
            "data": data.sizes(),
            "parameters": sum(each.numel() for each in network.parameters()),
            "sizes": sizes_of(network),
            "training": {
                "command": command(self.recipe, order),
                "steps": curve[-1].step,
                "is_finished": curve[-1].step == order.n_steps,
                "seconds": round(seconds),
                "threads": order.threads,
                "machine": "CPU, shared with other programs",
                "batch_tokens": self.recipe.batch_tokens,
                "label_smoothing": self.recipe.label_smoothing,
                "optimizer": self.recipe.optimizer_name,
                "curve": curve_of(curve),
            },
            "results": results_of(test, combinations),
            "weights_dtype": WEIGHTS_DTYPE,
            "torch": torch.__version__,
            "date": datetime.now(tz=UTC).date().isoformat(),
        }


def command(recipe: Recipe, order: Order) -> str:
    """Return the command that makes the same weights again."""
    return (
        f"python -m model.training {recipe.id} --steps {order.n_steps} "
        f"--seed {order.seed} --threads {order.threads}"
    )
