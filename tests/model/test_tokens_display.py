"""Every token reads as text: nothing unseen, no half characters."""

from itertools import pairwise

import pytest

from model.text.display_text import find_characters, make_label, make_visible
from model.tokens import tokenize
from tests.model.small_tokenizers import byte_level, clip, llama, unigram, wordpiece


def read(tokenizer, text):
    tokenized = tokenize(tokenizer, text, max_length=512, takes_pair=True)
    return [
        (token.text, token.piece) for token in tokenized.tokens if token.segment == 0
    ]


def shown(tokenizer, text):
    return [text for text, _ in read(tokenizer, text)]


@pytest.mark.parametrize(
    ("text", "visible"),
    [
        ("plain text", "plain text"),
        ("a\nb\tc\rd", "a⏎b⇥c␍d"),
        ("\x00\x1b\x7f\x85", "␀␛␡U+0085"),
        ("\u200b\u200c\u200d\u2060", "U+200BU+200CU+200DU+2060"),
        ("\ufeff\u2028\u2029\u00ad", "U+FEFFU+2028U+2029U+00AD"),
        ("\u202e\u2066\u200f\u061c", "U+202EU+2066U+200FU+061C"),
        ("a\u00a0b\u2009c\u3000", "a⍽bU+2009cU+3000"),
        ("\u3164\u115f\u2800\ue000\ufffd", "U+3164U+115FU+2800U+E000U+FFFD"),
        ("\U0010ffff", "U+10FFFF"),
        ("a\u034fb", "aU+034Fb"),
        ("\u0301", "◌\u0301"),
        ("e\u0301", "e\u0301"),
        ("\u0600\u0661", "\u0600\u0661"),
        ("👩‍👩‍👧", "👩‍👩‍👧"),
        ("❤️ 1️⃣ 🇫🇷 👍🏽", "❤️ 1️⃣ 🇫🇷 👍🏽"),
        ("\U0001f3f4\U000e0067\U000e0062\U000e007f",) * 2,
        ("👩\u200d", "👩U+200D"),
        ("a\ufe0f", "aU+FE0F"),
        ("😀\U000e0041", "😀U+E0041"),
        ("<b>&amp;$x^2$", "<b>&amp;$x^2$"),
    ],
)
def test_the_unseen_is_made_visible(text, visible):
    assert make_visible(text) == visible


@pytest.mark.parametrize(
    ("text", "label"),
    [
        (" the", "the"),
        (" ", "␣"),
        ("   ", "␣␣␣"),
        ("  the", "␣the"),
        ("a ", "a␣"),
        ("New York", "New York"),
        (" \n", "␣⏎"),
        ("\u00a0", "⍽"),
    ],
)
def test_only_the_space_that_begins_a_word_is_dropped(text, label):
    assert make_label(text) == label


@pytest.mark.parametrize(
    ("text", "characters"),
    [
        ("ae\u0301o", ["a", "e\u0301", "o"]),
        ("👩‍👩‍👧👍🏽", ["👩‍👩‍👧", "👍🏽"]),
        ("🇫🇷🇩🇪🇪", ["🇫🇷", "🇩🇪", "🇪"]),
        ("a\u200db", ["a", "\u200d", "b"]),
        ("\r\n", ["\r", "\n"]),
        ("한", ["한"]),
        ("a" + "\u0301" * 16, ["a", *"\u0301" * 16]),
        ("", []),
    ],
)
def test_characters_as_people_count_them(text, characters):
    starts = find_characters(text)

    assert [text[a:b] for a, b in pairwise(starts)] == characters
    assert starts[-1] == len(text)


def test_one_character_of_three_tokens(smollm2_tokenizer):
    assert read(smollm2_tokenizer, "a 💩") == [
        ("a", None),
        ("💩", "1/3"),
        ("💩", "2/3"),
        ("💩", "3/3"),
    ]


def test_equal_characters_are_counted_apart():
    parts = [f"{n}/4" for n in range(1, 5)]

    assert read(byte_level(), "💩💩") == [("💩", part) for part in parts * 2]


def test_family_of_twenty_five_bytes():
    family = "👨‍👩‍👧‍👦"

    assert read(byte_level(), family) == [(family, f"{n}/25") for n in range(1, 26)]


def test_accent_of_its_own_tokens_shows_the_letter(smollm2_tokenizer):
    assert read(smollm2_tokenizer, "e\u0301") == [
        ("e\u0301", "1/3"),
        ("e\u0301", "2/3"),
        ("e\u0301", "3/3"),
    ]


def test_whole_characters_beside_half_of_one():
    # é is C3 A9: the first token is "a" and half of é, the last its end and "b".
    tokenizer = byte_level(("a", "Ã"), ("©", "b"), use_regex=False)

    assert read(tokenizer, "xaéb") == [("x", None), ("aé", "1/2"), ("éb", "2/2")]


def test_halves_of_two_characters_in_one_token():
    # C3|A9 C3|BC: the middle token ends é and begins ü.
    tokenizer = byte_level(("©", "Ã"), use_regex=False)

    assert read(tokenizer, "éü") == [("é", "1/2"), ("éü", "1/2"), ("ü", "2/2")]


def test_whole_letter_in_front_of_a_shared_one():
    tokenizer = byte_level(("f", "e"), use_regex=False)

    assert read(tokenizer, "fe\u0301") == [
        ("fe", None),
        ("e\u0301", "2/3"),
        ("e\u0301", "3/3"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\nb", ["a", "⏎", "b"]),
        ("a\tb", ["a", "⇥", "b"]),
        ("a\x00b", ["a", "␀", "b"]),
        ("\u00a0", ["⍽"]),
        ("\u200b", ["U+200B", "U+200B"]),
        ("\ufeffa", ["U+FEFF", "U+FEFF", "U+FEFF", "a"]),
        ("\u2028", ["U+2028", "U+2028"]),
        ("\u202eb", ["U+202E", "U+202E", "b"]),
        ("a  b", ["a", "␣", "b"]),
    ],
)
def test_unseen_characters_of_a_byte_level_model(smollm2_tokenizer, text, expected):
    assert shown(smollm2_tokenizer, text) == expected


def test_pieces_of_words(minilm_tokenizer):
    tokenized = tokenize(
        minilm_tokenizer, "embeddings", max_length=9, takes_pair=True
    ).tokens

    assert [(t.text, t.raw) for t in tokenized[1:-1]] == [
        ("em", "em"),
        ("bed", "##bed"),
        ("ding", "##ding"),
        ("s", "##s"),
    ]


def test_typed_spellings_are_the_users_own():
    assert shown(wordpiece("a", "##", "##a", splits_punctuation=False), "##a ##") == [
        "##a",
        "##",
    ]
    assert shown(byte_level(("Ä", "ł"), ("ł", "a")), "Ġ")[0] == "Ġ"
    assert shown(unigram("▁a", "<0x41>"), "<0x41>") == ["␣", "<0x41>"]
    assert "".join(shown(llama(), "<0x0A>")) == "␣<0x0A>"


def test_hangul_taken_apart_shows_the_syllable(minilm_tokenizer):
    assert read(minilm_tokenizer, "한") == [("한", f"{n}/3") for n in (1, 2, 3)]


def test_sentencepiece_with_byte_fallback():
    assert read(llama(), "hello a\n日") == [
        ("hello", None),
        ("␣", None),
        ("a", None),
        ("⏎", None),
        ("日", "1/3"),
        ("日", "2/3"),
        ("日", "3/3"),
    ]


def test_space_put_before_the_text_is_not_part_of_its_first_letter():
    assert read(llama(), "日") == [
        ("␣", None),
        ("日", "1/3"),
        ("日", "2/3"),
        ("日", "3/3"),
    ]


def test_fused_bytes_are_told_apart():
    assert read(unigram("▁a", byte_fallback=True), "a 日é") == [
        ("a", None),
        ("␣", None),
        *[("日", f"{n}/3") for n in (1, 2, 3)],
        *[("é", f"{n}/2") for n in (1, 2)],
    ]


def test_ligature_of_two_tokens():
    assert read(unigram("▁", "f", "i"), "ﬁ") == [
        ("␣", None),
        ("ﬁ", "1/2"),
        ("ﬁ", "2/2"),
    ]


def test_unknown_piece_shows_what_the_model_sees():
    tokenized = tokenize(unigram("▁a"), "a 💩", max_length=9, takes_pair=True)

    assert [(t.text, t.raw) for t in tokenized.tokens] == [
        ("a", "▁a"),
        ("␣", "▁"),
        ("<unk>", "<unk>"),
        ("</s>", "</s>"),
    ]


def test_suffix_at_the_end_of_a_word():
    assert shown(clip(), "cat") == ["cat"]


@pytest.mark.parametrize("name", ["minilm_tokenizer", "smollm2_tokenizer"])
def test_markup_stays_literal(request, name):
    text = "</script><b>$x^2$%{z}"

    assert "".join(shown(request.getfixturevalue(name), text)) == text


def test_a_byte_spelled_like_its_character_is_half_of_it(smollm2_tokenizer):
    """¶ is C2 B6, spelled ``Â`` and ``¶``; F1 of the next one is unknown."""
    tokenized = tokenize(
        smollm2_tokenizer, "¶\U00040000'", max_length=9, takes_pair=False
    )
    tokens = tokenized.tokens
    found = [(t.text, t.start, t.end, t.piece) for t in tokens]
    assert found[:2] == [("¶", 0, 1, "1/2"), ("¶", 0, 1, "2/2")]
    assert {(start, end) for _, start, end, _ in found[2:5]} == {(1, 2)}
    assert found[5] == ("'", 2, 3, None)
