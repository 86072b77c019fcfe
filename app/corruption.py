"""Ask what BERT's pre-training might make of a text.

Lives here: drawing the recipe round after round, and counting. Not here: the
recipe (``model/predicting/corruption.py``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from app.captures import CaptureCache
from app.model_thread import IsCancelled
from app.questions import TextQuestion
from app.text_input import tokens_of
from model import (
    Cancelled,
    Corruption,
    ModelDescription,
    NumberOutOfRange,
    Token,
    TokenizedText,
    UnsupportedByModel,
    VocabularyEntry,
    corrupt,
)

if TYPE_CHECKING:
    from model import LoadedModel


@dataclass(frozen=True, slots=True)
class CorruptionAnswer:
    """One round, token by token, and counts of all.

    Attributes:
        shown: what was done in that round.
        entries: what stands in the place of each selected token, in order.
        n_selectable: tokens that may be selected, in each round.
        counts: by what was done, one number a round.
    """

    description: ModelDescription
    tokenized: TokenizedText
    corrupted: tuple[Token, ...]
    shown: Corruption
    entries: tuple[VocabularyEntry, ...]
    n_selectable: int
    counts: dict[str, NDArray[np.int64]]

    @property
    def places(self) -> list[int]:
        """Where the tokens stand that were selected in that round."""
        found: list[int] = np.flatnonzero(self.shown.selected).tolist()
        return found


@dataclass(frozen=True, slots=True)
class CorruptionQuestion(TextQuestion):
    """Which tokens are hidden, and how, when the recipe is drawn with a seed?"""

    seed: int = 0
    rounds: int = 1
    round: int = 1

    def answer(
        self, loaded: LoadedModel, captures: CaptureCache, is_cancelled: IsCancelled
    ) -> CorruptionAnswer:
        """Draw every round; no forward is needed.

        Raises:
            UnsupportedByModel: the model's tokenizer has no mask.
            NumberOutOfRange: the round to show comes after the last.
        """
        self._check_round()
        description, mask_id = loaded.description, loaded.mask_id
        if mask_id is None:
            raise UnsupportedByModel(
                f"{description.id} has no mask token, so nothing can be masked.",
                hint="Choose an encoder whose mask_token in /models isn't null.",
            )
        tokenized = tokens_of(loaded, self.input, captures)
        ids = np.array(tokenized.ids)
        may_be_selected = np.array([not token.special for token in tokenized.tokens])
        drawn = []
        for number in range(1, self.rounds + 1):
            if is_cancelled():
                raise Cancelled("The rounds were stopped.", hint="Ask again.")
            drawn.append(
                corrupt(
                    ids,
                    may_be_selected,
                    mask_id=mask_id,
                    vocab_size=description.vocab_size or 0,
                    generator=np.random.default_rng([self.seed, number]),
                )
            )
        shown = drawn[self.round - 1]
        changed = shown.ids[shown.selected].tolist()
        entries = loaded.vocabulary_entries(changed)
        return CorruptionAnswer(
            description=description,
            tokenized=tokenized,
            corrupted=_as_read(tokenized, shown, entries),
            shown=shown,
            entries=entries,
            n_selectable=int(may_be_selected.sum()),
            counts=_counts(drawn),
        )

    def _check_round(self) -> None:
        if self.round > self.rounds:
            raise NumberOutOfRange(
                f"Round {self.round} comes after the last, {self.rounds}.",
                limit=self.rounds,
                actual=self.round,
                hint="Draw more rounds, or show an earlier one.",
            )


def _as_read(
    tokenized: TokenizedText, shown: Corruption, entries: tuple[VocabularyEntry, ...]
) -> tuple[Token, ...]:
    """Put in each selected token's place what the model reads there."""
    tokens = list(tokenized.tokens)
    for place, entry in zip(np.flatnonzero(shown.selected), entries, strict=True):
        token, is_masked = tokens[place], bool(shown.masked[place])
        if is_masked or shown.replaced[place]:
            tokens[place] = replace(
                token,
                id=int(shown.ids[place]),
                text=entry.text,
                raw=entry.raw,
                special=is_masked,
                word=None if is_masked else token.word,
                piece=None,
            )
    return tuple(tokens)


def _counts(drawn: list[Corruption]) -> dict[str, NDArray[np.int64]]:
    found = {
        "selected": [each.selected.sum() for each in drawn],
        "mask": [each.masked.sum() for each in drawn],
        "random": [each.replaced.sum() for each in drawn],
    }
    counts = {name: np.array(numbers, np.int64) for name, numbers in found.items()}
    counts["keep"] = counts["selected"] - counts["mask"] - counts["random"]
    return counts
