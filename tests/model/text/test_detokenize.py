"""Texts from words: apostrophes, punctuation and capitals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.text.detokenize import detokenize
from model.training.vocabulary import build_tokenizer, encode_words

FRENCH = "l' d' n' qu' j' le la animal était fatigué paul école parce il est-ce 1992"
OTHERS = "aujourd'hui o'clock did n't 's s' . , ? <unk>"
WORDS = [*FRENCH.split(), *OTHERS.split()]
TOKENIZER = build_tokenizer(WORDS)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (
            "l' animal n' a pas traversé la rue parce qu' il était trop fatigué .",
            "L'animal n'a pas traversé la rue parce qu'il était trop fatigué.",
        ),
        ("est-ce que paul dort ?", "Est-ce que Paul dort\u202f?"),
        ("le chat d' anna , aujourd'hui", "Le chat d'Anna, aujourd'hui"),
        ("école fermée . il dort .", "École fermée. Il dort."),
        ("le <unk> rouge", "Le <unk> rouge"),
        ("", ""),
    ],
)
def test_french_is_written_as_people_write_it(words, text):
    assert detokenize(words.split(), names=["paul", "anna"]) == text


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("the cat did n't see paul 's dog .", "The cat didn't see Paul's dog."),
        ("did i see it ?", "Did I see it?"),
    ],
)
def test_english_is_written_as_people_write_it(words, text):
    assert detokenize(words.split(), names=["paul", "i"], is_french=False) == text


@given(st.lists(st.sampled_from(WORDS), max_size=12), st.booleans())
def test_any_words_are_found_again_in_their_text(words, is_french):
    text = detokenize(words, names=["paul"], is_french=is_french)

    ids = TOKENIZER.encode(text, add_special_tokens=False).ids
    assert ids == encode_words(TOKENIZER, words)
