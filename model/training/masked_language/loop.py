"""Train: the steps, and what is measured on the way.

Lives here: gradient descent. Not here: what learns (``learner.py``), what is
measured (``evaluation.py``).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn
from torch.optim.lr_scheduler import OneCycleLR
from tqdm import tqdm

from model.training.masked_language.batches import Batch, Vocabulary, batch_of
from model.training.masked_language.evaluation import evaluate
from model.training.masked_language.examples import Maker
from model.training.masked_language.learner import Learner, loss_of
from model.training.masked_language.rounds import Round, Source

WEIGHT_DECAY = 0.01
WARM_UP_SHARE = 0.1
LONGEST_GRADIENT = 1.0
POINTS_OF_CURVE = 16


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """What was measured after a step, on the validation texts.

    Units: losses in nats a word; shares from 0 to 1.
    """

    step: int
    train_loss: float
    valid_loss: float
    valid_top_1: float
    valid_top_5: float
    valid_next_sentence: float


OnPoint = Callable[[tuple[CurvePoint, ...]], None]


def train(
    learner: Learner,
    maker: Maker,
    vocabulary: Vocabulary,
    valid: list[tuple[Source, Batch]],
    *,
    plan: Round,
    seed: int,
    on_point: OnPoint,
) -> tuple[CurvePoint, ...]:
    """Take a round's steps; ``on_point`` is told of each point of the curve.

    The rate rises and falls once (Smith and Topin 2018).
    """
    optimizer = torch.optim.AdamW(
        learner.trained(), betas=(0.9, 0.98), weight_decay=WEIGHT_DECAY, fused=True
    )
    n_steps = plan.n_steps
    rate = OneCycleLR(
        optimizer, plan.highest_rate, total_steps=n_steps, pct_start=WARM_UP_SHARE
    )
    generator = np.random.default_rng(seed)
    every = max(1, n_steps // POINTS_OF_CURVE)
    curve: list[CurvePoint] = []
    since: list[float] = []
    steps = tqdm(range(1, n_steps + 1), desc="minilm", unit="step", mininterval=5.0)
    for step in steps:
        batch = batch_of(maker.batch(), vocabulary, generator)
        loss = loss_of(learner(batch), batch, plan.next_weight)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(learner.trained(), LONGEST_GRADIENT)
        optimizer.step()
        rate.step()
        since.append(loss.item())
        if step % every == 0 or step == n_steps:
            curve.append(_measure(learner, valid, step, since))
            steps.set_postfix(loss=f"{curve[-1].valid_loss:.3f}")
            since = []
            on_point(tuple(curve))
    return tuple(curve)


def _measure(
    learner: Learner,
    valid: list[tuple[Source, Batch]],
    step: int,
    losses: list[float],
) -> CurvePoint:
    scores = evaluate(learner, valid)
    words = scores.words
    return CurvePoint(
        step=step,
        train_loss=sum(losses) / len(losses),
        valid_loss=words.loss / words.n,
        valid_top_1=words.top_1 / words.n,
        valid_top_5=words.top_5 / words.n,
        valid_next_sentence=scores.pairs_right / max(1, scores.n_pairs),
    )
