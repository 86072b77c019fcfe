"""Write numbers in one byte each, and say how wrong that is.

Lives here: uniform quantising of finite values to uint8. Not here: how bytes
travel (``app/wire.py``).
"""

from dataclasses import dataclass

import torch
from torch import Tensor

LEVELS = 255


@dataclass(frozen=True, slots=True)
class Quantized:
    """Bytes, and what they stand for: value = offset + scale * byte.

    Invariants: a value is off by at most ``scale / 2`` (and rounding of
    float32); the smallest value is exact, so weights of 0 stay 0.
    """

    data: Tensor
    scale: float
    offset: float


def quantize(values: Tensor, *, floor: float | None = None) -> Quantized:
    """Spread the range of the values over 256 levels.

    Values of -inf (masked scores) take byte 0: the mask tells them apart.

    Args: ``floor`` fixes the offset (0 for weights); None takes the smallest
        finite value.
    Shapes: any, float32 to uint8.
    """
    finite = values.isfinite()
    if not finite.all():
        lowest = values[finite].min() if finite.any() else values.new_zeros(())
        values = values.clamp(min=lowest.item())
    if values.numel() == 0:
        return Quantized(values.to(torch.uint8), 1.0, 0.0)
    offset = values.min().item() if floor is None else floor
    spread = values.max().item() - offset
    scale = spread / LEVELS if spread > 0 else 1.0
    data = ((values - offset) / scale).round_().clamp_(0, LEVELS).to(torch.uint8)
    return Quantized(data, scale, offset)
