"""Ask an encoder for masked words, and whether a text follows another.

Lives here: the questions that only a model with such heads answers, and which of
them a kept forward makes needless. Not here: the recipe that hides words
(``corruption.py``), and the arithmetic (the model side).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from app.captures import CaptureCache, forward_key
from app.errors import ResponseTooLarge
from app.model_thread import IsCancelled
from app.questions import TextQuestion
from app.text_input import tokens_of
from model import (
    AdapterUse,
    MaskedWord,
    MaskSpecification,
    ModelDescription,
    NumberOutOfRange,
    TokenizedText,
    VocabularyEntry,
    likeliest_words,
)

if TYPE_CHECKING:
    # These bring PyTorch with them, which only the loading thread imports.
    from model import Influences, LoadedModel

MOST_ENTRIES = 50_000
MOST_MASKS_WITH_INFLUENCES = 8


@dataclass(frozen=True, slots=True)
class FillMaskAnswer:
    """The words for each mask, and what each other token does to them.

    Attributes:
        entries: of the words of each mask.
        influences: one a mask; None where they weren't asked for.
    """

    description: ModelDescription
    adapter: AdapterUse | None
    tokenized: TokenizedText
    words: tuple[MaskedWord, ...]
    entries: tuple[tuple[VocabularyEntry, ...], ...]
    influences: tuple[Influences, ...] | None


@dataclass(frozen=True, slots=True)
class KeptInfluences:
    """The influences on each mask, and their size."""

    influences: tuple[Influences, ...]

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return sum(
            each.kl_nats.nbytes + each.log_probability_changes.nbytes
            for each in self.influences
        )


@dataclass(frozen=True, slots=True)
class _How:
    """The conditions of the forwards of one question."""

    adapter: AdapterUse | None
    mask: MaskSpecification | None
    is_cancelled: IsCancelled

    def logits(
        self,
        loaded: LoadedModel,
        tokenized: TokenizedText,
        positions: tuple[int, ...],
        captures: CaptureCache,
    ) -> NDArray[np.float32]:
        """Run the model once, unless what it said is kept."""
        key = forward_key("masked words", loaded, tokenized, self.mask, self.adapter)
        return captures.find_or_make(
            key,
            lambda: loaded.masked_logits(
                tokenized,
                positions,
                adapter=self.adapter,
                mask=self.mask,
                is_cancelled=self.is_cancelled,
            ),
        )

    def influences(
        self,
        loaded: LoadedModel,
        tokenized: TokenizedText,
        positions: tuple[int, ...],
        captures: CaptureCache,
    ) -> tuple[Influences, ...]:
        """Run the model once a token, unless what was measured is kept."""
        key = forward_key("influences", loaded, tokenized, self.mask, self.adapter)
        return captures.find_or_make(
            key,
            lambda: KeptInfluences(
                loaded.influences_on(
                    tokenized,
                    positions,
                    adapter=self.adapter,
                    mask=self.mask,
                    is_cancelled=self.is_cancelled,
                )
            ),
        ).influences


@dataclass(frozen=True, slots=True)
class FillMaskQuestion(TextQuestion):
    """Which words may stand at the masks? Only the first two change the forward."""

    adapter: AdapterUse | None = None
    mask: MaskSpecification | None = None
    top_k: int = 5
    influences: bool = False

    def answer(
        self, loaded: LoadedModel, captures: CaptureCache, is_cancelled: IsCancelled
    ) -> FillMaskAnswer:
        """Predict, with a forward only where the logits aren't kept.

        Raises:
            UnsupportedByModel: no head of the model predicts words.
            UnknownAdapter: it has no such adapter.
            NoMask: nothing is masked.
            ResponseTooLarge, NumberOutOfRange: too much to answer at once.
        """
        adapter = loaded.adapter_for("fill-mask", self.adapter)
        tokenized = tokens_of(loaded, self.input, captures)
        positions = loaded.mask_positions(tokenized)
        self._check(len(positions))
        how = _How(adapter, self.mask, is_cancelled)
        words = likeliest_words(
            how.logits(loaded, tokenized, positions, captures),
            positions,
            top_k=self.top_k,
        )
        influences = None
        if self.influences:
            influences = how.influences(loaded, tokenized, positions, captures)
        return FillMaskAnswer(
            description=loaded.description,
            adapter=adapter,
            tokenized=tokenized,
            words=words,
            entries=tuple(loaded.vocabulary_entries(each.ids) for each in words),
            influences=influences,
        )

    def _check(self, n_masks: int) -> None:
        """Refuse what would take too long, or too much room."""
        n_entries = n_masks * self.top_k
        if n_entries > MOST_ENTRIES:
            raise ResponseTooLarge(
                f"{n_masks:,} masks with {self.top_k:,} words each are {n_entries:,}; "
                f"at most {MOST_ENTRIES:,} are listed.",
                hint="Ask for fewer words with top_k, or mask fewer.",
                limit=MOST_ENTRIES,
                actual=n_entries,
            )
        if self.influences and n_masks > MOST_MASKS_WITH_INFLUENCES:
            raise NumberOutOfRange(
                f"The text has {n_masks:,} masks; influences are measured for at most "
                f"{MOST_MASKS_WITH_INFLUENCES}.",
                hint="Mask fewer words, or leave influences out.",
                limit=MOST_MASKS_WITH_INFLUENCES,
                actual=n_masks,
            )


@dataclass(frozen=True, slots=True)
class NextSentenceAnswer:
    """How likely the second text follows the first."""

    description: ModelDescription
    adapter: AdapterUse | None
    tokenized: TokenizedText
    probability: float


@dataclass(frozen=True, slots=True)
class NextSentenceQuestion(TextQuestion):
    """Does the second text follow the first?"""

    adapter: AdapterUse | None = None

    def answer(
        self, loaded: LoadedModel, captures: CaptureCache, is_cancelled: IsCancelled
    ) -> NextSentenceAnswer:
        """Predict, unless that was done before.

        Raises:
            UnsupportedByModel: no head of the model predicts it.
            UnknownAdapter: it has no such adapter.
        """
        adapter = loaded.adapter_for("next-sentence", self.adapter)
        tokenized = tokens_of(loaded, self.input, captures)
        # A number of numpy's knows its size.
        probability = captures.find_or_make(
            forward_key("next sentence", loaded, tokenized, adapter),
            lambda: np.float64(
                loaded.next_sentence(
                    tokenized, adapter=adapter, is_cancelled=is_cancelled
                )
            ),
        )
        return NextSentenceAnswer(
            loaded.description, adapter, tokenized, float(probability)
        )
