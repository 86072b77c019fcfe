"""List the words that a model would put in the place of a mask.

Lives here: from the logits of masked positions to words, over the whole
vocabulary. Not here: the heads that give the logits
(``model/adapters/heads.py``) and the recipe that hides words
(``corruption.py``).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.errors import NoMask
from model.predicting.next_token import most_likely
from model.tokens import TokenizedText


@dataclass(frozen=True, slots=True)
class MaskedWord:
    """The likeliest words at one mask, and how open the question is.

    Attributes:
        position: of the mask, in the tokens.
        ids: likeliest first; of equals, the smaller id first.
        probabilities, log_probabilities: of the whole vocabulary, not
            renormalised over those listed.
        entropy_nats: of that whole distribution.
    """

    position: int
    ids: tuple[int, ...]
    probabilities: NDArray[np.float64]
    log_probabilities: NDArray[np.float64]
    entropy_nats: float


def mask_positions(
    tokenized: TokenizedText, *, mask_id: int | None, mask_token: str | None
) -> tuple[int, ...]:
    """Find the masks of a text, in order.

    Raises: NoMask where there is none.
    """
    found = tuple(token.index for token in tokenized.tokens if token.id == mask_id)
    if found:
        return found
    raise NoMask(
        "No word of the text is masked, so there is none to predict.",
        hint=f"Put {mask_token} in the place of a word."
        if mask_token
        else "Choose a model whose tokenizer has a mask.",
    )


def likeliest_words(
    logits: NDArray[Any], positions: Sequence[int], *, top_k: int
) -> tuple[MaskedWord, ...]:
    """List the likeliest words at each of the positions.

    The softmax is taken in float64 over the whole vocabulary.

    Shapes: ``logits`` (position, vocabulary), any float.
    Raises: NotFinite where the model's own numbers overflowed.
    """
    words = []
    for position, row in zip(positions, logits, strict=True):
        found = most_likely(row, temperature=1.0, top_k=top_k, top_p=1.0)
        words.append(
            MaskedWord(
                position,
                found.ids,
                found.probabilities,
                found.log_probabilities,
                found.entropy_nats,
            )
        )
    return tuple(words)
