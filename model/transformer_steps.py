"""Keep what one forward of the transformer computed.

Lives here: the records that ``transformer.py`` returns, from the smallest part
to the whole. Not here: how their numbers come about.
"""

from dataclasses import dataclass
from typing import Generic, TypeVar

from jaxtyping import Float
from torch import Tensor

from model.heads import MultiHeadSteps

Stream = Float[Tensor, "batch position d_model"]


@dataclass(frozen=True, slots=True)
class FeedForwardSteps:
    """Every step of the feed-forward network."""

    hidden: Float[Tensor, "batch position d_ff"]
    activated: Float[Tensor, "batch position d_ff"]
    output: Stream


Inner = TypeVar("Inner", MultiHeadSteps, FeedForwardSteps)


@dataclass(frozen=True, slots=True)
class SublayerSteps(Generic[Inner]):
    """What a sublayer read, what it added to the stream, and what came out."""

    stream: Stream
    read: Stream
    inner: Inner
    total: Stream
    output: Stream


@dataclass(frozen=True, slots=True)
class LayerSteps:
    """The sublayers of one layer, in order; an encoder's has no cross attention."""

    self_attention: SublayerSteps[MultiHeadSteps]
    cross_attention: SublayerSteps[MultiHeadSteps] | None
    feed_forward: SublayerSteps[FeedForwardSteps]


@dataclass(frozen=True, slots=True)
class StackSteps:
    """The layers of one stack, in order, and the stream that leaves it."""

    layers: tuple[LayerSteps, ...]
    output: Stream


@dataclass(frozen=True, slots=True)
class TransformerSteps:
    """Every step from token ids to logits."""

    embedded_source: Float[Tensor, "batch source_position d_model"]
    encoder: StackSteps
    embedded_target: Float[Tensor, "batch target_position d_model"]
    decoder: StackSteps
    logits: Float[Tensor, "batch target_position vocab_size"]
