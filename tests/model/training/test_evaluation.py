"""Scores of translations, counted by hand."""

import pytest

from model.training.batches import Pair
from model.training.evaluation import (
    Question,
    chrf,
    score,
    score_by_length,
    score_pronouns,
)


def asked(target, n_source=3, place=None):
    words = tuple(target.split())
    return Question(Pair((5,) * n_source, (6,) * len(words)), words, place)


def words_of(*texts):
    return [tuple(text.split()) for text in texts]


def test_exact_means_every_word():
    wanted = words_of("le chat dort .", "la rue est large .")

    assert score(wanted, wanted).exact_match == 1.0
    one_wrong = words_of("le chat dort .", "la rue est longue .")
    assert score(one_wrong, wanted).exact_match == 0.5
    assert score(words_of("le chat dort", ""), wanted).exact_match == 0.0


def test_chrf_is_a_hundred_for_equal_texts_and_less_for_others():
    wanted = words_of("la rue est large .")

    assert chrf(wanted, wanted) == 100.0
    near = chrf(words_of("la rue est longue ."), wanted)
    far = chrf(words_of("le chat dort ."), wanted)
    assert 0 < far < near < 100


def test_chrf_by_hand():
    # One letter of two is right, and no n-gram of more letters exists in both:
    # sacreBLEU averages over the orders that both have, 1 and 2.
    # Order 1: precision and recall 1/2, F = 1/2. Order 2: 0. Mean 25.
    assert chrf(words_of("ab"), words_of("ac")) == pytest.approx(25.0)


def test_pronouns_are_compared_in_their_order():
    questions = [
        asked("l' ours dort parce qu' il est las .", place=5),
        asked("elle dit qu' elle est large .", place=3),
        asked("le chat dort ."),
    ]
    found = words_of(
        "le gros ours dort parce qu' il est las .",
        "elle dit qu' il est large .",
        "il dort .",
    )

    right = score_pronouns(found, questions)

    assert (right.right, right.total) == (1, 2)
    assert right.always_masculine == 1


def test_a_missing_pronoun_is_wrong():
    found = words_of("l' ours dort parce que .")
    questions = [asked("l' ours dort parce qu' il est las .", place=5)]

    assert score_pronouns(found, questions).right == 0


def test_lengths_are_those_of_the_source():
    questions = [asked("a b", n) for n in (1, 2, 3, 4, 4, 7)]
    found = words_of("a b", "a b", "a b", "a", "a b", "b b")

    rows = score_by_length(found, questions)

    assert [(row.length, row.first, row.last, row.n) for row in rows] == [
        ("1–2", 1, 2, 2),
        ("3–4", 3, 4, 3),
        ("7–8", 7, 8, 1),
    ]
    assert [row.exact_match for row in rows] == [1.0, pytest.approx(2 / 3), 0.0]
