"""List the tokens that may come next, by their logits.

Lives here: the likeliest tokens at a temperature. Not here: how top-k and top-p
cut, and the choice of one (``sampling.py``), the forward that gives the logits
(``loaded_writer.py``) and how a token is read (``text/vocabulary.py``).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.predicting.sampling import (
    check_logits,
    count_kept,
    entropy,
    likeliest_first,
    log_softmax,
)


@dataclass(frozen=True, slots=True)
class NextTokens:
    """The likeliest tokens, and how open the question is.

    Attributes:
        ids: likeliest first; of equals, the smaller id first.
        probabilities, log_probabilities: of the whole vocabulary at this
            temperature, not renormalised over those listed.
        entropy_nats: of that whole distribution.
    """

    ids: tuple[int, ...]
    probabilities: NDArray[np.float64]
    log_probabilities: NDArray[np.float64]
    entropy_nats: float


def most_likely(
    logits: NDArray[Any], *, temperature: float, top_k: int, top_p: float
) -> NextTokens:
    """List the tokens that top-k and top-p both leave.

    Top-p keeps the fewest likeliest tokens whose probabilities add up to at
    least ``top_p``; one is always left.

    Shapes: ``logits`` (vocabulary,), any float; -inf is what can't come.
    Raises: NotFinite where the model's own numbers overflowed.
    Source: Holtzman et al. 2020, equation 2 (top-p).
    """
    check_logits(logits)
    log_probabilities = log_softmax(logits, temperature)
    probabilities = np.exp(log_probabilities)
    order = likeliest_first(logits)
    listed = order[: count_kept(probabilities[order], top_k, top_p)]
    return NextTokens(
        ids=tuple(int(i) for i in listed),
        probabilities=probabilities[listed],
        log_probabilities=log_probabilities[listed],
        entropy_nats=entropy(probabilities, log_probabilities),
    )
