"""Attend with several heads, and join what they found.

Lives here: multi-head attention, every number on its way returned. Not here:
what one head does (``attention.py``), the layer around it
(``transformer.py``).

    projected      x W^Q, m W^K, m W^V        three views of the same tokens
    split          head h takes its own head_dim features of each
    heads          attention, in every head on its own
    concatenated   the heads' outputs side by side
    output         concatenated W^O           the heads' findings mixed

The matrices are learned and stay; query, key and value change with the text.
"""

from dataclasses import dataclass

from jaxtyping import Float
from torch import Tensor, nn

from model.attention import AttentionSteps, attend
from model.checks import check_finite, mismatch
from model.errors import ShapeMismatch
from model.masks import AnyMask


@dataclass(frozen=True, slots=True)
class Projection:
    """A learned map from features to features, x W + b, the same for all tokens."""

    matrix: Float[Tensor, "d_in d_out"]
    bias: Float[Tensor, " d_out"] | None = None

    @classmethod
    def of(cls, linear: nn.Linear) -> "Projection":
        """Read a layer of PyTorch, which keeps its matrix as (d_out, d_in)."""
        return cls(linear.weight.T, linear.bias)

    def __call__(
        self, features: Float[Tensor, "*batch position features"]
    ) -> Float[Tensor, "*batch position d_out"]:
        """Project each position.

        Raises: ShapeMismatch naming both shapes.
        """
        if features.shape[-1] != self.matrix.shape[0]:
            raise mismatch("features", features, "matrix", self.matrix)
        projected = features @ self.matrix
        return projected if self.bias is None else projected + self.bias


@dataclass(frozen=True, slots=True)
class HeadProjections:
    """The four matrices of multi-head attention: W^Q, W^K, W^V and W^O.

    Each holds all heads side by side: head h has columns h * head_dim to
    (h + 1) * head_dim of the first three, and those rows of the last.
    """

    query: Projection
    key: Projection
    value: Projection
    output: Projection


@dataclass(frozen=True, slots=True)
class MultiHeadSteps:
    """Every step of multi-head attention, in the order it was computed."""

    projected_query: Float[Tensor, "*batch query_position all_heads"]
    projected_key: Float[Tensor, "*batch key_position all_heads"]
    projected_value: Float[Tensor, "*batch key_position all_values"]
    query: Float[Tensor, "*batch head query_position head_dim"]
    key: Float[Tensor, "*batch head key_position head_dim"]
    value: Float[Tensor, "*batch head key_position value_dim"]
    heads: AttentionSteps
    concatenated: Float[Tensor, "*batch query_position all_values"]
    output: Float[Tensor, "*batch query_position d_model"]


def attend_with_heads(
    stream: Float[Tensor, "*batch query_position d_model"],
    projections: HeadProjections,
    n_heads: int,
    mask: AnyMask | None = None,
    *,
    memory: Float[Tensor, "*memory_batch key_position d_memory"] | None = None,
) -> MultiHeadSteps:
    """Attend several times side by side, and join what the heads found.

    Queries come from ``stream``; keys and values from ``memory``, which is the
    stream itself (self-attention) unless another is given (cross attention).

    Shapes: ``mask`` as in ``attend``; one with as many axes as the stream is
        the same for all heads.
    Raises: ShapeMismatch, also for widths that the heads don't divide evenly;
        NotFinite.
    Source: Vaswani et al. 2017, section 3.2.2.
    """
    memory = stream if memory is None else memory
    projected_query = projections.query(stream)
    projected_key = projections.key(memory)
    projected_value = projections.value(memory)
    query = split_heads(projected_query, n_heads)
    key = split_heads(projected_key, n_heads)
    value = split_heads(projected_value, n_heads)
    if mask is not None and mask.dim() == stream.dim():
        mask = mask.unsqueeze(-3)  # (*batch, 1, query, key)
    heads = attend(query, key, value, mask)
    concatenated = join_heads(heads.output)
    output = check_finite("output", projections.output(concatenated))
    return MultiHeadSteps(
        projected_query=projected_query,
        projected_key=projected_key,
        projected_value=projected_value,
        query=query,
        key=key,
        value=value,
        heads=heads,
        concatenated=concatenated,
        output=output,
    )


def split_heads(
    features: Float[Tensor, "*batch position all_heads"], n_heads: int
) -> Float[Tensor, "*batch {n_heads} position head_dim"]:
    """Cut the features of each position into equal parts, one a head.

    Raises: ShapeMismatch for a width that the heads don't divide evenly.
    """
    width = features.shape[-1]
    if n_heads < 1 or width % n_heads:
        raise ShapeMismatch(
            f"{width} features of shape {tuple(features.shape)} can't be cut into "
            f"{n_heads} equal heads.",
            hint="Take a number of heads that divides the width.",
            limit=width,
            actual=n_heads,
        )
    # (*batch, position, head * dim) -> (*batch, position, head, dim) -> head first
    parts = features.reshape(*features.shape[:-1], n_heads, width // n_heads)
    return parts.transpose(-3, -2)


def join_heads(
    heads: Float[Tensor, "*batch head position value_dim"],
) -> Float[Tensor, "*batch position all_heads"]:
    """Lay the heads of each position side by side again."""
    # (*batch, head, position, dim) -> (*batch, position, head, dim) -> head * dim
    return heads.transpose(-3, -2).flatten(-2)
