"""Name every tensor between a source, its target and the answer.

Lives here: the tensors of our own models for one pair of texts, by name, with
their axes. Not here: how they come about (``transformer.py``, ``recurrent.py``).

In the transformer a name leads from the stack over the layer to the step:
``decoder.1.cross_attention.weights``. The recurrent models have one of each.
"""

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Int
from numpy.typing import NDArray
from torch import Tensor

from model.errors import SelectionError
from model.heads import MultiHeadSteps
from model.positions import sinusoidal
from model.recurrent import RecurrentTranslator
from model.recurrent_decoders import AdditiveDecoder, MultiplicativeDecoder
from model.transformer import Transformer
from model.transformer_steps import FeedForwardSteps, StackSteps, SublayerSteps

_SOURCE, _TARGET = "source_position", "target_position"
Axes = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NamedShape:
    """A tensor's name, and its size along each of its axes."""

    name: str
    shape: tuple[int, ...]
    axes: Axes


class TensorTable:
    """The tensors of one pair of texts.

    Attributes:
        vocabulary: what the ids along an axis ``vocab`` stand for.
    """

    def __init__(
        self, named: Iterator[tuple[str, Axes, Tensor]], vocabulary: Sequence[str]
    ) -> None:
        self._tensors: dict[str, Tensor] = {}
        self._axes: dict[str, Axes] = {}
        for name, axes, tensor in named:
            self._tensors[name] = tensor
            self._axes[name] = axes
        self.vocabulary = tuple(vocabulary)

    @property
    def index(self) -> tuple[NamedShape, ...]:
        """Every tensor, in the order in which they are computed."""
        return tuple(
            NamedShape(name, tuple(tensor.shape), self._axes[name])
            for name, tensor in self._tensors.items()
        )

    def shape(self, name: str) -> NamedShape:
        """Describe one tensor.

        Raises: SelectionError for a name that is none, with the nearest.
        """
        if name not in self._tensors:
            near = difflib.get_close_matches(name, self._tensors, n=1, cutoff=0.0)
            raise SelectionError(
                "There is no tensor of that name.",
                hint=f"Did you mean {near[0]}? Without names the index is given.",
            )
        return NamedShape(name, tuple(self._tensors[name].shape), self._axes[name])

    def __getitem__(self, name: str) -> NDArray[np.float32]:
        """Read one tensor's numbers; masked scores are -inf.

        Raises: as ``shape``.
        """
        self.shape(name)
        values: NDArray[np.float32] = self._tensors[name].float().cpu().numpy()
        return values


@torch.inference_mode()
def tensor_table(
    network: Transformer | RecurrentTranslator,
    source_ids: Int[Tensor, "1 source_position"],
    target_ids: Int[Tensor, "1 target_position"],
    vocabulary: Sequence[str],
) -> TensorTable:
    """Run one forward over both texts and name all that it computed."""
    if isinstance(network, Transformer):
        return TensorTable(_transformer(network, source_ids, target_ids), vocabulary)
    return TensorTable(_recurrent(network, source_ids, target_ids), vocabulary)


def _transformer(
    network: Transformer, source_ids: Tensor, target_ids: Tensor
) -> Iterator[tuple[str, Axes, Tensor]]:
    steps = network(source_ids, target_ids)
    yield from _embedded("source", _SOURCE, steps.embedded_source[0])
    yield from _stack("encoder", steps.encoder, _SOURCE)
    yield from _embedded("target", _TARGET, steps.embedded_target[0])
    yield from _stack("decoder", steps.decoder, _TARGET)
    yield from _predicted(steps.logits[0])


def _embedded(
    side: str, position: str, embedded: Tensor
) -> Iterator[tuple[str, Axes, Tensor]]:
    """Take what was embedded apart: what the token is, and where it stands."""
    axes = (position, "d_model")
    places = sinusoidal(*embedded.shape).to(embedded)
    yield f"tokens_{side}", axes, embedded - places
    yield f"positions_{side}", axes, places
    yield f"embedded_{side}", axes, embedded


def _stack(
    name: str, stack: StackSteps, position: str
) -> Iterator[tuple[str, Axes, Tensor]]:
    for number, layer in enumerate(stack.layers):
        before = f"{name}.{number}"
        yield from _attention(
            f"{before}.self_attention", layer.self_attention, position, position
        )
        if layer.cross_attention is not None:
            yield from _attention(
                f"{before}.cross_attention", layer.cross_attention, position, _SOURCE
            )
        yield from _feed_forward(f"{before}.feed_forward", layer.feed_forward, position)
    yield f"{name}.output", (position, "d_model"), stack.output[0]


def _attention(
    name: str, sublayer: SublayerSteps[MultiHeadSteps], asking: str, asked: str
) -> Iterator[tuple[str, Axes, Tensor]]:
    inner = sublayer.inner
    stream = (asking, "d_model")
    cells = ("head", asking, asked)
    yield f"{name}.read", stream, sublayer.read[0]
    for part, position in (("query", asking), ("key", asked), ("value", asked)):
        axes = ("head", position, "head_feature")
        yield f"{name}.{part}", axes, getattr(inner, part)[0]
    yield f"{name}.scores", cells, inner.heads.masked_scores[0]
    yield f"{name}.weights", cells, inner.heads.weights[0]
    yield f"{name}.heads", ("head", asking, "head_feature"), inner.heads.output[0]
    yield f"{name}.concatenated", stream, inner.concatenated[0]
    yield f"{name}.output", stream, inner.output[0]
    yield f"{name}.total", stream, sublayer.total[0]
    yield f"{name}.normalised", stream, sublayer.output[0]


def _feed_forward(
    name: str, sublayer: SublayerSteps[FeedForwardSteps], position: str
) -> Iterator[tuple[str, Axes, Tensor]]:
    stream, wide = (position, "d_model"), (position, "d_ff")
    yield f"{name}.read", stream, sublayer.read[0]
    yield f"{name}.hidden", wide, sublayer.inner.hidden[0]
    yield f"{name}.activated", wide, sublayer.inner.activated[0]
    yield f"{name}.output", stream, sublayer.inner.output[0]
    yield f"{name}.total", stream, sublayer.total[0]
    yield f"{name}.normalised", stream, sublayer.output[0]


def _recurrent(
    network: RecurrentTranslator, source_ids: Tensor, target_ids: Tensor
) -> Iterator[tuple[str, Axes, Tensor]]:
    steps = network(source_ids, target_ids)
    encoder, decoder = steps.encoder, steps.decoder
    yield "embedded_source", (_SOURCE, "d_embedding"), encoder.embedded[0]
    yield "encoder_states", (_SOURCE, "d_memory"), encoder.states[0]
    yield "fixed_vector", ("d_hidden",), encoder.fixed_vector[0]
    yield "embedded_target", (_TARGET, "d_embedding"), decoder.embedded[0]
    yield "decoder_states", (_TARGET, "d_hidden"), decoder.asking[0]
    if decoder.alignment is not None:
        look, cells = decoder.alignment, (_TARGET, _SOURCE)
        yield from _score_function(network)
        yield "queries", (_TARGET, "feature"), look.queries[0]
        yield "keys", (_SOURCE, "feature"), look.keys[0]
        if look.energies is not None:
            yield "energies", (*cells, "feature"), look.energies[0]
        yield "scores", cells, look.scores[0]
        yield "weights", cells, look.weights[0]
    yield "contexts", (_TARGET, "d_context"), decoder.contexts[0]
    yield "readout", (_TARGET, "d_embedding"), decoder.readout[0]
    yield from _predicted(decoder.logits[0])


def _score_function(
    network: RecurrentTranslator,
) -> Iterator[tuple[str, Axes, Tensor]]:
    """Give what was learned to score with: v, or W so that keys are h W."""
    decoder = network.decoder
    if isinstance(decoder, AdditiveDecoder):
        yield "attention_vector", ("feature",), decoder.attention.vector
    if isinstance(decoder, MultiplicativeDecoder):
        yield "score_matrix", ("d_memory", "feature"), decoder.attention.key.weight.T


def _predicted(logits: Tensor) -> Iterator[tuple[str, Axes, Tensor]]:
    yield "logits", (_TARGET, "vocab"), logits
    yield "probabilities", (_TARGET, "vocab"), logits.softmax(dim=-1)
