"""Say how fast to learn at each step, and average what was learned.

Lives here: the two schedules, and the mean of the weights at the end. Not here:
which model takes which (``recipes.py``).
"""

from collections.abc import Callable, Mapping

import torch
from torch import Tensor

Schedule = Callable[[int], float]
"""The learning rate of a step; steps count from 1."""


def inverse_square_root(d_model: int, warm_up: int, factor: float = 1.0) -> Schedule:
    """Rise in a straight line for ``warm_up`` steps, then fall slowly.

        rate = factor * d_model^-0.5 * min(step^-0.5, step * warm_up^-1.5)

    Source: Vaswani et al. 2017, equation 3, without the factor.
    """

    def rate(step: int) -> float:
        fall: float = min(step**-0.5, step * warm_up**-1.5)
        highest: float = factor * d_model**-0.5
        return highest * fall

    return rate


def straight_down(highest: float, warm_up: int, n_steps: int) -> Schedule:
    """Rise in a straight line to the highest rate, then fall in one to 0."""

    def rate(step: int) -> float:
        rise = step / warm_up
        fall = (n_steps + 1 - step) / max(1, n_steps + 1 - warm_up)
        return highest * max(0.0, min(rise, fall))

    return rate


class MeanWeights:
    """Keep the mean of the weights at several steps.

    Weights jump around the place they are drawn to; their mean lies nearer.

    Source: Vaswani et al. 2017, section 6.1, which averages checkpoints.
    """

    def __init__(self) -> None:
        self.n = 0
        self.mean: dict[str, Tensor] = {}

    @torch.no_grad()
    def add(self, weights: Mapping[str, Tensor]) -> None:
        """Count these weights in."""
        self.n += 1
        for name, each in weights.items():
            if self.n == 1:
                self.mean[name] = each.detach().clone()
            else:
                self.mean[name] += (each.detach() - self.mean[name]) / self.n
