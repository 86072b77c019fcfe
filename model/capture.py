"""Keep query and key while a model runs, and nothing on the model.

Lives here: the attention function registered with transformers, and the
capture of one forward. Not here: the recording that it fills
(``recording.py``), the arithmetic on what was kept (``operands.py``) or the
choice of what to read from it (``reading.py``).

How it works. transformers lets a model name the function that computes its
attention. Ours is called ``headlight``. It hands the work to PyTorch's fast
kernel, exactly as the ``sdpa`` function would, and, while a recording is
open, keeps the operands it was given: query, key, value, mask and scaling.
A weight is then computed only when somebody asks for it. Operands grow with
the length of the text; weights grow with its square.

A recording may also carry a mask, which then replaces or narrows the model's own
in every layer: the output and what is kept are both computed with it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn
from transformers import AttentionInterface, AttentionMaskInterface
from transformers.integrations.sdpa_attention import sdpa_attention_forward
from transformers.masking_utils import sdpa_mask

from model.description import Part
from model.errors import UnsupportedByModel
from model.operands import KeptOperands, LayerAttention, is_sink_kernel
from model.recording import OtherMask, Recording, never, open_recording, recorded

IMPLEMENTATION = "headlight"


@dataclass(frozen=True, slots=True)
class Capture:
    """What one forward left behind, one entry a layer.

    Attributes:
        layers: of the model's own part.
        parts: of every part, where the model has several or none is its own;
            empty for models that read one text.
    """

    layers: tuple[LayerAttention, ...]
    parts: Mapping[Part, tuple[LayerAttention, ...]] = field(default_factory=dict)

    def of(self, part: Part) -> tuple[LayerAttention, ...]:
        """Return the layers of one part.

        Raises: UnsupportedByModel where this forward had no such part.
        """
        if not self.parts:
            return self.layers
        if part not in self.parts:
            raise UnsupportedByModel(
                f"Nothing of the {part} part was captured: no target was read.",
                hint="Run the model with a target.",
            )
        return self.parts[part]

    @property
    def nbytes(self) -> int:
        """Bytes held, shared tensors counted once."""
        every = (self.layers, *self.parts.values())
        layers = [layer for part in every for layer in part]
        tensors = {id(t): t for layer in layers for t in layer.tensors()}
        return sum(t.numel() * t.element_size() for t in tensors.values())


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
    recording = open_recording()
    if recording is None:
        return _output(module, query, key, value, attention_mask, scaling, extras)
    recording.count_call()
    other = recording.other_mask
    if other is not None:
        attention_mask, extras = (
            other.over(attention_mask),
            {**extras, "is_causal": False},
        )
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
        # Operands are those of one text: beams are computed one by one.
        items = [slice(i, i + 1) for i in range(query.shape[0])]
        parts = [
            KeptOperands.from_call(
                module,
                query[item],
                key[item],
                value[item],
                mask if mask is None or mask.shape[0] == 1 else mask[item],
                scaling,
                extras,
            ).output()
            for item in items
        ]
        return parts[0] if len(parts) == 1 else torch.cat(parts), None
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
