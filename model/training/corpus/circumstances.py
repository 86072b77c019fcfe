"""Say where and when something happens.

Lives here: phrases of place and time, dates and years. Not here: the verb whose
tense a time must fit (``sentences.py`` asks for one).
"""

from collections.abc import Sequence

from model.training.corpus.choosing import Chooser
from model.training.corpus.noun_phrases import NUMERALS
from model.training.corpus.nouns import CITIES, COUNTRIES
from model.training.corpus.verb_groups import Tense

Words = Sequence[str]

MONTHS = {
    "january": "janvier",
    "february": "février",
    "march": "mars",
    "april": "avril",
    "may": "mai",
    "june": "juin",
    "july": "juillet",
    "august": "août",
    "september": "septembre",
    "october": "octobre",
    "november": "novembre",
    "december": "décembre",
}
DAYS = {
    "monday": "lundi",
    "tuesday": "mardi",
    "wednesday": "mercredi",
    "thursday": "jeudi",
    "friday": "vendredi",
    "saturday": "samedi",
    "sunday": "dimanche",
}
YEARS = range(1950, 2026)
_MONTH_DAYS = range(2, 29)
_INSIDE = {
    "in": ["dans"],
    "near": ["près", "de"],
    "behind": ["derrière"],
    "in front of": ["devant"],
    "far from": ["loin", "de"],
}
_PAST_TIMES = {
    "yesterday": "hier",
    "last year": "l' année dernière",
    "last week": "la semaine dernière",
    "last month": "le mois dernier",
}
_FUTURE_TIMES = {
    "tomorrow": "demain",
    "next year": "l' année prochaine",
    "next week": "la semaine prochaine",
    "next month": "le mois prochain",
}
_PRESENT_TIMES = {
    "today": "aujourd'hui",
    "now": "maintenant",
    "every day": "tous les jours",
}


def choose_place(chooser: Chooser) -> tuple[Words, Words, tuple[str, ...]]:
    """Draw a place: both languages, and the pairs inside."""
    if chooser.chance(0.15):
        city = chooser.pick(list(CITIES))
        return ["in", city], ["à", CITIES[city]], ()
    if chooser.chance(0.1):
        country = chooser.pick(list(COUNTRIES))
        return ["in", country], list(COUNTRIES[country]), ()
    english = chooser.pick(list(_INSIDE))
    kinds = ("building",) if english == "in" else ("building", "place")
    phrase = chooser.phrase(kinds, article="definite", adjective_share=0.25)
    return (
        [*english.split(), *phrase.english],
        [*_INSIDE[english], *phrase.french],
        phrase.pairs,
    )


def choose_time(chooser: Chooser, tense: Tense) -> tuple[Words, Words]:
    """Draw a time that fits the tense."""
    if tense in {"past", "past progressive"}:
        if chooser.chance(0.4):
            return _choose_date(chooser)
        return _split(chooser, _PAST_TIMES)
    if tense in {"future", "must", "want", "can"}:
        return _split(chooser, _FUTURE_TIMES)
    if tense in {"present", "progressive"}:
        return _split(chooser, _PRESENT_TIMES)
    return choose_hour(chooser)


def choose_hour(chooser: Chooser) -> tuple[Words, Words]:
    """Draw an hour of the clock."""
    hour = chooser.pick(list(NUMERALS))
    return ["at", hour, "o'clock"], ["à", NUMERALS[hour], "heures"]


def _choose_date(chooser: Chooser) -> tuple[Words, Words]:
    """Draw a date: a day of the week, a month, a year, or several."""
    month = chooser.pick(list(MONTHS))
    year = str(chooser.pick(YEARS))
    kind = chooser.pick(("weekday", "year", "month", "month and year", "day", "whole"))
    if kind == "weekday":
        day = chooser.pick(list(DAYS))
        return ["on", day], [DAYS[day]]
    if kind == "year":
        return ["in", year], ["en", year]
    if kind == "month":
        return ["in", month], ["en", MONTHS[month]]
    if kind == "month and year":
        return ["in", month, year], ["en", MONTHS[month], year]
    number = str(chooser.pick(_MONTH_DAYS))
    ending = [year] if kind == "whole" else []
    return ["on", number, month, *ending], ["le", number, MONTHS[month], *ending]


def _split(chooser: Chooser, table: dict[str, str]) -> tuple[Words, Words]:
    english = chooser.pick(list(table))
    return english.split(), table[english].split()
