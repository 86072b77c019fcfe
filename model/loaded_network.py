"""Be a network in memory, and answer what is asked of its states.

Lives here: the forwards whose states or positions are read. Not here: what
comes next (``loaded_writer.py``), masked words (``loaded_predictor.py``),
attention and targets (``loaded_model.py``).
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from transformers import PreTrainedTokenizerBase

from model.adapters.description import AdapterUse
from model.adapters.heads import Heads
from model.adapters.loaded_adapter import Adapters
from model.conditions import build_mask, conditions
from model.description import ModelDescription
from model.errors import UnsupportedByModel
from model.mask_specification import MaskSpecification
from model.position_sources import (
    RotaryParameters,
    learned_positions,
    rotary_parameters,
)
from model.recording import never
from model.residual import ResidualStream, mean_states, residual_norms
from model.text.vocabulary import VocabularyEntry, read_entries
from model.tokens import TokenizedText, tokenize


class LoadedNetwork:
    """A network, its tokenizer and its description.

    Attributes:
        description: its card, now with device and dtype.
        network: what turns ids into states, without any head; of an
            encoder-decoder the encoder. None where it is one of our own, whose
            states have other names.
        language_model: the same network with the head that predicts the next
            token; None where the checkpoint has none.
        heads: what predicts masked words and next sentences in the checkpoint
            itself; None where it has no such head.
        adapters: those that are in memory beside the network.

    Not safe for two threads at once: one worker a device calls it.
    """

    def __init__(
        self,
        description: ModelDescription,
        network: nn.Module | None,
        tokenizer: PreTrainedTokenizerBase,
        device: torch.device,
        language_model: nn.Module | None = None,
        heads: Heads | None = None,
    ) -> None:
        self.description = description
        self._network = network
        self.tokenizer = tokenizer
        self.device = device
        self.language_model = language_model
        self.heads = heads
        self.adapters = Adapters(description.id)

    @property
    def network(self) -> nn.Module:
        """Return the network.

        Raises: UnsupportedByModel for one of our own.
        """
        if self._network is None:
            raise UnsupportedByModel(
                f"{self.description.id} is a model of the lessons: its states are "
                "read with its own tensors.",
                hint="GET /api/v1/tensors gives every tensor of such a model.",
            )
        return self._network

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

    def check_adapter(self, adapter: AdapterUse | None) -> None:
        """Let a use of an adapter pass; None is none.

        Raises: UnknownAdapter; NumberOutOfRange for its scale or rank.
        """
        self.adapters.check(adapter)

    def residual_stream(
        self,
        tokenized: TokenizedText,
        *,
        mask: MaskSpecification | None = None,
        adapter: AdapterUse | None = None,
        without_positions: bool = False,
        is_cancelled: Callable[[], bool] = never,
    ) -> ResidualStream:
        """Measure the residual stream after each layer and what is added.

        Raises: UnsupportedByModel for an architecture that is not known, or
            positions that can't be left out; as ``run``.
        """
        with self._conditions(
            tokenized,
            mask,
            adapter=adapter,
            without_positions=without_positions,
            is_cancelled=is_cancelled,
        ):
            return residual_norms(self.network, self._forward_of(tokenized))

    def mean_states(
        self,
        tokenized: TokenizedText,
        groups: Sequence[Sequence[int]],
        *,
        adapter: AdapterUse | None = None,
        without_positions: bool = False,
        is_cancelled: Callable[[], bool] = never,
    ) -> NDArray[np.float64]:
        """Read the residual stream at groups of positions, each as its mean.

        Shapes: returns (layer 0 to n, group, feature).
        Raises: as ``residual_stream``.
        """
        with self._conditions(
            tokenized,
            None,
            adapter=adapter,
            without_positions=without_positions,
            is_cancelled=is_cancelled,
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
        *,
        adapter: AdapterUse | None = None,
        without_positions: bool = False,
        is_cancelled: Callable[[], bool],
    ) -> Iterator[None]:
        cells = self._cells(mask, tokenized)
        with (
            self.adapters.acting(adapter),
            conditions(
                self.network,
                cells,
                without_positions=without_positions,
                is_cancelled=is_cancelled,
            ),
        ):
            yield

    def _cells(
        self, mask: MaskSpecification | None, tokenized: TokenizedText
    ) -> Tensor | None:
        if mask is None:
            return None
        cells = build_mask(mask, self.description, len(tokenized.tokens))
        return cells.to(self.device)
