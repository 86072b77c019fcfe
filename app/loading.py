"""Load models in the background, one after another.

Lives here: the order of loading, and the waiting for it. Not here: the loading
itself (the model side), which runs on a thread of its own here, so that
neither the event loop nor the models' thread stands still.
"""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import TYPE_CHECKING

import structlog

from app.worker import Worker, WorkerStopped
from model import Catalogue, ModelError, ModelUnavailable

if TYPE_CHECKING:
    from model import LoadedModel

_log = structlog.get_logger(__name__)


class Loader:
    """Load what is asked for, then what may be asked for next."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._worker = Worker("headlight-loader", capacity=1024)
        self._loads: dict[str, asyncio.Task[LoadedModel]] = {}
        self._failed: dict[str, str] = {}
        self._preloading: asyncio.Task[None] | None = None

    def start(self, model_ids: tuple[str, ...], *, rest_seconds: float) -> None:
        """Load these in the background, in this order.

        The first is what people wait for: after it the loading rests, so that
        nothing stands in the way of the first answers.
        """
        self._preloading = asyncio.create_task(self._preload(model_ids, rest_seconds))

    async def stop(self) -> None:
        """Load nothing more; what is being loaded is abandoned."""
        self._worker.stop()
        tasks: list[asyncio.Task[None] | asyncio.Task[LoadedModel]]
        tasks = list(self._loads.values())
        if self._preloading is not None:
            tasks.append(self._preloading)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def failure(self, model_id: str) -> str | None:
        """Say why a model couldn't be loaded, if that was tried."""
        return self._failed.get(model_id)

    async def require(self, model_id: str) -> LoadedModel:
        """Wait for a model, whose load starts now if it hasn't yet.

        Raises:
            UnknownModel: no such id in the catalogue.
            ModelUnavailable: it can't be loaded.
        """
        description = self._catalogue.describe(model_id)
        loaded = self._catalogue.loaded(model_id)
        if loaded is not None:
            return loaded
        reason = description.reason if not description.available else None
        if reason is not None or model_id in self._failed:
            raise _unavailable(model_id, reason or self._failed[model_id])
        task = self._loads.get(model_id)
        if task is None:
            task = self._loads[model_id] = asyncio.create_task(self._load(model_id))
            task.add_done_callback(partial(self._end, model_id))
        await asyncio.wait({task})
        if task.cancelled():
            raise _unavailable(model_id, "the server is shutting down")
        return task.result()

    async def _preload(self, model_ids: tuple[str, ...], rest_seconds: float) -> None:
        for place, model_id in enumerate(model_ids):
            if place == 1:
                await asyncio.sleep(rest_seconds)
            try:
                await self.require(model_id)
            except ModelError:
                continue  # _load has told the log; the catalogue tells the reason

    async def _load(self, model_id: str) -> LoadedModel:
        started = time.perf_counter()
        try:
            job = self._worker.submit(partial(self._catalogue.load, model_id))
            loaded = await asyncio.wrap_future(job)
        except (WorkerStopped, ModelError) as error:
            self._note_failure(model_id, str(error))
            raise _unavailable(model_id, str(error)) from error
        except Exception as error:
            reason = f"loading ended with {type(error).__name__}"
            self._note_failure(model_id, reason, error)
            raise _unavailable(model_id, reason) from error
        seconds = round(time.perf_counter() - started, 2)
        is_default = model_id == self._catalogue.default_id
        event = "ready" if is_default else "model_loaded"
        _log.info(event, model=model_id, seconds=seconds)
        return loaded

    def _note_failure(
        self, model_id: str, reason: str, unforeseen: Exception | None = None
    ) -> None:
        self._failed[model_id] = reason
        _log.warning(
            "model_unavailable", model=model_id, reason=reason, exc_info=unforeseen
        )

    def _end(self, model_id: str, task: asyncio.Task[LoadedModel]) -> None:
        del self._loads[model_id]
        if not task.cancelled():
            task.exception()  # whoever asked may have left


def _unavailable(model_id: str, reason: str) -> ModelUnavailable:
    return ModelUnavailable(
        f"The model {model_id} can't be used: {reason.rstrip('.')}.",
        hint="GET /api/v1/models lists the models and what each waits for.",
    )
