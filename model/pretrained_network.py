"""Read a network of transformers, and those of its heads that it really has.

Lives here: which class reads a folder, and the proof that a head's weights are
there. Not here: tokenizers, devices and models that write a target
(``huggingface.py``).
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from torch import nn
from transformers import (
    AutoModel,
    AutoModelForCausalLM,
    AutoModelForMaskedLM,
    AutoModelForNextSentencePrediction,
    AutoModelForPreTraining,
)

from model.adapters.heads import CheckpointHeads
from model.description import ModelDescription

HEADS = _FILL_MASK, _NEXT_SENTENCE = "fill-mask", "next-sentence"
_ENCODER_CLASSES: Mapping[tuple[str, ...], Any] = {
    (_FILL_MASK,): AutoModelForMaskedLM,
    (_NEXT_SENTENCE,): AutoModelForNextSentencePrediction,
    (_FILL_MASK, _NEXT_SENTENCE): AutoModelForPreTraining,
}
# The parts of a BERT that only its next-sentence head reads.
_OF_NEXT_SENTENCE = ("pooler", "seq_relationship")


@dataclass(frozen=True, slots=True)
class PretrainedNetwork:
    """A network as it was read.

    Attributes:
        network: what turns ids into states.
        language_model: the same with the head that predicts the next token;
            None where the checkpoint has none.
        heads: what fills masks or judges next sentences; None likewise.
    """

    network: nn.Module
    language_model: nn.Module | None = None
    heads: CheckpointHeads | None = None

    @property
    def whole(self) -> nn.Module:
        """The network with whatever heads it has."""
        if self.heads is not None:
            whole: nn.Module = self.heads.whole
            return whole
        return self.language_model or self.network


def read_network(
    folder: Path, description: ModelDescription, options: dict[str, Any]
) -> PretrainedNetwork:
    """Read a network, and what predicts words where it can.

    A head whose weights are not in the checkpoint is not used: its numbers
    would be random.
    """
    if "next-token" in description.objectives:
        whole, missing = read_with_head(AutoModelForCausalLM, folder, options)
        return PretrainedNetwork(whole.base_model, None if missing else whole)
    own = tuple(o for o in HEADS if o in description.own_objectives)
    if own:
        kind = _ENCODER_CLASSES[own]
        whole, missing = read_with_head(kind, folder, options)
        objectives = tuple(o for o in own if _has_weights(o, missing))
        heads = CheckpointHeads(whole, objectives) if objectives else None
        return PretrainedNetwork(whole.base_model, heads=heads)
    network = AutoModel.from_pretrained(folder, **options)
    if description.family == "encoder-decoder":
        network = network.get_encoder()
    return PretrainedNetwork(network)


def read_with_head(
    kind: Any, folder: Path, options: dict[str, Any]
) -> tuple[Any, Collection[str]]:
    """Read a network with its head; list the weights that the folder lacks."""
    network, report = kind.from_pretrained(folder, output_loading_info=True, **options)
    return network, report["missing_keys"]


def _has_weights(objective: str, missing: Collection[str]) -> bool:
    """Tell whether nothing that a head reads is missing."""
    is_sentence = objective == _NEXT_SENTENCE
    return not any(
        is_sentence == any(part in name for part in _OF_NEXT_SENTENCE)
        for name in missing
    )
