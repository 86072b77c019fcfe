"""Hold a sentence pair, first as it is put together, then finished.

Lives here: the records, and the last step where French words meet. Not here:
what is said (``sentences.py``, ``pronouns.py``).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from model.training.corpus.english import choose_articles
from model.training.corpus.noun_phrases import NounPhrase
from model.training.corpus.spelling import join_words


@dataclass(frozen=True, slots=True)
class Pronoun:
    """A pronoun whose French form depends on what it refers to.

    Attributes:
        place: of the pronoun in the target.
        word: what must stand there: il, elle, ils or elles.
        source_place: of *it* or *they* in the source.
    """

    place: int
    word: str
    source_place: int


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence and its translation.

    Attributes:
        source, target: the words, lower case, punctuation included.
        pronoun: None in a sentence without one that must be resolved.
        pairs: the combinations of content words, such as ``wide+street``.
    """

    source: tuple[str, ...]
    target: tuple[str, ...]
    pronoun: Pronoun | None = None
    pairs: tuple[str, ...] = ()

    @property
    def sentence(self) -> tuple[str, ...]:
        """The source without its end mark: what makes two examples the same."""
        return self.source[:-1] if self.source[-1] in ".?" else self.source


@dataclass(slots=True)
class Draft:
    """A sentence pair being put together, before French words are joined.

    Attributes:
        time: of what is said: what clauses must share to be joined.
    """

    english: list[str] = field(default_factory=list)
    french: list[str] = field(default_factory=list)
    pairs: list[str] = field(default_factory=list)
    pronoun: tuple[int, int, str] | None = None
    time: str = ""

    def add(self, english: Iterable[str], french: Iterable[str]) -> None:
        """Add words to both ends."""
        self.english.extend(english)
        self.french.extend(french)

    def add_phrase(self, phrase: NounPhrase) -> None:
        """Add a noun phrase."""
        self.add(phrase.english, phrase.french)
        self.pairs.extend(phrase.pairs)

    def add_pronoun(self, english: str, french: str) -> None:
        """Add a pronoun that must be resolved, and remember where it is."""
        self.pronoun = len(self.english), len(self.french), french
        self.add([english], [french])

    def finish(self, end: str) -> Example:
        """Join the words; the pronoun's place is counted after joining."""
        pronoun = None
        if self.pronoun is not None:
            source_place, place, word = self.pronoun
            pronoun = Pronoun(len(join_words(self.french[:place])), word, source_place)
        ending = [end] if end else []
        return Example(
            source=(*choose_articles(self.english), *ending),
            target=(*join_words(self.french), *ending),
            pronoun=pronoun,
            pairs=tuple(self.pairs),
        )
