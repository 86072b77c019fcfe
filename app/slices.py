"""Do long work on the models' thread, one slice after another.

Lives here: the places for such work, and its turns: each slice is a job of its
own in the queue, so others' questions go in between. Not here: the queue
(``model_thread.py``), the work itself (``fine_tunings.py``,
``generations.py``) and its way to the client (``event_streams.py``).
"""

from __future__ import annotations

import asyncio
import math
import threading
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from app.captures import CaptureCache
from app.errors import Busy, DeadlineExceeded
from app.faults import is_out_of_memory
from app.model_thread import IsCancelled, ModelThread

if TYPE_CHECKING:
    # This brings PyTorch with it, which only the loading thread imports.
    from model import LoadedModel

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

# How long a slice that finds the queue full waits before it asks again.
_PAUSE_SECONDS = 0.05
_END: Any = object()


class SlicedWork(Protocol[T_co]):
    """Something long to do with a loaded model."""

    @property
    def model(self) -> str | None:
        """The model's id; None means the default."""

    @property
    def n_characters(self) -> int:
        """How much text it brings along."""

    def slices(
        self, loaded: LoadedModel, captures: CaptureCache, is_cancelled: IsCancelled
    ) -> Iterator[T_co]:
        """Do it, a slice each time the next item is asked for.

        The thread does other jobs between two slices: nothing that holds for
        the thread as a whole, such as an inference mode, an adapter or a
        recording, may be open where it yields.
        """


class Places:
    """Bound how much work of one kind is under way.

    Only the event loop touches it.
    """

    def __init__(self, most: int, *, what: str, retry_after_seconds: int) -> None:
        self._most = most
        self._what = what
        self._retry_after_seconds = retry_after_seconds
        self._n_taken = 0

    @property
    def n_taken(self) -> int:
        """How many are under way."""
        return self._n_taken

    @contextmanager
    def take(self) -> Iterator[None]:
        """Hold a place for as long as a block lasts.

        Raises:
            Busy: all places are taken.
        """
        if self._n_taken >= self._most:
            raise Busy(
                f"{self._n_taken} {self._what} are under way; at most {self._most} "
                "go on at once.",
                hint="Ask again after the time in Retry-After.",
                limit=self._most,
                actual=self._n_taken + 1,
                retry_after_seconds=self._retry_after_seconds,
            )
        self._n_taken += 1
        try:
            yield
        finally:
            self._n_taken -= 1


class Slicer:
    """Give long work its turns on the models' thread.

    Args:
        admit: bounds one slice; a new context for each.
        load: waits for the model that is named, before so much text is read.
    """

    def __init__(
        self,
        thread: ModelThread,
        captures: CaptureCache,
        admit: Callable[[], AbstractAsyncContextManager[Any]],
        load: Callable[[str | None, int], Awaitable[LoadedModel]],
    ) -> None:
        self._thread = thread
        self._captures = captures
        self._admit = admit
        self._load = load

    async def run(
        self,
        work: SlicedWork[T],
        places: Places,
        *,
        within_seconds: float | None = None,
    ) -> AsyncGenerator[T]:
        """Do the work, and hand out what each slice gives.

        The first slice is refused where the queue is full; later ones wait for
        room. Whoever stops listening ends the work: at its next slice, or
        sooner where it asks ``is_cancelled``. Close it (``aclosing``) when it
        isn't read to its end: until then its place is taken.

        Args:
            within_seconds: bounds the whole; None where a stream shows that it
                goes on.

        Raises:
            Busy: all places are taken, or the queue is full.
            DeadlineExceeded: a slice, or the whole, took too long.
            AppError, ModelError: as a question does.
        """
        ends_at = time.monotonic() + (within_seconds or math.inf)
        is_over = threading.Event()
        with places.take():
            loaded = await self._load(work.model, work.n_characters)
            slices: Iterator[T] | None = None

            def run_slice(_: IsCancelled) -> T:
                nonlocal slices
                if slices is None:
                    slices = work.slices(loaded, self._captures, is_over.is_set)
                return self._next(slices)

            try:
                while time.monotonic() < ends_at:
                    async with self._admit():
                        if slices is not None:
                            await self._wait_for_room()
                        item = await self._thread.run(run_slice)
                    if item is _END:
                        return
                    yield item
            finally:
                is_over.set()
        raise DeadlineExceeded(
            f"The whole took longer than {within_seconds:g} seconds.",
            hint="Ask for less, or with stream=true, which shows what there is.",
            retry_after_seconds=1,
        )

    def _next(self, slices: Iterator[T]) -> T:
        """Run one slice, on the thread; what failed can't be taken up again."""
        try:
            return next(slices, _END)
        except Exception as error:
            if not is_out_of_memory(error):
                raise
        self._captures.clear()
        raise Busy(
            "The device has too little memory for this right now.",
            hint="Ask for less, or ask again in a moment.",
            retry_after_seconds=5,
        )

    async def _wait_for_room(self) -> None:
        """Let a full queue empty: what has begun is not thrown away."""
        while self._thread.is_full:  # noqa: ASYNC110 - the queue tells nobody
            await asyncio.sleep(_PAUSE_SECONDS)
