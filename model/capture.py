"""Keep query and key while a model runs, and nothing on the model.

Lives here: the attention function registered with transformers, and the
capture of one forward. Not here: the arithmetic on what was kept
(``operands.py``) or the choice of what to read from it (``reading.py``).

How it works. transformers lets a model name the function that computes its
attention. Ours is called ``headlight``. It hands the work to PyTorch's fast
kernel, exactly as the ``sdpa`` function would, and, while a recording is
open, keeps the operands it was given: query, key, value, mask and scaling.
A weight is then computed only when somebody asks for it. Operands grow with
the length of the text; weights grow with its square.

The recording is a context variable, so two forwards in two threads can't mix,
and a model is left as it was found.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor, nn
from transformers import AttentionInterface, AttentionMaskInterface
from transformers.integrations.sdpa_attention import sdpa_attention_forward
from transformers.masking_utils import sdpa_mask

from model.errors import Cancelled, UnsupportedByModel
from model.operands import KeptOperands, LayerAttention, is_sink_kernel

IMPLEMENTATION = "headlight"


def never() -> bool:
    """Answer that nobody has cancelled."""
    return False


@dataclass(slots=True)
class Recording:
    """Collect the attention of each layer, in the order of the calls.

    The order is the layer's index, also where layers share one module
    (ALBERT).
    """

    is_cancelled: Callable[[], bool] = never
    layers: list[LayerAttention] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Capture:
    """What one forward left behind, one entry a layer."""

    layers: tuple[LayerAttention, ...]

    @property
    def nbytes(self) -> int:
        """Bytes held, shared masks counted once."""
        tensors = {id(t): t for layer in self.layers for t in layer.tensors()}
        return sum(t.numel() * t.element_size() for t in tensors.values())


_recording: ContextVar[Recording | None] = ContextVar("recording", default=None)


@contextmanager
def _open(recording: Recording) -> Iterator[None]:
    token = _recording.set(recording)
    try:
        yield
    finally:
        _recording.reset(token)


def attend(
    module: nn.Module,
    query: Float[Tensor, "batch head query_position head_dim"],
    key: Float[Tensor, "batch key_value_head key_position head_dim"],
    value: Float[Tensor, "batch key_value_head key_position value_dim"],
    attention_mask: Tensor | None,
    scaling: float | None = None,
    **extras: Any,
) -> tuple[Tensor, None]:
    """Compute attention with the fast kernel; record the operands.

    Soft-capped scores and sink logits are beyond the kernel: for those layers
    the output is computed from the operands, block by block.

    Shapes: returns (batch, query_position, head, value_dim).
    Source: Vaswani et al. 2017, equation 1; the signature is transformers'.
    """
    recording = _recording.get()
    if recording is None and not is_sink_kernel(extras):
        return sdpa_attention_forward(
            module, query, key, value, attention_mask, scaling=scaling, **extras
        )
    operands = KeptOperands.from_call(
        module, query, key, value, attention_mask, scaling, extras
    )
    if recording is not None:
        if recording.is_cancelled():
            raise Cancelled("The forward was stopped.", hint="Ask again.")
        recording.layers.append(operands)
    if is_sink_kernel(extras):
        return operands.output(), None
    return sdpa_attention_forward(
        module, query, key, value, attention_mask, scaling=scaling, **extras
    )


AttentionInterface.register(IMPLEMENTATION, attend)
AttentionMaskInterface.register(IMPLEMENTATION, sdpa_mask)


@torch.inference_mode()
def capture_operands(
    network: nn.Module,
    inputs: Mapping[str, Tensor],
    *,
    is_cancelled: Callable[[], bool] = never,
) -> tuple[Capture, Any]:
    """Run one forward and return its capture beside its output.

    The network must have been loaded with the ``headlight`` attention.

    Shapes: inputs are (1, seq_len); batches of one keep a layer's operands
    those of one text.
    Raises: Cancelled between two layers, when ``is_cancelled`` says so.
    """
    recording = Recording(is_cancelled)
    with _open(recording):
        output = network(**inputs)
    if not recording.layers:
        raise UnsupportedByModel(
            f"{type(network).__name__} does not use the attention interface.",
            hint="Load it with eager attention.",
        )
    return Capture(tuple(recording.layers)), output
