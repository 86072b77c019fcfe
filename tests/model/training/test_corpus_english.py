"""English of the grammar, worked out by hand."""

from model.training.corpus.english import choose_articles, past, plural, progressive


def test_english_is_spelled():
    assert [plural(word) for word in ("box", "city", "valley", "witch")] == [
        "boxes",
        "cities",
        "valleys",
        "witches",
    ]
    assert [past("carry"), past("stop"), past("love")] == [
        "carried",
        "stopped",
        "loved",
    ]
    assert [progressive("leave"), progressive("run"), progressive("see")] == [
        "leaving",
        "running",
        "seeing",
    ]
    words = "a old union and a european uncle and a <unk>"
    assert " ".join(choose_articles(words.split())) == (
        "an old union and a european uncle and a <unk>"
    )
