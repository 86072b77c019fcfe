"""Say what somebody does: actions, journeys, gifts, thoughts.

Lives here: sentences of one clause with a verb other than *be*. Not here: what
somebody is (``descriptions.py``), sentences of two clauses
(``joined_sentences.py``), pronouns that must be resolved (``pronouns.py``).
"""

from model.training.corpus.choosing import Chooser
from model.training.corpus.circumstances import choose_place, choose_time
from model.training.corpus.descriptions import about_domain
from model.training.corpus.examples import Draft
from model.training.corpus.manners import choose_manner, third_person, time_of
from model.training.corpus.noun_phrases import NounPhrase
from model.training.corpus.nouns import CITIES, COUNTRIES
from model.training.corpus.verb_groups import Manner, say_action
from model.training.corpus.verbs import (
    GIVING,
    INTRANSITIVE,
    INTRANSITIVE_OF_ANIMALS,
    MOVING,
    SPEECH,
    TALKING,
    USES,
    USES_OF_PEOPLE,
)
from model.training.corpus.words import Verb


def say_transitive(chooser: Chooser, *, is_question: bool = False) -> Draft:
    """Say that somebody does something to somebody or something."""
    usage, verb = chooser.pick(USES)
    subject = chooser.subject(usage.subjects)
    if chooser.chance(0.25):
        subject = chooser.speaker()
    manner = choose_manner(chooser, verb, subject, is_question=is_question)
    is_denied = manner.is_negative and not verb.preposition
    thing = chooser.phrase(usage.objects, is_denied=is_denied)
    draft = Draft(time=time_of(verb, manner))
    _add_clause(draft, subject, verb, manner, is_question=is_question)
    draft.add([], verb.preposition.split())
    draft.add_phrase(thing)
    draft.pairs += thing.undergoing(verb.base)
    _add_circumstances(draft, chooser, manner)
    return draft


def say_intransitive(chooser: Chooser, *, is_question: bool = False) -> Draft:
    """Say that somebody does something, somewhere."""
    if chooser.chance(0.5):
        verb = chooser.pick(INTRANSITIVE_OF_ANIMALS)
        subject = chooser.phrase(("animal",))
    else:
        verb = chooser.pick((*INTRANSITIVE, *SPEECH))
        subject = chooser.subject(("person",))
        subject = chooser.speaker() if chooser.chance(0.3) else subject
    subject = third_person(chooser, subject, verb)
    manner = choose_manner(chooser, verb, subject, is_question=is_question)
    draft = Draft(time=time_of(verb, manner))
    _add_clause(draft, subject, verb, manner, is_question=is_question)
    _add_circumstances(draft, chooser, manner, place_share=0.7)
    return draft


def say_journey(chooser: Chooser) -> Draft:
    """Say where somebody goes or lives."""
    verb = chooser.pick(MOVING)
    subject = third_person(
        chooser, chooser.subject(("person", "person", "animal")), verb
    )
    manner = choose_manner(chooser, verb, subject)
    draft = Draft(time=time_of(verb, manner))
    _add_clause(draft, subject, verb, manner)
    _add_destination(draft, chooser, verb)
    if chooser.chance(0.5):
        draft.add(*choose_time(chooser, manner.tense))
    return draft


def say_gift(chooser: Chooser) -> Draft:
    """Say what somebody gives to somebody."""
    verb = chooser.pick(GIVING)
    subject = chooser.subject(("person",))
    manner = choose_manner(chooser, verb, subject)
    thing = chooser.phrase(
        ("thing", "container", "text"),
        is_denied=manner.is_negative,
        adjective_share=0.25,
    )
    receiver = chooser.phrase(("person",), article="definite", adjective_share=0.2)
    receiver = chooser.name() if chooser.chance(0.25) else receiver
    draft = Draft()
    _add_clause(draft, subject, verb, manner)
    draft.add_phrase(thing)
    draft.add(["to"], ["à"])
    draft.add_phrase(receiver)
    draft.pairs += thing.undergoing(verb.base)
    if chooser.chance(0.3):
        draft.add(*choose_time(chooser, manner.tense))
    return draft


def say_thought(chooser: Chooser) -> Draft:
    """Say what somebody talks about, dreams of, thinks of."""
    verb = chooser.pick(TALKING)
    subject = chooser.subject(("person",))
    manner = choose_manner(chooser, verb, subject)
    kinds = ("animal", "person", "place", "building", "thing", "text", "institution")
    draft = Draft()
    _add_clause(draft, subject, verb, manner)
    draft.add([], [verb.preposition])
    if chooser.chance(0.15):
        topic = about_domain(chooser)
    else:
        topic = chooser.phrase(kinds, article="definite")
    draft.add_phrase(topic)
    draft.pairs += topic.undergoing(verb.base)
    return draft


def say_with_pronoun_object(chooser: Chooser) -> Draft:
    """Say whom somebody sees: the pronoun stands before the French verb."""
    usage, verb = chooser.pick(USES_OF_PEOPLE)
    subject = chooser.subject(usage.subjects)
    manner = choose_manner(chooser, verb, subject)
    while manner.tense in {"can", "could", "must", "want", "wanted"}:
        manner = choose_manner(chooser, verb, subject)
    is_man = chooser.chance(0.5)
    group = say_action(
        subject,
        verb,
        manner,
        clitic="le" if is_man else "la",
        object_before=("m" if is_man else "f", False),
    )
    draft = Draft()
    draft.add_phrase(subject)
    draft.add(
        [*group.auxiliary, *group.english, "him" if is_man else "her"], group.french
    )
    draft.pairs += subject.doing(verb.base)
    _add_circumstances(draft, chooser, manner)
    return draft


def _add_clause(
    draft: Draft,
    subject: NounPhrase,
    verb: Verb,
    manner: Manner,
    *,
    is_question: bool = False,
) -> None:
    """Add subject and verb; a question begins with *est-ce que*."""
    group = say_action(subject, verb, manner, is_question=is_question)
    if is_question:
        draft.add(group.auxiliary, ["est-ce", "que"])
        draft.add_phrase(subject)
        draft.add(group.english, group.french)
    else:
        draft.add_phrase(subject)
        draft.add([*group.auxiliary, *group.english], group.french)
    draft.pairs += subject.doing(verb.base)


def _add_circumstances(
    draft: Draft, chooser: Chooser, manner: Manner, place_share: float = 0.25
) -> None:
    if chooser.chance(place_share):
        english, french, pairs = choose_place(chooser)
        draft.add(english, french)
        draft.pairs.extend(pairs)
    if chooser.chance(0.3):
        draft.add(*choose_time(chooser, manner.tense))


def _add_destination(draft: Draft, chooser: Chooser, verb: Verb) -> None:
    """Add where: one word is both *to* and *at*, and *en* is for countries."""
    is_going = verb.base in {"go", "come", "return"}
    preposition = "to" if is_going else "in"
    kind = chooser.pick(("city", "country", "building", "destination"))
    if kind == "city":
        city = chooser.pick(list(CITIES))
        draft.add([preposition, city], ["à", CITIES[city]])
    elif kind == "country":
        country = chooser.pick(list(COUNTRIES))
        draft.add([preposition, country], COUNTRIES[country])
    elif verb.base == "live":
        draft.add(["in"], ["dans"])
        draft.add_phrase(_target(chooser, "building"))
    else:
        draft.add(["to" if is_going else "at"], ["à"])
        draft.add_phrase(_target(chooser, kind if is_going else "building"))


def _target(chooser: Chooser, kind: str) -> NounPhrase:
    return chooser.phrase((kind,), article="definite", adjective_share=0.2)
