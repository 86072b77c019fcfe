"""Say what somebody or something is: adjectives, passives, what there is.

Lives here: sentences of one clause around *be*, and phrases without a verb. Not
here: what somebody does (``sentences.py``).
"""

from model.training.corpus.adjectives import (
    ADJECTIVES,
    FITTING,
    NATIONS,
    RELATIONS,
    UNGRADED,
)
from model.training.corpus.choosing import Chooser
from model.training.corpus.circumstances import choose_place, choose_time
from model.training.corpus.examples import Draft
from model.training.corpus.manners import third_person, time_of
from model.training.corpus.noun_phrases import (
    THE,
    NounPhrase,
    add_complement,
    add_owner,
    build_noun_phrase,
)
from model.training.corpus.nouns import NOUNS
from model.training.corpus.verb_groups import Manner, say_passive, say_state
from model.training.corpus.verbs import PASSIVE

_DESCRIBED = (
    "animal",
    "person",
    "place",
    "building",
    "thing",
    "container",
    "food",
    "text",
)
_BE = {
    (False, False): "is",
    (False, True): "are",
    (True, False): "was",
    (True, True): "were",
}
"""By whether it is past, and whether it is many."""


def say_description(chooser: Chooser) -> Draft:
    """Say what somebody or something is like."""
    kind = chooser.pick(_DESCRIBED)
    if kind == "person":
        subject = third_person(chooser, chooser.subject((kind,)), None)
    else:
        subject = chooser.phrase((kind,), adjective_share=0.15)
    if chooser.chance(0.25):
        subject = _with_owner(chooser, kind, subject)
    manner = Manner(
        chooser.pick(("present", "past", "past", "future")),
        chooser.pick(("n't", "not")) if chooser.chance(0.25) else "",
    )
    word = chooser.pick(FITTING[kind])
    degree = chooser.pick(("", "", "too", "very", "so"))
    if manner.negation or word.english in UNGRADED:
        degree = ""
    group = say_state(subject, manner, word, degree=degree)
    draft = Draft(time=time_of(None, manner))
    draft.add_phrase(subject)
    draft.add([*group.auxiliary, *group.english], group.french)
    draft.pairs += subject.being(word.english)
    return draft


def say_passive_sentence(chooser: Chooser) -> Draft:
    """Say what is done to somebody or something, by whom and when."""
    kind = chooser.pick(("institution", "institution", *PASSIVE))
    verb = chooser.pick(PASSIVE[kind])
    subject = chooser.phrase((kind,), adjective_share=0.3)
    if kind == "institution" and chooser.chance(0.5):
        subject = about_domain(chooser)
    manner = Manner(
        chooser.pick(("past", "past", "past", "future", "perfect", "present")),
        chooser.pick(("n't", "not", "never")) if chooser.chance(0.2) else "",
    )
    group = say_passive(subject, verb, manner)
    draft = Draft()
    draft.add_phrase(subject)
    draft.add([*group.auxiliary, *group.english], group.french)
    draft.pairs += subject.undergoing(verb.base)
    if chooser.chance(0.45):
        agent = chooser.phrase(("person",), adjective_share=0.2)
        agent = chooser.name() if chooser.chance(0.2) else agent
        draft.add(["by"], ["par"])
        draft.add_phrase(agent)
        draft.pairs += agent.doing(verb.base)
    if chooser.chance(0.6):
        draft.add(*choose_time(chooser, manner.tense))
    return draft


def say_existence(chooser: Chooser) -> Draft:
    """Say what there is somewhere."""
    is_past, is_denied = chooser.chance(0.5), chooser.chance(0.25)
    is_plural = chooser.chance(0.5)
    kinds = ("animal", "person", "thing", "container")
    thing = chooser.phrase(
        kinds, is_denied=is_denied, is_plural=is_plural, article="indefinite"
    )
    be = _BE[is_past, thing.is_plural]
    has = "avait" if is_past else "a"
    draft = Draft()
    draft.add(["there", be], [])
    if is_denied:
        draft.add(["n't"], ["il", "ne", "y", has, "pas"])
    else:
        draft.add([], ["il", "y", has])
    draft.add_phrase(thing)
    english, french, pairs = choose_place(chooser)
    draft.add(english, french)
    draft.pairs.extend(pairs)
    return draft


def say_fragment(chooser: Chooser) -> Draft:
    """Say no sentence, only somebody or something."""
    draft = Draft()
    if chooser.chance(0.4):
        draft.add_phrase(domain(chooser))
    else:
        draft.add_phrase(chooser.phrase(tuple(NOUNS), adjective_share=0.7))
    return draft


def about_domain(chooser: Chooser) -> NounPhrase:
    """Draw an agreement on something: *the treaty on the European Union*."""
    subject = chooser.phrase(("institution",), article="definite", adjective_share=0.2)
    area = domain(chooser)
    return add_complement(
        subject, ("on", *area.english), ("sur", *area.french), area.pairs
    )


def domain(chooser: Chooser) -> NounPhrase:
    """Draw a field of politics: *the European Economic Area*."""
    noun = chooser.pick(NOUNS["domain"])
    nation = ADJECTIVES[chooser.pick(NATIONS)]
    relation = ADJECTIVES[chooser.pick(RELATIONS)]
    words = chooser.pick(
        ((nation, relation), (nation, relation), (nation,), (relation,))
    )
    return build_noun_phrase(noun, THE, words, is_plural=chooser.chance(0.15))


def _with_owner(chooser: Chooser, kind: str, owned: NounPhrase) -> NounPhrase:
    """Give something to somebody: *the king 's horse*."""
    if not owned.lemmas or kind == "place":
        return owned
    noun = chooser.pick(NOUNS[kind])
    plural = owned.is_plural and not noun.is_mass
    owner = chooser.phrase(
        ("person",), is_plural=False, article="definite", adjective_share=0.1
    )
    owner = chooser.name() if chooser.chance(0.3) else owner
    owned = build_noun_phrase(noun, THE, (), is_plural=plural)
    return add_owner(owned, owner, is_short=chooser.chance(0.7))
