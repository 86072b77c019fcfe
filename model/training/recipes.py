"""Say how each lesson model is built and trained.

Lives here: sizes, steps, schedules, one recipe a model. Not here: the loop that
follows them (``loop.py``).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import torch
from torch import nn

from model.lesson_network import Network
from model.recurrent import RecurrentConfig, RecurrentTranslator
from model.recurrent_decoders import Score
from model.training.schedules import Schedule, inverse_square_root, straight_down
from model.transformer import Transformer, TransformerConfig

DEFAULT_SEED = 2017


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a model is built and trained.

    Attributes:
        batch_tokens: the most tokens of a batch, source and target together,
            padding counted.
        schedule: makes the learning rates from the number of steps.
        longest_gradient: gradients longer than this are shortened to it.
        n_averaged: how many states of the last ``averaged_share`` of the steps
            the weights are the mean of.
    """

    id: str
    title: str
    build: Callable[[int], Network]
    n_steps: int
    schedule: Callable[[int], Schedule]
    optimizer_name: str
    betas: tuple[float, float]
    epsilon: float
    batch_tokens: int = 1600
    label_smoothing: float = 0.1
    longest_gradient: float = 1.0
    n_averaged: int = 10
    averaged_share: float = 0.1

    def optimizer(self, parameters: Iterable[nn.Parameter]) -> torch.optim.Optimizer:
        """Return the optimizer; the loop sets its rate before each step."""
        return torch.optim.Adam(
            parameters, lr=0.0, betas=self.betas, eps=self.epsilon, fused=True
        )

    def averaged_steps(self, n_steps: int) -> frozenset[int]:
        """Return the steps after which the weights count in the mean."""
        first = n_steps - round(self.averaged_share * n_steps)
        every = max(1, (n_steps - first) // self.n_averaged)
        return frozenset(range(n_steps, max(first, 0), -every))


D_MODEL = 128


def _transformer(vocab_size: int) -> Network:
    return Transformer(
        TransformerConfig(
            vocab_size=vocab_size, d_model=D_MODEL, n_heads=4, n_layers=3, d_ff=512
        )
    )


def _recurrent(model_id: str, title: str, attention: Score | None) -> Recipe:
    def build(vocab_size: int) -> Network:
        return RecurrentTranslator(RecurrentConfig(vocab_size, attention))

    return Recipe(
        id=model_id,
        title=title,
        build=build,
        n_steps=4500,
        schedule=lambda n_steps: straight_down(
            3e-3, warm_up=min(300, max(1, n_steps // 10)), n_steps=n_steps
        ),
        optimizer_name="Adam, up to 0.003 in a straight line and down to 0 in one",
        betas=(0.9, 0.98),
        epsilon=1e-9,
        # The rate ends at 0: the last weights are the mean already.
        n_averaged=1,
        averaged_share=0.0,
    )


RECIPES = {
    recipe.id: recipe
    for recipe in (
        Recipe(
            id="lesson-translator",
            title="The transformer of 2017, English to French",
            build=_transformer,
            n_steps=9000,
            schedule=lambda n_steps: inverse_square_root(
                D_MODEL, warm_up=min(1500, max(1, n_steps // 4))
            ),
            optimizer_name="Adam, warm-up, then inverse square root (2017)",
            betas=(0.9, 0.98),
            epsilon=1e-9,
        ),
        _recurrent("lesson-bahdanau", "Recurrent, with additive attention", "additive"),
        _recurrent(
            "lesson-luong", "Recurrent, with multiplicative attention", "multiplicative"
        ),
        _recurrent("lesson-bottleneck", "Recurrent, one vector, no attention", None),
    )
}
