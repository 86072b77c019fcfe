"""Models that hand their weights out whole: what is kept of them."""

from types import SimpleNamespace

import torch
from torch import nn

from model.eager import capture_weights


class FillsItsBlock(nn.Module):
    """Work on blocks of 8 tokens, as BigBird does, and return whole blocks."""

    def forward(self, input_ids, output_attentions):
        assert output_attentions
        n = input_ids.shape[1]
        weights = torch.zeros(1, 2, 8, 8)
        weights[..., :n, :n] = 1 / n
        weights[..., n:, 0] = 1.0
        return SimpleNamespace(attentions=(weights,))


def test_what_fills_the_last_block_is_left_out():
    capture, _ = capture_weights(
        FillsItsBlock(), {"input_ids": torch.ones(1, 5)}, is_causal=False
    )

    (layer,) = capture.layers
    assert layer.n_heads == 2
    weights = layer.weights([0, 1], slice(0, 5))
    assert weights.shape == (2, 5, 5)
    assert torch.allclose(weights, torch.full((2, 5, 5), 0.2))
