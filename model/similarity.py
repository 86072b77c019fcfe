"""Compare one word in several places.

Lives here: where a word stands in a text, and how alike its states are, layer
by layer. Not here: reading the states (``residual.py``).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from model.axes import units_of
from model.tokens import TokenizedText


@dataclass(frozen=True, slots=True)
class WordPlace:
    """One word of a text.

    Attributes:
        word: its number, as its tokens say.
        tokens: positions of its pieces.
    """

    word: int
    tokens: tuple[int, ...]


def find_word(tokenized: TokenizedText, text: str, word: str) -> tuple[WordPlace, ...]:
    """Find a word in a text, wherever it stands there.

    Upper and lower case don't matter; a part of a word is not the word.
    """
    wanted = word.strip().casefold()
    places = []
    for unit in units_of(tokenized.tokens, "words"):
        first = tokenized.tokens[unit.start]
        if first.word is None or first.start is None:
            continue
        if text[first.start : unit.token.end].casefold() == wanted:
            places.append(WordPlace(first.word, tuple(range(unit.start, unit.stop))))
    return tuple(places)


def cosines(states: NDArray[np.float64]) -> NDArray[np.float64]:
    """Compute the cosine between every two states of a layer.

    Shapes: (layer, occurrence, feature) -> (layer, occurrence, occurrence).
    Invariants: within -1 to 1, also where rounding would leave it; 0 where a
    state is all zeros.
    """
    lengths = np.linalg.norm(states, axis=-1, keepdims=True)
    units = np.divide(states, lengths, out=np.zeros_like(states), where=lengths > 0)
    products = np.einsum("lif,ljf->lij", units, units)
    clipped: NDArray[np.float64] = np.clip(products, -1.0, 1.0)
    return clipped


def largest_differences(states: NDArray[np.float64]) -> NDArray[np.float64]:
    """Compute how far every two states of a layer are apart in a feature.

    Shapes: (layer, occurrence, feature) -> (layer, occurrence, occurrence).
    """
    # Layer by layer: all pairs of all layers at once would take gigabytes.
    return np.stack(
        [np.abs(layer[:, None] - layer[None]).max(axis=-1) for layer in states]
    )
