"""Be one model in memory: the door from a text to its numbers.

Lives here: what can be asked of a loaded model, one forward at a time. Not
here: its loading (``huggingface.py``) and the making of the numbers.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from inspect import signature
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from transformers import PreTrainedTokenizerBase

from model.attention_reading import AttentionReading
from model.capture import Capture, capture_operands, never
from model.conditions import build_mask, conditions
from model.description import ModelDescription
from model.eager import capture_weights
from model.errors import UnsupportedByModel
from model.mask_specification import MaskSpecification
from model.position_sources import (
    RotaryParameters,
    learned_positions,
    rotary_parameters,
)
from model.reading import read_attention
from model.residual import ResidualStream, mean_states, residual_norms
from model.selection import ResolvedSelection, Selection, resolve
from model.text.vocabulary import VocabularyEntry, read_entries
from model.tokens import TokenizedText, tokenize


class LoadedModel:
    """A model in memory.

    Attributes:
        description: its card, now with device and dtype.
        network: what turns ids into states, without any head.
        language_model: the same network with the head that predicts the next
            token; None where the checkpoint has none.

    Not safe for two threads at once: one worker a device calls it.
    """

    def __init__(
        self,
        description: ModelDescription,
        network: nn.Module,
        tokenizer: PreTrainedTokenizerBase,
        device: torch.device,
        language_model: nn.Module | None = None,
    ) -> None:
        self.description = description
        self.network = network
        self.tokenizer = tokenizer
        self.device = device
        self.language_model = language_model

    def tokenize(
        self,
        text: str,
        text_pair: str | None = None,
        *,
        truncate: bool = False,
        split_special_tokens: bool = False,
    ) -> TokenizedText:
        """Turn a text, or a pair of texts, into the tokens to be fed.

        Raises: EmptyText, InvalidText, TooManyTokens, UnsupportedByModel for a
            pair where the model takes one text.
        """
        return tokenize(
            self.tokenizer,
            text,
            text_pair,
            max_length=self.description.max_length or 0,
            takes_pair=self.description.takes_pair,
            truncate=truncate,
            split_special_tokens=split_special_tokens,
        )

    def resolve(
        self, selection: Selection, tokenized: TokenizedText
    ) -> ResolvedSelection:
        """Check a selection before any tensor is built.

        Raises: SelectionError, UnsupportedByModel.
        """
        return resolve(selection, self.description, tokenized)

    def run(
        self,
        tokenized: TokenizedText,
        *,
        mask: MaskSpecification | None = None,
        is_cancelled: Callable[[], bool] = never,
    ) -> Capture:
        """Run the model once and return the attention of every layer.

        A mask replaces the model's own in every layer.

        Raises: Cancelled between two layers; ShapeMismatch, MaskError and
            NumberOutOfRange for a mask that doesn't fit the text;
            UnsupportedByModel for one that can't be put in.
        """
        inputs = self._inputs(tokenized)
        cells = self._cells(mask, tokenized)
        if self.description.capture == "eager":
            is_causal = self.description.family == "decoder"
            return capture_weights(self.network, inputs, is_causal=is_causal)[0]
        return capture_operands(
            self.network, inputs, mask=cells, is_cancelled=is_cancelled
        )[0]

    def next_logits(
        self,
        tokenized: TokenizedText,
        *,
        mask: MaskSpecification | None = None,
        is_cancelled: Callable[[], bool] = never,
    ) -> NDArray[np.float32]:
        """Compute the logits of the token that comes after the text.

        Shapes: returns (vocabulary,).
        Raises: UnsupportedByModel where no head predicts it; as ``run``.
        """
        if self.language_model is None:
            raise UnsupportedByModel(
                f"{self.description.id} predicts no next token.",
                hint="Choose a decoder whose checkpoint has its prediction head.",
            )
        inputs = self._inputs(tokenized)
        if "logits_to_keep" in signature(self.language_model.forward).parameters:
            inputs["logits_to_keep"] = 1
        with self._conditions(tokenized, mask, is_cancelled=is_cancelled):
            output = self.language_model(**inputs)
        logits: NDArray[np.float32] = output.logits[0, -1].float().cpu().numpy()
        return logits

    def residual_stream(
        self,
        tokenized: TokenizedText,
        *,
        mask: MaskSpecification | None = None,
        without_positions: bool = False,
        is_cancelled: Callable[[], bool] = never,
    ) -> ResidualStream:
        """Measure the residual stream after each layer and what is added.

        Raises: UnsupportedByModel for an architecture that is not known, or
            positions that can't be left out; as ``run``.
        """
        with self._conditions(
            tokenized, mask, without_positions, is_cancelled=is_cancelled
        ):
            return residual_norms(self.network, self._forward_of(tokenized))

    def mean_states(
        self,
        tokenized: TokenizedText,
        groups: Sequence[Sequence[int]],
        *,
        without_positions: bool = False,
        is_cancelled: Callable[[], bool] = never,
    ) -> NDArray[np.float64]:
        """Read the residual stream at groups of positions, each as its mean.

        Shapes: returns (layer 0 to n, group, feature).
        Raises: as ``residual_stream``.
        """
        with self._conditions(
            tokenized, None, without_positions, is_cancelled=is_cancelled
        ):
            return mean_states(self.network, self._forward_of(tokenized), groups)

    def vocabulary_entries(self, ids: Sequence[int]) -> tuple[VocabularyEntry, ...]:
        """Read entries of the vocabulary, which stand in no text."""
        return read_entries(self.tokenizer, ids)

    def learned_positions(self) -> NDArray[np.float32]:
        """Read the table of learned positions.

        Shapes: returns (position, feature).
        Raises: UnsupportedByModel where no table is learned.
        """
        return learned_positions(self.network, self._inputs(self.tokenize("a b")))

    def rotary_parameters(self) -> RotaryParameters:
        """Read how queries and keys are turned, or raise UnsupportedByModel."""
        return rotary_parameters(self.network)

    def read(
        self,
        capture: Capture,
        resolved: ResolvedSelection,
        *,
        is_cancelled: Callable[[], bool] = never,
    ) -> AttentionReading:
        """Compute the numbers that a selection asks for.

        Raises: Cancelled between two blocks of rows.
        """
        return read_attention(capture, resolved, is_cancelled=is_cancelled)

    def _inputs(self, tokenized: TokenizedText) -> dict[str, Any]:
        ids = torch.tensor([tokenized.ids], device=self.device)
        inputs: dict[str, Any] = {"input_ids": ids}
        if tokenized.segment_ids:
            segments = torch.tensor([tokenized.segment_ids], device=self.device)
            inputs["token_type_ids"] = segments
        if self.description.family == "decoder":
            inputs["use_cache"] = False
        return inputs

    def _forward_of(self, tokenized: TokenizedText) -> Callable[[], object]:
        return partial(self.network, **self._inputs(tokenized))

    @contextmanager
    def _conditions(
        self,
        tokenized: TokenizedText,
        mask: MaskSpecification | None,
        without_positions: bool = False,
        *,
        is_cancelled: Callable[[], bool],
    ) -> Iterator[None]:
        cells = self._cells(mask, tokenized)
        with conditions(
            self.network,
            cells,
            without_positions=without_positions,
            is_cancelled=is_cancelled,
        ):
            yield

    def _cells(
        self, mask: MaskSpecification | None, tokenized: TokenizedText
    ) -> Tensor | None:
        if mask is None:
            return None
        cells = build_mask(mask, self.description, len(tokenized.tokens))
        return cells.to(self.device)
