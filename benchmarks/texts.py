"""Make texts of an exact number of tokens, a new one each time.

Lives here: sentences of common words that are one token each, so that no cache
can answer and every length is exact.
"""

from collections.abc import Iterator
from random import Random

from model import LoadedModel

WORDS = [
    "the",
    "animal",
    "street",
    "was",
    "too",
    "tired",
    "wide",
    "because",
    "people",
    "read",
    "every",
    "word",
    "and",
    "then",
    "look",
    "back",
    "at",
    "those",
    "that",
    "came",
    "before",
    "while",
    "the",
    "sun",
    "goes",
    "down",
    "over",
    "this",
    "old",
    "town",
    "where",
    "nothing",
    "much",
    "ever",
    "happens",
    "but",
    "time",
    "still",
    "moves",
    "on",
    "from",
    "one",
    "day",
    "to",
    "another",
]


def texts_of(model: LoadedModel, n_tokens: int, seed: int = 0) -> Iterator[str]:
    """Yield texts that the model turns into exactly ``n_tokens`` tokens."""
    draw = Random(seed)
    n_special = sum(token.special for token in model.tokenize("a").tokens)
    while True:
        text = " ".join(draw.choices(WORDS, k=n_tokens - n_special))
        found = len(model.tokenize(text).tokens)
        if found == n_tokens:
            yield text
