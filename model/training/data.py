"""Bring the corpus to the networks: sentences as ids, questions as tests.

Lives here: the four splits in ids. Not here: the sentences (``corpus``), the
words (``vocabulary.py``).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tokenizers import Tokenizer

from model.training.batches import Pair
from model.training.corpus import Corpus, Example
from model.training.corpus.capitals import FRENCH_NAMES
from model.training.evaluation import Question
from model.training.vocabulary import build_tokenizer


@dataclass(frozen=True, slots=True)
class Data:
    """What a model is trained on, and what it is asked afterwards.

    Attributes:
        words: the word of each id.
        names: the words that are written with a capital anywhere.
        combinations: questions whose words never stand together in training.
    """

    tokenizer: Tokenizer
    words: Mapping[int, str]
    names: tuple[str, ...]
    train: tuple[Pair, ...]
    valid: tuple[Pair, ...]
    test: tuple[Question, ...]
    combinations: tuple[Question, ...]

    @classmethod
    def of(cls, corpus: Corpus) -> "Data":
        """Look up the ids of a corpus, in the vocabulary of its own words."""
        tokenizer = build_tokenizer(corpus.words)
        ids = tokenizer.get_vocab()
        return cls(
            tokenizer=tokenizer,
            words={number: word for word, number in ids.items()},
            names=names_in(ids),
            train=_pairs(corpus.train, ids),
            valid=_pairs(corpus.valid, ids),
            test=_questions(corpus.test, ids),
            combinations=_questions(corpus.combinations, ids),
        )

    def sizes(self) -> dict[str, int]:
        """Return how much there is of each, as the card says it."""
        return {
            "n_train": len(self.train),
            "n_valid": len(self.valid),
            "n_test": len(self.test),
            "n_combinations": len(self.combinations),
            "vocabulary": len(self.words),
        }


def names_in(words: Mapping[str, int]) -> tuple[str, ...]:
    """Return the French names of people and places that a vocabulary holds."""
    return tuple(sorted({*FRENCH_NAMES} & words.keys()))


def _pair(example: Example, ids: Mapping[str, int]) -> Pair:
    return Pair(
        tuple(ids[word] for word in example.source),
        tuple(ids[word] for word in example.target),
    )


def _pairs(examples: Sequence[Example], ids: Mapping[str, int]) -> tuple[Pair, ...]:
    return tuple(_pair(example, ids) for example in examples)


def _questions(
    examples: Sequence[Example], ids: Mapping[str, int]
) -> tuple[Question, ...]:
    return tuple(
        Question(
            _pair(example, ids),
            example.target,
            None if example.pronoun is None else example.pronoun.place,
        )
        for example in examples
    )
