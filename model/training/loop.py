"""Train a network: the loop, its curve and its progress bar.

Lives here: steps of gradient descent, and what is measured on the way. Not
here: what is trained and how fast (``recipes.py``), the final evaluation
(``evaluation.py``).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

import torch
import torch.nn.functional as F  # noqa: N812, as everybody writes it
from torch import Tensor, nn
from tqdm import tqdm

from model.lesson_network import Network
from model.training.batches import Batch, Pair, batch_of, cut, endless
from model.training.greedy import translate_all
from model.training.learners import Learner, learner_of
from model.training.recipes import Recipe
from model.training.schedules import MeanWeights

POINTS_OF_CURVE = 40
VALIDATED = 500

Weights = dict[str, Tensor]


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """What was measured after a step.

    Attributes:
        train_loss: mean since the last point, smoothed labels, dropout.
        valid_loss: on held-out pairs, without either.
        valid_exact: the share of held-out sentences translated exactly.

    Units: losses in nats a token.
    """

    step: int
    train_loss: float
    valid_loss: float
    valid_exact: float


@dataclass(frozen=True, slots=True)
class Trained:
    """The weights at the end, and how it came to them."""

    weights: Weights
    curve: tuple[CurvePoint, ...]


OnPoint = Callable[[Network, tuple[CurvePoint, ...]], None]


def seed_everything(seed: int, threads: int) -> None:
    """Make training repeatable on a CPU: same seed and threads, same weights."""
    torch.set_num_threads(threads)
    torch.use_deterministic_algorithms(True)
    torch.manual_seed(seed)


def initialise(network: Network) -> None:
    """Draw the matrices anew: Glorot, as the 2017 reference code does.

    The embedding keeps its own scale, vectors of length 1.
    """
    for name, parameter in network.named_parameters():
        if parameter.dim() > 1 and name != "embedding.weight":
            nn.init.xavier_uniform_(parameter)
        elif name.endswith("bias"):
            nn.init.zeros_(parameter)


def train(
    network: Network,
    recipe: Recipe,
    pairs: Sequence[Pair],
    held_out: Sequence[Pair],
    *,
    n_steps: int,
    seed: int,
    on_point: OnPoint | None = None,
) -> Trained:
    """Follow a recipe for so many steps.

    ``on_point`` is called at each point of the curve with the weights of then.
    """
    learner = learner_of(network)
    optimizer = recipe.optimizer(network.parameters())
    rate = recipe.schedule(n_steps)
    batches = endless(pairs, recipe.batch_tokens, Random(seed))  # noqa: S311
    averaged, mean = recipe.averaged_steps(n_steps), MeanWeights()
    every = max(1, n_steps // POINTS_OF_CURVE)
    curve: list[CurvePoint] = []
    since: list[Tensor] = []
    network.train()
    steps = tqdm(range(1, n_steps + 1), desc=recipe.id, unit="step", mininterval=1.0)
    for step in steps:
        for group in optimizer.param_groups:
            group["lr"] = rate(step)
        since.append(_learn(learner, optimizer, next(batches), recipe))
        if step in averaged:
            mean.add(network.state_dict())
        if step % every == 0 or step == n_steps:
            loss = float(torch.stack(since).mean())
            curve.append(_measure(learner, step, loss, held_out[:VALIDATED]))
            steps.set_postfix(loss=f"{loss:.3f}", exact=f"{curve[-1].valid_exact:.3f}")
            since = []
            if on_point is not None:
                on_point(network, tuple(curve))
    weights = mean.mean if mean.n else dict(network.state_dict())
    return Trained(weights, tuple(curve))


def _learn(
    learner: Learner, optimizer: torch.optim.Optimizer, batch: Batch, recipe: Recipe
) -> Tensor:
    """Take one step down; return the loss before it."""
    loss = smoothed_loss(
        learner.logits(batch), batch.written[batch.is_target], recipe.label_smoothing
    )
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(learner.network.parameters(), recipe.longest_gradient)
    optimizer.step()
    return loss.detach()


def smoothed_loss(logits: Tensor, written: Tensor, smoothing: float) -> Tensor:
    """Return the mean cross entropy against labels that are not quite sure.

        label = (1 - smoothing) * one-hot + smoothing / vocab_size

    Units: nats a token.
    Source: Szegedy et al. 2016, section 7; Vaswani et al. 2017, section 5.4.
    """
    return F.cross_entropy(logits, written, label_smoothing=smoothing)


def _measure(
    learner: Learner, step: int, train_loss: float, held_out: Sequence[Pair]
) -> CurvePoint:
    # What is longer than every answer is wrong, whatever comes.
    longest = max(len(pair.target) for pair in held_out) + 1
    sources = [pair.source for pair in held_out]
    written = translate_all(learner, sources, max_length=longest)
    n_exact = sum(
        ids == pair.target for ids, pair in zip(written, held_out, strict=True)
    )
    return CurvePoint(
        step, train_loss, validation_loss(learner, held_out), n_exact / len(held_out)
    )


@torch.inference_mode()
def validation_loss(learner: Learner, pairs: Sequence[Pair]) -> float:
    """Return the mean cross entropy a token, without smoothing and dropout."""
    was_training = learner.network.training
    learner.network.eval()
    total, n_tokens = 0.0, 0
    for group in cut(sorted(pairs, key=lambda pair: pair.n_tokens), 5000):
        batch = batch_of(group)
        written = batch.written[batch.is_target]
        total += float(F.cross_entropy(learner.logits(batch), written, reduction="sum"))
        n_tokens += len(written)
    learner.network.train(was_training)
    return total / n_tokens
