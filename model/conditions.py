"""Run forwards under conditions that the model was not trained with.

Lives here: another mask and no positions, for as long as a block lasts. Not
here: how the mask gets into the layers (``capture.py``) and where positions
come from (``position_sources.py``).
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext

import torch
from jaxtyping import Bool
from torch import Tensor, nn

from model.description import ModelDescription
from model.errors import UnsupportedByModel
from model.mask_specification import MaskSpecification, build
from model.position_sources import no_positions
from model.recording import OtherMask, Recording, recorded


def build_mask(
    mask: MaskSpecification, description: ModelDescription, n_tokens: int
) -> Bool[Tensor, "query_position key_position"]:
    """Build a mask for a text of a model.

    Raises: UnsupportedByModel where no other mask can be put in; ShapeMismatch,
        MaskError and NumberOutOfRange for one that doesn't fit the text.
    """
    if description.capture == "eager":
        raise UnsupportedByModel(
            f"{description.id} computes its attention in its own way, into which no "
            "other mask can be put.",
            hint="Leave the mask out, or choose another model.",
        )
    return torch.from_numpy(build(mask, n_tokens, n_tokens))


def close_each(
    allowed: Bool[Tensor, "query_position key_position"], positions: Sequence[int]
) -> Bool[Tensor, "text query_position key_position"]:
    """Make a mask for each position that also hides it from every query."""
    masks = allowed.repeat(len(positions), 1, 1)
    masks[range(len(positions)), :, positions] = False
    return masks


def reachable(
    allowed: Bool[Tensor, "query_position key_position"],
) -> Bool[Tensor, "query_position key_position"]:
    """Say which positions each one can hear of, through any number of layers.

    A position hears of what it may look at, and of all that those hear of.
    """
    reached = allowed | torch.eye(len(allowed), dtype=torch.bool)
    for _ in range(len(allowed).bit_length()):
        reached = (reached.float() @ reached.float()) > 0
    return reached


@contextmanager
def conditions(
    network: nn.Module,
    mask: Bool[Tensor, "*text query_position key_position"] | None = None,
    *,
    narrows: bool = False,
    without_positions: bool = False,
    is_cancelled: Callable[[], bool],
) -> Iterator[None]:
    """Run the forwards inside as asked; nothing of them is kept.

    The mask replaces the model's own, or only closes more of it (``narrows``).

    Raises: UnsupportedByModel for positions that can't be left out; Cancelled
        between two layers.
    """
    other = None if mask is None else OtherMask.of(mask, narrows=narrows)
    off = no_positions(network) if without_positions else nullcontext()
    recording = Recording(is_cancelled, other, keeps=False)
    with torch.inference_mode(), off, recorded(recording):
        yield
