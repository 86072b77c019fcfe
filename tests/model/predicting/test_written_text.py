"""Tokens become a text: every letter once, and no half ones."""

import pytest

from model.predicting.written_text import WrittenText
from model.text.vocabulary import read_entries
from tests.model.small_tokenizers import byte_level, clip, llama, unigram, wordpiece

PROMPT = "So: "
TEXTS = [
    "the animal was  tired.\n\n\tYes",
    "🙂 and 👩‍👩‍👧, 🏴󠁧󠁢󠁳󠁣󠁴󠁿 and 🇫🇷!",
    "naïve Ünïcödé, 日本語, עברית, é",
    "a\u2028b c\x00d\x85",
    "<|im_start|>user<|im_end|> <|endoftext|>",
]


def write(tokenizer, prompt, ids, *, splits_special=False):
    """Write these ids after a prompt: what each adds, and what stands there."""
    writer = WrittenText(tokenizer, prompt, splits_special=splits_special)
    return [writer.add(token_id) for token_id in ids], writer.written()


def ids_of(tokenizer, text):
    return tokenizer(text, add_special_tokens=False)["input_ids"]


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_the_pieces_join_to_the_exact_text(smollm2_tokenizer, text):
    ids = ids_of(smollm2_tokenizer, text)
    pieces, written = write(smollm2_tokenizer, PROMPT, ids)
    decoded = smollm2_tokenizer.decode(ids, clean_up_tokenization_spaces=False)
    assert "".join(pieces) == written.new_text == decoded
    assert written.text == PROMPT + written.new_text
    assert [token.id for token in written.tokens[-len(ids) :]] == ids
    assert written.warnings == ()


def test_a_character_of_several_tokens_comes_with_the_last(smollm2_tokenizer):
    ids = ids_of(smollm2_tokenizer, "👩x")
    assert len(ids) == 4
    pieces, written = write(smollm2_tokenizer, "a", ids)
    assert pieces == ["", "", "👩", "x"]
    shown = [(t.text, t.start, t.end, t.piece) for t in written.tokens]
    assert shown == [
        ("a", 0, 1, None),
        ("👩", 1, 2, "1/3"),
        ("👩", 1, 2, "2/3"),
        ("👩", 1, 2, "3/3"),
        ("x", 2, 3, None),
    ]
    assert written.is_retokenized_same


def test_an_unfinished_character_is_left_out_and_said(smollm2_tokenizer):
    ids = ids_of(smollm2_tokenizer, "👩")[:2]
    pieces, written = write(smollm2_tokenizer, "a", ids)
    assert pieces == ["", ""]
    assert (written.text, written.new_text) == ("a", "")
    assert not written.is_retokenized_same
    assert "not finished" in written.warnings[0]
    assert [(t.start, t.end) for t in written.tokens[1:]] == [(1, 1), (1, 1)]
    entries = read_entries(smollm2_tokenizer, ids)
    assert [t.text for t in written.tokens[1:]] == [entry.text for entry in entries]


def test_bytes_that_are_no_character_are_marked_once_known(smollm2_tokenizer):
    half, letter = ids_of(smollm2_tokenizer, "👩")[:1], ids_of(smollm2_tokenizer, "x")
    pieces, written = write(smollm2_tokenizer, "a", [*half, *letter, *letter])
    assert pieces == ["", "\N{REPLACEMENT CHARACTER}x", "x"]
    assert written.text == "a\N{REPLACEMENT CHARACTER}xx"
    assert len(written.tokens) == 4
    assert not written.is_retokenized_same


def test_the_tokens_are_those_of_the_whole_text(smollm2, smollm2_tokenizer):
    prompt, text = "The animal", " didn't cross: 👩 it was\ntired"
    ids = ids_of(smollm2_tokenizer, text)
    _, written = write(smollm2_tokenizer, prompt, ids)
    assert written.is_retokenized_same
    assert written.tokens == smollm2.tokenize(prompt + text).tokens


def test_other_tokens_for_the_same_letters_are_told(smollm2_tokenizer):
    ids = [ids_of(smollm2_tokenizer, letter)[0] for letter in "tired"]
    _, written = write(smollm2_tokenizer, "a ", ids)
    assert written.text == "a tired"
    assert not written.is_retokenized_same
    assert [(t.text, t.start) for t in written.tokens[-5:]] == [
        (letter, 2 + place) for place, letter in enumerate("tired")
    ]


def test_special_tokens_are_spelled(smollm2_tokenizer):
    end = smollm2_tokenizer.convert_tokens_to_ids("<|im_end|>")
    pieces, written = write(smollm2_tokenizer, "a", [end])
    assert pieces == ["<|im_end|>"]
    assert written.tokens[-1].special
    assert written.is_retokenized_same
    _, split = write(smollm2_tokenizer, "a", [end], splits_special=True)
    assert split.text == "a<|im_end|>"
    assert not split.is_retokenized_same


def test_an_id_past_the_vocabulary_adds_nothing(smollm2_tokenizer):
    pieces, written = write(smollm2_tokenizer, "a", [10**6])
    assert pieces == [""]
    assert written.text == "a"
    assert not written.is_retokenized_same


@pytest.mark.parametrize(
    ("tokenizer", "prompt", "new"),
    [
        (byte_level(("Ġ", "a")), "b", " a é🙂"),
        (llama(), "hello", " hello hello😀"),
        (unigram("▁a", "b", "▁b"), "a", " b a"),
        (wordpiece("a", "##b", "c", ".", splits_punctuation=False), "a", " c ab c"),
        (clip(), "a", " cat cats sat"),
    ],
    ids=["bytes", "fallback", "metaspace", "wordpiece", "suffix"],
)
def test_spaces_and_bytes_of_every_family(tokenizer, prompt, new):
    """What the tokenizer cuts off the whole text is written after the prompt."""
    before = tokenizer(prompt)["input_ids"]
    whole = tokenizer(prompt + new)["input_ids"]
    # Some put an end behind every text: it comes after what is written.
    n_after = int(before[-1] == whole[-1])
    ids = whole[len(before) - n_after : len(whole) - n_after]
    assert ids
    pieces, written = write(tokenizer, prompt, ids)
    assert "".join(pieces) == written.new_text == new
