"""The texts of the adapter are read, divided and cut into sequences rightly."""

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

from model.training.masked_language.examples import (
    LENGTH,
    Gathered,
    Maker,
    Texts,
    split_texts,
)
from model.training.masked_language.rounds import ROUNDS
from model.training.masked_language.texts import (
    Document,
    Entry,
    read_addresses,
    read_books,
    read_dictionary,
    read_things,
    split_sentences,
)

FIRST, SEPARATOR = 1, 2


def test_sentences_end_where_a_new_one_begins():
    text = 'Mr. Speaker, thank you! "Is it so?" he said. In 1962 the U.S. Senate met.'

    assert list(split_sentences(text)) == [
        "Mr. Speaker, thank you!",
        '"Is it so?" he said.',
        "In 1962 the U.S. Senate met.",
    ]


def test_addresses_are_read_from_a_year_on(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    (data / "1899_a.txt").write_text("Old words. So old.", encoding="utf-8")
    (data / "1900_b.txt").write_text("New words. So new.", encoding="utf-8")

    assert read_addresses(tmp_path) == [
        Document("1900_b", ("New words.", "So new.")),
    ]


def test_a_meaning_is_read_with_its_examples_once(tmp_path):
    folder = tmp_path / "dict"
    folder.mkdir()
    line = (
        "00001740 03 n 01 river_bank 0 000 | sloping land; "
        '"they sat on the bank"; "wet"; "he swam across"  \n'
    )
    (folder / "data.noun").write_text(f"  1 licence\n{line}{line}", "utf-8")
    for kind in ("verb", "adj", "adv"):
        (folder / f"data.{kind}").write_text("", "utf-8")

    examples = ("they sat on the bank", "he swam across")
    assert read_dictionary(tmp_path) == [
        Entry("river bank", "sloping land", examples),
        Entry("river bank", "sloping land", ()),
    ]


def test_a_book_is_read_in_passages_without_its_title(tmp_path, monkeypatch):
    monkeypatch.setattr("model.training.masked_language.texts.BOOK_FILES", ("one",))
    monkeypatch.setattr("model.training.masked_language.texts.SENTENCES_OF_PASSAGE", 2)
    folder = tmp_path / "gutenberg"
    folder.mkdir()
    text = "[One by Nobody 1900]\r\n\r\nIt rained. She _did_ go\r\nto the café. Why?"
    (folder / "one.txt").write_bytes(f"{text} So. But no.".encode("latin-1"))

    assert read_books(tmp_path) == [
        Document("one, from sentence 0", ("It rained.", "She did go to the café.")),
        Document("one, from sentence 2", ("Why?", "So.")),
    ]


def test_things_are_nouns_of_some_files_that_are_known(tmp_path):
    folder = tmp_path / "dict"
    folder.mkdir()
    lines = [
        "  1 licence",
        *("00000001 06 n 01 knife 0 000 | a tool", "00000002 05 n 01 dog 0 000 | pet"),
        *("00000003 07 n 01 anger 0 000 | felt", "00000004 06 n 01 Ark 0 000 | ship"),
        *(
            "00000005 06 n 01 adze 0 000 | a tool",
            "00000006 05 n 01 dog 0 000 | sausage",
        ),
    ]
    (folder / "data.noun").write_text("\n".join(lines), "utf-8")

    known = {"knife", "dog", "anger", "Ark", "ark"}
    assert read_things(tmp_path, known) == ["dog", "knife"]


@pytest.fixture(scope="module")
def tokenizer():
    words = [f"w{n}" for n in range(4000)]
    names = ["[PAD]", "[CLS]", "[SEP]", "[UNK]", *words, ".", ":"]
    inner = Tokenizer(
        models.WordLevel({name: n for n, name in enumerate(names)}, unk_token="[UNK]")
    )
    inner.pre_tokenizer = pre_tokenizers.Whitespace()
    return PreTrainedTokenizerFast(tokenizer_object=inner, unk_token="[UNK]")


def texts_with(n_documents, n_sentences=12):
    """Give each sentence six words that stand nowhere else."""
    return [
        Document(
            f"document {d}",
            tuple(
                " ".join(f"w{(d * n_sentences + s) * 6 + k}" for k in range(6))
                for s in range(n_sentences)
            ),
        )
        for d in range(n_documents)
    ]


def test_documents_and_meanings_are_divided_as_wholes(tokenizer):
    documents = texts_with(50)
    entries = [Entry(f"w{n}", f"w{n} w{n + 1}", (f"w{n} w{n}",)) for n in range(500)]

    gathered = Gathered(documents, documents[:20], entries, documents[:30])
    splits = split_texts(gathered, tokenizer)

    parts = (splits.train, splits.valid, splits.test)
    firsts = [{d[0][0] for d in part.addresses} for part in parts]
    assert sum(map(len, firsts)) == 50
    assert not firsts[0] & firsts[1]
    assert not firsts[0] & firsts[2]
    assert sum(len(part.stories) for part in parts) == 20
    assert sum(len(part.books) for part in parts) == 30
    for part in parts:
        assert len(part.usage) == len(part.entries) > 0
        # The example and the meaning of a word are in the same part.
        assert {ids[0] for ids in part.usage} == {ids[0] for ids in part.entries}


def test_texts_added_later_leave_what_was_held_out(tokenizer):
    documents = texts_with(50)
    entries = [Entry(f"w{n}", f"w{n} w{n + 1}", ()) for n in range(200)]

    before = split_texts(Gathered(documents, documents[:20], entries), tokenizer)
    more = Gathered(documents, documents[:20], entries, documents, documents)
    after = split_texts(more, tokenizer)

    for name in ("train", "valid", "test"):
        one, other = getattr(before, name), getattr(after, name)
        assert one.addresses == other.addresses
        assert one.stories == other.stories
        assert one.entries == other.entries
        assert other.told


@pytest.mark.parametrize("plan", ROUNDS)
def test_a_batch_has_the_mix_and_fits(plan):
    ids = [[n] * 6 for n in range(10, 200)]
    documents = [[[n] * 6 for n in range(start, start + 12)] for start in (300, 400)]
    texts = Texts(documents, documents, documents, documents, ids, ids)
    maker = Maker(texts, plan.mix, FIRST, SEPARATOR, seed=1)

    batch = maker.batch()

    counts = {s: sum(e.source == s for e in batch) for s in plan.mix}
    assert counts == plan.mix
    assert len(batch) == plan.batch == 24
    for example in batch:
        assert len(example.ids) == len(example.segments) <= LENGTH
        assert example.ids[0] == FIRST
        assert example.ids[-1] == SEPARATOR
        assert example.ids.count(SEPARATOR) == 1 + max(example.segments)


def test_the_second_segment_follows_when_it_says_so(tokenizer):
    """In these documents the words count on, so what follows is known."""
    documents = [
        [[start + 6 * s + k for k in range(6)] for s in range(14)]
        for start in (1000, 2000, 3000)
    ]
    texts = Texts(documents, documents, documents, documents, [[9]], [[9]])
    maker = Maker(texts, ROUNDS[1].mix, FIRST, SEPARATOR, seed=2)
    pairs = [e for _ in range(60) for e in maker.batch() if e.is_next is not None]

    follows = []
    for pair in pairs:
        end = pair.ids.index(SEPARATOR)
        first, second = pair.ids[1:end], pair.ids[end + 1 : -1]
        assert first == list(range(first[0], first[0] + len(first)))
        same = first[0] // 1000 == second[0] // 1000
        assert same == pair.is_next
        if pair.is_next:
            # Whole sentences but for a first one that was too long.
            assert second[0] - first[-1] == 1
        assert pair.segments == [0] * (end + 1) + [1] * (len(second) + 1)
        follows.append(pair.is_next)
    # 660 fair coins: 330 give or take 13.
    assert sum(follows) == pytest.approx(len(follows) / 2, abs=4 * 13)
