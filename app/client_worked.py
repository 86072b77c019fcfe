"""Ask a Headlight server for arithmetic that needs no model.

Lives here: the calls for lessons, which ``HeadlightClient`` has too, and what
they return. Not here: the sending (``client.py``).
"""

from __future__ import annotations

import io
import json
import zipfile
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import httpx
import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Rows = Sequence[Sequence[float]] | NDArray[Any]
Stack = Sequence[Rows] | NDArray[Any]
# A kind's name, a matrix of booleans, or an object with a kind.
Mask = str | Sequence[Sequence[bool]] | Mapping[str, Any] | NDArray[np.bool_]
PositionKind = Literal["sinusoidal", "learned", "rotary", "alibi", "t5_bias"]

_NPZ = "application/x-npz"


@dataclass(frozen=True, slots=True)
class AttentionSteps:
    """Every step of one attention; masked scores are -inf."""

    dot_products: Numbers
    scores: Numbers
    masked_scores: Numbers
    weights: Numbers
    output: Numbers
    row_sums: Numbers
    fully_masked_rows: list[int]
    scale: float


@dataclass(frozen=True, slots=True)
class MaskForms:
    """A mask as booleans, and as what is added to scores."""

    allowed: NDArray[np.bool_]
    additive: Numbers
    fully_masked_rows: list[Any]
    allowed_fraction: float


@dataclass(frozen=True, slots=True)
class Positions:
    """How one kind tells positions apart; None where it has no such thing."""

    encoding: Numbers | None
    frequencies: Numbers | None
    wavelengths: Numbers | None
    similarity: Numbers | None
    slopes: Numbers | None
    buckets: NDArray[np.int32] | None


@dataclass(frozen=True, slots=True)
class HeadSteps:
    """Every step of multi-head attention; output is None without W^O."""

    query: Numbers
    key: Numbers
    value: Numbers
    dot_products: Numbers
    scores: Numbers
    masked_scores: Numbers
    weights: Numbers
    head_outputs: Numbers
    concatenated: Numbers
    output: Numbers | None
    fully_masked_rows: list[int]
    scale: float


class WorkedCalls(ABC):
    """The calls for lessons; each raises HeadlightError with what the server said."""

    @abstractmethod
    def _post(
        self, path: str, fields: Mapping[str, Any], accept: str
    ) -> httpx.Response:
        """Send a request; absent fields are None."""

    def scaled_dot_product(
        self,
        query: Rows,
        key: Rows,
        value: Rows,
        mask: Mask | None = None,
        *,
        scale: float | None = None,
    ) -> AttentionSteps:
        """Compute attention with matrices of your own, step by step."""
        fields: dict[str, Any] = {"query": query, "key": key, "value": value}
        fields |= {"mask": mask, "scale": scale}
        return AttentionSteps(**self._worked("scaled-dot-product", fields, "tokens"))

    def mask(
        self, kind: str, query_length: int, key_length: int | None = None, **more: Any
    ) -> MaskForms:
        """Build a mask; ``more`` are the other fields of ``/masks``."""
        fields: dict[str, Any] = {"kind": kind, "query_length": query_length}
        fields |= {"key_length": key_length, **more}
        return MaskForms(**self._worked("masks", fields, "kind"))

    def positional_encodings(
        self,
        kind: PositionKind = "sinusoidal",
        *,
        n_positions: int = 16,
        start: int | None = None,
        d_model: int | None = None,
        base: float | None = None,
        model: str | None = None,
        similarity: bool | None = None,
        n_heads: int | None = None,
        bidirectional: bool | None = None,
    ) -> Positions:
        """Encode positions; fields that mean nothing to a kind are refused."""
        fields: dict[str, Any] = {
            "kind": kind,
            "n_positions": n_positions,
            "start": start,
        }
        fields |= {"d_model": d_model, "base": base, "model": model}
        fields |= {"similarity": similarity, "n_heads": n_heads}
        fields |= {"bidirectional": bidirectional}
        path = "positional-encodings"
        return Positions(**self._worked(path, fields, "kind", "model", "base"))

    def multi_head_attention(
        self,
        inputs: Rows,
        query_weights: Stack,
        key_weights: Stack,
        value_weights: Stack,
        output_weights: Rows | None = None,
        mask: Mask | None = None,
        *,
        scale: float | None = None,
    ) -> HeadSteps:
        """Attend in several heads with matrices of your own, step by step."""
        fields: dict[str, Any] = {"inputs": inputs, "query_weights": query_weights}
        fields |= {"key_weights": key_weights, "value_weights": value_weights}
        fields |= {"output_weights": output_weights, "mask": mask, "scale": scale}
        return HeadSteps(**self._worked("multi-head-attention", fields, "tokens"))

    def transformer_block(
        self,
        inputs: Rows,
        n_heads: int = 1,
        *,
        d_ff: int | None = None,
        seed: int = 0,
        norm: Literal["post", "pre"] = "post",
        mask: Mask | None = None,
    ) -> dict[str, Numbers]:
        """Send vectors through one block; the steps by name, in their order."""
        fields: dict[str, Any] = {
            "inputs": inputs,
            "n_heads": n_heads,
            "d_ff": d_ff,
            "seed": seed,
        }
        fields |= {"norm": norm, "mask": mask}
        worked = self._worked("transformer-block", fields)
        return {step["name"]: step["values"] for step in worked["steps"]}

    def _worked(
        self, path: str, fields: Mapping[str, Any], *unread: str
    ) -> dict[str, Any]:
        """Send the fields and put each array in its place in the answer."""
        body = {name: _plain(value) for name, value in fields.items()}
        content = self._post(f"/api/v1/{path}", body, _NPZ).content
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            document = json.loads(archive.read("metadata.json"))
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            filled: dict[str, Any] = _fill(document, arrays)
        return {name: value for name, value in filled.items() if name not in unread}


def _plain(value: Any) -> Any:
    """Write arrays, however deep, as JSON has them."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, Mapping):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value


def _fill(part: Any, arrays: Mapping[str, NDArray[Any]]) -> Any:
    if isinstance(part, dict) and "member" in part:
        return arrays[part["member"]]
    if isinstance(part, dict):
        return {name: _fill(item, arrays) for name, item in part.items()}
    if isinstance(part, list):
        return [_fill(item, arrays) for item in part]
    return part
