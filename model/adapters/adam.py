"""Take the steps of gradient descent that transformers are trained with.

Lives here: Adam, written out. Importing PyTorch's own for the first time would
hold up everybody who waits for the models' thread by seconds.
"""

from collections.abc import Sequence

import torch
from torch import Tensor

_DECAY_OF_MEAN, _DECAY_OF_SQUARE = 0.9, 0.999
_EPSILON = 1e-8


class Adam:
    """Change parameters against their gradients, each at a pace of its own.

    Each parameter moves by about the learning rate where its gradients agree
    from step to step, and less where they don't: their running mean m is
    divided by the root of the running mean v of their squares.

    Source: Kingma and Ba 2015, algorithm 1.
    """

    def __init__(self, parameters: Sequence[Tensor], learning_rate: float) -> None:
        self._parameters = parameters
        self._learning_rate = learning_rate
        self._means = [torch.zeros_like(each) for each in parameters]
        self._squares = [torch.zeros_like(each) for each in parameters]
        self._n_steps = 0

    @torch.no_grad()
    def step(self, gradients: Sequence[Tensor]) -> None:
        """Change each parameter by its gradient, in place."""
        self._n_steps += 1
        # Both means start at zero and are too small at first, by these factors.
        of_mean = 1 - _DECAY_OF_MEAN**self._n_steps
        of_square = 1 - _DECAY_OF_SQUARE**self._n_steps
        all_four = zip(
            self._parameters, gradients, self._means, self._squares, strict=True
        )
        for parameter, gradient, mean, square in all_four:
            mean.lerp_(gradient, 1 - _DECAY_OF_MEAN)
            square.lerp_(gradient.square(), 1 - _DECAY_OF_SQUARE)
            pace = (square / of_square).sqrt() + _EPSILON
            parameter.sub_(self._learning_rate * (mean / of_mean) / pace)
