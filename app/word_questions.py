"""Ask how alike one word is in several texts.

Lives here: finding the word in each text, and comparing what the model makes of
it. Not here: the other questions (``questions.py``) and the arithmetic (the
model side).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from app.captures import CaptureCache, forward_key
from app.model_thread import IsCancelled
from app.text_input import TextInput, tokens_of
from model import (
    AdapterUse,
    ModelDescription,
    NumberOutOfRange,
    TokenizedText,
    WordNotFound,
    WordPlace,
    cosines,
    find_word,
    largest_differences,
)

if TYPE_CHECKING:
    from model import LoadedModel

MOST_OCCURRENCES = 64


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A word where it stands: in which text, and where there."""

    text: int
    place: WordPlace


@dataclass(frozen=True, slots=True)
class SimilarityAnswer:
    """How alike the occurrences are, at each layer.

    Attributes:
        tokenized: one entry a text.
        cosines, largest_differences: (layer 0 to n, occurrence, occurrence).
    """

    description: ModelDescription
    adapter: AdapterUse | None
    tokenized: tuple[TokenizedText, ...]
    occurrences: tuple[Occurrence, ...]
    cosines: NDArray[np.float64]
    largest_differences: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SimilarityQuestion:
    """How alike are the states of one word, wherever it stands?"""

    model: str | None
    texts: tuple[str, ...]
    word: str
    without_positions: bool = False
    adapter: AdapterUse | None = None

    @property
    def n_characters(self) -> int:
        """How much text it brings along."""
        return sum(map(len, self.texts))

    def of(self, model_id: str) -> SimilarityQuestion:
        """Ask the same of this model."""
        return replace(self, model=model_id)

    def answer(
        self, loaded: LoadedModel, captures: CaptureCache, is_cancelled: IsCancelled
    ) -> SimilarityAnswer:
        """Compare, running the model once for each text it has not seen.

        Raises:
            WordNotFound: a text lacks the word.
            NumberOutOfRange: it stands there too often.
        """
        loaded.check_adapter(self.adapter)
        tokenized = tuple(
            tokens_of(loaded, TextInput(self.model, text), captures)
            for text in self.texts
        )
        places = [self._places(*each) for each in enumerate(tokenized)]
        _check_count(sum(map(len, places)))
        states = np.concatenate(
            [
                self._states(loaded, each, found, captures, is_cancelled)
                for each, found in zip(tokenized, places, strict=True)
            ],
            axis=1,
        )
        return SimilarityAnswer(
            description=loaded.description,
            adapter=self.adapter,
            tokenized=tokenized,
            occurrences=tuple(
                Occurrence(text, place)
                for text, found in enumerate(places)
                for place in found
            ),
            cosines=cosines(states),
            largest_differences=largest_differences(states),
        )

    def _places(self, text: int, tokenized: TokenizedText) -> tuple[WordPlace, ...]:
        found = find_word(tokenized, self.texts[text], self.word)
        if not found:
            raise WordNotFound(
                f"texts[{text}] does not have the word.",
                hint="Give one whole word that stands in every text; upper and lower "
                "case don't matter.",
            )
        return found

    def _states(
        self,
        loaded: LoadedModel,
        tokenized: TokenizedText,
        places: tuple[WordPlace, ...],
        captures: CaptureCache,
        is_cancelled: IsCancelled,
    ) -> NDArray[np.float64]:
        groups = tuple(place.tokens for place in places)
        conditions = (groups, self.without_positions, self.adapter)
        return captures.find_or_make(
            forward_key("states", loaded, tokenized, *conditions),
            partial(
                loaded.mean_states,
                tokenized,
                groups,
                without_positions=self.without_positions,
                adapter=self.adapter,
                is_cancelled=is_cancelled,
            ),
        )


def _check_count(n_occurrences: int) -> None:
    if n_occurrences > MOST_OCCURRENCES:
        raise NumberOutOfRange(
            f"The word stands {n_occurrences:,} times in the texts; at most "
            f"{MOST_OCCURRENCES} occurrences are compared.",
            hint="Shorten the texts.",
            limit=MOST_OCCURRENCES,
            actual=n_occurrences,
        )
