"""The corpus as a whole: its parts, its size, its pronouns."""

from itertools import combinations as pairs_of

import pytest

from model.training.corpus import DEMONSTRATION, Corpus, Example, Sizes, build_corpus
from model.training.corpus.building import is_held_out_pair

SIZES = Sizes(train=4_000, valid=200, test=300, combinations=300)


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return build_corpus(seed=5, sizes=SIZES)


def parts_of(corpus: Corpus) -> dict[str, tuple[Example, ...]]:
    return {
        "train": corpus.train,
        "valid": corpus.valid,
        "test": corpus.test,
        "combinations": corpus.combinations,
    }


def everything(corpus: Corpus) -> list[Example]:
    return [example for part in parts_of(corpus).values() for example in part]


def test_each_part_has_the_size_asked(corpus):
    sizes = {name: len(part) for name, part in parts_of(corpus).items()}

    assert sizes == {"train": 4_000, "valid": 200, "test": 300, "combinations": 300}


def test_no_sentence_stands_twice_or_in_two_parts(corpus):
    sentences = {
        name: [example.source for example in part]
        for name, part in parts_of(corpus).items()
    }
    # Without the end mark: one with and one without a full stop are the same.
    bare = {
        name: {" ".join(source).rstrip(" .?") for source in part}
        for name, part in sentences.items()
    }

    assert {name: len(part) for name, part in bare.items()} == {
        name: len(part) for name, part in sentences.items()
    }
    for one, other in pairs_of(bare.values(), 2):
        assert one.isdisjoint(other)


def test_the_demonstration_is_in_no_part(corpus):
    shown = {example.source[:-1] for example in DEMONSTRATION}

    assert {" ".join(words) for words in shown} == {
        "the animal did n't cross the street because it was too tired",
        "the animal did n't cross the street because it was too wide",
        "the agreement on the european economic area was signed in august 1992",
    }
    assert not shown & {example.sentence for example in everything(corpus)}


def test_a_seed_fixes_everything(corpus):
    small = Sizes(train=300, valid=20, test=20, combinations=20)

    first, again = build_corpus(seed=5, sizes=small), build_corpus(seed=5, sizes=small)
    other = build_corpus(seed=6, sizes=small)

    assert first == again
    assert first.train != other.train


def test_sentences_are_short_and_complete(corpus):
    for example in everything(corpus):
        assert 2 <= len(example.source) <= 20
        assert 2 <= len(example.target) <= 24
        assert all((*example.source, *example.target))
        assert " ".join(example.source).islower()
        assert " ".join(example.target).islower()
        assert (example.source[-1] == ".") == (example.target[-1] == ".")
        assert (example.source[-1] == "?") == (example.target[-1] == "?")


def test_unknown_words_stand_on_both_sides(corpus):
    unknown = [e for e in corpus.train if "<unk>" in e.source]

    assert 0.015 < len(unknown) / len(corpus.train) < 0.04
    for example in everything(corpus):
        assert example.source.count("<unk>") == example.target.count("<unk>")


def test_held_out_combinations_never_stand_in_training(corpus):
    trained = {pair for example in corpus.train for pair in example.pairs}
    words = {word for example in corpus.train for word in example.source}

    for example in corpus.combinations:
        new = [pair for pair in example.pairs if is_held_out_pair(pair)]
        assert new
        assert trained.isdisjoint(new)
    heads = {word for e in corpus.combinations for word in e.source}
    assert len(heads - words) < 0.05 * len(heads)


def test_pronouns_stand_where_they_are_said_to_be(corpus):
    resolved = [(e, e.pronoun) for e in everything(corpus) if e.pronoun is not None]

    assert 0.1 < len(resolved) / len(everything(corpus)) < 0.4
    for example, pronoun in resolved:
        many = pronoun.word in {"ils", "elles"}
        assert example.target[pronoun.place] == pronoun.word
        assert example.target[pronoun.place - 1] == "qu'"
        assert example.source[pronoun.source_place] == ("they" if many else "it")
        assert example.source[pronoun.source_place - 1] == "because"


def test_words_are_all_those_of_all_parts(corpus):
    used = {w for e in everything(corpus) for w in e.source + e.target}

    assert set(corpus.words) == used
    assert list(corpus.words) == sorted(used)
    assert len(used) > 1_500
