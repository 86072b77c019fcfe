"""Let the models of this project translate, as any encoder-decoder does.

Lives here: our transformer and our recurrent models behind one protocol, their
attention put into an open recording. Not here: the models
(``model/transformer.py``, ``model/recurrent.py``), their files
(``loaded_lesson.py``) and the checkpoints of others (``huggingface.py``).
"""

from collections.abc import Sequence

import torch
from jaxtyping import Float, Int
from torch import Tensor

from model.heads import MultiHeadSteps
from model.masks import causal
from model.operands import KeptOperands
from model.recording import keep, replaced_mask
from model.recurrent import RecurrentTranslator
from model.recurrent_decoders import AdditiveDecoder
from model.recurrent_steps import DecoderSteps, EncoderSteps
from model.transformer import Transformer
from model.transformer_steps import StackSteps
from model.translation.additive import KeptAdditive

SourceIds = Int[Tensor, "1 source_position"]
TargetIds = Int[Tensor, "batch target_position"]
Logits = Float[Tensor, "batch target_position vocab_size"]


class LessonTransformer:
    """Our transformer as an encoder-decoder.

    What it keeps of a target under way is the ids alone: each step computes the
    short target anew, and so can't differ from a forward over the whole.

    Attributes:
        network: the model; every step of it can be read.
    """

    def __init__(
        self, network: Transformer, *, start_ids: tuple[int, ...], end_id: int
    ) -> None:
        self.network = network
        self.start_ids = start_ids
        self.end_id = end_id

    @torch.inference_mode()
    def encode(self, source_ids: SourceIds) -> StackSteps:
        """Read the source; a recording's mask replaces the open one."""
        other = replaced_mask()
        mask = None if other is None else other.cells
        embedded = self.network.embed(source_ids)
        encoder: StackSteps = self.network.encoder(
            embedded, None if mask is None else mask[0, 0]
        )
        for layer in encoder.layers:
            keep(_operands(layer.self_attention.inner, 0, mask=mask))
        return encoder

    @torch.inference_mode()
    def decode(
        self, memory: StackSteps, target_ids: TargetIds, cache: Tensor | None = None
    ) -> tuple[Logits, Tensor]:
        """Predict the token after each position of ``target_ids``."""
        whole = target_ids if cache is None else torch.cat([cache, target_ids], dim=1)
        length = whole.shape[1]
        first = length - target_ids.shape[1]
        mask = causal(length, length, device=whole.device)
        read = memory.output.expand(len(whole), -1, -1)
        decoder: StackSteps = self.network.decoder(
            self.network.embed(whole), mask, read, None
        )
        # The last row alone may look at everything.
        rows = mask[None, None, first:] if 0 < first < length - 1 else None
        for layer in decoder.layers:
            own, crossed = layer.self_attention, layer.cross_attention
            keep(_operands(own.inner, first, mask=rows, is_causal=first == 0))
            assert crossed is not None
            keep(_operands(crossed.inner, first))
        return decoder.output[:, first:] @ self.network.embedding.weight.T, whole

    def reorder(self, cache: Tensor, beams: Sequence[int]) -> Tensor:
        """Let beam i go on from what beam ``beams[i]`` has kept."""
        return cache[list(beams)]


class LessonRecurrent:
    """A recurrent model as an encoder-decoder; it keeps its last state.

    Attributes:
        network: the model; every step of it can be read.
    """

    def __init__(
        self, network: RecurrentTranslator, *, start_ids: tuple[int, ...], end_id: int
    ) -> None:
        self.network = network
        self.start_ids = start_ids
        self.end_id = end_id

    @torch.inference_mode()
    def encode(self, source_ids: SourceIds) -> EncoderSteps:
        """Read the source from both ends."""
        return self.network.encode(source_ids)

    @torch.inference_mode()
    def decode(
        self, memory: EncoderSteps, target_ids: TargetIds, cache: Tensor | None = None
    ) -> tuple[Logits, Tensor]:
        """Predict the token after each position of ``target_ids``."""
        if len(target_ids) > 1:
            # Every beam has the same source.
            first = torch.zeros(len(target_ids), dtype=torch.long)
            memory = memory.picked(first.to(target_ids.device))
        steps = self.network.decode(memory, target_ids, cache)
        self._keep(steps, memory)
        return steps.logits, steps.state

    def reorder(self, cache: Tensor, beams: Sequence[int]) -> Tensor:
        """Let beam i go on from what beam ``beams[i]`` has kept."""
        return cache[list(beams)]

    def _keep(self, steps: DecoderSteps, memory: EncoderSteps) -> None:
        look = steps.alignment
        if look is None:
            return
        decoder = self.network.decoder
        if isinstance(decoder, AdditiveDecoder):
            keep(KeptAdditive(look.queries, look.keys, decoder.attention.vector))
            return
        # One head: (1, position, feature) -> (1, 1, position, feature)
        query, key, value = (
            part[:, None] for part in (look.queries, look.keys, memory.states)
        )
        keep(KeptOperands(query, key, value, None, False, 1.0, None, None, None))


def _operands(
    steps: MultiHeadSteps,
    first: int,
    *,
    mask: Tensor | None = None,
    is_causal: bool = False,
) -> KeptOperands:
    """Keep the rows from ``first`` on; those before were kept before."""
    query = steps.query[:, :, first:]
    return KeptOperands(
        query=query,
        key=steps.key,
        value=steps.value,
        mask=mask,
        is_causal=is_causal and query.shape[2] > 1,
        scaling=query.shape[-1] ** -0.5,
        softcap=None,
        sinks=None,
        position_bias=None,
    )
