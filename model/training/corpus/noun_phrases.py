"""Build noun phrases: articles, adjectives on their side, owners.

Lives here: what stands around a noun, in both languages, with agreement. Not
here: elision and contraction, which wait until the sentence is whole
(``spelling.py``).
"""

from dataclasses import dataclass
from typing import Literal

from model.training.corpus.spelling import opens_with_vowel
from model.training.corpus.words import Adjective, Gender, Noun

Number = Literal["singular", "plural", "both"]


@dataclass(frozen=True, slots=True)
class NounPhrase:
    """Words that can be a subject or an object.

    Attributes:
        english, french: the words; the French ones not yet joined.
        person: 1, 2 or 3.
        lemmas: the nouns that head it, for pairs of words; none of a pronoun.
        pairs: the combinations inside, such as ``black+cat``.
    """

    english: tuple[str, ...]
    french: tuple[str, ...]
    gender: Gender
    is_plural: bool = False
    person: int = 3
    lemmas: tuple[str, ...] = ()
    pairs: tuple[str, ...] = ()

    def doing(self, verb: str) -> list[str]:
        """Return the pairs of these subjects and a verb."""
        return [f"{lemma}>{verb}" for lemma in self.lemmas]

    def undergoing(self, verb: str) -> list[str]:
        """Return the pairs of a verb and these objects."""
        return [f"{verb}>{lemma}" for lemma in self.lemmas]

    def being(self, adjective: str) -> list[str]:
        """Return the pairs of an adjective and these nouns."""
        return [f"{adjective}+{lemma}" for lemma in self.lemmas]

    @property
    def takes_third(self) -> bool:
        """Whether the English verb takes its *-s*."""
        return self.person == 3 and not self.is_plural

    @property
    def am(self) -> str:
        """The present of *be*."""
        if self.english == ("i",):
            return "am"
        return "is" if self.takes_third else "are"

    @property
    def was(self) -> str:
        """The past of *be*."""
        return "was" if self.takes_third or self.english == ("i",) else "were"


@dataclass(frozen=True, slots=True)
class Determiner:
    """An article or what stands in its place.

    Attributes:
        french: masculine, feminine and plural.
        number: what it can stand with.
        is_counting: never with a noun that isn't counted.
    """

    english: str
    french: tuple[str, str, str]
    number: Number = "both"
    is_counting: bool = False


THE = Determiner("the", ("le", "la", "les"))
A = Determiner("a", ("un", "une", ""), "singular", is_counting=True)
SOME = Determiner("some", ("", "", "des"), "plural", is_counting=True)
THIS = Determiner("this", ("ce", "cette", ""), "singular")
THESE = Determiner("these", ("", "", "ces"), "plural")
OWNERS = (
    Determiner("my", ("mon", "ma", "mes")),
    Determiner("his", ("son", "sa", "ses")),
    Determiner("her", ("son", "sa", "ses")),
    Determiner("our", ("notre", "notre", "nos")),
    Determiner("your", ("votre", "votre", "vos")),
    Determiner("their", ("leur", "leur", "leurs")),
)
NUMERALS = {
    "two": "deux",
    "three": "trois",
    "four": "quatre",
    "five": "cinq",
    "six": "six",
    "seven": "sept",
    "eight": "huit",
    "nine": "neuf",
    "ten": "dix",
}
COUNTS = (
    *(
        Determiner(source, ("", "", target), "plural", is_counting=True)
        for source, target in NUMERALS.items()
    ),
    Determiner("several", ("", "", "plusieurs"), "plural", is_counting=True),
    Determiner("many", ("", "", "beaucoup de"), "plural", is_counting=True),
)


def build_noun_phrase(
    noun: Noun,
    determiner: Determiner,
    adjectives: tuple[Adjective, ...] = (),
    *,
    is_plural: bool = False,
    is_denied: bool = False,
) -> NounPhrase:
    """Put an article and adjectives around a noun.

    English adjectives stand in the order given; those that follow the French
    noun come in the opposite order (*European Economic Area* -> *zone
    économique européenne*).

    Args:
        is_denied: the direct object of a denied verb (*not a cat* -> *pas de
            chat*).
    """
    forms = [word for word in adjectives if word.is_before]
    after = [
        word.agree(noun.gender, is_plural)
        for word in adjectives[::-1]
        if not word.is_before
    ]
    name = noun.french[is_plural]
    before = [_agree_before(forms[0], noun, is_plural, name)] if forms else []
    return NounPhrase(
        english=(
            "any" if is_denied and determiner is SOME else determiner.english,
            *(word.english for word in adjectives),
            noun.english[is_plural],
        ),
        french=(
            *_article(determiner, noun, is_plural, is_denied, bool(before)),
            *before,
            name,
            *after,
        ),
        gender=noun.gender,
        is_plural=is_plural,
        lemmas=(noun.lemma,),
        pairs=tuple(f"{word.english}+{noun.lemma}" for word in adjectives),
    )


def add_owner(owned: NounPhrase, owner: NounPhrase, *, is_short: bool) -> NounPhrase:
    """Say whose it is: *the king 's horse*, or *the horse of the king*.

    ``owned`` has the definite article, which the short form leaves out.
    """
    if is_short:
        words = (*owner.english, "'s", *owned.english[1:])
    else:
        words = (*owned.english, "of", *owner.english)
    return _extend(owned, words, (*owned.french, "de", *owner.french), owner.pairs)


def add_complement(
    phrase: NounPhrase,
    english: tuple[str, ...],
    french: tuple[str, ...],
    pairs: tuple[str, ...],
) -> NounPhrase:
    """Let words follow the noun; what agrees with it stays the same."""
    return _extend(
        phrase, (*phrase.english, *english), (*phrase.french, *french), pairs
    )


def coordinate(first: NounPhrase, second: NounPhrase) -> NounPhrase:
    """Join two phrases by *and*: plural, and feminine only if both are."""
    return NounPhrase(
        english=(*first.english, "and", *second.english),
        french=(*first.french, "et", *second.french),
        gender="f" if first.gender == second.gender == "f" else "m",
        is_plural=True,
        lemmas=first.lemmas + second.lemmas,
        pairs=first.pairs + second.pairs,
    )


def _extend(
    phrase: NounPhrase,
    english: tuple[str, ...],
    french: tuple[str, ...],
    pairs: tuple[str, ...],
) -> NounPhrase:
    return NounPhrase(
        english=english,
        french=french,
        gender=phrase.gender,
        is_plural=phrase.is_plural,
        person=phrase.person,
        lemmas=phrase.lemmas,
        pairs=phrase.pairs + pairs,
    )


def _agree_before(word: Adjective, noun: Noun, is_plural: bool, name: str) -> str:
    """Agree an adjective that stands before the noun: *bel*, *vieil*."""
    if noun.gender == "m" and not is_plural and opens_with_vowel(name):
        return word.before_vowel
    return word.agree(noun.gender, is_plural)


def _article(
    determiner: Determiner,
    noun: Noun,
    is_plural: bool,
    is_denied: bool,
    has_adjective: bool,
) -> list[str]:
    """Choose the French article; *des* is *de* before an adjective."""
    if is_denied and determiner in {A, SOME}:
        return ["de"]
    if determiner is SOME and has_adjective:
        return ["de"]
    column = 2 if is_plural else int(noun.gender == "f")
    return determiner.french[column].split()
