"""The tokenizer that the two languages share."""

import json

import pytest
from transformers import PreTrainedTokenizerFast

from model.text.detokenize import detokenize
from model.tokens import tokenize
from model.training.corpus import Corpus, Sizes, build_corpus
from model.training.corpus.capitals import ENGLISH_NAMES, FRENCH_NAMES
from model.training.vocabulary import build_tokenizer, encode_words, save_tokenizer


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    sizes = Sizes(train=3_000, valid=100, test=100, combinations=100)
    return build_corpus(seed=7, sizes=sizes)


@pytest.fixture(scope="module")
def tokenizer(corpus, tmp_path_factory):
    folder = tmp_path_factory.mktemp("tokenizer")
    save_tokenizer(build_tokenizer(corpus.words), folder)
    return PreTrainedTokenizerFast.from_pretrained(folder)


def pieces(tokenizer, text: str) -> list[tuple[str, str]]:
    """Return each token of a text with the letters it points at."""
    tokenized = tokenize(tokenizer, text, max_length=64, takes_pair=False)
    return [
        (token.raw, text[token.start : token.end])
        for token in tokenized.tokens
        if token.start is not None
    ]


def test_special_tokens_come_first(tokenizer):
    assert tokenizer.convert_ids_to_tokens([0, 1, 2, 3]) == [
        "<pad>",
        "<s>",
        "</s>",
        "<unk>",
    ]
    assert (tokenizer.pad_token_id, tokenizer.bos_token_id) == (0, 1)
    assert (tokenizer.eos_token_id, tokenizer.unk_token_id) == (2, 3)
    assert tokenizer.model_max_length == 64


def test_english_is_cut_at_the_apostrophe_whatever_its_shape(tokenizer):
    text = "The animal didn’t cross Anna's street."

    assert pieces(tokenizer, text) == [
        ("the", "The"),
        ("animal", "animal"),
        ("did", "did"),
        ("n't", "n’t"),
        ("cross", "cross"),
        ("anna", "Anna"),
        ("'s", "'s"),
        ("street", "street"),
        (".", "."),
    ]


def test_french_leans_on_the_apostrophe(tokenizer):
    text = "Est-ce qu’il n'a pas vu l'animal d'Anna aujourd’hui ?"

    assert pieces(tokenizer, text) == [
        ("est-ce", "Est-ce"),
        ("qu'", "qu’"),
        ("il", "il"),
        ("n'", "n'"),
        ("a", "a"),
        ("pas", "pas"),
        ("vu", "vu"),
        ("l'", "l'"),
        ("animal", "animal"),
        ("d'", "d'"),
        ("anna", "Anna"),
        ("aujourd'hui", "aujourd’hui"),
        ("?", "?"),
    ]


def test_accents_may_be_letters_of_their_own(tokenizer):
    assert pieces(tokenizer, "le cafe\u0301 e\u0301tait") == [
        ("le", "le"),
        ("café", "cafe\u0301"),
        ("était", "e\u0301tait"),
    ]


def test_unknown_words_keep_their_place(tokenizer):
    tokenized = tokenize(tokenizer, "the zebra 😀", max_length=64, takes_pair=False)
    unknown = [t for t in tokenized.tokens if t.id == 3]

    assert [(t.raw, t.start, t.end, t.special) for t in unknown] == [
        ("<unk>", 4, 9, False),
        ("<unk>", 10, 11, False),
    ]


def test_a_source_ends_with_the_end_and_a_target_without_is_bare(tokenizer):
    source = tokenize(tokenizer, "the cat", max_length=64, takes_pair=False)

    assert source.tokens[-1].id == 2
    assert source.tokens[-1].special
    bare = tokenizer("le chat", add_special_tokens=False).input_ids
    assert tokenizer.convert_ids_to_tokens(bare) == ["le", "chat"]


def test_every_word_of_the_corpus_has_an_id(corpus, tokenizer):
    backend = tokenizer.backend_tokenizer

    for example in (*corpus.train, *corpus.test, *corpus.combinations):
        for side in (example.source, example.target):
            ids = encode_words(backend, side)
            assert [i == 3 for i in ids] == [word == "<unk>" for word in side]
            assert not {0, 1, 2} & set(ids)


def test_texts_are_cut_into_the_words_they_were_written_from(corpus, tokenizer):
    backend = tokenizer.backend_tokenizer

    for example in corpus.train:
        english = detokenize(example.source, names=ENGLISH_NAMES, is_french=False)
        french = detokenize(example.target, names=FRENCH_NAMES)
        for text, words in ((english, example.source), (french, example.target)):
            ids = backend.encode(text, add_special_tokens=False).ids
            assert ids == encode_words(backend, words), text


def test_the_files_are_what_transformers_reads(corpus, tmp_path):
    save_tokenizer(build_tokenizer(corpus.words), tmp_path)

    config = json.loads((tmp_path / "tokenizer_config.json").read_text())
    assert config["eos_token"] == "</s>"
    assert len(PreTrainedTokenizerFast.from_pretrained(tmp_path)) == (
        len({*corpus.words, "<unk>"}) + 3
    )
