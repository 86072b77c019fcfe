"""Build the corpus: many sentences, all different, divided into four parts.

Lives here: how often each kind of sentence is said, and the division. Not here:
the sentences themselves.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random

from model.training.corpus.choosing import Chooser
from model.training.corpus.demonstration import DEMONSTRATION
from model.training.corpus.descriptions import (
    say_description,
    say_existence,
    say_fragment,
    say_passive_sentence,
)
from model.training.corpus.examples import Draft, Example
from model.training.corpus.joined_sentences import (
    say_relative,
    say_saying,
    say_two_clauses,
)
from model.training.corpus.pronouns import say_reason
from model.training.corpus.sentences import (
    say_gift,
    say_intransitive,
    say_journey,
    say_thought,
    say_transitive,
    say_with_pronoun_object,
)

MAX_SOURCE_WORDS = 20
MAX_TARGET_WORDS = 24
_HELD_OUT_PERCENT = 3
_OFTEN: tuple[tuple[int, Callable[[Chooser], Draft], str], ...] = (
    (28, say_reason, "."),
    (20, say_transitive, "."),
    (5, partial(say_transitive, is_question=True), "?"),
    (5, say_intransitive, "."),
    (2, partial(say_intransitive, is_question=True), "?"),
    (5, say_journey, "."),
    (5, say_description, "."),
    (11, say_passive_sentence, "."),
    (5, say_gift, "."),
    (3, say_thought, "."),
    (3, say_existence, "."),
    (4, say_with_pronoun_object, "."),
    (10, say_relative, "."),
    (5, say_two_clauses, "."),
    (3, say_saying, "."),
    (1, say_fragment, ""),
)
_PATTERNS = tuple((say, end) for often, say, end in _OFTEN for _ in range(often))


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many examples each part has."""

    train: int = 300_000
    valid: int = 2_000
    test: int = 5_000
    combinations: int = 2_000


@dataclass(frozen=True, slots=True)
class Corpus:
    """Four parts without a common sentence.

    Attributes:
        combinations: each has a pair of words, such as ``muddy+valley``, that
            never stands in the other parts, though each word alone does.
    """

    train: tuple[Example, ...]
    valid: tuple[Example, ...]
    test: tuple[Example, ...]
    combinations: tuple[Example, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """Every word of every part, in alphabetical order."""
        parts = (self.train, self.valid, self.test, self.combinations)
        return tuple(
            sorted(
                {
                    word
                    for part in parts
                    for example in part
                    for word in example.source + example.target
                }
            )
        )


def build_corpus(*, seed: int = 0, sizes: Sizes | None = None) -> Corpus:
    """Build the four parts; equal seeds and sizes give equal corpora.

    The demonstration's sentences are in none of them.
    """
    sizes = sizes or Sizes()
    chooser = Chooser(Random(seed))  # noqa: S311 (a seed is wanted)
    seen = {example.sentence for example in DEMONSTRATION}
    shown = frozenset(pair for example in DEMONSTRATION for pair in example.pairs)
    known: list[Example] = []
    combined: list[Example] = []
    n_known = sizes.train + sizes.valid + sizes.test
    while len(known) < n_known or len(combined) < sizes.combinations:
        example = say_something(chooser)
        if example.sentence in seen or not _is_short(example):
            continue
        is_held_out = any(
            is_held_out_pair(pair) for pair in example.pairs if pair not in shown
        )
        part, size = (combined, sizes.combinations) if is_held_out else (known, n_known)
        if len(part) < size:
            seen.add(example.sentence)
            part.append(example)
    first_test = sizes.valid + sizes.test
    return Corpus(
        train=tuple(known[first_test:]),
        valid=tuple(known[: sizes.valid]),
        test=tuple(known[sizes.valid : first_test]),
        combinations=tuple(combined),
    )


def say_something(chooser: Chooser) -> Example:
    """Say one sentence; some lack their full stop, as people type."""
    say, end = chooser.pick(_PATTERNS)
    draft = say(chooser)
    return draft.finish("" if end == "." and chooser.chance(0.08) else end)


def is_held_out_pair(pair: str) -> bool:
    """Whether a pair of words is kept for the combinations, whatever the seed."""
    if "<unk>" in pair:
        return False
    digest = hashlib.sha256(pair.encode()).digest()
    return int.from_bytes(digest[:4], "big") % 100 < _HELD_OUT_PERCENT


def _is_short(example: Example) -> bool:
    return (
        len(example.source) <= MAX_SOURCE_WORDS
        and len(example.target) <= MAX_TARGET_WORDS
    )
