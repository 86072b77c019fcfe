"""Say which keys each query may look at, in one grammar for all paths.

Lives here: the field ``mask`` of every request that takes one: the name of a
kind, a matrix of booleans, or an object that says more. Not here: which cells
that opens (the model side).
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, GetCoreSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from app.schemas.fields import RequestModel, Whole
from model import MASK_KINDS, MaskKind, MaskSpecification

# A matrix is drawn by hand; longer texts have the kinds.
MOST_MASK_SIDE = 512
MOST_POSITIONS = 1_000_000

BooleanMatrix = list[list[bool]]

Count = Annotated[int, Whole(0, MOST_POSITIONS)]
_Counts = Annotated[list[Count], Field(min_length=1, max_length=64)]
_Positions = Annotated[list[Count], Field(max_length=8192)]

PADDED_POSITIONS = Field(
    description="Positions of keys that are padding, wherever they stand.",
    examples=[[2]],
)
LENGTHS = Field(
    description="How many keys of each text are tokens; those after are padding.",
    examples=[[2]],
)
WINDOW = Field(
    description="Of `sliding_window`: how many keys a query sees on a side, its own "
    "counted.",
    examples=[2],
)
PREFIX_LENGTH = Field(
    description="Of `prefix_lm`: how many first keys every query sees.",
    examples=[2],
)
SEGMENTS = Field(
    description="Of `packed`: the number of the document of each position.",
    examples=[[0, 0, 1]],
)
CAUSAL = Field(
    description="Of `sliding_window` and `packed`: whether a query sees no later key; "
    "absent means that it sees none.",
    examples=[True],
)
KIND = Field(
    description="`none`: all keys. `causal`: none after the query. `padding`: tokens "
    "only. `causal_padding`: both. `sliding_window`: near ones. `prefix_lm`: the "
    "prefix, and causal after it. `packed`: of the same document. `cross`: all tokens "
    "of the source.",
    examples=["causal"],
)


class MaskFields(RequestModel):
    """Say a mask's kind and what belongs to it."""

    kind: Annotated[MaskKind, KIND]
    lengths: Annotated[_Counts | None, LENGTHS] = None
    padded_positions: Annotated[_Positions | None, PADDED_POSITIONS] = None
    window: Annotated[Annotated[int, Whole(1, MOST_POSITIONS)] | None, WINDOW] = None
    prefix_length: Annotated[Count | None, PREFIX_LENGTH] = None
    segments: Annotated[
        Annotated[list[Count], Field(min_length=1, max_length=8192)] | None, SEGMENTS
    ] = None
    causal: Annotated[bool | None, CAUSAL] = None

    def specification(self) -> MaskSpecification:
        """Say the same in the words of the model side.

        Raises:
            model.MaskError: kind and fields don't go together.
        """
        return MaskSpecification(
            kind=self.kind,
            lengths=_tuple(self.lengths),
            padded_positions=_tuple(self.padded_positions),
            window=self.window,
            prefix_length=self.prefix_length,
            segments=_tuple(self.segments),
            causal=self.causal,
        )


class _AnyForm:
    """Read a mask by the form it has, so that one message says what is wrong."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Choose among the forms before pydantic tries each in turn."""
        return core_schema.no_info_wrap_validator_function(_read, handler(source))


def _read(value: Any, _: Any) -> Any:
    if isinstance(value, dict):
        return MaskFields.model_validate(value)
    if isinstance(value, list):
        return _matrix(value)
    if value is None or isinstance(value, MaskFields) or _is_kind(value):
        return value
    raise PydanticCustomError("mask", _WANTED)


def _is_kind(value: Any) -> bool:
    return isinstance(value, str) and value in MASK_KINDS


def _matrix(rows: list[Any]) -> list[Any]:
    """Check a matrix; whether it fits depends on what it is a mask of."""
    widest = max((len(row) for row in rows if isinstance(row, list)), default=0)
    if max(len(rows), widest) > MOST_MASK_SIDE:
        raise PydanticCustomError(
            "too_large",
            "is a matrix of {rows} rows and up to {columns} columns; the most is "
            "{most} of each",
            {"rows": len(rows), "columns": widest, "most": MOST_MASK_SIDE},
        )
    for place, row in enumerate(rows):
        if not isinstance(row, list) or not all(isinstance(each, bool) for each in row):
            raise PydanticCustomError(
                "mask",
                "should have rows of true and false; row {row} is none",
                {"row": place},
            )
    return rows


_WANTED = (
    f"should be one of {', '.join(MASK_KINDS)}, a matrix of true and false, or an "
    "object with a kind"
)

MASK = Field(
    description="Which keys each query may look at: the name of a kind, as for "
    "`/masks`; a matrix of true (may) and false, a row a query and a column a key; or "
    'an object, such as `{"kind": "padding", "lengths": [2]}`. Absent means '
    "no mask.",
    examples=["causal"],
)

# A mask in a request: ``mask: Annotated[Mask, MASK] = None``.
Mask = Annotated[MaskKind | BooleanMatrix | MaskFields | None, _AnyForm()]


def mask_specification(mask: Mask) -> MaskSpecification | None:
    """Say a mask of any form in the words of the model side.

    Raises:
        model.MaskError: kind and fields don't go together.
    """
    if mask is None:
        return None
    if isinstance(mask, MaskFields):
        return mask.specification()
    if isinstance(mask, str):
        return MaskSpecification(kind=mask)
    return MaskSpecification(matrix=tuple(tuple(row) for row in mask))


def _tuple(numbers: list[int] | None) -> tuple[int, ...] | None:
    return None if numbers is None else tuple(numbers)
