"""Compute equal questions once while they are in flight.

Lives here: who waits for which computation, and its end when nobody does. Not
here: keeping results after that (``captures.py``).

``async-lru`` does nearly this; but there, a cancelled computation that winds
down also removes the entry of its successor, and equal questions behind it
would be computed twice.
"""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


@dataclass(eq=False, slots=True)
class _Flight(Generic[T]):
    task: asyncio.Task[T]
    n_passengers: int = 0


class Flights(Generic[K, T]):
    """Share one task among all who ask the same.

    Invariants: a task lives as long as somebody waits for it; the last one to
    leave cancels it. Nothing is kept after the answer.
    """

    def __init__(self) -> None:
        self._flights: dict[K, _Flight[T]] = {}

    def __len__(self) -> int:
        return len(self._flights)

    async def join(self, key: K, start: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Wait for the task of this key, started if there is none."""
        flight = self._flights.get(key)
        if flight is None:
            flight = self._take_off(key, start())
        flight.n_passengers += 1
        try:
            await asyncio.wait({flight.task})
            return flight.task.result()
        finally:
            flight.n_passengers -= 1
            if flight.n_passengers == 0 and not flight.task.done():
                flight.task.cancel()
                self._land(key, flight)

    def _take_off(self, key: K, coroutine: Coroutine[Any, Any, T]) -> _Flight[T]:
        flight = _Flight(asyncio.create_task(coroutine))
        self._flights[key] = flight

        def end(task: asyncio.Task[T]) -> None:
            self._land(key, flight)
            if not task.cancelled():
                task.exception()  # nobody may be left to fetch it

        flight.task.add_done_callback(end)
        return flight

    def _land(self, key: K, flight: _Flight[T]) -> None:
        if self._flights.get(key) is flight:
            del self._flights[key]
