"""Choose how something is said: tense, negation, adverb.

Lives here: what must hold so that the French can be told from the English. Not
here: the words that say it (``verb_groups.py``).
"""

from model.training.corpus.choosing import HE, SHE, Chooser
from model.training.corpus.conjugation import WITH_ETRE
from model.training.corpus.noun_phrases import NounPhrase
from model.training.corpus.verb_groups import Manner, Tense
from model.training.corpus.words import Verb


def choose_manner(
    chooser: Chooser,
    verb: Verb,
    subject: NounPhrase,
    *,
    is_question: bool = False,
) -> Manner:
    """Draw a manner that can be told from the English words.

    *They read* is present or past, so it is said to be past; a question is not
    denied.
    """
    manner = chooser.manner(is_state=verb.is_state)
    if subject.person != 3 and chooser.chance(0.5):
        tense: Tense = chooser.pick(("present", "future"))
        manner = Manner(tense, manner.negation)
    elif subject.person != 3 and manner.tense == "past progressive":
        manner = Manner("past", manner.negation)
    if is_question:
        return Manner(manner.tense)
    is_hidden = verb.past == verb.base and not subject.takes_third
    if manner.tense == "present" and is_hidden and manner.negation in {"", "never"}:
        return Manner("past", manner.negation, manner.adverb)
    return manner


def time_of(verb: Verb | None, manner: Manner) -> str:
    """Name the time of a clause; a past that went on is told apart.

    Args:
        verb: None for *be*.
    """
    if manner.tense in {"past progressive", "could", "wanted"}:
        return "past that went on"
    if manner.tense == "past" and (verb is None or verb.is_state):
        return "past that went on"
    return {"past": "past", "perfect": "perfect", "future": "future"}.get(
        manner.tense, "present"
    )


def third_person(
    chooser: Chooser, subject: NounPhrase, verb: Verb | None
) -> NounPhrase:
    """Replace *I*, *we* and *you*, whose gender English doesn't tell."""
    if subject.person == 3:
        return subject
    if verb is not None and verb.french not in WITH_ETRE:
        return subject
    return chooser.pick((HE, SHE))
