"""Be one model in memory that reads a source and writes a target.

Lives here: what can be asked of an encoder-decoder, ours or another's, on top
of what any model answers. Not here: the models behind it
(``translation/huggingface.py``, ``translation/lesson.py``), the search
(``translation/search.py``) and the spelling (``translation/target_text.py``).
"""

from collections.abc import Callable
from typing import NoReturn

import torch
from torch import Tensor, nn
from transformers import PreTrainedTokenizerBase

from model.adapters.description import AdapterUse
from model.capture import Capture
from model.checks import check_range
from model.conditions import build_mask
from model.description import ModelDescription
from model.errors import UnsupportedByModel
from model.loaded_model import LoadedModel
from model.mask_specification import MaskSpecification
from model.recording import OtherMask, Recording, never, recorded
from model.selection import ResolvedSelection, Selection, resolve
from model.text.frozen_tokenizer import frozen_copy
from model.tokens import Token, TokenizedText
from model.translation.interface import EncoderDecoder
from model.translation.recorded import RecordedModel
from model.translation.records import TargetText, Translation
from model.translation.search import greedy_ids, search
from model.translation.target_text import TargetSpelling
from model.translation.writing import translation_of, unknown_words


class LoadedTranslator(LoadedModel):
    """A model in memory that writes a target from a source.

    Args:
        model: reads and writes ids.
        spelling: of the targets.
        network: its encoder, where that is one of transformers; None for ours.
        can_write: whether what it would write is to be trusted; False for a
            checkpoint without its prediction head. It reads targets all the
            same.
    """

    def __init__(
        self,
        description: ModelDescription,
        model: EncoderDecoder,
        tokenizer: PreTrainedTokenizerBase,
        spelling: TargetSpelling,
        device: torch.device,
        *,
        network: nn.Module | None = None,
        can_write: bool = True,
    ) -> None:
        super().__init__(description, network, tokenizer, device)
        self.model = model
        self.spelling = spelling
        self.can_write = can_write

    def tokenize_target(
        self, text: str, *, truncate: bool = False, split_special_tokens: bool = False
    ) -> TargetText:
        """Turn a text into what the decoder is fed to write it."""
        return self.spelling.forced(
            text, truncate=truncate, split_special_tokens=split_special_tokens
        )

    def resolve(
        self,
        selection: Selection,
        tokenized: TokenizedText,
        target: TargetText | None = None,
    ) -> ResolvedSelection:
        """Check a selection before any tensor is built."""
        tokens = None if target is None else target.tokenized.tokens
        return resolve(selection, self.description, tokenized, tokens)

    @torch.inference_mode()
    def run(
        self,
        tokenized: TokenizedText,
        *,
        target: TargetText | None = None,
        mask: MaskSpecification | None = None,
        adapter: AdapterUse | None = None,
        is_cancelled: Callable[[], bool] = never,
    ) -> Capture:
        """Read the source, and the target if there is one.

        Raises: as of any model; UnsupportedByModel also for a mask beside a
            target, since only the encoder's can be replaced, and for a
            recurrent model without a target. None of them has an adapter.
        """
        if adapter is not None:
            self.adapters.find(adapter.id)
        if target is None and self.description.family == "rnn":
            raise UnsupportedByModel(
                f"{self.description.id} attends to its source only while it writes.",
                hint="Give a target, or let the model write one.",
            )
        model = self._recorded(self._other_mask(mask, tokenized, target), is_cancelled)
        memory = model.encode(self._ids(tokenized))
        if target is not None:
            model.decode(memory, self._ids(target.tokenized))
        return model.capture(self.description)

    @torch.inference_mode()
    def generate(
        self,
        tokenized: TokenizedText,
        *,
        max_new_tokens: int | None = None,
        is_cancelled: Callable[[], bool] = never,
    ) -> tuple[TargetText, Capture]:
        """Write a target greedily, and return all attention of all steps."""
        model = self._recorded(None, is_cancelled)
        steps = greedy_ids(
            model,
            model.encode(self._ids(tokenized)),
            max_new_tokens=self._room(max_new_tokens),
            device=self.device,
            is_cancelled=is_cancelled,
        )
        ids = [token for token, _ in steps]
        is_finished = ids[-1] == model.end_id
        target = self.spelling.written(
            ids[:-1] if is_finished else ids, is_finished=is_finished
        )
        return target, model.capture(self.description)

    def translate(
        self,
        tokenized: TokenizedText,
        *,
        max_new_tokens: int | None = None,
        n_beams: int = 1,
        length_penalty: float = 1.0,
        n_alternatives: int = 5,
        is_cancelled: Callable[[], bool] = never,
    ) -> Translation:
        """Write a target, and say how likely each of its tokens was."""
        check_range("n_beams", n_beams, 1)
        check_range("n_alternatives", n_alternatives, 1)
        # Nothing is kept; but the layers ask whether anybody waits.
        listening = Recording(is_cancelled, keeps=False)
        with recorded(listening):
            found = search(
                self.model,
                tokenized.ids,
                max_new_tokens=self._room(max_new_tokens),
                device=self.device,
                is_cancelled=is_cancelled,
                n_beams=n_beams,
                length_penalty=length_penalty,
                n_alternatives=n_alternatives,
            )
        unknown = self.unknown_words(tokenized)
        return translation_of(found, tokenized, self.spelling, unknown)

    def unknown_words(
        self, tokenized: TokenizedText, target: TargetText | None = None
    ) -> tuple[Token, ...]:
        """List the words without an entry: of the source, of a typed target."""
        source_id = frozen_copy(self.tokenizer, splits_special=False).unknown_id
        found = unknown_words(tokenized, source_id)
        if target is None or not target.is_forced:
            return found
        of_target = unknown_words(target.tokenized, self.spelling.unknown_id)
        return (*found, *of_target)

    def _recorded(
        self, mask: OtherMask | None, is_cancelled: Callable[[], bool]
    ) -> RecordedModel:
        return RecordedModel(
            self.model,
            is_recurrent=self.description.family == "rnn",
            mask=mask,
            is_cancelled=is_cancelled,
        )

    def _ids(self, tokenized: TokenizedText) -> Tensor:
        return torch.tensor([tokenized.ids], device=self.device)

    def _other_mask(
        self,
        mask: MaskSpecification | None,
        tokenized: TokenizedText,
        target: TargetText | None,
    ) -> OtherMask | None:
        if mask is None:
            return None
        if target is not None or self.description.family == "rnn":
            raise UnsupportedByModel(
                f"{self.description.id} takes another mask in no attention that "
                "a target has part in.",
                hint="Leave the mask out, or ask for part=encoder without a target.",
            )
        n_tokens = len(tokenized.tokens)
        cells = build_mask(mask, self.description, n_tokens)
        return OtherMask.of(cells.to(self.device))

    def _room(self, max_new_tokens: int | None) -> int:
        if not self.can_write:
            raise UnsupportedByModel(
                f"The checkpoint of {self.description.id} lacks the head that "
                "predicts the next token of a target.",
                hint="Give the target yourself, or choose a checkpoint with its head.",
            )
        most = self.spelling.most_new_tokens
        if max_new_tokens is None:
            return most
        check_range("max_new_tokens", max_new_tokens, 1, most)
        return max_new_tokens

    def _refuse(self) -> NoReturn:
        raise UnsupportedByModel(
            f"{self.description.id} is no model of the lessons, whose tensors and "
            "heads are known by name.",
            hint="Choose lesson-translator.",
        )
