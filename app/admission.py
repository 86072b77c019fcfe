"""Let calls in, within their deadline, until the server goes away.

Lives here: the deadline of each call, and the end of all of them when the
server stops. Not here: the queue of the models' thread (``worker.py``).
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from app.errors import DeadlineExceeded, ShuttingDown
from model import ModelUnavailable


@dataclass(slots=True)
class Call:
    """One call; what it waits for tells what is said when time is over."""

    awaited_model: str | None = None


class Admission:
    """Know every call that is being answered."""

    def __init__(self) -> None:
        self._calls: set[asyncio.Task[Any]] = set()
        self._is_closed = False
        self._is_aborted = False

    @property
    def is_closed(self) -> bool:
        """Whether new calls are refused."""
        return self._is_closed

    @asynccontextmanager
    async def call(self, deadline_seconds: float) -> AsyncIterator[Call]:
        """Bound one call by its deadline and by the end of the server.

        Raises:
            ShuttingDown: the server has begun to stop, or stopped waiting.
            ModelUnavailable: time is over, and the model still loads.
            DeadlineExceeded: time is over.
        """
        if self._is_closed:
            raise _shutting_down()
        task = asyncio.current_task()
        assert task is not None
        self._calls.add(task)
        call = Call()
        try:
            async with asyncio.timeout(deadline_seconds):
                yield call
        except TimeoutError:
            raise _too_late(call, deadline_seconds) from None
        except asyncio.CancelledError:
            if not self._is_aborted:
                raise
            task.uncancel()
            raise _shutting_down() from None
        finally:
            self._calls.discard(task)

    async def close(self, grace_seconds: float) -> None:
        """Refuse new calls, let the present ones end, cut off the rest."""
        self._is_closed = True
        if self._calls:
            await asyncio.wait(self._calls, timeout=grace_seconds)
        self._is_aborted = True
        for task in self._calls:
            task.cancel()


def _too_late(
    call: Call, deadline_seconds: float
) -> DeadlineExceeded | ModelUnavailable:
    if call.awaited_model is not None:
        return ModelUnavailable(
            f"The model {call.awaited_model} is still loading.",
            hint="Ask again in some seconds; /readyz tells when it is there.",
        )
    return DeadlineExceeded(
        f"The answer took longer than {deadline_seconds:g} seconds.",
        hint="Try a shorter text or fewer layers and heads, or ask again.",
        retry_after_seconds=1,
    )


def _shutting_down() -> ShuttingDown:
    return ShuttingDown(
        "The server is shutting down.",
        hint="Ask again when it is back.",
        retry_after_seconds=5,
    )
