"""Say which mask to build, and what comes back.

Lives here: the request and the answer of ``/masks``. Not here: the grammar of
masks, which every path with a mask shares (``masks.py``).
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from app.schemas.arrays import Array
from app.schemas.fields import AnswerModel, Whole
from app.schemas.masks import KIND, PADDED_POSITIONS, SEGMENTS, Count, MaskFields
from app.schemas.matrices import MOST_SIDE, ArithmeticRequest
from model import MaskKind

# No position but those of the largest mask.
_Few = Annotated[list[Count], Field(max_length=MOST_SIDE)]


class MaskRequest(MaskFields, ArithmeticRequest):
    """Name a kind of mask and its lengths."""

    padded_positions: Annotated[_Few | None, PADDED_POSITIONS] = None
    segments: Annotated[
        Annotated[_Few, Field(min_length=1)] | None,
        SEGMENTS,
    ] = None

    query_length: Annotated[
        int,
        Whole(),
        Field(description="How many queries, 1 to 64.", examples=[3]),
    ]
    key_length: Annotated[
        Annotated[int, Whole()] | None,
        Field(
            description="How many keys, 1 to 64; absent means as many as queries.",
            examples=[3],
        ),
    ] = None


class MaskAnswer(AnswerModel):
    """Hold a mask as booleans, and as what is added to scores."""

    kind: Annotated[MaskKind, KIND]
    allowed: Annotated[
        Array,
        Field(
            description="True where a query may look: (query, key), or (text, query, "
            "key) for several lengths.",
            examples=[
                {
                    "dtype": "b1",
                    "shape": [2, 2],
                    "axes": ["query", "key"],
                    "data": [[True, False], [True, True]],
                }
            ],
        ),
    ]
    additive: Annotated[
        Array,
        Field(
            description="What is added to the scores: 0, or null for -inf.",
            examples=[
                {
                    "dtype": "f8",
                    "shape": [2, 2],
                    "axes": ["query", "key"],
                    "data": [[0, None], [0, 0]],
                }
            ],
        ),
    ]
    fully_masked_rows: Annotated[
        list[int] | list[list[int]],
        Field(
            description="Queries that may look at no key: they have no weights. One "
            "list for each text where there are several.",
            examples=[[]],
        ),
    ]
    allowed_fraction: Annotated[
        float,
        Field(description="The share of open cells, 0 to 1.", examples=[0.75]),
    ]
