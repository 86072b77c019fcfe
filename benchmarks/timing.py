"""Time competitors in turns, so that a noisy machine is noisy for all.

Lives here: the rounds, medians and ratios. Not here: what is timed.
"""

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timing:
    """What one competitor took.

    Units: milliseconds; ``ratio`` is the median over the rounds of its time
    over the first competitor's of the same round.
    """

    median_ms: float
    ratio: float


def compare(
    competitors: Mapping[str, Callable[[], object]], *, rounds: int
) -> dict[str, Timing]:
    """Let each competitor run once a round; the first one is the yardstick.

    One round before the first warms caches and kernels and isn't counted.
    """
    took: dict[str, list[float]] = {name: [] for name in competitors}
    for round_number in range(rounds + 1):
        for name, run in competitors.items():
            start = time.perf_counter()
            run()
            if round_number:
                took[name].append((time.perf_counter() - start) * 1000)
    yardstick = next(iter(took.values()))
    return {
        name: Timing(
            statistics.median(times),
            statistics.median(
                own / base for own, base in zip(times, yardstick, strict=True)
            ),
        )
        for name, times in took.items()
    }
