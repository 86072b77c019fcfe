"""Build the transformer of 2017, encoder and decoder, every step in view.

Lives here: the architecture of *Attention Is All You Need*, with its own order
of norms (post-norm) and that of most later models (pre-norm). Not here:
attention itself (``attention.py``, ``heads.py``), masks, positions,
the records of what was computed (``transformer_steps.py``), training, and
pretrained models (``huggingface.py``).

Read it from the end: ``Transformer`` embeds tokens, runs two stacks and returns
logits. A stack is layers; a layer is two or three sublayers; and around each
sublayer runs the residual stream:

    post-norm (2017)    stream = norm(stream + sublayer(stream))
    pre-norm            stream = stream + sublayer(norm(stream))

Only attention mixes positions; all else works on each alone. Every forward
returns a record of what it computed, and every weight is a named parameter.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import torch
from jaxtyping import Int
from torch import Tensor, nn

from model.heads import HeadProjections, MultiHeadSteps, Projection, attend_with_heads
from model.masks import AnyMask, causal
from model.positions import sinusoidal
from model.transformer_steps import (
    FeedForwardSteps,
    Inner,
    LayerSteps,
    StackSteps,
    Stream,
    SublayerSteps,
    TransformerSteps,
)


@dataclass(frozen=True, slots=True)
class TransformerConfig:
    """The sizes; the defaults are the paper's base model.

    Attributes:
        final_norm: one more norm after each stack. None: in pre-norm only,
            where the stream leaves the last layer as a sum of everything.
        dropout: the share of numbers dropped in training; none after ``eval()``.
    """

    vocab_size: int
    d_model: int = 512
    n_heads: int = 8
    n_layers: int = 6
    d_ff: int = 2048
    norm: Literal["post", "pre"] = "post"
    final_norm: bool | None = None
    dropout: float = 0.1
    norm_epsilon: float = 1e-5

    @property
    def has_final_norm(self) -> bool:
        """Whether a norm follows each stack."""
        return self.norm == "pre" if self.final_norm is None else self.final_norm


class LayerNorm(nn.Module):
    """Shift and scale each position's features to mean 0 and variance 1."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.gain = nn.Parameter(torch.ones(config.d_model))
        self.bias = nn.Parameter(torch.zeros(config.d_model))
        self.epsilon = config.norm_epsilon

    def forward(self, stream: Stream) -> Stream:
        """Normalise. Source: Ba et al. 2016, equation 4."""
        centred = stream - stream.mean(dim=-1, keepdim=True)
        variance = centred.square().mean(dim=-1, keepdim=True)
        return centred / (variance + self.epsilon).sqrt() * self.gain + self.bias


class MultiHeadAttention(nn.Module):
    """Hold W^Q, W^K, W^V and W^O, and attend with them."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.n_heads = config.n_heads
        self.query, self.key, self.value, self.output = (
            nn.Linear(config.d_model, config.d_model) for _ in range(4)
        )

    def projections(self) -> HeadProjections:
        """Return the matrices as they are written, x W + b."""
        linears = (self.query, self.key, self.value, self.output)
        return HeadProjections(*map(Projection.of, linears))

    def forward(
        self, stream: Stream, mask: AnyMask | None, memory: Tensor | None = None
    ) -> MultiHeadSteps:
        """Attend from the stream to itself, or to the encoder's memory."""
        projections = self.projections()
        return attend_with_heads(stream, projections, self.n_heads, mask, memory=memory)


class FeedForward(nn.Module):
    """Widen each position's features, keep the positive ones, narrow again."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.widen = nn.Linear(config.d_model, config.d_ff)
        self.narrow = nn.Linear(config.d_ff, config.d_model)

    def forward(self, stream: Stream) -> FeedForwardSteps:
        """Compute max(0, x W1 + b1) W2 + b2. Source: equation 2."""
        hidden = self.widen(stream)
        activated = hidden.clamp(min=0.0)
        return FeedForwardSteps(hidden, activated, self.narrow(activated))


class Residual(nn.Module):
    """Run the residual stream around a sublayer, with the norm on its place."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.is_pre_norm = config.norm == "pre"
        self.norm = LayerNorm(config)
        self.dropout = nn.Dropout(config.dropout)

    def forward(
        self, stream: Stream, sublayer: Callable[[Tensor], Inner]
    ) -> SublayerSteps[Inner]:
        """Add to the stream what the sublayer makes of it."""
        read = self.norm(stream) if self.is_pre_norm else stream
        inner = sublayer(read)
        total = stream + self.dropout(inner.output)
        output = total if self.is_pre_norm else self.norm(total)
        return SublayerSteps(stream, read, inner, total, output)


class Layer(nn.Module):
    """One layer: self-attention, cross attention in a decoder, feed-forward."""

    def __init__(self, config: TransformerConfig, *, is_decoder: bool) -> None:
        super().__init__()
        self.self_attention = MultiHeadAttention(config)
        self.around_self_attention = Residual(config)
        if is_decoder:
            self.cross_attention = MultiHeadAttention(config)
            self.around_cross_attention = Residual(config)
        self.feed_forward = FeedForward(config)
        self.around_feed_forward = Residual(config)

    def forward(
        self,
        stream: Stream,
        mask: AnyMask | None,
        memory: Tensor | None = None,
        memory_mask: AnyMask | None = None,
    ) -> LayerSteps:
        """Let positions look at each other, then let each think on its own.

        A decoder without a memory skips cross attention, as GPT has none.
        """
        own = self.around_self_attention(
            stream, lambda read: self.self_attention(read, mask)
        )
        crossed = None
        if memory is not None:
            crossed = self.around_cross_attention(
                own.output, lambda read: self.cross_attention(read, memory_mask, memory)
            )
        mixed = own.output if crossed is None else crossed.output
        fed = self.around_feed_forward(mixed, self.feed_forward)
        return LayerSteps(own, crossed, fed)


class Stack(nn.Module):
    """The encoder, or the decoder: layers on top of each other."""

    def __init__(self, config: TransformerConfig, *, is_decoder: bool) -> None:
        super().__init__()
        self.layers = nn.ModuleList(
            Layer(config, is_decoder=is_decoder) for _ in range(config.n_layers)
        )
        self.norm = LayerNorm(config) if config.has_final_norm else nn.Identity()

    def forward(
        self,
        stream: Stream,
        mask: AnyMask | None = None,
        memory: Tensor | None = None,
        memory_mask: AnyMask | None = None,
    ) -> StackSteps:
        """Send the stream through every layer; all see the same memory."""
        steps = []
        for layer in self.layers:
            steps.append(layer(stream, mask, memory, memory_mask))
            stream = steps[-1].feed_forward.output
        return StackSteps(tuple(steps), self.norm(stream))


class Transformer(nn.Module):
    """The encoder-decoder: reads a source, predicts each next target token.

    Source: Vaswani et al. 2017; pre-norm as in Xiong et al. 2020.
    """

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocab_size, config.d_model)
        nn.init.normal_(self.embedding.weight, std=config.d_model**-0.5)
        self.dropout = nn.Dropout(config.dropout)
        self.encoder = Stack(config, is_decoder=False)
        self.decoder = Stack(config, is_decoder=True)

    def embed(self, ids: Int[Tensor, "batch position"]) -> Stream:
        """Look tokens up, scale them up, and add where they stand."""
        vectors = self.embedding(ids) * self.config.d_model**0.5
        places = sinusoidal(ids.shape[-1], self.config.d_model).to(vectors)
        embedded: Tensor = self.dropout(vectors + places)
        return embedded

    def forward(
        self,
        source_ids: Int[Tensor, "batch source_position"],
        target_ids: Int[Tensor, "batch target_position"],
        *,
        source_mask: AnyMask | None = None,
        target_mask: AnyMask | None = None,
        cross_mask: AnyMask | None = None,
    ) -> TransformerSteps:
        """Predict the token after each target position.

        Shapes: the masks are (source, source), (target, target) and (target,
            source), each with a batch axis before if it differs by text.
            Without a ``target_mask`` the target is causal.
        Raises: ShapeMismatch, NotFinite, NumberOutOfRange.
        """
        length = target_ids.shape[-1]
        if target_mask is None:
            target_mask = causal(length, length, device=target_ids.device)
        source, target = self.embed(source_ids), self.embed(target_ids)
        encoder = self.encoder(source, source_mask)
        decoder = self.decoder(target, target_mask, encoder.output, cross_mask)
        # One matrix embeds the source, embeds the target and reads the answer out.
        logits = decoder.output @ self.embedding.weight.T
        return TransformerSteps(source, encoder, target, decoder, logits)
