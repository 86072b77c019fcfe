"""Say sentences in which *it* or *they* must be resolved.

*The animal didn't cross the street because it was too tired*: the animal is.
*... too wide*: the street is, and French must say *elle*. Both genders stand on
both sides, so only the meaning tells.

Lives here: who or what can be meant, and by which reason. Not here: sentences
whose words need no such choice (``sentences.py``).
"""

from dataclasses import dataclass

from model.training.corpus.adjectives import (
    ADJECTIVES,
    ANIMATE,
    OF_FOOD,
    OF_PLACES,
    OF_TEXTS,
    OF_THINGS,
)
from model.training.corpus.choosing import HE, SHE, Chooser
from model.training.corpus.examples import Draft
from model.training.corpus.noun_phrases import NounPhrase
from model.training.corpus.verb_groups import (
    Manner,
    Negation,
    Tense,
    say_action,
    say_state,
)
from model.training.corpus.verbs import BY_BASE, FIT, WISHES
from model.training.corpus.words import UNKNOWN_WORD, Verb


@dataclass(frozen=True, slots=True)
class Scene:
    """Who does what to what, and what can then be said of each.

    Attributes:
        subjects, objects: classes of nouns.
        verbs: what is done.
        of_subject, of_object: adjectives that fit only one of the two.
        degrees: how much so, "" for no word.
        is_living: the subject also has wishes, and is he or she if a person.
    """

    subjects: tuple[str, ...]
    verbs: tuple[Verb, ...]
    objects: tuple[str, ...]
    of_subject: tuple[str, ...]
    of_object: tuple[str, ...]
    degrees: tuple[str, ...] = ("too", "too", "so", "very", "")
    is_living: bool = True


def _scene(subject: str, verbs: str, objects: str, of_object: list[str]) -> Scene:
    return Scene(
        (subject,),
        tuple(BY_BASE[base] for base in verbs.split()),
        tuple(objects.split()),
        tuple(ANIMATE),
        tuple(of_object),
    )


_PLACES = _scene("animal", "cross leave reach avoid explore", "place", OF_PLACES)
_SCENES = (
    _PLACES,
    _PLACES,
    _scene("animal", "eat taste refuse smell", "food", OF_FOOD),
    _scene("animal", "drink", "drink", OF_FOOD[3:6]),
    _scene("person", "cross leave reach avoid explore visit", "place", OF_PLACES),
    _scene("person", "buy sell carry repair take lose", "thing container", OF_THINGS),
    _scene("person", "read translate finish understand", "text", OF_TEXTS),
    _scene("person", "eat prepare refuse", "food", OF_FOOD),
)
_TOO_BIG = Scene(
    subjects=("thing",),
    verbs=(FIT,),
    objects=("container",),
    of_subject=("big", "wide", "long"),
    of_object=("small", "narrow", "full"),
    degrees=("too", "too", ""),
    is_living=False,
)
_SMALL_ENOUGH = Scene(
    subjects=("thing",),
    verbs=(FIT,),
    objects=("container",),
    of_subject=("small", "narrow", "light"),
    of_object=("big", "empty"),
    degrees=("very", "so", ""),
    is_living=False,
)
_TENSES: tuple[Tense, ...] = ("past", "past", "past", "present", "future", "could")
_TENSE_OF_REASON: dict[Tense, Tense] = {"past": "past", "could": "past"}


def say_reason(chooser: Chooser) -> Draft:
    """Say what was done or not, and why: *because it was too wide*."""
    if chooser.chance(0.15):
        return _say_fit(chooser)
    scene = chooser.pick(_SCENES)
    tense = chooser.pick(_TENSES)
    is_denied = tense == "could" or chooser.chance(0.7)
    manner = Manner(tense, _denial(chooser) if is_denied else "")
    return _tell(chooser, scene, manner)


def _say_fit(chooser: Chooser) -> Draft:
    """Say what doesn't fit into what: too big is the one, too small the other."""
    tense: Tense = chooser.pick(("past", "past", "present"))
    if chooser.chance(0.75):
        return _tell(chooser, _TOO_BIG, Manner(tense, _denial(chooser)))
    return _tell(chooser, _SMALL_ENOUGH, Manner(tense))


def _tell(chooser: Chooser, scene: Scene, manner: Manner) -> Draft:
    """Tell what happened and the reason, in either order."""
    subject = chooser.phrase(
        scene.subjects,
        article=chooser.pick(("definite", "definite", "any")),
        adjective_share=0.2,
    )
    verb = chooser.pick(scene.verbs)
    thing = chooser.phrase(scene.objects, article="definite", adjective_share=0.2)
    group = say_action(subject, verb, manner)
    preposition = "in" if verb is FIT else ""
    draft = Draft()
    is_first = chooser.chance(0.12)
    if is_first:
        _add_reason(draft, chooser, scene, (subject, thing), manner)
        draft.add([","], [","])
    draft.add_phrase(subject)
    draft.add([*group.auxiliary, *group.english], group.french)
    draft.add([preposition] if preposition else [], verb.preposition.split())
    draft.add_phrase(thing)
    draft.pairs += subject.doing(verb.base) + thing.undergoing(verb.base)
    if not is_first:
        _add_reason(draft, chooser, scene, (subject, thing), manner)
    return draft


def _add_reason(
    draft: Draft,
    chooser: Chooser,
    scene: Scene,
    sides: tuple[NounPhrase, NounPhrase],
    manner: Manner,
) -> None:
    """Add the reason, which is true of one side only."""
    is_of_subject = chooser.chance(0.5)
    meant = sides[0] if is_of_subject else sides[1]
    pronoun = _pronoun_for(
        meant, is_person="person" in scene.subjects and is_of_subject
    )
    draft.add(["because"], ["parce", "que"])
    if UNKNOWN_WORD in meant.lemmas or pronoun in {HE, SHE}:
        draft.add_phrase(pronoun)
    else:
        draft.add_pronoun(pronoun.english[0], pronoun.french[0])
    reason = Manner(_TENSE_OF_REASON.get(manner.tense, "present"))
    if is_of_subject and scene.is_living and chooser.chance(0.15):
        wished = chooser.pick(WISHES)
        wish = Manner("wanted" if reason.tense == "past" else "want")
        group = say_action(pronoun, wished, wish)
        draft.pairs += meant.doing(wished.base)
    else:
        name = chooser.pick(scene.of_subject if is_of_subject else scene.of_object)
        group = say_state(
            pronoun, reason, ADJECTIVES[name], degree=chooser.pick(scene.degrees)
        )
        draft.pairs += meant.being(name)
    draft.add([*group.auxiliary, *group.english], group.french)


def _pronoun_for(meant: NounPhrase, *, is_person: bool) -> NounPhrase:
    """Return *it*, *they*, *he* or *she*, with the gender of what is meant."""
    if meant.is_plural:
        french = "ils" if meant.gender == "m" else "elles"
        return NounPhrase(("they",), (french,), meant.gender, is_plural=True)
    if is_person:
        return HE if meant.gender == "m" else SHE
    return NounPhrase(("it",), ("il" if meant.gender == "m" else "elle",), meant.gender)


def _denial(chooser: Chooser) -> Negation:
    return chooser.pick(("n't", "n't", "n't", "not"))
