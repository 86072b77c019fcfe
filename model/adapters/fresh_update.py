"""Put untrained low-rank updates beside the attention of an encoder.

Lives here: which of its matrices a small fine-tuning changes, and what the
updates begin with. Not here: their training (``fine_tuning.py``).
"""

import math

import torch
from torch import nn

from model.adapters.low_rank import Factors, Update, linear_layer
from model.errors import UnsupportedByModel

# The scaling alpha / rank is the same at every rank: a higher one has more
# directions, not longer ones.
SCALING = 2.0

# Query and value, as the architectures call them: what the paper's table 5 finds
# worth most. Where one matrix makes query, key and value, that one.
_ATTENTION = (
    ("query", "value"),
    ("q_lin", "v_lin"),
    ("q_proj", "v_proj"),
    ("q", "v"),
    ("Wqkv",),
    ("qkv_proj",),
)


def attention_matrices(network: nn.Module) -> tuple[str, ...]:
    """Name the layers that make queries and values, in every layer.

    Raises: UnsupportedByModel where none has a name that is known.
    """
    for wanted in _ATTENTION:
        found = tuple(
            name
            for name, module in network.named_modules()
            if isinstance(module, nn.Linear) and name.rpartition(".")[2] in wanted
        )
        if found:
            return found
    raise UnsupportedByModel(
        "Where this architecture makes its queries and values is not known.",
        hint="Choose another model, or the method head.",
    )


def fresh_update(network: nn.Module, rank: int, chance: torch.Generator) -> Update:
    """Make an update that changes nothing yet.

    A is random and B zero, so that their product is zero and B learns first.
    In float32, and drawn on the CPU: the same seed gives them on every device.

    Source: Hu et al. 2021, section 4.1; the spread of A is that of their code.
    """
    factors = {}
    for name in attention_matrices(network):
        layer = linear_layer(network, name)
        spread = 1 / math.sqrt(layer.in_features)
        drawn = torch.rand(rank, layer.in_features, generator=chance) * 2 - 1
        down = (drawn * spread).to(layer.weight.device)
        factors[name] = Factors(down, down.new_zeros(layer.out_features, rank))
    return Update(factors, SCALING)
