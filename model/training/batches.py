"""Put sentence pairs of like length into batches of like size.

Lives here: pairs as ids, padded batches of them, and the order of an epoch. Not
here: the sentences (``corpus``), the vocabulary (``vocabulary.py``).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from model.lesson_network import END_ID, PAD_ID, START_ID

# Pairs are sorted by length within this many batches, so that little is padded
# and an epoch still differs from the next.
BATCHES_SORTED_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Pair:
    """A source and a target, as ids, both without start and end."""

    source: tuple[int, ...]
    target: tuple[int, ...]

    @property
    def n_tokens(self) -> int:
        """How many tokens a network reads of it: one more on each side."""
        return len(self.source) + len(self.target) + 2


@dataclass(frozen=True, slots=True)
class Batch:
    """Pairs side by side, the shorter ones padded at the end.

    Attributes:
        source: words and the end.
        read: what the decoder is fed, the start and words.
        written: what it is to write, words and the end; one place ahead.
    """

    source: Int[Tensor, "pair source_position"]
    read: Int[Tensor, "pair target_position"]
    written: Int[Tensor, "pair target_position"]

    @property
    def is_source(self) -> Bool[Tensor, "pair source_position"]:
        """Where the source is no padding."""
        return self.source != PAD_ID

    @property
    def is_target(self) -> Bool[Tensor, "pair target_position"]:
        """Where the target is no padding."""
        return self.written != PAD_ID


def padded(rows: Sequence[Sequence[int]]) -> Int[Tensor, "row position"]:
    """Lay rows of ids under each other, padded at the end."""
    longest = max(map(len, rows))
    return torch.tensor([[*row, *[PAD_ID] * (longest - len(row))] for row in rows])


def batch_of(pairs: Sequence[Pair]) -> Batch:
    """Make one batch of pairs."""
    return Batch(
        source=padded([(*pair.source, END_ID) for pair in pairs]),
        read=padded([(START_ID, *pair.target) for pair in pairs]),
        written=padded([(*pair.target, END_ID) for pair in pairs]),
    )


def cut(pairs: Sequence[Pair], batch_tokens: int) -> list[list[Pair]]:
    """Cut a sequence where a batch would hold more tokens, padding counted."""
    groups: list[list[Pair]] = [[]]
    source = target = 0
    for pair in pairs:
        source = max(source, len(pair.source) + 1)
        target = max(target, len(pair.target) + 1)
        if groups[-1] and (len(groups[-1]) + 1) * (source + target) > batch_tokens:
            groups.append([])
            source, target = len(pair.source) + 1, len(pair.target) + 1
        groups[-1].append(pair)
    return groups


def epoch(
    pairs: Sequence[Pair], batch_tokens: int, chance: Random
) -> Iterator[list[Pair]]:
    """Go through all pairs once, in random order and batches of like length."""
    order = list(pairs)
    chance.shuffle(order)
    mean = sum(pair.n_tokens for pair in pairs) / len(pairs)
    at_once = max(1, round(BATCHES_SORTED_AT_ONCE * batch_tokens / mean))
    for start in range(0, len(order), at_once):
        part = sorted(
            order[start : start + at_once],
            key=lambda pair: (len(pair.target), len(pair.source)),
        )
        groups = cut(part, batch_tokens)
        chance.shuffle(groups)
        yield from groups


def endless(
    pairs: Sequence[Pair], batch_tokens: int, chance: Random
) -> Iterator[Batch]:
    """Go through all pairs again and again, each time in another order."""
    while True:
        for group in epoch(pairs, batch_tokens, chance):
            yield batch_of(group)
