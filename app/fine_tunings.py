"""Fine-tune an encoder a little on somebody's sentences, a step a turn.

Lives here: what is asked, what each turn gives, how much of it goes on at once,
and how long what was made is kept. Not here: the turns (``slices.py``), what is
sent of them (``fine_tuning_documents.py``) and the training (the model side).
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncGenerator, Iterator, MutableMapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cachetools import TTLCache

from app.captures import CaptureCache
from app.model_thread import IsCancelled
from app.settings import Settings
from app.slices import Places, Slicer
from model import (
    LeftOut,
    ModelDescription,
    Scores,
    TuningRecipe,
    TuningStart,
    TuningStep,
    check_tunable,
)

if TYPE_CHECKING:
    # This brings PyTorch with it, which only the loading thread imports.
    from model import LoadedAdapter, LoadedModel

    Shelf = MutableMapping[tuple[str, str], LoadedAdapter]

_PREFIX = "tuned-"
_ID_BYTES = 16
_RETRY_AFTER_SECONDS = 5


@dataclass(frozen=True, slots=True)
class TuningBegun:
    """The model, and what of it will be trained."""

    description: ModelDescription
    recipe: TuningRecipe
    start: TuningStart


@dataclass(frozen=True, slots=True)
class TuningKept:
    """What was made, under an id that nobody can guess."""

    adapter_id: str
    recipe: TuningRecipe
    before: Scores
    after: Scores
    left_out: tuple[LeftOut, ...]


@dataclass(frozen=True, slots=True)
class StillReading:
    """Some sentences were read; there is no news."""


TuningItem = TuningBegun | StillReading | TuningStep | TuningKept
Items = AsyncGenerator[TuningItem]


@dataclass(frozen=True, slots=True)
class TuningWork:
    """Train by a recipe, and keep what comes of it.

    Attributes:
        shelf: where it is kept; only the thread of the models touches it.
    """

    model: str | None
    recipe: TuningRecipe
    shelf: Shelf

    @property
    def n_characters(self) -> int:
        """How much text it brings along."""
        return sum(len(sentence.text) for sentence in self.recipe.sentences)

    def slices(
        self, loaded: LoadedModel, _: CaptureCache, is_cancelled: IsCancelled
    ) -> Iterator[TuningItem]:
        """Train step by step, and keep the adapter at the end.

        Raises:
            UnsupportedByModel: no encoder, or its attention can't be found.
            TextError, NumberOutOfRange: nothing can be learned from these.
            NotFinite: the training ran away.
            Cancelled: between two layers.
        """
        check_tunable(loaded.description)
        adapter_id = _PREFIX + secrets.token_hex(_ID_BYTES)
        for made in loaded.fine_tune(
            self.recipe, adapter_id=adapter_id, is_cancelled=is_cancelled
        ):
            match made:
                case None:
                    yield StillReading()
                case TuningStart():
                    yield TuningBegun(loaded.description, self.recipe, made)
                case TuningStep():
                    yield made
                case end:
                    loaded.adapters.made = self.shelf
                    loaded.adapters.attach(end.adapter)
                    yield TuningKept(
                        adapter_id, self.recipe, end.before, end.after, end.left_out
                    )


class FineTunings:
    """Bound how many go on at once, and keep the last of what they made.

    Units: seconds, bytes.
    """

    def __init__(self, slicer: Slicer, settings: Settings) -> None:
        self._slicer = slicer
        self._settings = settings
        self._places = Places(
            settings.max_fine_tunings,
            what="fine-tunings",
            retry_after_seconds=_RETRY_AFTER_SECONDS,
        )
        # Each counts as its share of the whole at least, so that the number of
        # them is bounded, too.
        least = settings.max_tuned_bytes // settings.max_tuned_adapters

        def size_of(adapter: Any) -> int:
            n_bytes: int = max(adapter.nbytes, least)
            return n_bytes

        self._shelf: Shelf = TTLCache(
            settings.max_tuned_bytes, settings.tuned_seconds, getsizeof=size_of
        )

    @property
    def n_under_way(self) -> int:
        """How many go on now."""
        return self._places.n_taken

    def stream(self, model: str | None, recipe: TuningRecipe) -> Items:
        """Tell each step when it is there; close it to stop.

        Raises:
            AppError, ModelError: as ``Slicer.run``.
        """
        return self._run(model, recipe, self._settings.fine_tuning_seconds)

    async def whole(
        self, model: str | None, recipe: TuningRecipe
    ) -> tuple[TuningItem, ...]:
        """Tell everything at the end.

        Raises:
            AppError, ModelError: as ``Slicer.run``.
        """
        within_seconds = self._settings.long_deadline_seconds
        async with aclosing(self._run(model, recipe, within_seconds)) as items:
            return tuple([item async for item in items])

    def _run(
        self, model: str | None, recipe: TuningRecipe, within_seconds: float
    ) -> Items:
        work = TuningWork(model, recipe, self._shelf)
        return self._slicer.run(work, self._places, within_seconds=within_seconds)
