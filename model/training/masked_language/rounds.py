"""Say what each round of the training takes: the mix of its texts, steps, rate.

Lives here: the plan. Not here: how steps are taken (``loop.py``), what a text of
each source is (``examples.py``).

A round goes on from the weights of the one before. The first learns what words
stand where, from much of the dictionary; the second learns from whole stories; the
third, with room for more in each matrix, looks mostly at the words.
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
        rank: of the updates; none has a smaller one than the round before.
        next_weight: how much the next-sentence loss counts beside that of words;
            as much in BERT.
    """

    mix: Mix
    n_steps: int
    highest_rate: float
    rank: int
    next_weight: float = 1.0

    @property
    def batch(self) -> int:
        """How many sequences a batch has."""
        return sum(self.mix.values())


_MUCH_DICTIONARY: Mix = {"addresses": 7, "stories": 4, "usage": 10, "dictionary": 3}
_MUCH_TOLD: Mix = {
    "addresses": 3,
    "books": 6,
    "stories": 1,
    "told": 6,
    "usage": 7,
    "dictionary": 1,
}
ROUNDS = (
    Round(_MUCH_DICTIONARY, n_steps=3200, highest_rate=1.5e-3, rank=32),
    Round(_MUCH_TOLD, n_steps=3800, highest_rate=1.2e-3, rank=32),
    Round(_MUCH_TOLD, n_steps=5000, highest_rate=1e-3, rank=64, next_weight=0.25),
)
# What is held out is mixed as in the last round.
FINAL_MIX = ROUNDS[-1].mix
