"""Give scores to any ids, and show them to the real reader as a capture."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray


def fake_scores(
    ids: tuple[int, ...], layer: int, head: int, *, is_causal: bool
) -> NDArray[np.float32]:
    """Give the scores of one head before softmax: (query, key)."""
    x = np.array(ids, np.float64)
    waves = np.sin(x[:, None] * (layer + 1) * 0.01 + x[None, :] * (head + 1) * 0.03)
    scores = (3 * waves).astype(np.float32)
    if is_causal:
        scores[np.triu_indices(len(ids), 1)] = -np.inf
    return scores


def fake_weights(
    ids: tuple[int, ...], layer: int, head: int, *, is_causal: bool
) -> NDArray[np.float64]:
    """Give the softmax of ``fake_scores`` over keys, in float64."""
    scores = fake_scores(ids, layer, head, is_causal=is_causal).astype(np.float64)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))


@dataclass
class FakeLayer:
    """One layer of a capture, for the real reader."""

    all_scores: torch.Tensor
    is_causal: bool

    @property
    def n_heads(self) -> int:
        return self.all_scores.shape[0]

    @property
    def device(self) -> torch.device:
        return self.all_scores.device

    def scores(self, heads: Sequence[int], rows: slice) -> torch.Tensor:
        return self.all_scores[list(heads)][:, rows]

    def weights(self, heads: Sequence[int], rows: slice) -> torch.Tensor:
        return self.scores(heads, rows).softmax(dim=-1)

    def allowed(self, rows: slice) -> torch.Tensor | None:
        return self.all_scores[0, rows].isfinite() if self.is_causal else None

    def mask_identity(self) -> object:
        return self.is_causal

    def tensors(self) -> Iterator[torch.Tensor]:
        yield self.all_scores
