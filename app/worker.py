"""Run jobs one after another on one thread.

Lives here: the thread, its bounded queue and what happens when it dies. Not
here: what the jobs do (``answering.py``) and who waits for them
(``engine.py``). One worker serves one device, so no two threads ever touch a
model's tensors at once.
"""

import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class QueueFull(Exception):
    """As many jobs wait as may wait."""


class WorkerStopped(Exception):
    """The thread is gone, and the job was never run."""


@dataclass(eq=False, slots=True)
class _Job(Generic[T]):
    call: Callable[[], T]
    future: Future[T]


def _ends_the_thread(error: BaseException) -> bool:
    return not isinstance(error, Exception)


class Worker:
    """Own one thread and the jobs that wait for it.

    Attributes:
        fault: the error the thread died of, or None.

    Invariants: a job whose future was cancelled before its turn leaves the
    queue at once and is never called.
    """

    def __init__(
        self,
        name: str,
        *,
        capacity: int,
        is_fatal: Callable[[BaseException], bool] = _ends_the_thread,
        on_death: Callable[[BaseException], None] | None = None,
    ) -> None:
        self.fault: BaseException | None = None
        self._name = name
        self._capacity = capacity
        self._is_fatal = is_fatal
        self._on_death = on_death
        self._jobs: deque[_Job[Any]] = deque()
        self._change = threading.Condition()
        self._is_stopped = False
        self._started_at: float | None = None
        self._thread = self._start_thread()

    @property
    def n_waiting(self) -> int:
        """How many jobs wait for their turn."""
        return len(self._jobs)

    @property
    def is_alive(self) -> bool:
        """Whether jobs are still taken."""
        return self.fault is None and self._thread.is_alive()

    @property
    def running_seconds(self) -> float:
        """How long the job that runs now has been running, else 0."""
        started_at = self._started_at
        return 0.0 if started_at is None else time.monotonic() - started_at

    def submit(self, call: Callable[[], T]) -> Future[T]:
        """Queue a call.

        Raises:
            QueueFull: as many jobs wait as may wait.
            WorkerStopped: the thread has died or was stopped.
        """
        future: Future[T] = Future()
        job = _Job(call, future)
        with self._change:
            if self._is_stopped or not self.is_alive:
                raise WorkerStopped(f"{self._name} is not running")
            if len(self._jobs) >= self._capacity:
                raise QueueFull(f"{self._capacity} jobs wait for {self._name}")
            self._jobs.append(job)
            self._change.notify()
        future.add_done_callback(lambda _: self._forget(job))
        return future

    def restart(self) -> None:
        """Replace a dead thread by a new one."""
        with self._change:
            if self._is_stopped or self.is_alive:
                return
            self.fault = None
            self._thread = self._start_thread()

    def stop(self) -> None:
        """Take no more jobs, refuse the waiting ones, let the last one end."""
        with self._change:
            self._is_stopped = True
            self._change.notify_all()
        self._refuse_waiting()

    def _start_thread(self) -> threading.Thread:
        # A daemon, so that a job that never ends can't hold up the exit.
        thread = threading.Thread(target=self._work, name=self._name, daemon=True)
        thread.start()
        return thread

    def _work(self) -> None:
        while (job := self._next()) is not None:
            self._started_at = time.monotonic()
            error = self._run(job)
            self._started_at = None
            if error is not None and self._is_fatal(error):
                self._die(error)
                return

    def _next(self) -> _Job[Any] | None:
        with self._change:
            while not self._jobs and not self._is_stopped:
                self._change.wait()
            return self._jobs.popleft() if self._jobs else None

    def _run(self, job: _Job[Any]) -> BaseException | None:
        if not job.future.set_running_or_notify_cancel():
            return None
        try:
            result = job.call()
        except Exception as error:  # noqa: BLE001 - whoever waits must hear of it
            job.future.set_exception(error)
            return error
        except BaseException as error:  # noqa: BLE001 - SystemExit would end the loop
            stopped = WorkerStopped(f"{self._name} ended with {type(error).__name__}")
            job.future.set_exception(stopped)
            return error
        job.future.set_result(result)
        return None

    def _die(self, error: BaseException) -> None:
        with self._change:
            self.fault = error
        self._refuse_waiting()
        if self._on_death is not None:
            self._on_death(error)

    def _refuse_waiting(self) -> None:
        with self._change:
            waiting = list(self._jobs)
            self._jobs.clear()
        for job in waiting:
            if job.future.set_running_or_notify_cancel():
                job.future.set_exception(WorkerStopped(f"{self._name} has stopped"))

    def _forget(self, job: _Job[Any]) -> None:
        with self._change:
            if job in self._jobs:
                self._jobs.remove(job)
