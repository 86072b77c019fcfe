"""Find where a loaded model gets its positions from, and turn that off.

Lives here: the learned table, the parameters of rotary positions, and forwards
without either. Not here: positions as formulas (``positions.py``,
``position_biases.py``).
"""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from model.errors import UnsupportedByModel

# What transformers calls the table; its modules are subclasses of Embedding.
_TABLE_NAMES = ("position_embeddings", "position_embedding", "embed_positions", "wpe")
_ROTARY_SUFFIX = "RotaryEmbedding"
# Layers that look at the whole text turn as the model as a whole is said to.
_MAIN_LAYERS = "full_attention"


@dataclass(frozen=True, slots=True)
class RotaryParameters:
    """How a model turns its queries and keys.

    Attributes:
        base: of the wavelengths 2 pi base^(2i / rotary_dim).
        head_dim: features a head.
        rotary_dim: how many of these are turned; the others stay.
        scaling: name of the rule that stretches the waves for long texts, such
            as ``llama3``; None where they are as the formula has them.

    Source: Su et al. 2021, equation 15.
    """

    base: float
    head_dim: int
    rotary_dim: int
    scaling: str | None


def learned_positions(
    network: nn.Module, inputs: Mapping[str, Any]
) -> NDArray[np.float32]:
    """Read a copy of the table of learned positions.

    Some tables keep rows before position 0 (RoBERTa, BART): where position 0
    lies is seen in a forward of ``inputs``.

    Shapes: returns (position, feature), float32.
    Raises: UnsupportedByModel where no table is learned, sinusoids included.
    """
    table = _table_of(network)
    if _is_computed(network, table):
        raise UnsupportedByModel(
            "This model's positions are sinusoids: none is learned.",
            hint="Ask for the sinusoidal encoding.",
        )
    rows: list[int] = []
    handle = table.register_forward_hook(
        lambda _, __, found: rows.append(_row_of(table.weight, found))
    )
    try:
        with torch.inference_mode():
            network(**inputs)
    finally:
        handle.remove()
    values = table.weight.detach()[rows[0] :].float().cpu().numpy()
    return np.array(values, dtype=np.float32)


def rotary_parameters(network: nn.Module) -> RotaryParameters:
    """Read how a model turns its queries and keys.

    Where layers differ, those that look at the whole text are described.

    Raises: UnsupportedByModel where nothing is turned.
    """
    config: Any = network.config
    found = getattr(config, "rope_parameters", None) or {}
    found = found.get(_MAIN_LAYERS, found)
    if not _rotary_modules(network) or "rope_theta" not in found:
        raise UnsupportedByModel(
            "This model has no rotary positions.",
            hint="GET /api/v1/models says which positions each model has.",
        )
    head_dim = (
        getattr(config, "head_dim", None)
        or config.hidden_size // config.num_attention_heads
    )
    rule = found.get("rope_type", "default")
    return RotaryParameters(
        base=float(found["rope_theta"]),
        head_dim=int(head_dim),
        rotary_dim=int(head_dim * (found.get("partial_rotary_factor") or 1.0)),
        scaling=None if rule == "default" else str(rule),
    )


@contextmanager
def no_positions(network: nn.Module) -> Iterator[None]:
    """Run forwards that can't tell one position from another.

    The learned table gives zeros, rotary positions turn nothing. The hooks are
    gone afterwards, whatever happens. A causal mask still tells first from
    last: that is no position of the model's own.

    Raises: UnsupportedByModel where positions come in another way (ALiBi,
        relative biases).
    """
    if getattr(network.config, "relative_attention", False):
        raise UnsupportedByModel(
            "This model's attention counts distances, which can't be left out.",
            hint="Choose a model with learned or rotary positions.",
        )
    rotary = _rotary_modules(network)
    with ExitStack() as hooks:
        if rotary:
            for module in rotary:
                handle = module.register_forward_hook(_turn_nothing)
                hooks.callback(handle.remove)
        else:
            handle = _table_of(network).register_forward_hook(_give_zeros)
            hooks.callback(handle.remove)
        yield


def _table_of(network: nn.Module) -> nn.Embedding:
    for name, module in network.named_modules():
        if name.rpartition(".")[2] in _TABLE_NAMES and isinstance(module, nn.Embedding):
            return module
    raise UnsupportedByModel(
        "This model has no table of learned positions.",
        hint="GET /api/v1/models says which positions each model has.",
    )


def _is_computed(network: nn.Module, table: nn.Embedding) -> bool:
    is_named_so = "Sinusoidal" in type(table).__name__
    return is_named_so or bool(getattr(network.config, "sinusoidal_pos_embds", False))


def _rotary_modules(network: nn.Module) -> list[nn.Module]:
    return [
        module
        for module in network.modules()
        if type(module).__name__.endswith(_ROTARY_SUFFIX)
    ]


def _row_of(table: Tensor, found: Tensor) -> int:
    """Find the row that a forward took for its first position."""
    first = found.reshape(-1, found.shape[-1])[0]
    return int((table == first).all(dim=-1).nonzero()[0])


def _give_zeros(_: nn.Module, __: Any, output: Tensor) -> Tensor:
    return torch.zeros_like(output)


def _turn_nothing(_: nn.Module, __: Any, output: Any) -> tuple[Tensor, Tensor]:
    cos, sin = output
    # Position 0 is not turned: its cosine is 1, or the factor that scales all.
    return cos[..., :1, :].expand_as(cos), torch.zeros_like(sin)
