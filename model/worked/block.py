"""Work one transformer block out, with weights drawn from a seed.

Lives here: the door to one encoder layer of ``model/transformer.py``, every
step of it named. Not here: a whole model.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from model.errors import NumberOutOfRange, ShapeMismatch
from model.mask_specification import MaskSpecification, build
from model.worked.matrices import MOST_HEADS, Numbers, Rows, numbers, read_matrix

if TYPE_CHECKING:
    from torch import Tensor

    from model.heads import MultiHeadSteps
    from model.transformer import Layer
    from model.transformer_steps import FeedForwardSteps, LayerSteps, SublayerSteps

MOST_FEED_FORWARD = 256
MOST_SEED = 2**32 - 1

Norm = Literal["post", "pre"]

_STREAM = ("position", "feature")
_HEAD = ("head", "position", "head_feature")
_CELLS = ("head", "query", "key")
_WIDE = ("position", "hidden_feature")


@dataclass(frozen=True, slots=True)
class WorkedStep:
    """One step of a block: its name, what it is, its numbers and their axes."""

    name: str
    title: str
    axes: tuple[str, ...]
    values: Numbers


@dataclass(frozen=True, slots=True)
class WorkedBlock:
    """A block's steps in the order they are computed.

    Invariants: the same step has the same name in both orders of norms; the
    first is ``inputs``, the last ``output``.

    Attributes:
        matrices: the weights that were drawn, to be multiplied from the right.
    """

    steps: tuple[WorkedStep, ...]
    fully_masked_rows: tuple[int, ...]
    matrices: tuple[WorkedStep, ...]

    def __getitem__(self, name: str) -> Numbers:
        """Find a step's numbers by its name."""
        return next(step.values for step in self.steps if step.name == name)


def transformer_block(
    inputs: Rows,
    n_heads: int,
    *,
    d_ff: int,
    seed: int = 0,
    norm: Norm = "post",
    mask: MaskSpecification | None = None,
) -> WorkedBlock:
    """Send vectors through one block: attention, then the feed-forward.

    Weights are drawn evenly from plus to minus sqrt(6 / (rows + columns));
    biases are 0, the norms' gains 1. The same seed and sizes draw the same.

    Shapes: inputs (position, feature); the heads must divide the features.
    Raises: NumberOutOfRange, ShapeMismatch, NotFinite, MaskError.
    Source: Vaswani et al. 2017, figure 1; Glorot and Bengio 2010, equation 16.
    """
    stream = read_matrix("inputs", inputs)
    _check_range("n_heads", n_heads, 1, MOST_HEADS)
    _check_range("d_ff", d_ff, 1, MOST_FEED_FORWARD)
    _check_range("seed", seed, 0, MOST_SEED)
    n_positions, d_model = stream.shape
    if d_model % n_heads:
        raise ShapeMismatch(
            f"inputs has shape {stream.shape}: {d_model} features can't be cut into "
            f"{n_heads} equal heads.",
            hint="Take a number of heads that divides the width.",
            limit=d_model,
            actual=n_heads,
        )
    allowed = np.ones((n_positions, n_positions), dtype=np.bool_)
    if mask is not None:
        allowed = build(mask, n_positions, n_positions)
    layer = _draw(d_model, n_heads, d_ff, seed, norm)
    found = _forward(stream, allowed, layer)
    closed = np.flatnonzero(~allowed.any(axis=-1))
    is_pre = norm == "pre"
    return WorkedBlock(
        tuple(_steps(found, is_pre=is_pre)),
        tuple(int(row) for row in closed),
        tuple(_matrices(layer, n_heads)),
    )


def _draw(d_model: int, n_heads: int, d_ff: int, seed: int, norm: Norm) -> Layer:
    """Make a layer whose weights depend on seed and sizes alone."""
    import torch

    from model.transformer import Layer, TransformerConfig

    config = TransformerConfig(
        vocab_size=1,
        d_model=d_model,
        n_heads=n_heads,
        n_layers=1,
        d_ff=d_ff,
        norm=norm,
        dropout=0.0,
    )
    # Made without numbers: PyTorch would draw its own from a generator all share.
    with torch.device("meta"):
        layer = Layer(config, is_decoder=False)
    layer = layer.double().to_empty(device="cpu").eval()
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, weights in layer.named_parameters():
            if weights.dim() == 2:
                most = (6.0 / sum(weights.shape)) ** 0.5
                weights.uniform_(-most, most, generator=generator)
            else:
                weights.fill_(1.0 if name.endswith("gain") else 0.0)
    return layer


def _matrices(layer: Layer, n_heads: int) -> Iterator[WorkedStep]:
    """Name the weights, turned to be multiplied from the right.

    PyTorch keeps them as (out, in).
    """
    attention, network = layer.self_attention, layer.feed_forward
    axes = ("head", "feature", "head_feature")
    for name in ("query", "key", "value"):
        drawn = numbers(getattr(attention, name).weight)
        heads = np.stack([part.T for part in np.split(drawn, n_heads)])
        yield WorkedStep(f"{name}_weights", f"W of the {name}", axes, heads)
    for name, title, linear, ends in (
        ("output_weights", "W^O, over the heads", attention.output, ("feature",) * 2),
        ("widen_weights", "W1", network.widen, ("feature", "hidden_feature")),
        ("narrow_weights", "W2", network.narrow, ("hidden_feature", "feature")),
    ):
        yield WorkedStep(name, title, ends, numbers(linear.weight).T)


def _forward(stream: Numbers, allowed: NDArray[np.bool_], layer: Layer) -> LayerSteps:
    import torch

    from model.checks import check_finite

    with torch.inference_mode():
        found: LayerSteps = layer(
            torch.from_numpy(stream)[None], torch.from_numpy(allowed)[None]
        )
        check_finite("output", found.feed_forward.output[0])
    return found


def _steps(found: LayerSteps, *, is_pre: bool) -> Iterator[WorkedStep]:
    """Name the steps in order; a norm stands before or after its sublayer."""
    attention, feed_forward = found.self_attention, found.feed_forward
    title = "Each position shifted and scaled"
    attention_norm = _step(
        "attention_norm",
        title,
        _STREAM,
        attention.read if is_pre else attention.output,
    )
    feed_forward_norm = _step(
        "feed_forward_norm",
        title,
        _STREAM,
        feed_forward.read if is_pre else feed_forward.output,
    )
    yield _step("inputs", "The residual stream comes in", _STREAM, attention.stream)
    if is_pre:
        yield attention_norm
    yield from _attention_steps(attention)
    yield feed_forward_norm if is_pre else attention_norm
    yield from _feed_forward_steps(feed_forward)
    if not is_pre:
        yield feed_forward_norm
    yield _step("output", "The residual stream goes on", _STREAM, feed_forward.output)


def _attention_steps(around: SublayerSteps[MultiHeadSteps]) -> Iterator[WorkedStep]:
    joined = around.inner
    heads = joined.heads
    yield _step("query", "What each position asks", _HEAD, joined.query)
    yield _step("key", "What each position answers to", _HEAD, joined.key)
    yield _step("value", "What each position hands on", _HEAD, joined.value)
    yield _step(
        "scores", "Dot products, scaled and masked", _CELLS, heads.masked_scores
    )
    yield _step("weights", "Softmax over the keys", _CELLS, heads.weights)
    yield _step("head_outputs", "Values, averaged by weight", _HEAD, heads.output)
    yield _step("concatenated", "The heads side by side", _STREAM, joined.concatenated)
    yield _step("attention_output", "What attention adds", _STREAM, joined.output)
    yield _step("attention_sum", "The stream with it", _STREAM, around.total)


def _feed_forward_steps(
    around: SublayerSteps[FeedForwardSteps],
) -> Iterator[WorkedStep]:
    network = around.inner
    yield _step("hidden", "Widened, position by position", _WIDE, network.hidden)
    yield _step("activated", "Negative numbers become 0", _WIDE, network.activated)
    yield _step(
        "feed_forward_output", "What the feed-forward adds", _STREAM, network.output
    )
    yield _step("feed_forward_sum", "The stream with it", _STREAM, around.total)


def _step(name: str, title: str, axes: tuple[str, ...], tensor: Tensor) -> WorkedStep:
    return WorkedStep(name, title, axes, numbers(tensor[0]))


def _check_range(name: str, actual: int, least: int, most: int) -> None:
    if not least <= actual <= most:
        raise NumberOutOfRange(
            f"{name} is {actual:,}; it goes from {least:,} to {most:,}.",
            hint=f"Choose a number from {least:,} to {most:,}.",
            limit=most if actual > most else least,
            actual=actual,
        )
