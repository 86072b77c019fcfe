"""Build the verb of a clause in both languages, with negation around it.

Lives here: tenses, auxiliaries, negation, adverbs and the agreement of
participles. Not here: subjects and objects (``noun_phrases.py``).
"""

from dataclasses import dataclass
from typing import Literal

from model.training.corpus.conjugation import (
    WITH_ETRE,
    FrenchTense,
    agree_participle,
    conjugate,
)
from model.training.corpus.noun_phrases import NounPhrase
from model.training.corpus.words import Adjective, Gender, Verb

Tense = Literal[
    "present",
    "progressive",
    "past",
    "perfect",
    "past progressive",
    "future",
    "can",
    "could",
    "must",
    "want",
    "wanted",
]
Negation = Literal["", "n't", "not", "never"]
Agreement = tuple[Gender, bool]

_MODALS: dict[Tense, tuple[str, FrenchTense]] = {
    "can": ("pouvoir", "present"),
    "could": ("pouvoir", "imperfect"),
    "must": ("devoir", "present"),
    "want": ("vouloir", "present"),
    "wanted": ("vouloir", "imperfect"),
}
_SIMPLE: dict[Tense, FrenchTense] = {
    "present": "present",
    "progressive": "present",
    "past progressive": "imperfect",
    "future": "future",
}
_ADVERBS = {"often": "souvent", "always": "toujours", "already": "déjà"}
_SHORTENED = {"will": "wo", "can": "ca"}


@dataclass(frozen=True, slots=True)
class Manner:
    """How something is said of a subject.

    Attributes:
        adverb: an English adverb that stands beside the verb, or "".
    """

    tense: Tense
    negation: Negation = ""
    adverb: str = ""

    @property
    def is_negative(self) -> bool:
        """Whether the clause denies, so that *a* becomes *de*."""
        return bool(self.negation)


@dataclass(frozen=True, slots=True)
class VerbGroup:
    """The verb without its subject and object.

    Attributes:
        auxiliary: the English words that a question puts before the subject.
        english, french: the rest, and the whole French group.
    """

    auxiliary: list[str]
    english: list[str]
    french: list[str]


def say_action(
    subject: NounPhrase,
    verb: Verb,
    manner: Manner,
    *,
    is_question: bool = False,
    clitic: str = "",
    object_before: Agreement | None = None,
) -> VerbGroup:
    """Say that a subject does something.

    Args:
        clitic: a French pronoun before the verb (*il la voit*).
        object_before: the direct object where it stands before the French
            participle, which then agrees with it (*la lettre qu'il a lue*).
    """
    auxiliary, words = _english_action(subject, verb, manner, is_question)
    if verb.particle:
        words = [*words, verb.particle]
    finite, rest = _french_action(subject, verb, manner.tense, object_before)
    negated = _surround(clitic, finite, manner, rest)
    return VerbGroup(auxiliary, words, negated)


def say_state(
    subject: NounPhrase, manner: Manner, adjective: Adjective, *, degree: str = ""
) -> VerbGroup:
    """Say what a subject is (*was too tired* -> *était trop fatigué*)."""
    degrees = {"": [], "too": ["trop"], "very": ["très"], "so": ["si"]}
    auxiliary, words = _english_be(subject, manner)
    finite = conjugate(
        "être",
        "imperfect" if manner.tense == "past" else _SIMPLE[manner.tense],
        subject.person,
        subject.is_plural,
    )
    said = [*degrees[degree], adjective.agree(subject.gender, subject.is_plural)]
    return VerbGroup(
        auxiliary,
        [*words, *([degree] if degree else []), adjective.english],
        _surround("", finite, manner, said),
    )


def say_passive(subject: NounPhrase, verb: Verb, manner: Manner) -> VerbGroup:
    """Say what is done to a subject (*was signed* -> *a été signé*)."""
    auxiliary, words = _english_be(subject, manner)
    done = agree_participle(verb.french, subject.gender, subject.is_plural)
    person = (subject.person, subject.is_plural)
    if manner.tense in {"past", "perfect"}:
        finite, rest = conjugate("avoir", "present", *person), ["été", done]
    else:
        finite, rest = conjugate("être", _SIMPLE[manner.tense], *person), [done]
    return VerbGroup(
        auxiliary, [*words, verb.participle], _surround("", finite, manner, rest)
    )


def _english_action(
    subject: NounPhrase, verb: Verb, manner: Manner, is_question: bool
) -> tuple[list[str], list[str]]:
    tense, is_third = manner.tense, subject.takes_third
    if tense in {"want", "wanted"}:
        wish = Manner("present" if tense == "want" else "past", manner.negation)
        forms = ("want", "wants", "wanted")
        before, words = _do_support(forms, wish, is_third, is_question)
        return before, [*words, "to", verb.base]
    if tense in {"present", "past"}:
        forms = (verb.base, verb.third, verb.past)
        return _do_support(forms, manner, is_third, is_question)
    auxiliary, form = {
        "perfect": ("has" if is_third else "have", verb.participle),
        "progressive": (subject.am, verb.progressive),
        "past progressive": (subject.was, verb.progressive),
        "future": ("will", verb.base),
    }.get(tense, (tense, verb.base))
    return _deny(auxiliary, manner), [form]


def _do_support(
    forms: tuple[str, str, str], manner: Manner, is_third: bool, is_question: bool
) -> tuple[list[str], list[str]]:
    """Use *do* where a simple tense is denied or asked."""
    base, third, past = forms
    is_past = manner.tense == "past"
    if manner.negation in {"n't", "not"} or is_question:
        auxiliary = "did" if is_past else "does" if is_third else "do"
        return _deny(auxiliary, manner), [base]
    form = past if is_past else third if is_third else base
    return _beside("", manner), [form]


def _english_be(subject: NounPhrase, manner: Manner) -> tuple[list[str], list[str]]:
    is_third = subject.takes_third
    auxiliary, words = {
        "present": (subject.am, []),
        "past": (subject.was, []),
        "future": ("will", ["be"]),
        "perfect": ("has" if is_third else "have", ["been"]),
    }[manner.tense]
    return _deny(auxiliary, manner), list(words)


def _deny(auxiliary: str, manner: Manner) -> list[str]:
    """Negate an auxiliary: *wo n't*, *cannot*, *am not*."""
    negation = manner.negation
    if negation == "n't" and auxiliary == "am":
        negation = "not"
    if negation == "not" and auxiliary == "can":
        return ["cannot"]
    if negation == "n't":
        return [_SHORTENED.get(auxiliary, auxiliary), "n't"]
    return _beside(auxiliary, manner) if negation != "not" else [auxiliary, "not"]


def _beside(auxiliary: str, manner: Manner) -> list[str]:
    """Put *never* or an adverb after the auxiliary."""
    adverb = "never" if manner.negation == "never" else manner.adverb
    return [word for word in (auxiliary, adverb) if word]


def _french_action(
    subject: NounPhrase, verb: Verb, tense: Tense, object_before: Agreement | None
) -> tuple[str, list[str]]:
    """Return the finite verb and what follows it."""
    person = (subject.person, subject.is_plural)
    if tense in _MODALS:
        modal, modal_tense = _MODALS[tense]
        return conjugate(modal, modal_tense, *person), [verb.french]
    if tense in _SIMPLE:
        return conjugate(verb.french, _SIMPLE[tense], *person), []
    if verb.is_state:
        return conjugate(verb.french, "imperfect", *person), []
    if verb.french in WITH_ETRE:
        auxiliary, agreement = "être", (subject.gender, subject.is_plural)
    else:
        auxiliary, agreement = "avoir", object_before or ("m", False)
    participle = agree_participle(verb.french, *agreement)
    return conjugate(auxiliary, "present", *person), [participle]


def _surround(clitic: str, finite: str, manner: Manner, rest: list[str]) -> list[str]:
    """Put *ne ... pas* around the finite verb, a pronoun inside."""
    second = {"": "", "n't": "pas", "not": "pas", "never": "jamais"}[manner.negation]
    words = (
        "ne" if second else "",
        clitic,
        finite,
        second,
        _ADVERBS.get(manner.adverb, ""),
        *rest,
    )
    return [word for word in words if word]
