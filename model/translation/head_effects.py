"""Measure which heads carry the choice between two words.

Lives here: the log-odds of two tokens at one place of a target, and how far
they move when the output of one head is set to zero, for every head of our own
transformer. Not here: other ways to take a head out.

A head's output is mixed into the stream by its own rows of W^O. Where these are
zero, the rest of the layer goes on as if the head had found nothing; the later
layers read the changed stream.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Int
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.func import functional_call

from model.description import Part
from model.errors import Cancelled, RangeOutOfBounds
from model.transformer import MultiHeadAttention, Transformer

_PLACES: Mapping[Part, tuple[str, str]] = {
    "encoder": ("encoder", "self_attention"),
    "decoder": ("decoder", "self_attention"),
    "cross": ("decoder", "cross_attention"),
}


@dataclass(frozen=True, slots=True)
class HeadEffects:
    """How the choice between two tokens hangs on each head.

    Attributes:
        log_odds: log p(token) - log p(other) of the model as it is, in nats.
        effects: of each part, (layer, head): the log-odds without the head,
            minus those with it. Below zero the head speaks for the token.
    """

    log_odds: float
    effects: Mapping[Part, NDArray[np.float64]]


@torch.inference_mode()
def head_effects(
    network: Transformer,
    source_ids: Int[Tensor, "1 source_position"],
    target_ids: Int[Tensor, "1 target_position"],
    *,
    place: int,
    token_id: int,
    other_id: int,
    is_cancelled: Callable[[], bool],
) -> HeadEffects:
    """Take each head out in turn, and ask again: one forward a head.

    Args:
        place: which row of the decoder's input writes one of the two.

    Raises: RangeOutOfBounds for a place outside the target; Cancelled between
        two heads.
    """
    n_rows = target_ids.shape[1]
    if not 0 <= place < n_rows:
        raise RangeOutOfBounds(
            f"There is no place {place} in the target: it has {n_rows:,}, counted "
            "from 0.",
            hint=f"Choose a place from 0 to {n_rows - 1:,}.",
            limit=n_rows - 1,
            actual=place,
        )

    def log_odds(changed: Mapping[str, Tensor]) -> float:
        if is_cancelled():
            raise Cancelled("The heads were not all tried.", hint="Ask again.")
        steps = functional_call(network, dict(changed), (source_ids, target_ids))
        row = steps.logits[0, place].double()
        return float(row[token_id] - row[other_id])

    before = log_odds({})
    config = network.config
    effects: dict[Part, NDArray[np.float64]] = {}
    for part in _PLACES:
        after = [
            log_odds({name: without_head(attention, head)})
            for name, attention in _attentions(network, part)
            for head in range(config.n_heads)
        ]
        shape = (config.n_layers, config.n_heads)
        effects[part] = np.array(after).reshape(shape) - before
    return HeadEffects(before, effects)


def without_head(attention: MultiHeadAttention, head: int) -> Tensor:
    """Copy W^O with the rows of one head set to zero.

    Shapes: as PyTorch keeps it, (d_model, all_heads): the head's rows are columns.
    """
    weight: Tensor = attention.output.weight.clone()
    head_dim = weight.shape[1] // attention.n_heads
    weight[:, head * head_dim : (head + 1) * head_dim] = 0.0
    return weight


def _attentions(
    network: nn.Module, part: Part
) -> Iterator[tuple[str, MultiHeadAttention]]:
    """List the attentions of a part with the names of their W^O."""
    stack, kind = _PLACES[part]
    for name, module in network.named_modules():
        if isinstance(module, MultiHeadAttention):
            side, _, _, which = name.split(".")
            if (side, which) == (stack, kind):
                yield f"{name}.output.weight", module
