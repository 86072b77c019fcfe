"""Say sentences of two clauses: relative clauses, *when*, *and*, *that*.

Lives here: how clauses are joined. Not here: the clauses alone
(``sentences.py``) and the reasons with a pronoun (``pronouns.py``).
"""

from model.training.corpus.adjectives import FITTING, UNGRADED
from model.training.corpus.choosing import Chooser
from model.training.corpus.descriptions import say_description
from model.training.corpus.examples import Draft
from model.training.corpus.manners import choose_manner, third_person
from model.training.corpus.noun_phrases import NounPhrase, add_complement
from model.training.corpus.sentences import (
    say_intransitive,
    say_journey,
    say_transitive,
)
from model.training.corpus.verb_groups import Manner, Tense, say_action, say_state
from model.training.corpus.verbs import SAYING, USES_DIRECT, Usage
from model.training.corpus.words import Verb

_TENSES_OF_STATES: tuple[Tense, ...] = ("present", "past", "past")
_RELATIVE_TENSES = ("past", "past", "past", "present", "future", "perfect")


def say_relative(chooser: Chooser) -> Draft:
    """Say something of somebody who, or of something that somebody ..."""
    usage, verb = chooser.pick(USES_DIRECT)
    build = _with_subject_relative if chooser.chance(0.35) else _with_object_relative
    kind, phrase = build(chooser, usage, verb)
    word = chooser.pick(FITTING[kind])
    tense = chooser.pick(_TENSES_OF_STATES)
    degree = "" if word.english in UNGRADED else chooser.pick(("", "very", "too"))
    group = say_state(phrase, Manner(tense), word, degree=degree)
    draft = Draft()
    draft.add_phrase(phrase)
    draft.add([*group.auxiliary, *group.english], group.french)
    draft.pairs += phrase.being(word.english)
    return draft


def say_two_clauses(chooser: Chooser) -> Draft:
    """Join two clauses by *when*, *and* or *but*."""
    first, second = _short_clause(chooser), _short_clause(chooser)
    while first.time[:4] != second.time[:4]:
        second = _short_clause(chooser)
    joiner = chooser.pick(("when", "and", "but", "while"))
    french = {
        "when": ["quand"],
        "and": ["et"],
        "but": ["mais"],
        "while": ["pendant", "que"],
    }
    draft = Draft()
    if joiner in {"when", "while"} and chooser.chance(0.4):
        draft.add([joiner], french[joiner])
        _append(draft, first)
        draft.add([","], [","])
    else:
        _append(draft, first)
        draft.add([joiner], french[joiner])
    _append(draft, second)
    return draft


def say_saying(chooser: Chooser) -> Draft:
    """Say what somebody says or knows: *that ...*."""
    verb = chooser.pick(SAYING)
    subject = chooser.subject(("person",))
    clause = _short_clause(chooser)
    is_past = clause.time == "past that went on" and chooser.chance(0.7)
    if is_past:
        subject = third_person(chooser, subject, None)
    group = say_action(subject, verb, Manner("past" if is_past else "present"))
    draft = Draft()
    draft.add_phrase(subject)
    draft.add([*group.auxiliary, *group.english, "that"], [*group.french, "que"])
    _append(draft, clause)
    return draft


def _short_clause(chooser: Chooser) -> Draft:
    build = chooser.pick(
        (say_description, say_intransitive, say_journey, say_transitive)
    )
    draft = build(chooser)
    while len(draft.english) > 9:
        draft = build(chooser)
    return draft


def _append(draft: Draft, clause: Draft) -> None:
    draft.add(clause.english, clause.french)
    draft.pairs.extend(clause.pairs)


def _with_subject_relative(
    chooser: Chooser, usage: Usage, verb: Verb
) -> tuple[str, NounPhrase]:
    """Draw *the man who bought the house* -> *l'homme qui a acheté la maison*."""
    kind = chooser.pick(usage.subjects)
    head = chooser.phrase((kind,), article="definite", adjective_share=0.15)
    manner = _relative_manner(chooser, verb, head)
    thing = chooser.phrase(
        usage.objects, is_denied=manner.is_negative, adjective_share=0.2
    )
    group = say_action(head, verb, manner)
    who = "who" if kind == "person" else chooser.pick(("that", "that", "which"))
    return kind, add_complement(
        head,
        (who, *group.auxiliary, *group.english, *thing.english),
        ("qui", *group.french, *thing.french),
        (*thing.pairs, *head.doing(verb.base), *thing.undergoing(verb.base)),
    )


def _with_object_relative(
    chooser: Chooser, usage: Usage, verb: Verb
) -> tuple[str, NounPhrase]:
    """Draw *the letter that the girl read* -> *la lettre que la fille a lue*."""
    kind = chooser.pick(usage.objects)
    head = chooser.phrase((kind,), article="definite", adjective_share=0.15)
    subject = chooser.subject(usage.subjects, adjective_share=0.15)
    manner = _relative_manner(chooser, verb, subject)
    agreement = head.gender, head.is_plural
    which = "that" if kind == "person" else chooser.pick(("that", "that", "which"))
    group = say_action(subject, verb, manner, object_before=agreement)
    return kind, add_complement(
        head,
        (which, *subject.english, *group.auxiliary, *group.english),
        ("que", *subject.french, *group.french),
        (*subject.pairs, *subject.doing(verb.base), *head.undergoing(verb.base)),
    )


def _relative_manner(chooser: Chooser, verb: Verb, subject: NounPhrase) -> Manner:
    manner = choose_manner(chooser, verb, subject)
    while manner.tense not in _RELATIVE_TENSES or manner.adverb:
        manner = choose_manner(chooser, verb, subject)
    return manner
