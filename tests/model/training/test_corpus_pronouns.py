"""What *it* and *they* mean, checked against words written down by hand."""

from random import Random

import pytest

from model.training.corpus import Example
from model.training.corpus.choosing import Chooser
from model.training.corpus.pronouns import say_reason

MASCULINE = {"animal", "cat", "dog", "bear", "bridge", "garden", "lake", "path"}
FEMININE = {"mouse", "cow", "hen", "goat", "street", "road", "river", "beach"}
PLACES = {"bridge", "garden", "lake", "path", "street", "road", "river", "beach"}
MANY = {
    **{f"{noun}s": noun for noun in (MASCULINE | FEMININE) - {"mouse", "beach"}},
    "mice": "mouse",
    "beaches": "beach",
}
OF_ANIMALS = {"tired", "lazy", "frightened", "hungry", "sick", "shy"}
OF_PLACES = {"wide", "narrow", "deep", "flooded", "muddy", "steep"}


@pytest.fixture(scope="module")
def reasons() -> list[Example]:
    chooser = Chooser(Random(2))
    return [say_reason(chooser).finish(".") for _ in range(9_000)]


def clauses_of(example: Example) -> tuple[list[str], list[str]]:
    """Return what happened and why, whichever comes first."""
    words = list(example.source[:-1])
    if words[0] == "because":
        comma = words.index(",")
        return words[comma + 1 :], words[1:comma]
    why = words.index("because")
    return words[:why], words[why + 1 :]


def test_the_pronoun_has_the_gender_and_number_of_what_is_meant(reasons):
    seen = set()
    for example in reasons:
        happened, why = clauses_of(example)
        known = [
            word for word in happened if MANY.get(word, word) in MASCULINE | FEMININE
        ]
        places = [word for word in known if MANY.get(word, word) in PLACES]
        animals = [word for word in known if word not in places]
        is_of_animal = bool(OF_ANIMALS & set(why))
        if len(animals) != 1 or len(places) != 1 or "wants" in why or "wanted" in why:
            continue
        if is_of_animal == bool(OF_PLACES & set(why)):
            continue
        meant = animals[0] if is_of_animal else places[0]
        is_masculine = MANY.get(meant, meant) in MASCULINE
        expected = "il" if is_masculine else "elle"
        assert example.pronoun is not None
        assert example.pronoun.word == (expected + "s" if meant in MANY else expected)
        genders = [MANY.get(w, w) in MASCULINE for w in (animals[0], places[0])]
        seen.add((*genders, is_of_animal, meant in MANY))

    assert len(seen) == 16, "each gender on each side, either meant, one or many"


@pytest.mark.parametrize(
    ("reason", "is_of_item"),
    [
        ("too big", True),
        ("too small", False),
        ("too narrow", False),
        ("too long", True),
    ],
)
def test_what_is_too_big_is_put_and_what_is_too_small_holds(
    reasons, reason, is_of_item
):
    item = dict.fromkeys(("ball", "trophy", "book", "hat", "coat", "violin"), "il")
    item |= dict.fromkeys(("chair", "lamp", "doll", "bottle", "guitar", "car"), "elle")
    holder = dict.fromkeys(("bag", "basket", "drawer", "trunk", "cupboard"), "il")
    holder |= dict.fromkeys(("box", "suitcase", "crate", "wardrobe"), "elle")
    seen = set()
    for example in reasons:
        happened, why = clauses_of(example)
        items = [word for word in happened if word in item]
        holders = [word for word in happened if word in holder]
        said = " ".join(why) == f"it was {reason}" or " ".join(why) == f"it is {reason}"
        if "fit" in happened and said and items and holders:
            expected = item[items[0]] if is_of_item else holder[holders[0]]
            assert example.pronoun is not None
            assert example.pronoun.word == expected
            seen.add((item[items[0]], holder[holders[0]]))

    assert len(seen) == 4, "both genders on both sides"


def test_people_are_he_or_she_and_nothing_to_resolve(reasons):
    people = [e for e in reasons if {"he", "she"} & set(e.source)]

    assert len(people) > 300
    for example in people:
        assert example.pronoun is None
        happened, why = clauses_of(example)
        if "woman" in happened:
            assert why[0] == "she"
        if "man" in happened:
            assert why[0] == "he"


def test_an_unknown_word_leaves_nothing_to_check():
    chooser = Chooser(Random(3), unknown_share=0.5)
    drawn = [say_reason(chooser).finish(".") for _ in range(300)]

    both = [e for e in drawn if e.source.count("<unk>") > 1 and e.pronoun is None]
    assert both, "nothing tells what an unknown word's gender is"
