"""Say how likely a token was, among all that might have been written.

Lives here: probabilities from logits, in float64. Not here: which token is
written (``search.py``, ``beams.py``).
"""

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from model.errors import NotFinite


@dataclass(frozen=True, slots=True)
class StepFound:
    """One token written, by its id.

    Attributes:
        alternatives: ids and log-probabilities, the likeliest first; of equal
            ones the smaller id.

    Units: entropy in nats, over the whole vocabulary.
    """

    id: int
    log_probability: float
    entropy_nats: float
    alternatives: tuple[tuple[int, float], ...]


def precise_log_softmax(
    logits: Float[Tensor, "*rows vocab_size"],
) -> Float[Tensor, "*rows vocab_size"]:
    """Turn logits into log-probabilities, in float64.

    Raises: NotFinite where the model's own numbers overflowed.
    """
    if not (logits.amax(dim=-1) < torch.inf).all():
        raise NotFinite(
            "The model's own numbers overflow on this text.",
            hint="Try another text, or run the model in float32.",
        )
    return logits.cpu().double().log_softmax(dim=-1)


def step_found(
    log_probabilities: Float[Tensor, " vocab_size"], token: int, n_alternatives: int
) -> StepFound:
    """Say how likely a token was, and what else might have been written."""
    probabilities = log_probabilities.exp()
    # entr(p) is -p log p, and 0 where p is 0
    entropy = float(torch.special.entr(probabilities).sum())
    return StepFound(
        id=token,
        log_probability=float(log_probabilities[token]),
        entropy_nats=entropy,
        alternatives=tuple(likeliest(log_probabilities, n_alternatives)),
    )


def likeliest(values: Tensor, n_wanted: int) -> list[tuple[int, float]]:
    """Find the largest values and their places; of equal ones the first."""
    n_wanted = min(n_wanted, values.shape[0])
    least = values.topk(n_wanted).values[-1]
    places = (values >= least).nonzero().flatten()
    order = values[places].argsort(descending=True, stable=True)[:n_wanted]
    chosen = places[order]
    listed = zip(chosen.tolist(), values[chosen].tolist(), strict=True)
    return [(place, value) for place, value in listed if value > -torch.inf]
