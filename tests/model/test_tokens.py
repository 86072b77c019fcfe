"""The tokens shown are the ids fed: special tokens, pairs, cutting, errors."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from model.errors import EmptyText, InvalidText, TooManyTokens, UnsupportedByModel
from model.tokens import tokenize
from tests.model.small_tokenizers import characters, unigram, wordpiece

ANIMAL = "The animal didn't cross the street because it was too tired"


def encoder(tokenizer, text, pair=None, **options):
    options.setdefault("max_length", 512)
    return tokenize(tokenizer, text, pair, takes_pair=True, **options)


def decoder(tokenizer, text, **options):
    options.setdefault("max_length", 8192)
    return tokenize(tokenizer, text, takes_pair=False, **options)


def texts(tokenized):
    return [token.text for token in tokenized.tokens]


def test_the_first_sentence_in_minilm(minilm_tokenizer):
    tokenized = encoder(minilm_tokenizer, ANIMAL)

    words = "the animal didn ' t cross the street because it was too tired"
    assert texts(tokenized) == ["[CLS]", *words.split(), "[SEP]"]
    assert tokenized.ids == tuple(minilm_tokenizer(ANIMAL)["input_ids"])
    assert [token.index for token in tokenized.tokens] == list(range(15))
    assert tokenized.segment_ids == (0,) * 15
    assert tokenized.dropped == 0
    assert tokenized.warnings == ()


def test_the_first_sentence_in_smollm2(smollm2_tokenizer):
    tokenized = decoder(smollm2_tokenizer, ANIMAL)

    words = "The animal didn 't cross the street because it was too tired"
    assert texts(tokenized) == words.split()
    assert tokenized.tokens[1].raw == "Ġanimal"
    assert tokenized.segment_ids == ()


def test_added_special_tokens_stand_outside_the_text(minilm_tokenizer):
    first, word, last = encoder(minilm_tokenizer, "cat").tokens

    for token in (first, last):
        assert (token.special, token.typed) == (True, False)
        assert (token.start, token.end, token.word, token.segment) == (None,) * 4
    assert (word.special, word.typed, word.word, word.segment) == (False, False, 0, 0)


@pytest.mark.parametrize("special", ["[MASK]", "[SEP]", "[CLS]", "[PAD]", "[UNK]"])
def test_typed_special_token_is_marked(minilm_tokenizer, special):
    text = f"a {special} cat"
    token = encoder(minilm_tokenizer, text).tokens[2]

    assert (token.text, token.raw, token.special, token.typed) == (
        special,
        special,
        True,
        True,
    )
    assert text[token.start : token.end] == special
    assert token.word is None
    assert encoder(minilm_tokenizer, text).ids == tuple(
        minilm_tokenizer(text)["input_ids"]
    )


def test_typed_special_tokens_of_a_decoder(smollm2_tokenizer):
    text = "<|im_start|>user<|endoftext|>"
    tokens = decoder(smollm2_tokenizer, text).tokens

    assert [token.typed for token in tokens] == [True, False, True]
    assert [(token.start, token.end) for token in tokens] == [
        (0, 12),
        (12, 16),
        (16, 29),
    ]
    assert tokens[0].text == "<|im_start|>"


def test_split_special_tokens_are_plain_text(minilm_tokenizer, smollm2_tokenizer):
    for tokenizer, text in (
        (minilm_tokenizer, "a [MASK] [SEP] [UNK] cat"),
        (smollm2_tokenizer, "a <|im_start|>user<|endoftext|>"),
    ):
        tokenized = encoder(tokenizer, text, split_special_tokens=True)
        split = tokenizer(text, split_special_tokens=True)["input_ids"]

        assert tokenized.ids == tuple(split)
        assert not any(token.typed for token in tokenized.tokens)
        own = [token for token in tokenized.tokens if not token.special]
        shown = "".join(text[token.start : token.end] for token in own)
        assert shown == text.replace(" ", "")


def test_split_special_tokens_where_the_vocabulary_holds_them():
    # A Unigram model finds "</s>" in its vocabulary, whatever its switch says.
    tokenizer = unigram("<", "/", "s", ">", "a")

    tokenized = encoder(tokenizer, "a </s>", split_special_tokens=True)

    assert texts(tokenized) == ["␣", "a", "␣", "<", "/", "s", ">", "</s>"]
    assert [token.special for token in tokenized.tokens] == [False] * 7 + [True]
    spans = [(token.start, token.end) for token in tokenized.tokens[3:7]]
    assert spans == [(2, 3), (3, 4), (4, 5), (5, 6)]


def test_split_unknown_token_is_an_unknown_word():
    tokenizer = wordpiece("a", splits_punctuation=False)

    tokens = encoder(tokenizer, "a [UNK]", split_special_tokens=True).tokens

    assert [t.text for t in tokens] == ["[CLS]", "a", "[UNK]", "[SEP]"]
    assert (tokens[2].special, tokens[2].typed, tokens[2].word) == (False, False, 1)


def test_typed_special_token_alone_is_not_empty(minilm_tokenizer):
    assert texts(encoder(minilm_tokenizer, "[MASK]")) == ["[CLS]", "[MASK]", "[SEP]"]


def test_pair_has_two_segments(minilm_tokenizer):
    tokenized = encoder(minilm_tokenizer, "a cat", "a dog!")

    assert " ".join(texts(tokenized)) == "[CLS] a cat [SEP] a dog ! [SEP]"
    segments = [token.segment for token in tokenized.tokens]
    assert segments == [None, 0, 0, None, 1, 1, 1, None]
    assert tokenized.segment_ids == (0, 0, 0, 0, 1, 1, 1, 1)
    dog = tokenized.tokens[5]
    assert "a dog!"[dog.start : dog.end] == "dog"
    assert [token.word for token in tokenized.tokens] == [
        None,
        0,
        1,
        None,
        2,
        3,
        4,
        None,
    ]


def test_pair_is_refused_by_a_model_that_reads_one_text(smollm2_tokenizer):
    with pytest.raises(UnsupportedByModel) as caught:
        tokenize(smollm2_tokenizer, "a", "b", max_length=10, takes_pair=False)

    assert "one text" in caught.value.detail


@pytest.mark.parametrize("text", ["", "   ", "\u200b", "\n\t"])
def test_text_without_tokens_is_empty(minilm_tokenizer, text):
    with pytest.raises(EmptyText, match="The text has no tokens"):
        encoder(minilm_tokenizer, text)
    with pytest.raises(EmptyText, match="The second text has no tokens"):
        encoder(minilm_tokenizer, "a", text)


def test_empty_text_where_nothing_is_added(smollm2_tokenizer):
    with pytest.raises(EmptyText):
        decoder(smollm2_tokenizer, "")
    assert texts(decoder(smollm2_tokenizer, "  ")) == ["␣␣"]


def test_half_characters_are_refused_with_their_index(minilm_tokenizer):
    with pytest.raises(InvalidText, match=r"The text .* index 1") as caught:
        encoder(minilm_tokenizer, "a\ud800b")
    assert caught.value.actual == 1
    with pytest.raises(InvalidText, match=r"The second text .* index 4") as caught:
        encoder(minilm_tokenizer, "a", "cats\udfff")
    assert caught.value.actual == 4


def test_too_many_tokens_names_both_numbers(minilm_tokenizer):
    with pytest.raises(TooManyTokens) as caught:
        encoder(minilm_tokenizer, "cat " * 1000)

    assert (caught.value.limit, caught.value.actual) == (512, 1002)
    assert "1,002" in caught.value.detail
    assert "512" in caught.value.detail
    assert "truncate" in caught.value.hint


def test_exactly_as_many_tokens_as_fit(minilm_tokenizer):
    tokenized = encoder(minilm_tokenizer, "cat " * 510)

    assert len(tokenized.tokens) == 512
    assert tokenized.dropped == 0


def test_cutting_keeps_the_special_tokens(minilm_tokenizer):
    text = "one two three four five six seven"
    tokenized = encoder(minilm_tokenizer, text, max_length=5, truncate=True)

    assert texts(tokenized) == ["[CLS]", "one", "two", "three", "[SEP]"]
    assert [token.index for token in tokenized.tokens] == [0, 1, 2, 3, 4]
    assert tokenized.segment_ids == (0,) * 5
    assert tokenized.dropped == 4


@pytest.mark.parametrize("max_length", [5, 6, 7, 8, 9, 12, 13])
@pytest.mark.parametrize("sizes", [(7, 3), (3, 7), (5, 5), (1, 9), (9, 1)])
def test_cutting_pairs_as_the_tokenizer_does(minilm_tokenizer, sizes, max_length):
    first, second = ("cat " * size for size in sizes)
    expected = minilm_tokenizer(
        first, second, truncation="longest_first", max_length=max_length
    )

    tokenized = encoder(
        minilm_tokenizer, first, second, max_length=max_length, truncate=True
    )

    assert tokenized.ids == tuple(expected["input_ids"])
    assert tokenized.segment_ids == tuple(expected["token_type_ids"])
    assert tokenized.dropped == max(0, 13 - max_length)


def test_no_room_but_for_special_tokens(minilm_tokenizer):
    with pytest.raises(TooManyTokens):
        encoder(minilm_tokenizer, "cat", max_length=2, truncate=True)


def test_cutting_inside_a_character_still_counts_all_its_parts(smollm2_tokenizer):
    tokenized = decoder(smollm2_tokenizer, "💩💩", max_length=4, truncate=True)

    parts = [(token.text, token.piece) for token in tokenized.tokens]
    assert parts == [("💩", "1/3"), ("💩", "2/3"), ("💩", "3/3"), ("💩", "1/3")]


def test_unknown_word_keeps_its_place(minilm_tokenizer):
    text = "a ภาษา cat"
    tokenized = encoder(minilm_tokenizer, text)
    unknown = tokenized.tokens[2]

    assert (unknown.text, unknown.raw) == ("[UNK]", "[UNK]")
    assert (unknown.special, unknown.typed, unknown.word) == (False, False, 1)
    assert text[unknown.start : unknown.end] == "ภาษา"
    assert tokenized.warnings == ()


def test_all_unknown_is_said(minilm_tokenizer):
    (warning,) = encoder(minilm_tokenizer, "ภาษา 💩").warnings

    assert "Every word of the text is unknown" in warning


def test_word_too_long_for_wordpiece_is_said(minilm_tokenizer):
    tokenized = encoder(minilm_tokenizer, "a " + "x" * 101 + " cat")

    assert texts(tokenized) == ["[CLS]", "a", "[UNK]", "cat", "[SEP]"]
    (warning,) = tokenized.warnings
    assert "101 characters" in warning
    assert "100" in warning
    assert encoder(minilm_tokenizer, "a " + "x" * 100 + " cat").warnings == ()


def test_characters_left_out_are_said():
    # A byte-pair vocabulary without an unknown token leaves letters out.
    tokenizer = characters("a", "b")

    for text, count in (("aéb", "1 character "), ("é日a", "2 characters ")):
        (warning,) = encoder(tokenizer, text).warnings
        assert count in warning
    assert encoder(tokenizer, "a b\u200b\u0301").warnings == ()
    assert encoder(tokenizer, "abé", max_length=1, truncate=True).warnings == ()


def test_word_of_a_hundred_thousand_characters(minilm_tokenizer, smollm2_tokenizer):
    assert len(encoder(minilm_tokenizer, "x" * 100_000).tokens) == 3
    with pytest.raises(TooManyTokens):
        decoder(smollm2_tokenizer, "x" * 100_000)


def test_the_tokenizer_is_left_as_it_was(minilm_tokenizer):
    backend = minilm_tokenizer.backend_tokenizer

    def settings():
        return backend.truncation, backend.padding, backend.encode_special_tokens

    for before in (True, False):
        minilm_tokenizer("a", split_special_tokens=before)
        backend.enable_truncation(7)
        backend.enable_padding(length=9)
        kept = settings()
        for split in (True, False):
            tokenized = encoder(
                minilm_tokenizer, "[SEP] " * 20, split_special_tokens=split
            )
            assert len(tokenized.tokens) == (62 if split else 22)
        assert settings() == kept
    backend.no_truncation()
    backend.no_padding()


def test_threads_do_not_mix(minilm_tokenizer):
    def tokenize_one(number):
        text = f"[MASK] cat {number}"
        split = number % 2 == 0
        tokenized = encoder(
            minilm_tokenizer, text, split_special_tokens=split, max_length=64
        )
        return tokenized == encoder(
            minilm_tokenizer, text, split_special_tokens=split
        ) and split == (tokenized.tokens[1].text == "[")

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(tokenize_one, range(100)))


def test_slow_tokenizer_is_refused():
    class Slow:
        model_input_names = ("input_ids",)
        all_special_ids = ()

    with pytest.raises(UnsupportedByModel, match="not a fast one"):
        encoder(Slow(), "a")


def test_import_brings_no_torch():
    code = (
        "import sys, model.tokens; "
        "sys.exit('torch' in sys.modules or 'transformers' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
