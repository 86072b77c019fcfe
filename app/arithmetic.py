"""Work lessons out on a thread of their own, while models load or answer.

Lives here: the place where small arithmetic waits for its turn. Not here: the
arithmetic (the model side) and the models' own thread (``model_thread.py``),
which a lesson must never wait for.

The first job imports PyTorch, which takes seconds; whoever asks meanwhile
waits here, and the event loop goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from app.errors import Busy, DeadlineExceeded, ShuttingDown
from app.worker import QueueFull, Worker, WorkerStopped

T = TypeVar("T")


class Arithmetic:
    """Run small jobs in turn.

    Units: seconds.
    """

    def __init__(self, *, capacity: int, deadline_seconds: float) -> None:
        self._capacity = capacity
        self._deadline_seconds = deadline_seconds
        self._worker = Worker("headlight-arithmetic", capacity=capacity)

    async def run(self, work: Callable[[], T]) -> T:
        """Call this when its turn has come.

        A cancelled caller leaves the queue.

        Raises:
            Busy: the queue is full.
            DeadlineExceeded: no answer in time.
            ShuttingDown: the server is going away.
        """
        try:
            async with asyncio.timeout(self._deadline_seconds):
                return await asyncio.wrap_future(self._worker.submit(work))
        except TimeoutError:
            raise DeadlineExceeded(
                f"The answer took longer than {self._deadline_seconds:g} seconds.",
                hint="Ask again in a moment.",
                retry_after_seconds=1,
            ) from None
        except QueueFull:
            raise Busy(
                f"All {self._capacity} places in the queue are taken.",
                hint="Ask again in a moment.",
                limit=self._capacity,
                actual=self._capacity + 1,
                retry_after_seconds=1,
            ) from None
        except WorkerStopped:
            raise ShuttingDown(
                "The server is shutting down.",
                hint="Ask again when it is back.",
                retry_after_seconds=5,
            ) from None

    def stop(self) -> None:
        """Take no more jobs and refuse those that wait."""
        self._worker.stop()
