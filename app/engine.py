"""Be the one door to the models.

Lives here: what is asked at once is computed once, within a deadline, by a
model that is loaded first. Not here: the answering (``answering.py``), the
thread it runs on (``model_thread.py``) and the loading (``loading.py``).
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from app.admission import Admission, Call
from app.answering import AttentionAnswer, AttentionQuestion, answer, with_memory
from app.captures import CaptureCache
from app.errors import TextTooLong
from app.fine_tunings import FineTunings
from app.flights import Flights
from app.generations import Generations
from app.loading import Loader
from app.model_thread import IsCancelled, ModelThread
from app.questions import Question
from app.settings import Settings
from app.slices import Slicer
from app.text_input import TextInput, tokenize
from model import Catalogue, ModelDescription, TokenizedText

if TYPE_CHECKING:
    from model import LoadedModel

__all__ = [
    "AttentionAnswer",
    "AttentionQuestion",
    "Engine",
    "EngineHealth",
    "TextInput",
]

A = TypeVar("A")

# A job that runs for this many deadlines has nobody waiting: it hangs.
_DEADLINES_UNTIL_STUCK = 6


@dataclass(frozen=True, slots=True)
class EngineHealth:
    """Whether answers come, and if not, why."""

    is_ready: bool
    reason: str | None
    n_waiting: int


class Engine:
    """Answer questions about attention, one forward at a time.

    Attributes:
        catalogue: the models that may be named.
        slices: does what takes longer than a question may.
        generations: goes on with texts.
        fine_tunings: trains on a few sentences.

    Units: seconds.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        settings: Settings,
        *,
        restart_seconds: float = 5.0,
        rest_seconds: float = 3.0,
    ) -> None:
        self.catalogue = catalogue
        self._settings = settings
        self._loader = Loader(catalogue)
        self._rest_seconds = rest_seconds
        self._admission = Admission()
        self._captures = CaptureCache(settings.capture_cache_bytes)
        self._answers: Flights[AttentionQuestion, AttentionAnswer] = Flights()
        self._tokens: Flights[TextInput, TokenizedText] = Flights()
        self._others: Flights[Any, Any] = Flights()
        self._thread = ModelThread(
            capacity=settings.queue_size,
            stuck_seconds=settings.deadline_seconds * _DEADLINES_UNTIL_STUCK,
            restart_seconds=restart_seconds,
        )
        self.slices = Slicer(
            self._thread,
            self._captures,
            lambda: self._admission.call(settings.deadline_seconds),
            self._load_for,
        )
        self.generations = Generations(self.slices, settings)
        self.fine_tunings = FineTunings(self.slices, settings)

    async def start(self) -> None:
        """Begin to load the models that lie here, the default one first."""
        if self._settings.preload:
            described = self.catalogue.describe_all()
            self._loader.start(
                tuple(model.id for model in described if model.family is not None),
                rest_seconds=self._rest_seconds,
            )

    async def stop(self) -> None:
        """Answer what is being asked within the grace time, then refuse."""
        await self._admission.close(self._settings.grace_seconds)
        self._thread.stop()
        await self._loader.stop()

    def health(self) -> EngineHealth:
        """Tell whether the default model answers now."""
        reason = self._thread.trouble()
        if self._admission.is_closed:
            reason = "The server is shutting down."
        elif (
            reason is None and self.catalogue.loaded(self.catalogue.default_id) is None
        ):
            failure = self.failure(self.catalogue.default_id)
            reason = failure or f"{self.catalogue.default_id} is still loading."
        return EngineHealth(reason is None, reason, self._thread.n_waiting)

    @property
    def cached_bytes(self) -> int:
        """How many bytes the kept captures take."""
        return self._captures.nbytes

    def is_ready(self) -> bool:
        """Whether the default model answers now."""
        return self.health().is_ready

    def failure(self, model_id: str) -> str | None:
        """Say why a model of the catalogue can't be used, if so."""
        return (
            self._loader.failure(model_id) or self.catalogue.describe(model_id).reason
        )

    async def tokenize(
        self, asked: TextInput
    ) -> tuple[ModelDescription, TokenizedText]:
        """Make the tokens of a text.

        Raises:
            AppError, ModelError: as for ``attention``.
        """
        async with self._call(asked.n_characters) as call:
            loaded = await self._require(asked.model, call)
            asked = replace(asked, model=loaded.description.id)

            async def start() -> TokenizedText:
                return await self._thread.run(lambda _: tokenize(loaded, asked))

            return loaded.description, await self._tokens.join(asked, start)

    async def attention(self, question: AttentionQuestion) -> AttentionAnswer:
        """Read the attention of a text.

        Raises:
            TextTooLong: more characters than allowed.
            ResponseTooLarge: more cells than the question allows.
            Busy: the queue is full, or memory is.
            DeadlineExceeded: no answer in time.
            ShuttingDown: the server is going away.
            ModelError: the model, text or selection is wrong or unavailable.
        """
        async with self._call(question.n_characters) as call:
            loaded = await self._require(question.input.model, call)
            asked = question.of(loaded.description.id)

            async def start() -> AttentionAnswer:
                return await self._answer(loaded, asked)

            return await self._answers.join(asked, start)

    async def ask(self, question: Question[A]) -> A:
        """Answer any other question about a model.

        Raises:
            AppError, ModelError: as for ``attention``.
        """
        async with self._call(question.n_characters) as call:
            loaded = await self._require(question.model, call)
            asked = question.of(loaded.description.id)

            def work(is_cancelled: IsCancelled) -> A:
                return with_memory(
                    lambda: asked.answer(loaded, self._captures, is_cancelled),
                    self._captures,
                )

            async def start() -> A:
                return await self._thread.run(work)

            found: A = await self._others.join(asked, start)
            return found

    async def _load_for(self, model_id: str | None, n_characters: int) -> LoadedModel:
        """Wait for the model of a long work, within a question's deadline."""
        async with self._call(n_characters) as call:
            return await self._require(model_id, call)

    @asynccontextmanager
    async def _call(self, n_characters: int) -> AsyncIterator[Call]:
        """Admit a call about so much text; long ones may take longer.

        A text that is too long is refused before anything is made of it.
        """
        settings = self._settings
        is_long = n_characters > settings.long_text_characters
        deadline_seconds = (
            settings.long_deadline_seconds if is_long else settings.deadline_seconds
        )
        async with self._admission.call(deadline_seconds) as call:
            limit = settings.max_characters
            if n_characters > limit:
                raise TextTooLong(
                    f"The text has {n_characters:,} characters; at most {limit:,} are "
                    "taken.",
                    hint="Shorten the text.",
                    limit=limit,
                    actual=n_characters,
                )
            yield call

    async def _require(self, model_id: str | None, call: Call) -> LoadedModel:
        """Wait for a model, the default one where none is named."""
        call.awaited_model = model_id or self.catalogue.default_id
        loaded = await self._loader.require(call.awaited_model)
        call.awaited_model = None
        return loaded

    async def _answer(
        self, loaded: LoadedModel, asked: AttentionQuestion
    ) -> AttentionAnswer:
        asked_at = time.perf_counter()

        def work(is_cancelled: IsCancelled) -> AttentionAnswer:
            return answer(
                loaded,
                asked,
                self._captures,
                asked_at=asked_at,
                is_cancelled=is_cancelled,
            )

        return await self._thread.run(work)
