"""Say what each round of the training takes: the mix of its texts, steps, rate.

Lives here: the plan. Not here: how steps are taken (``loop.py``), what a text of
each source is (``examples.py``).

A round goes on from the weights of the one before. The first learns what words
stand where, from much of the dictionary; the second learns from whole stories.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Source = Literal["addresses", "books", "stories", "told", "usage", "dictionary"]
Mix = Mapping[Source, int]


@dataclass(frozen=True, slots=True)
class Round:
    """One round of the training.

    Attributes:
        mix: how many sequences of each source stand in a batch.
        highest_rate: of learning; it rises to this and falls to 0 once.
    """

    mix: Mix
    n_steps: int
    highest_rate: float

    @property
    def batch(self) -> int:
        """How many sequences a batch has."""
        return sum(self.mix.values())


ROUNDS = (
    Round({"addresses": 7, "stories": 4, "usage": 10, "dictionary": 3}, 3200, 1.5e-3),
    Round(
        {
            "addresses": 3,
            "books": 6,
            "stories": 1,
            "told": 6,
            "usage": 7,
            "dictionary": 1,
        },
        3800,
        1.2e-3,
    ),
)
# What is held out is mixed as in the last round.
FINAL_MIX = ROUNDS[-1].mix
