"""Run the networks fast, for training and for greedy translation of many.

Lives here: one view of the transformer and of the recurrent models, by which
the same loop trains them and the same search evaluates them. Not here: the
networks themselves, which stay the only holders of parameters.

``transformer.py`` keeps and checks every step, which takes a third more time
than needed. ``FastTransformer`` computes the same from the same parameters with
PyTorch's fused functions; a test holds it to the same logits and gradients.
"""

from collections.abc import Iterator
from typing import Any, Protocol, runtime_checkable

import torch
import torch.nn.functional as F  # noqa: N812, as everybody writes it
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from model.lesson_network import MAX_LENGTH, Network
from model.masks import causal
from model.positions import sinusoidal
from model.recurrent import RecurrentTranslator
from model.training.batches import Batch
from model.transformer import Layer, MultiHeadAttention, Residual, Stack, Transformer

Stream = Float[Tensor, "pair position d_model"]
Memory = Float[Tensor, "pair memory_position d_model"]
Mask = Bool[Tensor, "#pair #head #query_position _"]
Logits = Float[Tensor, "row vocab_size"]


@runtime_checkable
class Learner(Protocol):
    """A network in training, or translating many sentences at once."""

    @property
    def network(self) -> nn.Module:
        """The only holder of parameters."""

    def logits(self, batch: Batch) -> Logits:
        """Predict each target token that isn't padding, in order."""

    def begin(
        self,
        source: Int[Tensor, "pair source_position"],
        is_source: Bool[Tensor, "pair source_position"],
    ) -> Any:
        """Read sources; what comes back is handed on to ``write``."""

    def write(
        self, memory: Any, read: Int[Tensor, "pair target_position"]
    ) -> tuple[Logits, Any]:
        """Predict the token after the last of ``read``, and the memory to go on."""

    def keep(self, memory: Any, rows: Int[Tensor, " row"]) -> Any:
        """Go on with these rows only."""


def learner_of(network: Network) -> Learner:
    """Return the fast view of a network."""
    if isinstance(network, Transformer):
        return FastTransformer(network)
    return RecurrentLearner(network)


class FastTransformer:
    """The forward of ``transformer.py``, post-norm, without its records."""

    def __init__(self, network: Transformer) -> None:
        if network.config.norm != "post" or network.config.has_final_norm:
            raise ValueError("Only the 2017 order of norms is trained here.")
        self.network = network
        places = sinusoidal(MAX_LENGTH + 1, network.config.d_model)
        self._places = places.to(network.embedding.weight)

    def logits(self, batch: Batch) -> Logits:
        """Predict each target token that isn't padding, in order."""
        memory, cross = self.begin(batch.source, batch.is_source)
        decoded = self._decode(memory, cross, batch.read)
        return decoded[batch.is_target] @ self.network.embedding.weight.T

    def begin(
        self,
        source: Int[Tensor, "pair source_position"],
        is_source: Bool[Tensor, "pair source_position"],
    ) -> tuple[Memory, Mask]:
        """Read sources: the encoder's output, and where it is no padding."""
        # (pair, key) -> (pair, head, query, key)
        mask = is_source[:, None, None]
        stream = self._embed(source)
        for layer in layers_of(self.network.encoder):
            stream = self._layer(layer, stream, mask)
        return stream, mask

    def write(
        self,
        memory: tuple[Memory, Mask],
        read: Int[Tensor, "pair target_position"],
    ) -> tuple[Logits, tuple[Memory, Mask]]:
        """Predict the token after the last, from the whole target anew."""
        last = self._decode(*memory, read)[:, -1]
        return last @ self.network.embedding.weight.T, memory

    def keep(
        self, memory: tuple[Tensor, Tensor], rows: Int[Tensor, " row"]
    ) -> tuple[Tensor, Tensor]:
        """Go on with these rows only."""
        return memory[0][rows], memory[1][rows]

    def _decode(
        self, memory: Memory, cross: Mask, read: Int[Tensor, "pair target_position"]
    ) -> Stream:
        # Padding stands at the end: no token ever looks so far ahead.
        n = read.shape[1]
        mask = causal(n, n)[None, None]
        stream = self._embed(read)
        for layer in layers_of(self.network.decoder):
            stream = self._layer(layer, stream, mask, memory, cross)
        return stream

    def _embed(self, ids: Int[Tensor, "pair position"]) -> Stream:
        vectors = self.network.embedding(ids) * self.network.config.d_model**0.5
        embedded: Tensor = self.network.dropout(vectors + self._places[: ids.shape[1]])
        return embedded

    def _layer(
        self,
        layer: Layer,
        stream: Stream,
        mask: Mask,
        memory: Memory | None = None,
        cross: Mask | None = None,
    ) -> Stream:
        found = attended(layer.self_attention, stream, stream, mask)
        stream = added(layer.around_self_attention, stream, found)
        if memory is not None and cross is not None:
            found = attended(layer.cross_attention, stream, memory, cross)
            stream = added(layer.around_cross_attention, stream, found)
        feed = layer.feed_forward
        found = feed.narrow(F.relu(feed.widen(stream)))
        return added(layer.around_feed_forward, stream, found)


def layers_of(stack: Stack) -> Iterator[Layer]:
    """Return the layers of a stack, of the type they are."""
    for layer in stack.layers:
        assert isinstance(layer, Layer)
        yield layer


def attended(
    attention: MultiHeadAttention, stream: Stream, memory: Memory, mask: Mask
) -> Stream:
    """Attend with all heads; every row of the mask has an open cell."""

    def heads(linear: nn.Linear, features: Tensor) -> Tensor:
        # (pair, position, heads * dim) -> (pair, head, position, dim)
        split: Tensor = linear(features).unflatten(-1, (attention.n_heads, -1))
        return split.transpose(1, 2)

    query = heads(attention.query, stream)
    key, value = heads(attention.key, memory), heads(attention.value, memory)
    scores = (query @ key.transpose(-2, -1)) * query.shape[-1] ** -0.5
    weights = scores.masked_fill(~mask, -torch.inf).softmax(dim=-1)
    # (pair, head, position, dim) -> (pair, position, heads * dim)
    joined: Tensor = attention.output((weights @ value).transpose(1, 2).flatten(-2))
    return joined


def added(residual: Residual, stream: Stream, found: Stream) -> Stream:
    """Add to the stream and normalise: the 2017 order."""
    norm = residual.norm
    total = stream + residual.dropout(found)
    output: Tensor = F.layer_norm(
        total, total.shape[-1:], norm.gain, norm.bias, norm.epsilon
    )
    return output


class RecurrentLearner:
    """The recurrent models, as they are."""

    def __init__(self, network: RecurrentTranslator) -> None:
        self.network = network

    def logits(self, batch: Batch) -> Logits:
        """Predict each target token that isn't padding, in order."""
        steps = self.network(batch.source, batch.read, batch.is_source)
        logits: Tensor = steps.decoder.logits[batch.is_target]
        return logits

    def begin(
        self,
        source: Int[Tensor, "pair source_position"],
        is_source: Bool[Tensor, "pair source_position"],
    ) -> Any:
        """Read sources: what the encoder left, and no state yet."""
        return self.network.encode(source, is_source), None

    def write(
        self, memory: Any, read: Int[Tensor, "pair target_position"]
    ) -> tuple[Logits, Any]:
        """Predict the token after the last, going on from the state before."""
        encoded, state = memory
        steps = self.network.decode(encoded, read[:, -1:], state)
        return steps.logits[:, -1], (encoded, steps.state)

    def keep(self, memory: Any, rows: Int[Tensor, " row"]) -> Any:
        """Go on with these rows only."""
        encoded, state = memory
        return encoded.picked(rows), state[rows]
