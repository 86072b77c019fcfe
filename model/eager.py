"""Keep whole weights, for models that bypass the attention interface.

Lives here: the way out for BLOOM, DeBERTa-v2 and their like, which compute
their attention on their own. Not here: the way in for all others
(``capture.py``).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from model.capture import Capture
from model.errors import ModelUnavailable, UnsupportedByModel
from model.masks import causal
from model.operands import pick, precise


@torch.inference_mode()
def capture_weights(
    network: nn.Module, inputs: Mapping[str, Tensor], *, is_causal: bool
) -> tuple[Capture, Any]:
    """Run one eager forward and keep its weights whole.

    The way out for models that bypass the attention interface (BLOOM,
    DeBERTa-v2): memory grows with the square of the length, and scores are
    not to be had.

    Raises: ModelUnavailable where the weights aren't a matrix of the tokens.
    """
    output = network(**inputs, output_attentions=True)
    n_tokens = inputs["input_ids"].shape[1]
    layers = tuple(
        KeptWeights(_of_tokens(weights, n_tokens), is_causal)
        for weights in output.attentions
    )
    return Capture(layers), output


def _of_tokens(weights: Tensor, n_tokens: int) -> Tensor:
    """Leave out what a model has added to fill its last block (BigBird)."""
    rows, columns = weights.shape[-2:]
    if rows != columns or rows < n_tokens:
        # Longformer: a window around each query instead of all keys.
        raise ModelUnavailable(
            f"The model hands out {rows} by {columns} weights for {n_tokens} tokens, "
            "so which key each belongs to is not known.",
            hint="Only models with one weight for each query and key are shown.",
        )
    return weights[..., :n_tokens, :n_tokens]


@dataclass(frozen=True, slots=True)
class KeptWeights:
    """The weights of one layer, whole, of a model that bypasses the capture.

    Attributes:
        kept: (1, head, query_position, key_position).
        is_causal: whether the cells above the diagonal are masked.
    """

    kept: Tensor
    is_causal: bool

    @property
    def n_heads(self) -> int:
        """How many heads the layer has."""
        return self.kept.shape[1]

    @property
    def device(self) -> torch.device:
        """Where its tensors lie."""
        return self.kept.device

    def scores(self, heads: Sequence[int], rows: slice) -> Tensor:  # noqa: ARG002 - protocol
        """Refuse: the scores are gone after the softmax."""
        raise UnsupportedByModel(
            "This model hands out weights only; its scores are not kept.",
            hint="Ask for quantity=weights.",
        )

    def weights(
        self, heads: Sequence[int], rows: slice
    ) -> Float[Tensor, "head query_position key_position"]:
        """Pick the rows of the chosen heads."""
        return precise(pick(self.kept[0, :, rows], heads))

    def allowed(
        self, rows: slice
    ) -> Bool[Tensor, "query_position key_position"] | None:
        """Tell which keys a row may look at; None means all."""
        if not self.is_causal:
            return None
        return causal(self.kept.shape[2], self.kept.shape[3], rows, self.device)

    def mask_identity(self) -> object:
        """Name the mask: equal for all layers of such a model."""
        return "causal" if self.is_causal else None

    def tensors(self) -> Iterator[Tensor]:
        """List every tensor that is held."""
        yield self.kept
