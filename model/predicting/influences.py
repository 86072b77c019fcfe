"""Measure which tokens a prediction draws on, by taking them away.

Lives here: comparing the prediction with what it becomes when nobody may look
at one of the tokens. Not here: the forwards without that token
(``loaded_predictor.py``).

For each other token j, every layer forbids every query to look at position j;
the vector at j is still there, but reaches nobody else. With p the prediction
as it is and p' the one without j,

    KL(p || p') = sum over words w of p(w) (log p(w) - log p'(w))

is 0 where token j changes nothing. It is measured, not read off attention
weights, which say where a head looks and not what it makes of it.

Source: Jain and Wallace 2019 on the difference between the two.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.checks import check_range
from model.errors import NumberOutOfRange
from model.predicting.sampling import log_softmax

MOST_TOKENS = 64


@dataclass(frozen=True, slots=True)
class Influences:
    """What each other token does to the prediction at one position.

    Attributes:
        position: where the prediction is made.
        others: every other position, in order.
        kl_nats: how far the prediction moves without that token.
        log_probability_changes: of the word that was likeliest with all
            tokens: below 0 where the token spoke for it.
        word_id: that word.

    Shapes: (other,), float64.
    """

    position: int
    others: tuple[int, ...]
    kl_nats: NDArray[np.float64]
    log_probability_changes: NDArray[np.float64]
    word_id: int


def check_measurable(n_tokens: int, positions: Sequence[int]) -> None:
    """Refuse a text that would have to be read too often, and no place of it.

    Raises: NumberOutOfRange for more than ``MOST_TOKENS`` tokens, or a position
        outside of the text.
    """
    for position in positions:
        check_range("position", position, 0, n_tokens - 1)
    if n_tokens > MOST_TOKENS:
        raise NumberOutOfRange(
            f"The text has {n_tokens:,} tokens; influences are measured for at most "
            f"{MOST_TOKENS}.",
            hint="Shorten the text, or leave influences out.",
            limit=MOST_TOKENS,
            actual=n_tokens,
        )


def measure_influences(
    position: int,
    others: Sequence[int],
    logits: NDArray[Any],
    logits_without: NDArray[Any],
) -> Influences:
    """Compare the prediction with the one without each other token.

    Args:
        logits: of the prediction as it is.
        logits_without: those without each other token.

    Shapes: logits (vocabulary,), logits_without (other, vocabulary), any float;
        computed in float64.
    """
    before = log_softmax(logits)
    word_id = int(before.argmax())
    kl, change = np.empty(len(others)), np.empty(len(others))
    for i, row in enumerate(logits_without):
        after = log_softmax(row)
        kl[i] = divergence(before, after)
        change[i] = after[word_id] - before[word_id]
    return Influences(position, tuple(others), kl, change, word_id)


def divergence(log_p: NDArray[np.float64], log_q: NDArray[np.float64]) -> float:
    """Compute KL(p || q) of two distributions given by their logarithms.

    A word that p excludes adds nothing. Rounding never makes it negative.

    Units: nats.
    Source: Kullback and Leibler 1951.
    """
    possible = log_p > -np.inf
    terms = np.exp(log_p[possible]) * (log_p[possible] - log_q[possible])
    return max(0.0, float(terms.sum()))
