"""Describe a mask in a few words, and build it when the lengths are known.

Lives here: what a person may say of a mask (its kind, which keys are padding,
a window, a matrix drawn by hand), checked and made into one matrix of booleans.
Not here: the masks themselves (``masks.py``) and the form this has on the wire.

PyTorch is imported when a mask is built, not when it is described.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from model.errors import MaskError, NumberOutOfRange, ShapeMismatch

if TYPE_CHECKING:
    from torch import Tensor

MaskKind = Literal[
    "none",
    "causal",
    "padding",
    "causal_padding",
    "sliding_window",
    "prefix_lm",
    "packed",
    "cross",
]
MASK_KINDS: tuple[MaskKind, ...] = get_args(MaskKind)

_PADDING = ("lengths", "padded_positions")
# What each kind takes beside its name; of the first group, what it can't be without.
_NEEDS: dict[MaskKind, tuple[str, ...]] = {
    "sliding_window": ("window",),
    "prefix_lm": ("prefix_length",),
    "packed": ("segments",),
}
_TAKES: dict[MaskKind, tuple[str, ...]] = {
    "none": (),
    "causal": (),
    "padding": _PADDING,
    "causal_padding": _PADDING,
    "sliding_window": ("window", "causal", *_PADDING),
    "prefix_lm": ("prefix_length", *_PADDING),
    "packed": ("segments", "causal", *_PADDING),
    "cross": _PADDING,
}


@dataclass(frozen=True, slots=True)
class MaskSpecification:
    """Say which keys each query may look at, whatever the lengths.

    Attributes:
        kind: a kind of mask; ignored where ``matrix`` is given.
        lengths: how many keys of each text are tokens; the rest is padding.
        padded_positions: keys that are padding, wherever they stand.
        window: of a sliding window, its own key counted.
        prefix_length: keys that every query of a prefix language model sees.
        segments: of packed documents, the number of each position's document.
        causal: whether a sliding window or packed documents look back only;
            None: they do.
        matrix: True where a query (row) may look at a key (column).

    Invariants: equal masks have equal specifications and hashes.
    Raises: MaskError where the kind lacks what it needs, or takes none of it.
    """

    kind: MaskKind = "none"
    lengths: tuple[int, ...] | None = None
    padded_positions: tuple[int, ...] | None = None
    window: int | None = None
    prefix_length: int | None = None
    segments: tuple[int, ...] | None = None
    causal: bool | None = None
    matrix: tuple[tuple[bool, ...], ...] | None = field(default=None)

    def __post_init__(self) -> None:
        """Check that kind and fields go together."""
        given = {
            name
            for name in ("window", "prefix_length", "segments", "causal", *_PADDING)
            if getattr(self, name) is not None
        }
        if self.matrix is not None:
            if given:
                raise _not_taken("a matrix", given)
            return
        if self.kind not in MASK_KINDS:
            raise MaskError(
                "There is no such kind of mask.",
                hint=f"Choose one of {', '.join(MASK_KINDS)}.",
            )
        lacking = set(_NEEDS.get(self.kind, ())) - given
        if self.kind in ("padding", "causal_padding") and not given & set(_PADDING):
            lacking = {"lengths or padded_positions"}
        if lacking:
            raise MaskError(
                f"A {self.kind} mask needs {lacking.pop()}.",
                hint="Give it beside the kind.",
            )
        if given - set(_TAKES[self.kind]):
            raise _not_taken(self.kind, given - set(_TAKES[self.kind]))


def build(
    specification: MaskSpecification, n_queries: int, n_keys: int
) -> NDArray[np.bool_]:
    """Build the mask of one text.

    Shapes: (query, key); True where a query may look.
    Raises: MaskError for several lengths; ShapeMismatch for a matrix or
        segments of another size; NumberOutOfRange.
    """
    if specification.lengths is not None and len(specification.lengths) != 1:
        raise MaskError(
            f"lengths has {len(specification.lengths)} numbers, and there is 1 text.",
            hint="Give the one length of the one text.",
            limit=1,
            actual=len(specification.lengths),
        )
    built: NDArray[np.bool_] = build_batch(specification, n_queries, n_keys)[0]
    return built


def build_batch(
    specification: MaskSpecification, n_queries: int, n_keys: int
) -> NDArray[np.bool_]:
    """Build one mask for each length, or one where no lengths are given.

    Shapes: (text, query, key); True where a query may look.
    Raises: as ``build``, less that of several lengths.
    """
    if specification.matrix is not None:
        return _drawn(specification.matrix, n_queries, n_keys)[None]
    from model import masks

    shape = _of_kind(specification, n_queries, n_keys)
    is_token = _tokens(specification, n_keys)
    if is_token is not None:
        texts = [masks.padding(row, n_queries) for row in is_token]
        batch = [masks.both(shape, padding) for padding in texts]
    else:
        batch = [shape]
    return np.stack([each.numpy() for each in batch])


def _of_kind(asked: MaskSpecification, n_queries: int, n_keys: int) -> Tensor:
    """Build what the kind says, padding not yet counted."""
    from model import masks

    is_causal = asked.causal is not False
    made: dict[MaskKind, Callable[[], Any]] = {
        "none": lambda: masks.none(n_queries, n_keys),
        "causal": lambda: masks.causal(n_queries, n_keys),
        "padding": lambda: masks.none(n_queries, n_keys),
        "causal_padding": lambda: masks.causal(n_queries, n_keys),
        "sliding_window": lambda: masks.sliding_window(
            n_queries, n_keys, asked.window or 0, is_causal=is_causal
        ),
        "prefix_lm": lambda: masks.prefix_lm(
            n_queries, n_keys, asked.prefix_length or 0
        ),
        "packed": lambda: masks.packed(
            _segments(asked.segments or (), n_queries, n_keys), is_causal=is_causal
        ),
        "cross": lambda: masks.cross(n_queries, n_keys),
    }
    shape: Tensor = made[asked.kind]()
    return shape


def _tokens(asked: MaskSpecification, n_keys: int) -> Tensor | None:
    """Mark the keys that are tokens: (text, key), or None where all are."""
    from model import masks

    if asked.lengths is None and asked.padded_positions is None:
        return None
    is_token = masks.tokens_within(asked.lengths or (n_keys,), n_keys)
    for place, position in enumerate(asked.padded_positions or ()):
        if not 0 <= position < n_keys:
            raise NumberOutOfRange(
                f"padded_positions[{place}] is {position:,}; the keys are 0 to "
                f"{n_keys - 1:,}.",
                hint=f"Choose positions from 0 to {n_keys - 1:,}.",
                limit=n_keys - 1,
                actual=position,
            )
        is_token[:, position] = False
    return is_token


def _segments(segments: Sequence[int], n_queries: int, n_keys: int) -> Tensor:
    import torch

    if not len(segments) == n_queries == n_keys:
        raise ShapeMismatch(
            f"segments has shape ({len(segments)},), the mask ({n_queries}, {n_keys}): "
            "packed documents need a number a position, and queries that are the keys.",
            hint="Give one segment number for each position.",
            limit=n_keys,
            actual=len(segments),
        )
    return torch.tensor(segments, dtype=torch.long)


def _drawn(
    matrix: Sequence[Sequence[bool]], n_queries: int, n_keys: int
) -> NDArray[np.bool_]:
    """Read a matrix of booleans.

    Raises: ShapeMismatch naming both shapes and the first row that doesn't fit.
    """
    widths = [len(row) for row in matrix]
    bad = next((row for row, width in enumerate(widths) if width != n_keys), None)
    if bad is None and len(widths) == n_queries:
        return np.array(matrix, dtype=np.bool_)
    if bad is None:
        bad = min(len(widths), n_queries)
        found = f"({len(widths)}, {n_keys})"
        row = f"row {bad} is {'one too many' if len(widths) > n_queries else 'missing'}"
    else:
        found = f"({len(widths)}, {widths[0]})" if len(set(widths)) == 1 else "ragged"
        row = f"row {bad} has {widths[bad]} columns"
    found = f"has shape {found}" if found != "ragged" else "has rows of unequal length"
    raise ShapeMismatch(
        f"The mask {found}, the scores ({n_queries}, {n_keys}): {row}.",
        hint="A mask has a row for each query and a column for each key.",
    )


def _not_taken(kind: str, names: set[str]) -> MaskError:
    takers = [each for each in MASK_KINDS if names <= set(_TAKES[each])]
    return MaskError(
        f"{min(names)} means nothing to a mask that is {kind}.",
        hint=f"Leave it out, or take the kind {' or '.join(takers)}."
        if takers
        else "Leave it out.",
    )
