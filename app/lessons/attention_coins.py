"""Draw vectors of +1 and -1 from a seed, the same in every language.

Lives here: the vectors of lesson 1's "why divide". Its twin is
``static/js/learn/attention-coins.js``; ``tests/golden/coin_flips.json`` holds both to
the same dot products. A component is +1 or -1 by a fair coin, so it has mean 0
and variance 1, and a dot product of ``n`` of them has variance ``n``.

Source: xorshift32, Marsaglia 2003.
"""

from collections.abc import Iterator

_WORD = 0xFFFFFFFF
MOST_FEATURES = 512


def _words(seed: int) -> Iterator[int]:
    state = (seed * 2654435761 + 1) & _WORD or 1
    while True:
        state ^= (state << 13) & _WORD
        state ^= state >> 17
        state ^= (state << 5) & _WORD
        yield state


def draw_vectors(seed: int, count: int) -> list[list[int]]:
    """Draw vectors of 512 coins each, as 16 words of 32 bits."""
    words = _words(seed)
    return [[next(words) for _ in range(MOST_FEATURES // 32)] for _ in range(count)]


def dot(one: list[int], other: list[int], n_features: int) -> int:
    """Multiply the first components and add up: equal coins less unequal ones."""
    unequal = 0
    for place in range(0, n_features, 32):
        width = min(32, n_features - place)
        differs = one[place // 32] ^ other[place // 32]
        unequal += (differs & ((1 << width) - 1)).bit_count()
    return n_features - 2 * unequal
