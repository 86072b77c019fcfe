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

A recording may also carry a mask, which then replaces the model's own in every
layer: the output and what is kept are both computed with it.

The recording is a context variable, so two forwards in two threads can't mix,
and a model is left as it was found.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import torch
from jaxtyping import Bool, Float
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


@dataclass(frozen=True, slots=True)
class OtherMask:
    """A mask to use instead of the model's own.

    Attributes:
        cells: True where a query may look; (1, 1, query, key).
        opened: the same, but a row with no key is all open: kernels disagree
            on what such a row gives (zeros, an average or NaN), so its output
            is thrown away.
        empty_rows: which rows those are, (1, query, 1, 1); None where there
            are none.
    """

    cells: Tensor
    opened: Tensor
    empty_rows: Tensor | None

    @classmethod
    def of(cls, cells: Bool[Tensor, "query_position key_position"]) -> "OtherMask":
        """Prepare a mask once for all layers."""
        is_empty = ~cells.any(dim=-1)
        whole = cells[None, None]
        if not is_empty.any():
            return cls(whole, whole, None)
        # (query,) -> (query, 1) and (1, query, 1, 1)
        opened = (cells | is_empty[:, None])[None, None]
        return cls(whole, opened, is_empty[None, :, None, None])


@dataclass(slots=True)
class Recording:
    """Collect the attention of each layer, in the order of the calls.

    The order is the layer's index, also where layers share one module
    (ALBERT). With ``keeps`` off nothing is kept but the number of calls.
    """

    is_cancelled: Callable[[], bool] = never
    other_mask: OtherMask | None = None
    keeps: bool = True
    n_calls: int = 0
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
def recorded(recording: Recording) -> Iterator[None]:
    """Let the forwards inside fill this recording.

    Raises: UnsupportedByModel where none of them used the attention
        interface, though operands were to be kept or a mask to be put in.
    """
    token = _recording.set(recording)
    try:
        yield
    finally:
        _recording.reset(token)
    if recording.n_calls == 0 and (recording.keeps or recording.other_mask):
        raise UnsupportedByModel(
            "This model does not use the attention interface.",
            hint="Load it with eager attention.",
        )


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
    if recording is None:
        return _output(module, query, key, value, attention_mask, scaling, extras)
    if recording.is_cancelled():
        raise Cancelled("The forward was stopped.", hint="Ask again.")
    recording.n_calls += 1
    other = recording.other_mask
    if other is not None:
        attention_mask, extras = other.cells, {**extras, "is_causal": False}
    if recording.keeps:
        recording.layers.append(
            KeptOperands.from_call(
                module, query, key, value, attention_mask, scaling, extras
            )
        )
    if other is None or other.empty_rows is None or is_sink_kernel(extras):
        return _output(module, query, key, value, attention_mask, scaling, extras)
    output, _ = _output(module, query, key, value, other.opened, scaling, extras)
    return output.masked_fill(other.empty_rows, 0.0), None


def _output(
    module: nn.Module,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    mask: Tensor | None,
    scaling: float | None,
    extras: Mapping[str, Any],
) -> tuple[Tensor, None]:
    if is_sink_kernel(extras):
        operands = KeptOperands.from_call(
            module, query, key, value, mask, scaling, extras
        )
        return operands.output(), None
    return sdpa_attention_forward(
        module, query, key, value, mask, scaling=scaling, **extras
    )


AttentionInterface.register(IMPLEMENTATION, attend)
AttentionMaskInterface.register(IMPLEMENTATION, sdpa_mask)


@torch.inference_mode()
def capture_operands(
    network: nn.Module,
    inputs: Mapping[str, Tensor],
    *,
    mask: Bool[Tensor, "query_position key_position"] | None = None,
    is_cancelled: Callable[[], bool] = never,
) -> tuple[Capture, Any]:
    """Run one forward and return its capture beside its output.

    The network must have been loaded with the ``headlight`` attention. A mask
    replaces the network's own in every layer.

    Shapes: inputs are (1, seq_len); batches of one keep a layer's operands
    those of one text.
    Raises: Cancelled between two layers, when ``is_cancelled`` says so.
    """
    other = None if mask is None else OtherMask.of(mask)
    recording = Recording(is_cancelled, other)
    with recorded(recording):
        output = network(**inputs)
    return Capture(tuple(recording.layers)), output
