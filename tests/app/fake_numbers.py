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
    return softmax(fake_scores(ids, layer, head, is_causal=is_causal))


def fake_cross_scores(
    query_ids: tuple[int, ...], key_ids: tuple[int, ...], layer: int, head: int
) -> NDArray[np.float32]:
    """Give the scores of one head from a target to its source."""
    q, k = np.array(query_ids, np.float64), np.array(key_ids, np.float64)
    waves = np.cos(q[:, None] * (layer + 1) * 0.02 + k[None, :] * (head + 1) * 0.05)
    return (3 * waves).astype(np.float32)


def softmax(scores: NDArray[np.float32]) -> NDArray[np.float64]:
    """Give the weights of scores, in float64."""
    powers = np.exp(scores.astype(np.float64) - scores.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))


VOCABULARY = 40


def never() -> bool:
    """Say that somebody still waits."""
    return False


def fake_logits(ids: tuple[int, ...]) -> NDArray[np.float32]:
    """Give the logits of the next token, over a vocabulary of forty."""
    return (5 * np.sin(np.arange(VOCABULARY) * (1 + ids[-1] % 7))).astype(np.float32)


def fake_word_logits(position: int, strength: float) -> NDArray[np.float32]:
    """Give the logits of the word at a mask, for an adapter of this strength."""
    waves = np.sin(np.arange(VOCABULARY) * (1 + position) * 0.7)
    return np.asarray((3 + strength) * waves, np.float32)


def fake_states(ids: tuple[int, ...], n_layers: int) -> NDArray[np.float64]:
    """Give states that neighbours change with depth: (layer, position, feature)."""
    features = np.arange(1, 5)
    layers = [np.cos(np.array(ids, np.float64)[:, None] * features)]
    for _ in range(n_layers):
        layers.append(layers[-1] + 0.25 * np.roll(layers[-1], 1, axis=0))
    return np.stack(layers)


@dataclass
class FakeLayer:
    """One layer of a capture, for the real reader.

    ``other`` replaces the mask of the scores: True where a query may look.
    """

    all_scores: torch.Tensor
    is_causal: bool
    other: torch.Tensor | None = None

    @property
    def n_heads(self) -> int:
        return self.all_scores.shape[0]

    @property
    def device(self) -> torch.device:
        return self.all_scores.device

    def scores(self, heads: Sequence[int], rows: slice) -> torch.Tensor:
        return self.all_scores[list(heads)][:, rows]

    def weights(self, heads: Sequence[int], rows: slice) -> torch.Tensor:
        return self.scores(heads, rows).softmax(dim=-1).nan_to_num(0.0)

    def allowed(self, rows: slice) -> torch.Tensor | None:
        if self.other is not None:
            return self.other[rows]
        return self.all_scores[0, rows].isfinite() if self.is_causal else None

    def mask_identity(self) -> object:
        return self.is_causal

    def tensors(self) -> Iterator[torch.Tensor]:
        yield self.all_scores
