"""Spell French words: plurals, feminines, and how a word meets the next.

Lives here: regular endings, elision (*le animal* -> *l'animal*) and contraction
(*de le* -> *du*). Not here: verbs (``conjugation.py``).
"""

from collections.abc import Sequence
from functools import cache

_PLURALS = (("al", "aux"), ("eau", "eaux"))
_FEMININES = (
    ("eux", "euse"),
    ("er", "ère"),
    ("if", "ive"),
    ("el", "elle"),
    ("en", "enne"),
    ("on", "onne"),
)
_VOWELS = frozenset("aeiouyàâéèêëîïôöûùœæ")
_ASPIRATED = {"haut", "haute", "hauts", "hautes", "hibou", "hiboux", "huit", "onze"}
_ASPIRATED |= {"hérisson", "hérissons", "hangar", "hangars", "haie", "haies"}
_ELIDED = {
    "le": "l'",
    "la": "l'",
    "de": "d'",
    "ne": "n'",
    "que": "qu'",
    "je": "j'",
    "me": "m'",
    "ce": "cet",
    "ma": "mon",
    "sa": "son",
}
_CONTRACTED = {
    ("de", "le"): "du",
    ("de", "les"): "des",
    ("à", "le"): "au",
    ("à", "les"): "aux",
}


def plural(word: str) -> str:
    """Spell a regular plural: *cheval* -> *chevaux*, *souris* stays."""
    if word.endswith(("s", "x", "z")):
        return word
    for ending, many in _PLURALS:
        if word.endswith(ending):
            return word.removesuffix(ending) + many
    return word + "s"


def feminine(masculine: str) -> str:
    """Spell a regular feminine: *heureux* -> *heureuse*, *jeune* stays."""
    if masculine.endswith("e"):
        return masculine
    for ending, other in _FEMININES:
        if masculine.endswith(ending):
            return masculine.removesuffix(ending) + other
    return masculine + "e"


@cache
def opens_with_vowel(word: str) -> bool:
    """Whether a word sounds as a vowel at first: *eau*, *homme*, not *hibou*."""
    if word in _ASPIRATED:
        return False
    return word[0] in _VOWELS or word[0] == "h"


def join_words(words: Sequence[str]) -> list[str]:
    """Elide and contract wherever two words meet.

    The article is contracted only if it isn't elided: *de l'eau*, *du pain*.
    """
    joined: list[str] = []
    for word, following in zip(words, (*words[1:], "."), strict=True):
        is_elided = word in _ELIDED and opens_with_vowel(following)
        met = _ELIDED[word] if is_elided else word
        contracted = _CONTRACTED.get((joined[-1], met)) if joined else None
        if contracted:
            joined[-1] = contracted
        else:
            joined.append(met)
    return joined
