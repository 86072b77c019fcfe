"""Ask a model something else than its attention.

Lives here: the questions that take a forward and keep no attention: the next
token, the residual stream, one word in several texts, where positions come
from. Not here: the queue they wait in (``engine.py``) and the arithmetic (the
model side).

A question is its own name: equal ones are answered once while they wait.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from app.captures import CaptureCache, ForwardKey, forward_key
from app.model_thread import IsCancelled
from app.text_input import TextInput, tokens_of
from model import (
    AdapterUse,
    MaskSpecification,
    ModelDescription,
    NextTokens,
    TokenizedText,
    VocabularyEntry,
    most_likely,
)

if TYPE_CHECKING:
    # These bring PyTorch with them, which only the loading thread imports.
    from model import LoadedModel, ResidualStream, RotaryParameters

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)


class Question(Protocol[A_co]):
    """Something to ask a loaded model; hashable, equal where it asks the same."""

    @property
    def model(self) -> str | None:
        """The model's id; None means the default."""

    @property
    def n_characters(self) -> int:
        """How much text it brings along."""

    def of(self, model_id: str) -> Question[A_co]:
        """Ask the same of this model."""

    def answer(
        self, loaded: LoadedModel, captures: CaptureCache, is_cancelled: IsCancelled
    ) -> A_co:
        """Answer it, on the thread of the models."""


@dataclass(frozen=True, slots=True)
class TextQuestion:
    """Base of the questions about one text."""

    input: TextInput

    @property
    def model(self) -> str | None:
        """The model's id; None means the default."""
        return self.input.model

    @property
    def n_characters(self) -> int:
        """How much text it brings along."""
        return self.input.n_characters

    def of(self, model_id: str) -> Any:
        """Ask the same of this model."""
        return replace(self, input=replace(self.input, model=model_id))


@dataclass(frozen=True, slots=True)
class NextTokenAnswer:
    """The tokens that may come next, after which text."""

    description: ModelDescription
    tokenized: TokenizedText
    next: NextTokens
    entries: tuple[VocabularyEntry, ...]


@dataclass(frozen=True, slots=True)
class NextTokenQuestion(TextQuestion):
    """Which token comes next? Only the first three change the forward."""

    mask: MaskSpecification | None = None
    temperature: float = 1.0
    top_k: int = 10
    top_p: float = 1.0

    def answer(
        self, loaded: LoadedModel, captures: CaptureCache, is_cancelled: IsCancelled
    ) -> NextTokenAnswer:
        """Predict, with a forward only where the logits aren't kept."""
        tokenized = tokens_of(loaded, self.input, captures)
        logits = captures.find_or_make(
            forward_key("logits", loaded, tokenized, self.mask),
            lambda: loaded.next_logits(
                tokenized, mask=self.mask, is_cancelled=is_cancelled
            ),
        )
        found = most_likely(
            logits, temperature=self.temperature, top_k=self.top_k, top_p=self.top_p
        )
        entries = loaded.vocabulary_entries(found.ids)
        return NextTokenAnswer(loaded.description, tokenized, found, entries)


@dataclass(frozen=True, slots=True)
class ResidualAnswer:
    """The stream, and the tokens of its positions."""

    description: ModelDescription
    adapter: AdapterUse | None
    tokenized: TokenizedText
    stream: ResidualStream


@dataclass(frozen=True, slots=True)
class ResidualQuestion(TextQuestion):
    """How long is the residual stream, and what does each layer add?"""

    mask: MaskSpecification | None = None
    without_positions: bool = False
    adapter: AdapterUse | None = None

    def answer(
        self, loaded: LoadedModel, captures: CaptureCache, is_cancelled: IsCancelled
    ) -> ResidualAnswer:
        """Measure, unless it was measured before."""
        loaded.check_adapter(self.adapter)
        tokenized = tokens_of(loaded, self.input, captures)
        stream = captures.find_or_make(
            forward_key(
                "residual",
                loaded,
                tokenized,
                *(self.mask, self.without_positions, self.adapter),
            ),
            partial(
                loaded.residual_stream,
                tokenized,
                mask=self.mask,
                without_positions=self.without_positions,
                adapter=self.adapter,
                is_cancelled=is_cancelled,
            ),
        )
        return ResidualAnswer(loaded.description, self.adapter, tokenized, stream)


@dataclass(frozen=True, slots=True)
class ModelQuestion:
    """Base of the questions that bring no text."""

    model: str | None
    n_characters: int = 0

    def of(self, model_id: str) -> Any:
        """Ask the same of this model."""
        return replace(self, model=model_id)


@dataclass(frozen=True, slots=True)
class LearnedPositionsQuestion(ModelQuestion):
    """Which positions has the model learned?"""

    def answer(
        self, loaded: LoadedModel, captures: CaptureCache, _: IsCancelled
    ) -> NDArray[np.float32]:
        """Read the table: (position, feature)."""
        description = loaded.description
        key = ForwardKey("positions", description.id, description.revision, (), (), ())
        return captures.find_or_make(key, loaded.learned_positions)


@dataclass(frozen=True, slots=True)
class RotaryParametersQuestion(ModelQuestion):
    """How does the model turn its queries and keys?"""

    def answer(
        self, loaded: LoadedModel, _: CaptureCache, __: IsCancelled
    ) -> RotaryParameters:
        """Read it off the model."""
        return loaded.rotary_parameters()
