"""Turn logits into the tokens that may come next.

Lives here: temperature, top-k and top-p over the whole vocabulary, in float64.
Not here: the forward that gives the logits (``huggingface.py``) and how a token
is read (``text/vocabulary.py``).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.errors import NotFinite


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
    if not np.max(logits) < np.inf:
        raise NotFinite(
            "The model's own numbers overflow on this text.",
            hint="Try another text, or run the model in float32.",
        )
    log_probabilities = _log_softmax(logits.astype(np.float64) / temperature)
    probabilities = np.exp(log_probabilities)
    is_possible = probabilities > 0
    entropy = -np.sum(probabilities[is_possible] * log_probabilities[is_possible])
    order = np.argsort(-log_probabilities, kind="stable")
    n_listed = min(top_k, int(is_possible.sum()))
    if top_p < 1:
        reached = np.cumsum(probabilities[order])
        n_listed = min(n_listed, int(np.searchsorted(reached, top_p)) + 1)
    listed = order[:n_listed]
    return NextTokens(
        ids=tuple(int(i) for i in listed),
        probabilities=probabilities[listed],
        log_probabilities=log_probabilities[listed],
        entropy_nats=float(entropy) + 0.0,
    )


def _log_softmax(values: NDArray[np.float64]) -> NDArray[np.float64]:
    shifted = values - values.max()
    normalised: NDArray[np.float64] = shifted - np.log(np.exp(shifted).sum())
    return normalised
