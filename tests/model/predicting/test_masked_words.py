"""From logits to words, and where the masks of a text are."""

import math

import numpy as np
import pytest

from model import AdapterUse, NoMask, NoPair, NotFinite, likeliest_words


def test_words_worked_by_hand():
    logits = np.log(np.array([[0.2, 0.5, 0.3], [0.25, 0.25, 0.5]], dtype=np.float32))
    first, second = likeliest_words(logits, (4, 9), top_k=2)
    assert (first.position, first.ids) == (4, (1, 2))
    assert first.probabilities == pytest.approx([0.5, 0.3], abs=1e-7)
    assert first.log_probabilities == pytest.approx(np.log([0.5, 0.3]), abs=1e-6)
    entropy = -sum(p * math.log(p) for p in (0.2, 0.5, 0.3))
    assert first.entropy_nats == pytest.approx(entropy, abs=1e-6)
    # Of equals, the smaller id comes first.
    assert (second.position, second.ids) == (9, (2, 0))
    assert second.entropy_nats == pytest.approx(1.5 * math.log(2), abs=1e-6)


def test_the_whole_vocabulary_is_summed_in_float64():
    """In float32 the sum of so many small ones would go wrong."""
    logits = np.zeros((1, 2_000_000), dtype=np.float32)
    (word,) = likeliest_words(logits, (0,), top_k=3)
    assert word.ids == (0, 1, 2)
    assert word.probabilities == pytest.approx([5e-7] * 3, rel=1e-12)
    assert word.entropy_nats == pytest.approx(math.log(2_000_000), rel=1e-12)


def test_more_words_than_there_are_gives_all():
    (word,) = likeliest_words(np.zeros((1, 3)), (0,), top_k=1000)
    assert len(word.ids) == 3


def test_numbers_that_overflow_are_said():
    with pytest.raises(NotFinite):
        likeliest_words(np.array([[np.nan, 1.0]]), (0,), top_k=1)


def test_every_mask_is_found_in_order_and_nothing_else(minilm):
    text = "[MASK] cat [mask] on the[MASK]."
    tokenized = minilm.tokenize(text, "a [MASK]")
    places = minilm.mask_positions(tokenized)
    assert [tokenized.tokens[place].raw for place in places] == ["[MASK]"] * 3
    assert [tokenized.tokens[place].segment for place in places] == [0, 0, 1]
    assert len(minilm.masked_words(tokenized, top_k=5)) == 3


def test_a_text_of_masks_only_is_answered(minilm):
    words = minilm.masked_words(minilm.tokenize("[MASK] [MASK]"), top_k=2)
    assert [word.position for word in words] == [1, 2]
    assert all(0 < word.probabilities[0] < 1 for word in words)


@pytest.mark.parametrize("text", ["no mask", "[SEP]", "[ MASK ]", "mask MASK"])
def test_a_text_without_a_mask_is_refused(minilm, text):
    with pytest.raises(NoMask) as refused:
        minilm.masked_words(minilm.tokenize(text), top_k=5)
    assert "[MASK]" in refused.value.hint


def test_a_next_sentence_needs_two_texts(minilm):
    with pytest.raises(NoPair) as refused:
        minilm.next_sentence(minilm.tokenize("One text. And another."))
    assert "text_pair" in refused.value.hint
    assert 0 < minilm.next_sentence(minilm.tokenize("One.", "Two.")) < 1


def test_all_words_at_once_are_the_words_one_by_one(minilm):
    tokenized = minilm.tokenize("The [MASK] sat on the [MASK].")
    positions = minilm.mask_positions(tokenized)
    use = AdapterUse("minilm-words", 0.5)
    both = minilm.masked_logits(tokenized, positions, adapter=use)
    for row, position in zip(both, positions, strict=True):
        alone = minilm.masked_logits(tokenized, [position], adapter=use)[0]
        np.testing.assert_allclose(row, alone, atol=2e-5)
    assert both.dtype == np.float32
    assert both.shape == (2, 30522)
