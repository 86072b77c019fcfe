"""Say which positions to encode, and what comes back.

Lives here: the request and the answer of ``/positional-encodings``. Not here:
the formulas and their limits (the model side).
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from app.errors import FieldError, InvalidRequest
from app.schemas.arrays import Array
from app.schemas.example_arrays import array_of
from app.schemas.fields import AnswerModel, Whole
from app.schemas.matrices import ArithmeticRequest, Number
from model import PositionKind

# What each kind takes beside n_positions and how to write the answer.
_TAKES: dict[PositionKind, tuple[str, ...]] = {
    "sinusoidal": ("start", "d_model", "base", "similarity"),
    "learned": ("start", "model", "similarity"),
    "rotary": ("start", "d_model", "base", "model", "similarity"),
    "alibi": ("n_heads",),
    "t5_bias": ("bidirectional", "model"),
}
_CHOSEN = (
    "start",
    "d_model",
    "base",
    "model",
    "similarity",
    "n_heads",
    "bidirectional",
)
KIND = Field(
    description="`sinusoidal`: the waves of 2017. `learned`: a model's own table. "
    "`rotary`: where the vector (1, 0, 1, 0, ...) is turned. `alibi`: what is added to "
    "the scores. `t5_bias`: the buckets of distances.",
    examples=["sinusoidal"],
)


class PositionalEncodingsRequest(ArithmeticRequest):
    """Encode positions one way."""

    kind: Annotated[PositionKind, KIND] = "sinusoidal"
    n_positions: Annotated[
        int,
        Whole(),
        Field(
            description="How many positions; times d_model at most 1,000,000.",
            examples=[2],
        ),
    ] = 16
    start: Annotated[
        Annotated[int, Whole()] | None,
        Field(
            description="The first position, up to 10^9; absent means 0.", examples=[0]
        ),
    ] = None
    d_model: Annotated[
        Annotated[int, Whole()] | None,
        Field(
            description="How many features, even, 2 to 16,384; absent means 64. Of "
            "`rotary`, those of one head.",
            examples=[8],
        ),
    ] = None
    base: Annotated[
        Number | None,
        Field(
            description="Of the wavelengths 2 pi base^(2i / d_model), 1 to 10^12; "
            "absent means 10,000.",
            examples=[10_000],
        ),
    ] = None
    model: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=512,
            description="An id from `GET /api/v1/models`, for its own positions: the "
            "table of `learned` (absent means the default model), the base and width "
            "of `rotary`.",
            examples=["minilm"],
        ),
    ] = None
    similarity: Annotated[
        bool | None,
        Field(
            description="Add the dot product of every two encodings.", examples=[True]
        ),
    ] = None
    n_heads: Annotated[
        Annotated[int, Whole()] | None,
        Field(description="Of `alibi`; absent means 8.", examples=[8]),
    ] = None
    bidirectional: Annotated[
        bool | None,
        Field(
            description="Of `t5_bias`: whether keys after the query have buckets of "
            "their own, as in an encoder; absent means that they have.",
            examples=[True],
        ),
    ] = None

    def check_kind(self) -> None:
        """Refuse fields that mean nothing to this kind.

        Raises:
            InvalidRequest: naming them.
        """
        taken = _TAKES[self.kind]
        given = [name for name in _CHOSEN if getattr(self, name) is not None]
        idle = [name for name in given if name not in taken]
        if self.model is not None and self.kind == "rotary":
            idle += [name for name in ("d_model", "base") if name in given]
        if not idle:
            return
        of_model = " of a model" if self.kind == "rotary" else ""
        raise InvalidRequest(
            f"{idle[0]} means nothing to {self.kind} positions{of_model}.",
            hint=f"Leave it out: {self.kind} takes {', '.join(taken)}.",
            errors=[
                FieldError((name,), "not_taken", f"means nothing to {self.kind}")
                for name in idle
            ],
        )


def _optional(description: str, example: object) -> object:
    return Field(description=description, examples=[example])


class PositionalEncodings(AnswerModel):
    """Hold how positions are told apart; null where a kind has no such thing."""

    kind: Annotated[PositionKind, KIND]
    encoding: Annotated[
        Array | None,
        _optional(
            "(position, feature); (head, query, key) for `alibi`.",
            array_of([[0.0, 1.0, 0.0, 1.0]], "position", "feature"),
        ),
    ]
    frequencies: Annotated[
        Array | None,
        _optional(
            "(pair): radians a position, the fastest first.",
            array_of([1.0, 0.01], "pair"),
        ),
    ]
    wavelengths: Annotated[
        Array | None,
        _optional(
            "(pair): positions a turn, the shortest first.",
            array_of([6.283185, 628.318531], "pair"),
        ),
    ]
    similarity: Annotated[
        Array | None,
        _optional(
            "(position, position): the dot product of two encodings.",
            array_of([[2.0]], "position", "position"),
        ),
    ]
    slopes: Annotated[
        Array | None,
        _optional("(head): of `alibi`.", array_of([0.0625, 0.003906], "head")),
    ]
    buckets: Annotated[
        Array | None,
        _optional(
            "(query, key): of `t5_bias`; each bucket has one learned number a head.",
            {
                "dtype": "i4",
                "shape": [2, 2],
                "axes": ["query", "key"],
                "data": [[0, 17], [1, 0]],
            },
        ),
    ]
    model: Annotated[
        str | None,
        Field(
            description="Whose positions these are; null where they are nobody's own.",
            examples=[None],
        ),
    ]
    base: Annotated[
        float | None,
        Field(description="Of the wavelengths.", examples=[10_000.0]),
    ]
