"""Offsets into the user's text, and the words that tokens belong to."""

from itertools import groupby, pairwise

import pytest

from model.text.words import join_texts, number_words
from model.tokens import tokenize
from tests.model.small_tokenizers import byte_level, llama, roberta, unigram, wordpiece

BOTH = pytest.mark.parametrize("name", ["minilm_tokenizer", "smollm2_tokenizer"])


@pytest.fixture
def tokenizer(request, name):
    return request.getfixturevalue(name)


def own_tokens(tokenizer, text, pair=None):
    tokenized = tokenize(tokenizer, text, pair, max_length=512, takes_pair=True)
    return [token for token in tokenized.tokens if token.segment is not None]


def slices(tokenizer, text):
    return [text[token.start : token.end] for token in own_tokens(tokenizer, text)]


def words(tokenizer, text):
    """Return each word as it stands in the text."""
    tokens = [token for token in own_tokens(tokenizer, text) if token.word is not None]
    groups = [list(g) for _, g in groupby(tokens, key=lambda token: token.word)]
    return [text[group[0].start : group[-1].end] for group in groups]


@BOTH
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The animal didn't cross", ["The", "animal", "didn't", "cross"]),
        ("Wait... no!", ["Wait", ".", ".", ".", "no", "!"]),
        (
            "well-known (3.14) foo_bar",
            ["well", "-", "known", "(", "3.14", ")", "foo_bar"],
        ),
        ("l’été", ["l’été"]),
        ("日本", ["日", "本"]),
        ("unbelievably", ["unbelievably"]),
        ("🇫🇷🇩🇪 ok", ["🇫🇷", "🇩🇪", "ok"]),
    ],
)
def test_words_are_the_same_for_both_models(tokenizer, text, expected):
    if "🇫🇷" in text and own_tokens(tokenizer, text)[0].text == "[UNK]":
        expected = ["🇫🇷🇩🇪", "ok"]  # one token can't be two words
    if "..." in text and "..." in slices(tokenizer, text):
        expected = ["Wait", "...", "no", "!"]

    assert words(tokenizer, text) == expected


def test_pieces_of_a_word_share_its_number(minilm_tokenizer, smollm2_tokenizer):
    assert [t.word for t in own_tokens(minilm_tokenizer, "he didn't, no")] == [
        *[0, 1, 1, 1, 2, 3]
    ]
    assert [t.word for t in own_tokens(smollm2_tokenizer, "he didn't, no")] == [
        *[0, 1, 1, 2, 3]
    ]


def test_typed_special_tokens_have_no_word(minilm_tokenizer):
    numbers = [t.word for t in own_tokens(minilm_tokenizer, "a [MASK] cat[SEP]")]

    assert numbers == [0, None, 1, None]


def test_words_of_two_texts_never_merge(minilm_tokenizer):
    tokens = own_tokens(minilm_tokenizer, "one two", "three")

    assert [token.word for token in tokens] == [0, 1, 2]


def test_spaces_join_the_next_word_and_line_breaks_are_words(smollm2_tokenizer):
    tokens = own_tokens(smollm2_tokenizer, "  hi  there\n\n\tyou ")

    assert [(token.text, token.word) for token in tokens] == [
        ("␣", 0),
        ("hi", 0),
        ("␣", 1),
        ("there", 1),
        ("⏎⏎", 2),
        ("⇥", 2),
        ("you", 3),
        ("␣", 4),
    ]


def test_space_in_front_of_a_special_token_is_a_word(smollm2_tokenizer):
    tokens = own_tokens(smollm2_tokenizer, "a <|im_end|>b")

    assert [token.word for token in tokens] == [0, 1, None, 2]


def test_token_that_reaches_into_two_words_joins_them():
    # Words: "ab", "-", "cd"; tokens: a, b-c, d.
    assert number_words("ab-cd", [(0, 1), (1, 4), (4, 5)], 0) == [0, 0, 0]
    # A space in front of nothing in the text goes with its word.
    assert number_words("ab", [(0, 0), (0, 2)], 5) == [5, 5]
    assert number_words("", [], 3) == []


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("didn't", ["didn't"]),
        ("💩💩", ["💩", "💩"]),
        ("cafe\u0301 tea", ["cafe\u0301", "tea"]),
        ("a  b", ["a", "b"]),
        ("👩‍👩‍👧", ["👩‍👩‍👧"]),
        ("a ", ["a", "␣"]),
    ],
)
def test_joined_text_shows_a_shared_character_once(smollm2_tokenizer, text, joined):
    groups = groupby(own_tokens(smollm2_tokenizer, text), key=lambda token: token.word)

    assert [join_texts(list(group)) for _, group in groups] == joined


@BOTH
@pytest.mark.parametrize(
    "text", ["Seán", "naïve café", "ÅNGSTRÖM", "Zoe\u0308 e\u0301", "ﬁne", "x\u0301y"]
)
def test_offsets_with_accents_and_capitals(tokenizer, text):
    tokens = own_tokens(tokenizer, text)

    ends = [(first.end, second.start) for first, second in pairwise(tokens)]
    assert tokens[0].start == 0
    assert tokens[-1].end == len(text)
    assert all(text[a:b].isspace() or a == b or a == b + 1 for a, b in ends)


def test_offsets_are_code_points(smollm2_tokenizer, minilm_tokenizer):
    text = "💩 日本 cat"
    for tokenizer in (smollm2_tokenizer, minilm_tokenizer):
        cat = own_tokens(tokenizer, text)[-1]
        assert (cat.start, cat.end) == (5, 8)


@pytest.mark.parametrize("missing", ["\x13", "\x13\x14", "\U00040000"])
def test_offsets_after_bytes_that_the_vocabulary_lacks(smollm2_tokenizer, missing):
    text = f"a{missing}: <|im_end|>{missing}!"
    tokens = own_tokens(smollm2_tokenizer, text)

    at = {token.text: text[token.start : token.end] for token in tokens}
    assert at[":"] == ":"
    assert at["!"] == "!"
    assert at["<|im_end|>"] == "<|im_end|>"


def test_offsets_leave_out_spaces_but_for_tokens_of_spaces(smollm2_tokenizer):
    assert slices(smollm2_tokenizer, "  two  cats ") == [" ", "two", " ", "cats", " "]


@BOTH
def test_leading_and_trailing_spaces_count(tokenizer):
    hello = next(t for t in own_tokens(tokenizer, "   hello  ") if t.text == "hello")

    assert (hello.start, hello.end) == (3, 8)


def test_marks_that_the_tokenizer_drops_belong_to_their_letter(minilm_tokenizer):
    assert slices(minilm_tokenizer, "a e\u0301 b") == ["a", "e\u0301", "b"]
    assert slices(minilm_tokenizer, "İstanbul") == ["İstanbul"]
    # A mark with no letter is nobody's.
    assert slices(minilm_tokenizer, "\u0301a") == ["a"]


def test_control_characters_inside_a_word(minilm_tokenizer):
    assert slices(minilm_tokenizer, "\u200b\ufeffa\x00b\u2028 c") == ["a\x00b", "c"]


@pytest.mark.parametrize("add_prefix_space", [False, True])
def test_spaces_of_a_tokenizer_that_trims_its_offsets(add_prefix_space):
    tokenizer = byte_level(("Ġ", "b"), add_prefix_space=add_prefix_space)
    first = [("␣", 0, 0)] if add_prefix_space else []

    assert [(t.text, t.start, t.end) for t in own_tokens(tokenizer, "a  b ")] == [
        *first,
        ("a", 0, 1),
        ("␣", 1, 2),
        ("b", 3, 4),
        ("␣", 4, 5),
    ]


def test_mask_that_takes_the_space_before_it():
    tokens = own_tokens(roberta(), "a <mask> b")

    assert [(t.text, t.start, t.end, t.typed) for t in tokens] == [
        ("a", 0, 1, False),
        ("<mask>", 2, 8, True),
        ("␣", 8, 9, False),
        ("b", 9, 10, False),
    ]


def test_offsets_of_sentencepiece():
    tokens = own_tokens(llama(), " hello 日")

    assert [(t.text, t.start, t.end) for t in tokens] == [
        ("␣", 0, 0),  # put there by the tokenizer; the user's is in ▁hello
        ("hello", 1, 6),
        ("␣", 6, 7),
        *[("日", 7, 8)] * 3,
    ]
    assert [token.word for token in tokens] == [0, 0, 1, 1, 1, 1]


def test_offsets_of_fused_bytes():
    tokens = own_tokens(unigram("▁a", byte_fallback=True), "a日é")

    assert [(token.start, token.end) for token in tokens] == [
        (0, 1),
        *[(1, 2)] * 3,
        *[(2, 3)] * 2,
    ]


def test_offsets_of_lowercase_pieces():
    tokens = own_tokens(wordpiece("un", "##do", lowercase=True), "UNDO Undo")

    spans = [(token.text, token.start, token.end) for token in tokens]
    assert spans == [("un", 0, 2), ("do", 2, 4), ("un", 5, 7), ("do", 7, 9)]
    assert [token.word for token in tokens] == [0, 0, 1, 1]
