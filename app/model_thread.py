"""Give the models' thread to one job after another.

Lives here: waiting for a turn, leaving the queue, and what is said when the
thread is busy, dead or stuck. Not here: the thread itself (``worker.py``) and
what runs on it (``answering.py``).
"""

import asyncio
import math
import threading
import time
from collections.abc import Callable
from typing import TypeVar

import structlog

from app.errors import Busy
from app.faults import is_device_fault, is_fatal
from app.worker import QueueFull, Worker, WorkerStopped
from model import ModelUnavailable

T = TypeVar("T")
IsCancelled = Callable[[], bool]

_MOST_RESTARTS = 3
_MOST_RETRY_SECONDS = 60
# How much the newest job counts in the running mean.
_NEWEST_SHARE = 0.2

_log = structlog.get_logger(__name__)


class ModelThread:
    """Run the jobs of all models of one device in turn.

    Units: seconds.
    """

    def __init__(
        self, *, capacity: int, stuck_seconds: float, restart_seconds: float
    ) -> None:
        self._stuck_seconds = stuck_seconds
        self._restart_seconds = restart_seconds
        self._restarts_left = _MOST_RESTARTS
        self._restart: threading.Timer | None = None
        self._mean_job_seconds = 0.05
        self._capacity = capacity
        self._worker = Worker(
            "headlight-models",
            capacity=capacity,
            is_fatal=is_fatal,
            on_death=self._note_death,
        )

    @property
    def n_waiting(self) -> int:
        """How many jobs wait for their turn."""
        return self._worker.n_waiting

    @property
    def is_full(self) -> bool:
        """Whether another job would be refused."""
        return self._worker.n_waiting >= self._capacity

    def trouble(self) -> str | None:
        """Say why no answers come, or None when they do."""
        fault = self._worker.fault
        if fault is not None:
            return f"The models' thread ended with {type(fault).__name__}."
        if not self._worker.is_alive:
            return "The models' thread has stopped."
        if self._worker.running_seconds > self._stuck_seconds:
            return f"A job has been running for over {self._stuck_seconds:g} seconds."
        return None

    async def run(self, work: Callable[[IsCancelled], T]) -> T:
        """Call this on the thread, when its turn has come.

        A cancelled caller leaves the queue; work that has begun is told
        through the function it is given.

        Raises:
            Busy: the queue is full.
            ModelUnavailable: the thread is dead or died meanwhile.
        """
        is_given_up = threading.Event()

        def job() -> T:
            began_at = time.perf_counter()
            try:
                return work(is_given_up.is_set)
            finally:
                self._note_duration(time.perf_counter() - began_at)

        try:
            return await asyncio.wrap_future(self._worker.submit(job))
        except asyncio.CancelledError:
            is_given_up.set()
            raise
        except QueueFull:
            raise self._busy() from None
        except WorkerStopped as error:
            raise _gone() from error
        except Exception as error:
            if is_device_fault(error):
                raise _gone() from error
            raise

    def stop(self) -> None:
        """Take no more jobs and refuse those that wait."""
        if self._restart is not None:
            self._restart.cancel()
        self._worker.stop()

    def _busy(self) -> Busy:
        wait_seconds = math.ceil(self._mean_job_seconds * (self._capacity + 1))
        return Busy(
            f"All {self._capacity} places in the queue are taken.",
            hint="Ask again after the time in Retry-After.",
            limit=self._capacity,
            actual=self._capacity + 1,
            retry_after_seconds=min(max(wait_seconds, 1), _MOST_RETRY_SECONDS),
        )

    def _note_duration(self, seconds: float) -> None:
        self._mean_job_seconds += _NEWEST_SHARE * (seconds - self._mean_job_seconds)

    def _note_death(self, error: BaseException) -> None:
        # A device that has failed once fails for ever in this process.
        can_restart = self._restarts_left > 0 and not is_device_fault(error)
        _log.error("model_thread_died", can_restart=can_restart, exc_info=error)
        if can_restart:
            self._restarts_left -= 1
            self._restart = threading.Timer(self._restart_seconds, self._worker.restart)
            self._restart.daemon = True
            self._restart.start()


def _gone() -> ModelUnavailable:
    return ModelUnavailable(
        "The models' thread has stopped working.",
        hint="Ask again in some seconds; /readyz tells when it is back.",
    )
