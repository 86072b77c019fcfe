"""Choose words and phrases by chance, so that they make sense together.

Lives here: drawing nouns with fitting adjectives and articles, names, tenses,
places and times. Not here: whole sentences (``sentences.py``).
"""

from collections.abc import Sequence
from random import Random
from typing import Literal, TypeVar

from model.training.corpus import noun_phrases as phrases
from model.training.corpus.adjectives import FITTING, UNKNOWN_ADJECTIVE
from model.training.corpus.noun_phrases import Determiner, NounPhrase
from model.training.corpus.nouns import MEN, NOUNS, UNKNOWN_NOUN, WOMEN
from model.training.corpus.verb_groups import Manner, Negation, Tense
from model.training.corpus.words import UNKNOWN_WORD, Adjective, Noun

T = TypeVar("T")
Article = Literal["any", "definite", "indefinite"]

_SINGULAR = [phrases.THE] * 10 + [phrases.A] * 4 + [phrases.THIS, *phrases.OWNERS]
_PLURAL = (
    [phrases.THE] * 10
    + [phrases.SOME] * 2
    + [phrases.THESE, *phrases.OWNERS]
    + list(phrases.COUNTS[::3])
)
_DENIED_SINGULAR = [phrases.THE] * 6 + [phrases.A] * 4 + [phrases.THIS, *phrases.OWNERS]
_DENIED_PLURAL = (
    [phrases.THE] * 6 + [phrases.SOME] * 4 + [phrases.THESE, *phrases.OWNERS]
)
_INDEFINITE_PLURAL = (*[phrases.SOME] * 6, *phrases.COUNTS)
_SPEAKERS = (
    NounPhrase(("i",), ("je",), "m", person=1),
    NounPhrase(("we",), ("nous",), "m", is_plural=True, person=1),
    NounPhrase(("you",), ("vous",), "m", is_plural=True, person=2),
)
HE = NounPhrase(("he",), ("il",), "m")
SHE = NounPhrase(("she",), ("elle",), "f")
_OFTEN: dict[Tense, int] = {
    "past": 8,
    "present": 4,
    "future": 3,
    "progressive": 2,
    "past progressive": 2,
    "perfect": 2,
    "can": 1,
    "could": 1,
    "must": 1,
    "want": 1,
    "wanted": 1,
}
_TENSES = [tense for tense, often in _OFTEN.items() for _ in range(often)]
_NEGATIONS: tuple[Negation, ...] = ("n't", "n't", "n't", "not", "never")


class Chooser:
    """Draws everything from one generator, so that a seed fixes all."""

    def __init__(self, rng: Random, unknown_share: float = 0.012) -> None:
        self.rng = rng
        self.unknown_share = unknown_share

    def pick(self, choices: Sequence[T]) -> T:
        """Choose one of several, all equally likely."""
        return choices[int(self.rng.random() * len(choices))]

    def chance(self, share: float) -> bool:
        """Decide yes with a probability."""
        return self.rng.random() < share

    def phrase(
        self,
        kinds: Sequence[str],
        *,
        is_denied: bool = False,
        is_plural: bool | None = None,
        article: Article = "any",
        adjective_share: float = 0.4,
        may_be_unknown: bool = True,
    ) -> NounPhrase:
        """Draw a noun of some class, an article, and maybe an adjective."""
        kind = self.pick(kinds)
        if may_be_unknown and self.chance(self.unknown_share):
            noun, plural = UNKNOWN_NOUN, False
        else:
            noun = self.pick(NOUNS[kind])
            plural = self.chance(0.3) if is_plural is None else is_plural
        plural = plural and not noun.is_mass
        determiner = self._determiner(noun, plural, is_denied, article)
        adjectives = self._adjectives(kind, adjective_share, may_be_unknown)
        return phrases.build_noun_phrase(
            noun, determiner, adjectives, is_plural=plural, is_denied=is_denied
        )

    def _determiner(
        self, noun: Noun, is_plural: bool, is_denied: bool, article: Article
    ) -> Determiner:
        if article == "indefinite":
            if is_plural:
                return phrases.SOME if is_denied else self.pick(_INDEFINITE_PLURAL)
            return phrases.A
        is_definite = article == "definite"
        if is_definite and self.chance(0.85):
            return phrases.THE
        if is_denied or is_definite:
            choices = _DENIED_PLURAL if is_plural else _DENIED_SINGULAR
        else:
            choices = _PLURAL if is_plural else _SINGULAR
        determiner = self.pick(choices)
        if is_definite and determiner.is_counting:
            return phrases.THE
        if is_plural and determiner in phrases.COUNTS:
            determiner = self.pick(phrases.COUNTS)
        return phrases.THE if noun.is_mass and determiner.is_counting else determiner

    def _adjectives(
        self, kind: str, share: float, may_be_unknown: bool
    ) -> tuple[Adjective, ...]:
        if not self.chance(share):
            return ()
        if may_be_unknown and self.chance(self.unknown_share):
            return (UNKNOWN_ADJECTIVE,)
        word = self.pick(FITTING[kind])
        if not word.is_before or not self.chance(0.3):
            return (word,)
        other = self.pick(FITTING[kind])
        return (word,) if other.is_before else (word, other)

    def name(self) -> NounPhrase:
        """Draw somebody's name."""
        if self.chance(self.unknown_share):
            return NounPhrase((UNKNOWN_WORD,), (UNKNOWN_WORD,), "m")
        is_man = self.chance(0.5)
        name = self.pick(MEN if is_man else WOMEN)
        return NounPhrase((name,), (name,), "m" if is_man else "f")

    def speaker(self) -> NounPhrase:
        """Draw *I*, *we* or *you*."""
        return self.pick(_SPEAKERS)

    def subject(self, kinds: Sequence[str], adjective_share: float = 0.3) -> NounPhrase:
        """Draw who does it: a noun, a name or a pronoun."""
        if "person" in kinds and self.chance(0.35):
            if self.chance(0.4):
                return self.name()
            return self.pick((HE, HE, SHE, SHE, *_SPEAKERS))
        first = self.phrase(kinds, adjective_share=adjective_share)
        if self.chance(0.05):
            second = self.phrase(kinds, article="definite", adjective_share=0.1)
            if second.lemmas != first.lemmas:
                return phrases.coordinate(first, second)
        return first

    def manner(self, *, is_state: bool = False) -> Manner:
        """Draw a tense, a negation and an adverb that go together."""
        tense = self.pick(_TENSES)
        while is_state and tense not in {"past", "present", "future"}:
            tense = self.pick(_TENSES)
        negation: Negation = self.pick(_NEGATIONS) if self.chance(0.3) else ""
        if tense in {"progressive", "past progressive"} and negation == "never":
            negation = "n't"
        adverb = ""
        if not negation and tense in {"past", "present", "future"} and self.chance(0.1):
            adverb = self.pick(("often", "always"))
        elif not negation and tense == "perfect" and self.chance(0.4):
            adverb = "already"
        return Manner(tense, negation, adverb)
