"""Be one of this project's own models in memory.

Lives here: what only they can be asked, since every step of theirs has a name;
and reading one from its folder. Not here: what any translating model answers
(``model/encoder_decoder.py``), the folder's format (``model/lesson_network.py``).
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from torch import Tensor
from transformers import PreTrainedTokenizerFast

from model.description import ModelDescription
from model.device import choose_device, choose_dtype
from model.encoder_decoder import LoadedTranslator
from model.errors import ModelUnavailable, UnsupportedByModel
from model.lesson_network import LessonConfig, Network, read_network
from model.recording import never
from model.text.detokenize import detokenize
from model.tokens import TokenizedText
from model.transformer import Transformer
from model.translation.head_effects import HeadEffects, head_effects
from model.translation.lesson import LessonRecurrent, LessonTransformer
from model.translation.records import TargetText
from model.translation.target_text import TargetSpelling
from model.translation.tensors import TensorTable, tensor_table


class LoadedLesson(LoadedTranslator):
    """A model of this project in memory."""

    model: LessonTransformer | LessonRecurrent

    def tensors(self, tokenized: TokenizedText, target: TargetText) -> TensorTable:
        """Compute every tensor between the two texts and the logits."""
        source_ids, target_ids = self._pair(tokenized, target)
        return tensor_table(
            self.model.network, source_ids, target_ids, self._vocabulary
        )

    @cached_property
    def _vocabulary(self) -> tuple[str, ...]:
        """Show every entry, in the order of their ids; made once."""
        ids = range(self.description.vocab_size or 0)
        return tuple(entry.text for entry in self.vocabulary_entries(ids))

    def head_effects(
        self,
        tokenized: TokenizedText,
        target: TargetText,
        *,
        place: int,
        token_id: int,
        other_id: int,
        is_cancelled: Callable[[], bool] = never,
    ) -> HeadEffects:
        """Measure what each head does to the choice between two tokens.

        Raises: RangeOutOfBounds for a place outside the target;
            UnsupportedByModel for the recurrent models; Cancelled.
        """
        network = self.model.network
        if not isinstance(network, Transformer):
            raise UnsupportedByModel(
                f"{self.description.id} has no heads that could be taken out one "
                "by one.",
                hint="Choose lesson-translator.",
            )
        source_ids, target_ids = self._pair(tokenized, target)
        return head_effects(
            network,
            source_ids,
            target_ids,
            place=place,
            token_id=token_id,
            other_id=other_id,
            is_cancelled=is_cancelled,
        )

    def _pair(
        self, tokenized: TokenizedText, target: TargetText
    ) -> tuple[Tensor, Tensor]:
        return self._ids(tokenized), self._ids(target.tokenized)


def load_lesson(
    folder: Path,
    description: ModelDescription,
    *,
    device: str | None = None,
    dtype: str | None = None,
) -> LoadedLesson:
    """Load a model of this project from its folder.

    A first tiny translation proves that it works, and warms the kernels up.

    Raises: ModelUnavailable with the reason.
    """
    chosen_device, chosen_dtype = choose_device(device), choose_dtype(dtype)
    try:
        network, config = read_network(folder, chosen_device)
        tokenizer = _tokenizer(folder, config)
    except Exception as fault:
        # Whatever a damaged file raises, the catalogue says so.
        raise ModelUnavailable(
            f"{description.id} can't be loaded: {type(fault).__name__} while its "
            "files were read.",
            hint="Get the files of model/weights again.",
        ) from fault
    network.to(chosen_dtype)
    loaded = LoadedLesson(
        replace(
            description,
            state="loaded",
            device=str(chosen_device),
            dtype=str(chosen_dtype).removeprefix("torch."),
        ),
        _adapted(network, config),
        tokenizer,
        _spelling(tokenizer, config),
        chosen_device,
    )
    loaded.translate(loaded.tokenize("a"), max_new_tokens=2)
    return loaded


def _adapted(
    network: Network, config: LessonConfig
) -> LessonTransformer | LessonRecurrent:
    start_ids, end_id = (config.start_id,), config.end_id
    if isinstance(network, Transformer):
        return LessonTransformer(network, start_ids=start_ids, end_id=end_id)
    return LessonRecurrent(network, start_ids=start_ids, end_id=end_id)


def _tokenizer(folder: Path, config: LessonConfig) -> PreTrainedTokenizerFast:
    tokenizer = PreTrainedTokenizerFast(tokenizer_file=str(folder / "tokenizer.json"))
    tokenizer.pad_token_id = config.pad_id
    tokenizer.bos_token_id = config.start_id
    tokenizer.eos_token_id = config.end_id
    tokenizer.unk_token_id = config.unknown_id
    tokenizer.model_input_names = ["input_ids"]
    return tokenizer


def _spelling(
    tokenizer: PreTrainedTokenizerFast, config: LessonConfig
) -> TargetSpelling:
    unspoken = {config.pad_id, config.start_id, config.end_id}

    def spell(ids: Sequence[int]) -> str:
        words = tokenizer.convert_ids_to_tokens([i for i in ids if i not in unspoken])
        return detokenize(words, names=config.names)

    return TargetSpelling(
        tokenizer, (config.start_id,), config.end_id, config.max_length, spell
    )
