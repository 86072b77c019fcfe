"""Say how well a network translates sentences it hasn't seen.

Lives here: exact match, chrF, pronouns, and all of it by length, of greedy
translations. Not here: the search (``greedy.py``), the card that shows it
(``card.py``).
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from model.training.batches import Pair
from model.training.greedy import translate_all
from model.training.learners import Learner

PRONOUNS = ("il", "elle", "ils", "elles")
MASCULINE = ("il", "ils")
WIDTH_OF_LENGTHS = 2

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A sentence to translate, the answer, and what *it* must become.

    Attributes:
        pronoun_place: of a pronoun whose form depends on what it refers to;
            None in a sentence without one.
    """

    pair: Pair
    target: Words
    pronoun_place: int | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """How many were right, of how many.

    Attributes:
        exact_match: the share of sentences with every word right.
        chrf: character n-gram F-score of the words, from 0 to 100.
    """

    n: int
    exact_match: float
    chrf: float


@dataclass(frozen=True, slots=True)
class LengthScore:
    """The score of sentences of some lengths.

    Units: lengths in words and punctuation marks of the source.
    """

    length: str
    first: int
    last: int
    n: int
    exact_match: float
    chrf: float


@dataclass(frozen=True, slots=True)
class PronounScore:
    """How many pronouns were right, of all that had to be resolved.

    Attributes:
        always_masculine: how many *il* and *ils* alone would get right.
    """

    right: int
    total: int
    always_masculine: int


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Everything measured on one split."""

    score: Score
    pronouns: PronounScore
    by_length: tuple[LengthScore, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the part of the card, less the lengths."""
        right, total = self.pronouns.right, self.pronouns.total
        return {
            "n": self.score.n,
            "exact_match": self.score.exact_match,
            "chrf": self.score.chrf,
            "pronoun_accuracy": right / total if total else None,
            "pronouns": asdict(self.pronouns),
        }


def evaluate(
    learner: Learner, questions: Sequence[Question], words: Mapping[int, str]
) -> Evaluation:
    """Translate every sentence greedily, and compare."""
    sources = [question.pair.source for question in questions]
    found = [
        tuple(words[each] for each in ids) for ids in translate_all(learner, sources)
    ]
    return Evaluation(
        score=score(found, [question.target for question in questions]),
        pronouns=score_pronouns(found, questions),
        by_length=score_by_length(found, questions),
    )


def score(found: Sequence[Words], wanted: Sequence[Words]) -> Score:
    """Compare whole translations."""
    n_exact = sum(one == other for one, other in zip(found, wanted, strict=True))
    return Score(len(wanted), n_exact / len(wanted), chrf(found, wanted))


def chrf(found: Sequence[Words], wanted: Sequence[Words]) -> float:
    """Return chrF2 of a corpus, six letters at most, spaces left out.

    Source: Popović 2015, as sacreBLEU computes it.
    """
    from sacrebleu.metrics.chrf import CHRF

    texts, references = (
        [" ".join(words) for words in each] for each in (found, wanted)
    )
    return round(float(CHRF().corpus_score(texts, [references]).score), 2)


def score_pronouns(
    found: Sequence[Words], questions: Sequence[Question]
) -> PronounScore:
    """Count the pronouns that agree with what they refer to.

    The n-th pronoun of a translation is compared with the n-th that is wanted,
    so that a word too many before it doesn't count against it.
    """
    right = total = masculine = 0
    for words, question in zip(found, questions, strict=True):
        place = question.pronoun_place
        if place is None:
            continue
        total += 1
        number = sum(word in PRONOUNS for word in question.target[:place])
        masculine += question.target[place] in MASCULINE
        written = [word for word in words if word in PRONOUNS]
        right += written[number : number + 1] == [question.target[place]]
    return PronounScore(right, total, masculine)


def score_by_length(
    found: Sequence[Words], questions: Sequence[Question]
) -> tuple[LengthScore, ...]:
    """Compare the translations of short sentences, of longer ones, and so on."""
    groups: dict[int, list[tuple[Words, Words]]] = {}
    for words, question in zip(found, questions, strict=True):
        group = (len(question.pair.source) - 1) // WIDTH_OF_LENGTHS
        groups.setdefault(group, []).append((words, question.target))
    scores = []
    for group, members in sorted(groups.items()):
        first = group * WIDTH_OF_LENGTHS + 1
        last = first + WIDTH_OF_LENGTHS - 1
        of_group = score([one for one, _ in members], [other for _, other in members])
        scores.append(LengthScore(f"{first}–{last}", first, last, **asdict(of_group)))
    return tuple(scores)
