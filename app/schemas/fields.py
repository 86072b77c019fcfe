"""Define the kinds of value that requests are made of.

Lives here: whole numbers, ranges, lists without duplicates and switches, each
with the message a person reads when it is wrong. JSON is taken at its word:
``true`` is no number, ``"1"`` is no integer, ``10.0`` is one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    WithJsonSchema,
)
from pydantic_core import CoreSchema, PydanticCustomError
from pydantic_core.core_schema import no_info_before_validator_function

Item = TypeVar("Item")


class RequestModel(BaseModel):
    """Base of all requests: unknown fields are refused, nothing is guessed."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class AnswerModel(BaseModel):
    """Base of all answers; used to document them, not to write them."""

    model_config = ConfigDict(extra="forbid", frozen=True)


@dataclass(frozen=True, slots=True)
class Whole:
    """Mark an ``int`` as a whole number, within bounds where there are some."""

    low: int | None = None
    high: int | None = None

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Check the value before pydantic takes it for an integer."""
        return no_info_before_validator_function(self._check, handler(source))

    def __get_pydantic_json_schema__(
        self, _: CoreSchema, __: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """State the bounds, which stand in no pydantic constraint."""
        bounds = {"minimum": self.low, "maximum": self.high}
        kept = {name: bound for name, bound in bounds.items() if bound is not None}
        return {"type": "integer", **kept}

    def _check(self, value: Any) -> int:
        wanted = "a whole number"
        if self.low is not None and self.high is not None:
            wanted += f" from {self.low} to {self.high}"
        elif self.low is not None:
            wanted += f", {self.low} or more"
        is_whole = isinstance(value, int) or (
            isinstance(value, float) and value.is_integer()
        )
        if isinstance(value, bool) or not is_whole:
            raise PydanticCustomError(
                "whole_number", "should be {wanted}", {"wanted": wanted}
            )
        number = int(value)
        if (self.low is not None and number < self.low) or (
            self.high is not None and number > self.high
        ):
            raise PydanticCustomError(
                "out_of_range", "should be {wanted}", {"wanted": wanted}
            )
        return number


def check_unique(items: list[Item]) -> list[Item]:
    """Refuse a list that names an item twice."""
    for place, item in enumerate(items):
        if item in items[:place]:
            raise PydanticCustomError("duplicate", "should name each item once")
    return items


def _check_pair(value: Any) -> Any:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise PydanticCustomError(
            "range", "should be two whole numbers, the first and one past the last"
        )
    return tuple(value)


# Whether an index exists depends on the model and the text: the model side
# answers that, with the valid range.
Index = Annotated[int, Whole()]
IndexList = Annotated[
    list[Index],
    Field(min_length=1, max_length=1024, json_schema_extra={"uniqueItems": True}),
]
HalfOpenRange = Annotated[
    tuple[Index, Index],
    BeforeValidator(_check_pair),
    WithJsonSchema(
        {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
    ),
]
StatisticList = Annotated[
    list[Literal["head", "row", "column"]],
    Field(max_length=3, json_schema_extra={"uniqueItems": True}),
    AfterValidator(check_unique),
]
