"""Spell English forms: plurals, third persons, pasts, *a* or *an*.

Lives here: regular spelling. Not here: irregular forms, which the tables write
out, and the order of words (``verb_groups.py``).
"""

from collections.abc import Callable, Sequence

Inflection = Callable[[str], str]

_VOWELS = "aeiou"
_DOUBLING = {"stop", "run", "swim", "sit", "cut", "plan", "cancel", "put", "hit"}
_DOUBLING |= {"win", "forget", "begin", "grab"}
_SOUNDS_LIKE_A_CONSONANT = {"european", "union", "useful", "university", "one"}
_SOUNDS_LIKE_A_VOWEL = {"hour", "honest"}


def plural(noun: str) -> str:
    """Spell a regular plural: *box* -> *boxes*, *city* -> *cities*."""
    if noun.endswith("y") and noun[-2] not in _VOWELS:
        return noun[:-1] + "ies"
    if noun.endswith(("s", "x", "ch", "sh")):
        return noun + "es"
    return noun + "s"


def third_person(base: str) -> str:
    """Spell the third person: *watch* -> *watches*, *carry* -> *carries*."""
    if base.endswith("o"):
        return base + "es"
    return plural(base)


def past(base: str) -> str:
    """Spell a regular past: *cross* -> *crossed*, *carry* -> *carried*."""
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2] not in _VOWELS:
        return base[:-1] + "ied"
    return _doubled(base) + "ed"


def progressive(base: str) -> str:
    """Spell the *-ing* form: *leave* -> *leaving*, *run* -> *running*."""
    if base.endswith("ie"):
        return base[:-2] + "ying"
    if base.endswith("e") and not base.endswith("ee"):
        return base[:-1] + "ing"
    return _doubled(base) + "ing"


def choose_articles(words: Sequence[str]) -> list[str]:
    """Write *an* for *a* before a vowel that is heard."""
    chosen = list(words)
    for place, following in enumerate(words[1:]):
        if words[place] == "a" and _sounds_open(following):
            chosen[place] = "an"
    return chosen


def _sounds_open(word: str) -> bool:
    if word in _SOUNDS_LIKE_A_CONSONANT:
        return False
    return word[0] in _VOWELS or word in _SOUNDS_LIKE_A_VOWEL


def _doubled(base: str) -> str:
    return base + base[-1] if base in _DOUBLING else base
