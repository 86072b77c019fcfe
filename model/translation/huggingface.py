"""Let any encoder-decoder of transformers read and write.

Lives here: the adaptor from a checkpoint with a decoder to ``EncoderDecoder``,
and the proof that its attention is what it is taken for. Not here: reading the
folder (``model/huggingface.py``) and our own models (``lesson.py``).
"""

from collections.abc import Sequence
from dataclasses import replace
from inspect import signature
from typing import Any

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from transformers.utils.generic import ModelOutput

from model.capture import Capture
from model.description import ModelDescription, Part, PartShape
from model.errors import ModelUnavailable
from model.operands import LayerAttention
from model.translation.interface import EncoderDecoder
from model.translation.recorded import RecordedModel

# Longer than any source that proves a model, so that no side is taken for the other.
_PROOF_TARGET = 7


class PretrainedTranslator:
    """An encoder-decoder of transformers.

    Attributes:
        network: the model with its prediction head.
        start_ids: the decoder's start token, and the first token that the
            checkpoint forces it to write, often a language.
    """

    def __init__(self, network: nn.Module) -> None:
        self.network: Any = network
        self.start_ids = _start_ids(self.network)
        self.end_id = _end_id(self.network)
        self._banned = _banned_ids(self.network)
        # The older name is given up model by model.
        takes_cache = "cache" in signature(network.forward).parameters
        self._cache_name = "cache" if takes_cache else "past_key_values"

    @torch.inference_mode()
    def encode(self, source_ids: Int[Tensor, "1 source_position"]) -> ModelOutput:
        """Read the source."""
        states: ModelOutput = self.network.get_encoder()(input_ids=source_ids)
        return states

    @torch.inference_mode()
    def decode(
        self,
        memory: ModelOutput,
        target_ids: Int[Tensor, "batch target_position"],
        cache: Any = None,
    ) -> tuple[Float[Tensor, "batch target_position vocab_size"], Any]:
        """Predict the token after each position of ``target_ids``.

        A token that the checkpoint says is never written has a logit of -inf.
        """
        states = memory["last_hidden_state"].expand(len(target_ids), -1, -1)
        output = self.network(
            encoder_outputs=type(memory)(**{**memory, "last_hidden_state": states}),
            decoder_input_ids=target_ids,
            use_cache=True,
            **{self._cache_name: cache},
        )
        logits: Tensor = output.logits
        if self._banned:
            logits = logits.clone()
            logits[..., self._banned] = -torch.inf
        return logits, output[self._cache_name]

    def reorder(self, cache: Any, beams: Sequence[int]) -> Any:
        """Let beam i go on from what beam ``beams[i]`` has kept."""
        cache.reorder_cache(torch.tensor(beams))
        return cache


def prove(
    model: EncoderDecoder,
    description: ModelDescription,
    source_ids: Int[Tensor, "1 source_position"],
) -> ModelDescription:
    """Run a source and a longer target, and count what attended to what.

    The decoder's calls alternate between the target and the source. Which is
    which is told by the sizes of the matrices, not by names in the code.

    Raises: ModelUnavailable where a matrix has another size.
    """
    n_source = source_ids.shape[1]
    n_target = max(_PROOF_TARGET, n_source + 1)
    recorded = RecordedModel(model, is_recurrent=False)
    with torch.inference_mode():
        target = source_ids.new_full((1, n_target), model.start_ids[0])
        recorded.decode(recorded.encode(source_ids), target)
    capture = recorded.capture(description)
    shapes = [
        _shape_of(description, capture, "encoder", (n_source, n_source)),
        _shape_of(description, capture, "decoder", (n_target, n_target)),
        _shape_of(description, capture, "cross", (n_target, n_source)),
    ]
    if len({shape.n_heads for shape in shapes}) == 1:
        n_layers = min(shape.n_layers for shape in shapes)
        shapes.append(PartShape("joint", n_layers, shapes[0].n_heads))
    own, *others = shapes
    return replace(
        description,
        n_layers=own.n_layers,
        n_heads=own.n_heads,
        more_parts=tuple(others),
    )


def _shape_of(
    description: ModelDescription,
    capture: Capture,
    part: Part,
    sizes: tuple[int, int],
) -> PartShape:
    layers: Sequence[LayerAttention] = capture.parts.get(part, ())
    found = {
        tuple(layer.weights(range(layer.n_heads), slice(None)).shape)
        for layer in layers
    }
    if len(found) != 1 or next(iter(found))[1:] != sizes:
        raise ModelUnavailable(
            f"The {part} attention of {description.id} has matrices of "
            f"{_listed(found)} (heads, rows, columns) where the rows are {sizes[0]} "
            f"and the columns {sizes[1]}.",
            hint="Choose another model, or take it out of HEADLIGHT_MODELS.",
        )
    return PartShape(part, len(layers), next(iter(found))[0])


def _listed(found: set[tuple[int, ...]]) -> str:
    return ", ".join(" x ".join(map(str, sizes)) for sizes in sorted(found)) or "none"


def _start_ids(network: Any) -> tuple[int, ...]:
    """Find the start, and the first token where the checkpoint forces one."""
    start = _setting(network, "decoder_start_token_id")
    for name in ("bos_token_id", "pad_token_id"):
        start = _setting(network, name) if start is None else start
    if start is None:
        raise ValueError("Its configuration names no token that a target starts with.")
    forced = _setting(network, "forced_bos_token_id")
    return (start,) if forced is None else (start, forced)


def _end_id(network: Any) -> int:
    end = _setting(network, "eos_token_id")
    if end is None:
        raise ValueError("Its configuration names no token that ends a target.")
    return end


def _banned_ids(network: Any) -> list[int]:
    """List the single tokens that the checkpoint says are never written."""
    banned = getattr(network.generation_config, "bad_words_ids", None) or []
    return [ids[0] for ids in banned if len(ids) == 1]


def _setting(network: Any, name: str) -> int | None:
    """Look a token id up; the configuration of writing comes first."""
    for settings in (network.generation_config, network.config):
        value = getattr(settings, name, None)
        if isinstance(value, Sequence) and value:
            value = value[0]
        if isinstance(value, int) and not isinstance(value, bool):
            return value
    return None
