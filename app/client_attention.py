"""Hold what a Headlight server says about attention, as arrays.

Lives here: tokens, the target and the attention that ``HeadlightClient`` gives,
and reading them from an answer. Not here: the asking (``client.py``).
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Part = Literal["encoder", "decoder", "cross", "joint"]


@dataclass(frozen=True, slots=True)
class Token:
    """One position of the model's input; the fields are those of the API."""

    index: int
    id: int
    text: str
    raw: str
    start: int | None
    end: int | None
    special: bool
    typed: bool
    word: int | None
    segment: int | None
    piece: str | None


@dataclass(frozen=True, slots=True)
class Target:
    """The target that a source was read with.

    Attributes:
        forced: typed in the request; else the model's own.
        finished: whether the end was written.
    """

    text: str
    forced: bool
    finished: bool


@dataclass(frozen=True, slots=True)
class Attention:
    """The attention of the layers and heads asked for.

    Attributes:
        values: (layer, head, query, key), float32; masked scores are -inf.
        mask: True where a query may look.
        hidden_share: (layer, head), or None where nothing was hidden.
        statistics: arrays by name.
        target: None for models of one text, and where none was read.
        source_tokens, target_tokens: whole, as fed; empty as ``target`` is.
        next_tokens: of each row the token written after it; None for rows of
            the source, empty where no row writes one.
        metadata: everything else the server said, such as the adapter used.
    """

    model: str
    part: Part
    layers: tuple[int, ...]
    heads: tuple[int, ...]
    query_tokens: tuple[Token, ...]
    key_tokens: tuple[Token, ...]
    values: NDArray[np.float32]
    mask: NDArray[np.bool_]
    hidden_share: NDArray[np.float32] | None
    statistics: dict[str, NDArray[Any]]
    target: Target | None
    source_tokens: tuple[Token, ...]
    target_tokens: tuple[Token, ...]
    next_tokens: tuple[Token | None, ...]
    metadata: dict[str, Any]


def attention_of(content: bytes) -> Attention:
    """Read an answer of ``/attention`` that was sent as .npz."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        metadata = json.loads(archive.read("metadata.json"))
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        hidden, target = metadata["hidden"], metadata["target"]
        return Attention(
            model=metadata["model"],
            part=metadata["part"],
            layers=tuple(metadata["layers"]),
            heads=tuple(metadata["heads"]),
            query_tokens=tokens_of(metadata["query_tokens"]),
            key_tokens=tokens_of(metadata["key_tokens"]),
            values=arrays["attention"],
            mask=arrays["mask"],
            hidden_share=None if hidden is None else arrays["hidden_share"],
            statistics={name: arrays[name] for name in metadata["statistics"] or ()},
            target=None if target is None else Target(**target),
            source_tokens=tokens_of(metadata["source_tokens"]),
            target_tokens=tokens_of(metadata["target_tokens"]),
            next_tokens=tuple(
                None if token is None else Token(**token)
                for token in metadata["next_tokens"] or ()
            ),
            metadata=metadata,
        )


def tokens_of(found: Sequence[Mapping[str, Any]] | None) -> tuple[Token, ...]:
    """Read a list of tokens; null is none."""
    return tuple(Token(**token) for token in found or ())
