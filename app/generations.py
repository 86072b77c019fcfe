"""Go on with a text, one token a turn on the models' thread.

Lives here: what is asked, what each turn gives, and how many texts are gone on
with at once. Not here: the turns (``slices.py``), what is sent of them
(``generation_documents.py``) and the writing (the model side).
"""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Literal

from app.captures import CaptureCache
from app.flights import Flights
from app.model_thread import IsCancelled
from app.settings import Settings
from app.slices import Places, Slicer
from model import (
    GeneratedStep,
    GeneratedText,
    Generation,
    GenerationRules,
    ModelDescription,
    TokenizedText,
    VocabularyEntry,
)

if TYPE_CHECKING:
    # This brings PyTorch with it, which only the loading thread imports.
    from model import LoadedModel


@dataclass(frozen=True, slots=True)
class GenerationBegun:
    """The model that goes on, and the tokens it goes on from."""

    description: ModelDescription
    prompt: TokenizedText


@dataclass(frozen=True, slots=True)
class PromptRead:
    """Part of a long prompt was read; nothing is written yet."""


@dataclass(frozen=True, slots=True)
class TokenWritten:
    """One step.

    Attributes:
        entry: of the token; ``entries`` are those of the alternatives.
        milliseconds: on the thread, for step 0 the reading of the whole prompt.
    """

    step: GeneratedStep
    entry: VocabularyEntry
    entries: tuple[VocabularyEntry, ...]
    milliseconds: float


@dataclass(frozen=True, slots=True)
class GenerationEnded:
    """What stands there, and how long it took.

    Units: milliseconds; ``step_ms`` is a median, None for a single step.
    """

    written: GeneratedText
    stop: Literal["end", "max_new_tokens"]
    seed: int
    prompt_ms: float
    step_ms: float | None


# A place is free again after some seconds, sooner or later.
_RETRY_AFTER_SECONDS = 5

GenerationItem = GenerationBegun | PromptRead | TokenWritten | GenerationEnded


@dataclass(frozen=True, slots=True)
class GenerationWork:
    """Write so much after a text."""

    model: str | None
    text: str
    rules: GenerationRules
    split_special_tokens: bool = False

    @property
    def n_characters(self) -> int:
        """How much text it brings along."""
        return len(self.text)

    def slices(
        self, loaded: LoadedModel, _: CaptureCache, is_cancelled: IsCancelled
    ) -> Iterator[GenerationItem]:
        """Begin, read the prompt, write token by token, and tell the end.

        Raises:
            UnsupportedByModel, TextError, NumberOutOfRange: at once, where the
                model can't do it.
            Cancelled: between two layers.
        """
        generation = loaded.generation(
            self.text, self.rules, split_special_tokens=self.split_special_tokens
        )
        yield GenerationBegun(loaded.description, generation.prompt)
        taken = []
        spent = 0.0
        while not generation.is_done:
            began_at = time.perf_counter()
            step = generation.step(is_cancelled)
            spent += (time.perf_counter() - began_at) * 1000
            if step is None:
                yield PromptRead()
                continue
            yield _written(loaded, step, spent)
            taken.append(spent)
            spent = 0.0
        yield self._ended(generation, taken)

    def _ended(self, generation: Generation, taken: list[float]) -> GenerationEnded:
        return GenerationEnded(
            written=generation.written(),
            stop=generation.stop,
            seed=self.rules.seed,
            prompt_ms=taken[0],
            step_ms=median(taken[1:]) if len(taken) > 1 else None,
        )


def _written(
    loaded: LoadedModel, step: GeneratedStep, milliseconds: float
) -> TokenWritten:
    choice = step.choice
    ids = [choice.chosen.id, *(other.id for other in choice.alternatives)]
    entry, *entries = loaded.vocabulary_entries(ids)
    return TokenWritten(step, entry, tuple(entries), milliseconds)


class Generations:
    """Bound how many texts are gone on with, and for how long.

    Units: seconds.
    """

    def __init__(self, slicer: Slicer, settings: Settings) -> None:
        self._slicer = slicer
        self._settings = settings
        self._places = Places(
            settings.max_generations,
            what="generations",
            retry_after_seconds=_RETRY_AFTER_SECONDS,
        )
        self._wholes: Flights[GenerationWork, tuple[GenerationItem, ...]] = Flights()

    @property
    def n_under_way(self) -> int:
        """How many texts are gone on with now."""
        return self._places.n_taken

    def stream(self, work: GenerationWork) -> AsyncGenerator[GenerationItem]:
        """Tell each step when it is there; close it to stop.

        Raises:
            AppError, ModelError: as ``Slicer.run``.
        """
        return self._slicer.run(
            work, self._places, within_seconds=self._settings.generation_seconds
        )

    async def whole(self, work: GenerationWork) -> tuple[GenerationItem, ...]:
        """Tell everything at the end; equal ones under way are one.

        Raises:
            AppError, ModelError: as ``Slicer.run``.
        """

        async def start() -> tuple[GenerationItem, ...]:
            within_seconds = self._settings.long_deadline_seconds
            async with aclosing(
                self._slicer.run(work, self._places, within_seconds=within_seconds)
            ) as items:
                return tuple([item async for item in items])

        return await self._wholes.join(work, start)
