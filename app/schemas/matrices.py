"""Define the matrices and numbers that lessons are made of.

Lives here: nested lists of numbers, each with the message a person reads when
one is wrong, and the fields that all paths with matrices share. JSON is taken
at its word: ``true`` is no number, ``"1"`` is none either. Not here: whether
two matrices fit together (the model side).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationInfo
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from app.schemas.fields import RequestModel, Whole
from model import NotFinite, ShapeMismatch

MOST_SIDE = 64
MOST_HEADS = 16
MOST_TOKEN_CHARACTERS = 200
MOST_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Nested:
    """Mark a list of numbers nested so many times, none of them too long."""

    most: tuple[int, ...]
    names: tuple[str, ...] = ("rows", "numbers")

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Check the lists before pydantic walks through them."""
        return core_schema.with_info_before_validator_function(
            self._check, handler(source)
        )

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """State the limits, which stand in no pydantic constraint."""
        stated = handler(schema)
        inner: dict[str, Any] = stated
        for most in self.most:
            inner["maxItems"] = most
            inner = inner["items"]
        return stated

    def _check(self, value: Any, info: ValidationInfo) -> Any:
        return self._read(value, (info.field_name or "value",), 0)

    def _read(self, value: Any, path: tuple[str | int, ...], depth: int) -> Any:
        where = str(path[0]) + "".join(f"[{part}]" for part in path[1:])
        if depth == len(self.most):
            return read_number(value, where)
        if not isinstance(value, list | tuple):
            raise PydanticCustomError(
                "nested_list", "should have a list at {where}", {"where": where}
            )
        most, name = self.most[depth], self.names[depth]
        if len(value) > most:
            raise PydanticCustomError(
                "too_large",
                "{where} has {actual} {name}; the most is {most}",
                {"where": where, "actual": len(value), "name": name, "most": most},
            )
        return [
            self._read(item, (*path, place), depth + 1)
            for place, item in enumerate(value)
        ]


@dataclass(frozen=True, slots=True)
class Real:
    """Mark a ``float`` as a number: no text, no truth value."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Check the value before pydantic takes it for a number."""
        return core_schema.with_info_before_validator_function(
            lambda value, info: read_number(value, info.field_name or "value"),
            handler(source),
        )


def read_number(value: Any, where: str) -> float:
    """Read one number at its word.

    Raises:
        NotFinite: it has more digits than a float64 reaches.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise PydanticCustomError(
            "number", "should have a number at {where}", {"where": where}
        )
    try:
        return float(value)
    except OverflowError:
        raise NotFinite(
            f"{where} is too large for a number.", hint="Send finite numbers only."
        ) from None


def check_tokens(tokens: list[str] | None, n_positions: int, name: str) -> None:
    """Refuse words that aren't one for each position.

    Raises:
        ShapeMismatch: with both shapes.
    """
    if tokens is not None and len(tokens) != n_positions:
        raise ShapeMismatch(
            f"tokens has shape ({len(tokens)},), {name} has {n_positions} rows.",
            hint=f"Give a word for each row of {name}, or none.",
            limit=n_positions,
            actual=len(tokens),
        )


Matrix = Annotated[list[list[float]], Nested((MOST_SIDE, MOST_SIDE))]
MatrixPerHead = Annotated[
    list[list[list[float]]],
    Nested((MOST_HEADS, MOST_SIDE, MOST_SIDE), ("heads", "rows", "numbers")),
]
Number = Annotated[float, Real()]
TokenLabels = Annotated[
    list[Annotated[str, Field(max_length=MOST_TOKEN_CHARACTERS)]],
    Field(max_length=MOST_SIDE),
]

TOKENS = Field(
    description="A word for each key, to name it in the answer.",
    examples=[["clowns", "wear", "shoes"]],
)
SCALE = Field(
    description="What the dot products are multiplied by; absent means 1 / sqrt(d_k).",
    examples=[0.5],
)


class ArithmeticRequest(RequestModel):
    """Base of the requests that need no model: how to write the numbers."""

    encoding: Annotated[
        Literal["json", "base64"],
        Field(
            description="How arrays are written: `json` (nested lists) or `base64` "
            "(float64, exact).",
            examples=["json"],
        ),
    ] = "json"
    digits: Annotated[
        int,
        Whole(0, MOST_DIGITS),
        Field(description="Decimals written by the encoding `json`.", examples=[6]),
    ] = 6
