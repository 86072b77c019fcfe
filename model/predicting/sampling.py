"""Choose a token by the logits of the whole vocabulary.

Lives here: temperature, top-k and top-p, and the draw, in float64. Not here:
listing the likeliest tokens without choosing (``next_token.py``) and the
forwards that give the logits (``cached_decoder.py``).

Top-p counts on the probabilities of the whole vocabulary, so it doesn't matter
which of the two cuts comes first. transformers counts it on what top-k has
left, which keeps fewer tokens where both cut.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.errors import NotFinite

Probabilities = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sampling:
    """How to choose; the defaults take the likeliest token each time.

    Attributes:
        temperature: the logits are divided by it; 0 takes the likeliest.
        top_k: choose among so many of the likeliest; None is no limit.
        top_p: choose among the fewest likeliest whose probabilities add up to
            at least this.
    """

    temperature: float = 0.0
    top_k: int | None = None
    top_p: float = 1.0

    @property
    def is_greedy(self) -> bool:
        """Whether nothing is left to chance."""
        return self.temperature == 0


@dataclass(frozen=True, slots=True)
class Chance:
    """How likely one token was.

    Attributes:
        probability, log_probability: of the whole vocabulary at temperature 1.
        sampled_probability: what it is drawn with; 0 where it was cut away.
    """

    id: int
    probability: float
    log_probability: float
    sampled_probability: float


@dataclass(frozen=True, slots=True)
class Choice:
    """A token that was chosen, and what else might have been.

    Attributes:
        rank: 1 for the likeliest; of equals, the smaller id comes first.
        draw: the number drawn; None where nothing was drawn.
        n_kept: how many tokens it was chosen from.
        entropy_nats: of the whole vocabulary at temperature 1.
        alternatives: likeliest first.
    """

    chosen: Chance
    rank: int
    draw: float | None
    n_kept: int
    entropy_nats: float
    alternatives: tuple[Chance, ...]


def choose(
    logits: NDArray[Any], sampling: Sampling, *, draw: float, n_alternatives: int
) -> Choice:
    """Choose a token.

    The tokens that are kept stand side by side, likeliest first, each as wide
    as its probability; the one that ``draw`` falls on is taken.

    Args:
        draw: from 0 to 1, 1 excluded; not looked at where nothing is drawn.

    Shapes: ``logits`` (vocabulary,), any float; -inf is what can't come.
    Raises: NotFinite where the model's own numbers overflowed.
    """
    check_logits(logits)
    log_probabilities = log_softmax(logits)
    probabilities = np.exp(log_probabilities)
    order = likeliest_first(logits)
    kept = kept_probabilities(logits, order, sampling)
    place = 0
    if not sampling.is_greedy:
        place = int(np.searchsorted(np.cumsum(kept), draw, side="right"))
        # The sum of all may fall short of 1 by a rounding error.
        place = min(place, len(kept) - 1)

    def chance(rank: int) -> Chance:
        token_id = order[rank]
        return Chance(
            int(token_id),
            float(probabilities[token_id]),
            float(log_probabilities[token_id]),
            float(kept[rank]) if rank < len(kept) else 0.0,
        )

    n_possible = int(np.count_nonzero(probabilities))
    return Choice(
        chosen=chance(place),
        rank=place + 1,
        draw=None if sampling.is_greedy else draw,
        n_kept=len(kept),
        entropy_nats=entropy(probabilities, log_probabilities),
        alternatives=tuple(map(chance, range(min(n_alternatives, n_possible)))),
    )


def kept_probabilities(
    logits: NDArray[Any], order: NDArray[np.intp], sampling: Sampling
) -> Probabilities:
    """Return what is drawn with: of the tokens kept, likeliest first.

    Invariants: they add up to 1, none is 0, and there is at least one.
    """
    if sampling.is_greedy:
        return np.ones(1)
    probabilities = np.exp(log_softmax(logits, sampling.temperature))[order]
    kept = probabilities[: count_kept(probabilities, sampling.top_k, sampling.top_p)]
    renormalised: Probabilities = kept / kept.sum()
    return renormalised


def count_kept(probabilities: Probabilities, top_k: int | None, top_p: float) -> int:
    """Count the tokens that top-k and top-p both leave; one always is.

    Shapes: ``probabilities`` (vocabulary,), likeliest first.
    Source: Holtzman et al. 2020, equation 2 (top-p); Fan et al. 2018 (top-k).
    """
    n_kept = int(np.count_nonzero(probabilities))
    if top_k is not None:
        n_kept = min(n_kept, top_k)
    if top_p < 1:
        reached = np.cumsum(probabilities)
        n_kept = min(n_kept, int(np.searchsorted(reached, top_p)) + 1)
    return n_kept


def likeliest_first(logits: NDArray[Any]) -> NDArray[np.intp]:
    """Return the ids in order; of equals, the smaller first."""
    return np.argsort(-logits, kind="stable")


def log_softmax(logits: NDArray[Any], temperature: float = 1.0) -> Probabilities:
    """Return log-probabilities, in float64.

    The largest logit is taken off first, so that no temperature overflows.
    """
    values = logits.astype(np.float64)
    with np.errstate(over="ignore"):  # to -inf: it can't come
        shifted = (values - values.max()) / temperature
    normalised: Probabilities = shifted - np.log(np.exp(shifted).sum())
    return normalised


def entropy(probabilities: Probabilities, log_probabilities: Probabilities) -> float:
    """Return the entropy in nats; what can't come adds nothing."""
    is_possible = probabilities > 0
    terms = probabilities[is_possible] * log_probabilities[is_possible]
    return float(-terms.sum()) + 0.0


def check_logits(logits: NDArray[Any]) -> None:
    """Refuse logits that give no distribution.

    Raises: NotFinite.
    """
    if not np.isfinite(np.max(logits)):
        raise NotFinite(
            "The model's own numbers overflow on this text.",
            hint="Try another text, or run the model in float32.",
        )
