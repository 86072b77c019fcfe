"""What MiniLM says with its adapter, held to what peft and transformers say."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parents[2] / "golden" / "masked_words.json"
RECORDED = json.loads(GOLDEN.read_text(encoding="utf-8"))
STALE = "another adapter? run python -m tests.golden.write_masked_words"


@pytest.mark.parametrize("one", RECORDED["sentences"], ids=lambda one: one["text"])
def test_words_are_the_ones_written_down(minilm, one):
    found = minilm.masked_words(minilm.tokenize(one["text"]), top_k=5)
    assert len(found) == len(one["masks"]) == one["text"].count("[MASK]")
    for word, recorded in zip(found, one["masks"], strict=True):
        entries = minilm.vocabulary_entries(word.ids)
        chances = recorded["probabilities"]
        assert word.probabilities.tolist() == pytest.approx(chances, abs=1e-4), STALE
        # Words that are as likely as each other may change places.
        gaps = [a - b for a, b in pairwise(chances)]
        if min(gaps) > 2e-4:
            assert [entry.raw for entry in entries] == recorded["words"], STALE


@pytest.mark.parametrize("one", RECORDED["pairs"], ids=lambda one: one["text_pair"])
def test_next_sentences_are_as_likely_as_written_down(minilm, one):
    tokenized = minilm.tokenize(one["text"], one["text_pair"])
    found = minilm.next_sentence(tokenized)
    assert found == pytest.approx(one["is_next"], abs=1e-4), STALE
