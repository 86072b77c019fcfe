"""Say what a noun, an adjective and a verb of the grammar are in both languages.

Lives here: the records, and the reading of the tables that list them. Not here:
the tables (``nouns.py``, ``adjectives.py``, ``verbs.py``) and the conjugation of
French verbs (``conjugation.py``).
"""

from dataclasses import dataclass
from typing import Literal

from model.training.corpus import english, spelling

Gender = Literal["m", "f"]
UNKNOWN_WORD = "<unk>"


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun with its two numbers in each language; French gives it a gender.

    Attributes:
        english, french: singular and plural.
        is_mass: never counted: no plural, no *a*.
    """

    english: tuple[str, str]
    french: tuple[str, str]
    gender: Gender
    is_mass: bool = False

    @property
    def lemma(self) -> str:
        """What names this noun in a pair of words."""
        return self.english[0]


@dataclass(frozen=True, slots=True)
class Adjective:
    """An adjective; the French one agrees with its noun.

    Attributes:
        masculine, feminine: singular and plural.
        before_vowel: the masculine singular before a vowel (*bel animal*).
        is_before: stands before the noun in French.
    """

    english: str
    masculine: tuple[str, str]
    feminine: tuple[str, str]
    before_vowel: str
    is_before: bool

    def agree(self, gender: Gender, is_plural: bool) -> str:
        """Return the form for a gender and a number."""
        forms = self.masculine if gender == "m" else self.feminine
        return forms[is_plural]


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb that is translated by one French verb.

    Attributes:
        base, third, past, participle, progressive: the English forms.
        particle: an English word after the verb (*look for*), or "".
        french: the infinitive.
        preposition: what the French verb puts before its object, or "".
        is_state: its past goes on, so French takes the imperfect (*knew* ->
            *connaissait*).
    """

    base: str
    third: str
    past: str
    participle: str
    progressive: str
    particle: str
    french: str
    preposition: str
    is_state: bool


def read_nouns(table: str) -> tuple[Noun, ...]:
    """Read ``english[/plural] french[/plural] m|f [mass]``, with commas."""
    nouns = []
    for entry in table.split(","):
        source, target, gender, *mass = entry.split()
        nouns.append(
            Noun(
                english=_pair(source, english.plural),
                french=_pair(target, spelling.plural),
                gender="f" if gender == "f" else "m",
                is_mass=bool(mass),
            )
        )
    return tuple(nouns)


def read_adjective(source: str, target: str, *, is_before: bool) -> Adjective:
    """Read ``masculine[/feminine[/before a vowel]]``."""
    masculine, *others = target.split("/")
    feminine = others[0] if others else spelling.feminine(masculine)
    return Adjective(
        english=source,
        masculine=(masculine, spelling.plural(masculine)),
        feminine=(feminine, spelling.plural(feminine)),
        before_vowel=others[1] if len(others) > 1 else masculine,
        is_before=is_before,
    )


def read_verbs(table: str) -> tuple[Verb, ...]:
    """Read ``base[/past/participle][+particle] french[+preposition] [state]``.

    A comma stands between two verbs.
    """
    verbs = []
    for entry in table.split(","):
        source, target, *state = entry.split()
        forms, _, particle = source.partition("+")
        base, *irregular = forms.split("/")
        past, participle = irregular or [english.past(base)] * 2
        infinitive, _, preposition = target.partition("+")
        verbs.append(
            Verb(
                base=base,
                third=english.third_person(base),
                past=past,
                participle=participle,
                progressive=english.progressive(base),
                particle=particle,
                french=infinitive,
                preposition=preposition,
                is_state=bool(state),
            )
        )
    return tuple(verbs)


def _pair(word: str, plural: english.Inflection) -> tuple[str, str]:
    singular, _, given = word.partition("/")
    return singular, given or plural(singular)
