"""Whatever the text, the tokens are right: hostile alphabets, long texts."""

import time
from dataclasses import replace
from itertools import pairwise

import pytest
import regex
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from model.errors import EmptyText
from model.tokens import tokenize
from tests.model.small_tokenizers import byte_level, llama, unigram

# Letters of all kinds, and those that have broken tools before.
AWKWARD = [
    *" \n\t\r\x00\x7f\u00a0\u00ad\u200b\u200d\u202e\u2028\ufeff\ufe0f\ufffd",
    *"aZ'’.,-_#▁Ġé日ภ한ß",
    *["e\u0301", "\u0301", "ﬁ", "½", "ﷺ", "💩", "👩‍👩‍👧", "👍🏽", "🇫🇷", "❤️"],
    *["the ", "didn't", " cat", "[MASK]", "[UNK]", "<|endoftext|>", "##a", "<0x0A>"],
]
TEXTS = st.lists(
    st.sampled_from(AWKWARD) | st.characters(exclude_categories=["Cs"]), max_size=12
).map("".join)
UNSEEN = regex.compile(r"[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u200b\ufeff\ufffd\s]")
SMALL = {"byte_level": byte_level(), "llama": llama(), "unigram": unigram("▁a", "b")}
CHECKS = settings(
    max_examples=100,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def tokens_of(tokenizer, text):
    try:
        return tokenize(tokenizer, text, max_length=100_000, takes_pair=True).tokens
    except EmptyText:
        return ()


def check_tokens(tokenizer, text):
    """Check what holds for the tokens of any text in any tokenizer."""
    tokens = tokens_of(tokenizer, text)
    if tokens:
        assert [t.id for t in tokens] == tokenizer(text)["input_ids"]
    own = [token for token in tokens if token.segment == 0]
    spans = [(token.start, token.end) for token in own]
    assert all(0 <= start <= end <= len(text) for start, end in spans)
    assert all(a <= c and b <= d for (a, b), (c, d) in pairwise(spans))
    numbers = [token.word for token in own if token.word is not None]
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(len(set(numbers))))
    for token in own:
        assert token.text
        assert not UNSEEN.search(token.text.replace(" ", ""))
        assert token.text == token.text.strip()
        if token.piece is not None:
            part, whole = map(int, token.piece.split("/"))
            assert 1 <= part <= whole
            assert whole > 1
    return own, {place for span in spans for place in range(*span)}


@CHECKS
@given(text=TEXTS)
def test_byte_level_tokens_cover_the_text(smollm2_tokenizer, text):
    _, covered = check_tokens(smollm2_tokenizer, text)

    # The vocabulary has no token for some control characters.
    missing = [c for i, c in enumerate(text) if i not in covered and not c.isspace()]
    assert all(letter in "\x04\x06\x13\x14\x16\x1d" for letter in missing)


@CHECKS
@given(text=TEXTS)
def test_wordpiece_tokens_cover_what_the_tokenizer_keeps(minilm_tokenizer, text):
    _, covered = check_tokens(minilm_tokenizer, text)

    # BERT drops spaces, control and format characters, and marks of no letter.
    dropped = regex.compile(r"[\s\p{C}\p{Mn}\ufffd]")
    missing = [c for i, c in enumerate(text) if i not in covered]
    assert all(dropped.match(letter) for letter in missing)


@pytest.mark.parametrize("name", SMALL)
@CHECKS
@given(text=TEXTS)
def test_tokens_of_other_families(name, text):
    check_tokens(SMALL[name], text)


@CHECKS
@given(text=TEXTS, max_length=st.integers(3, 12))
def test_cutting_leaves_the_first_tokens_as_they_were(
    minilm_tokenizer, smollm2_tokenizer, text, max_length
):
    for tokenizer, n_added in ((minilm_tokenizer, 2), (smollm2_tokenizer, 0)):
        whole = tokens_of(tokenizer, text)
        if not whole:
            continue
        cut = tokenize(
            tokenizer, text, max_length=max_length, takes_pair=True, truncate=True
        )
        n_kept = len(cut.tokens) - (1 if n_added else 0)
        # A space at the end of what is left has lost the word it belonged to.
        left, before = cut.tokens[:n_kept], whole[:n_kept]
        assert [replace(t, word=None) for t in left] == [
            replace(t, word=None) for t in before
        ]
        assert len(cut.tokens) + cut.dropped == len(whole)
        assert len(cut.tokens) <= max_length


HOSTILE = {
    "prose": "The animal didn't cross the street. ",
    "one word": "a",
    "poo": "💩",
    "marks": "\u0301",
    "flags": "🇫🇷",
    "flags with marks": "🇫\u0301",
    "joiners": "\u200d",
    "family": "👩\u200d",
    "ligatures": "ﷺ",
    "spaces": " ",
    "breaks": "a\n",
    "thai": "ภ",
    "numbers": "1,",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_cost_grows_with_the_length_and_not_its_square(smollm2_tokenizer, name):
    unit = HOSTILE[name]

    def seconds(n_characters):
        text = (unit * n_characters)[:n_characters]
        best = float("inf")
        for _ in range(2):
            start = time.process_time()
            tokenize(
                smollm2_tokenizer,
                text,
                max_length=4096,
                takes_pair=False,
                truncate=True,
            )
            best = min(best, time.process_time() - start)
        return best

    # Eight times the text; its square would be 64 times the work. The floor
    # keeps small times from drowning in noise.
    assert seconds(24_000) < 24 * max(seconds(3_000), 0.004)
