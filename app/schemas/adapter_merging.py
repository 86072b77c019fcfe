"""Say what ``/adapter-merging`` takes and answers."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from app.schemas.adapted import adapted_example
from app.schemas.adapters import ADAPTER_USED, AdapterRequest, UsedAdapter
from app.schemas.fields import AnswerModel, Whole
from app.schemas.forwards import DROPPED, MODEL_USED, TRUNCATED, WARNINGS
from app.schemas.text import TextRequest
from app.schemas.tokens import Token

MOST_RUNS = 20


def _of(*path: str | int) -> list[Any]:
    return [adapted_example("AdapterMerging", *path)]


class AdapterMergingRequest(AdapterRequest, TextRequest):
    """Ask whether an adapter added to the matrices gives the same states."""

    model: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=512,
            description="An id from `GET /api/v1/models`; absent means the first that "
            "has adapters.",
            examples=["minilm"],
        ),
    ] = None
    adapter: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=512,
            description="An id from the model's `adapters`; absent means its first.",
            examples=["minilm-words"],
        ),
    ] = None
    runs: Annotated[
        int,
        Whole(1, MOST_RUNS),
        Field(
            description="Measure each so many times, and report the medians.",
            examples=[5],
        ),
    ] = 5


class MergingTimes(AnswerModel):
    """Hold medians, in milliseconds."""

    base: Annotated[
        float,
        Field(
            description="One forward of the model as it is.",
            examples=_of("milliseconds", "base"),
        ),
    ]
    separate: Annotated[
        float,
        Field(
            description="One with the adapter's matrices beside the model's.",
            examples=_of("milliseconds", "separate"),
        ),
    ]
    merged: Annotated[
        float,
        Field(
            description="One with each update added to its matrix beforehand.",
            examples=_of("milliseconds", "merged"),
        ),
    ]
    merge: Annotated[
        float,
        Field(
            description="The adding itself, which is done once.",
            examples=_of("milliseconds", "merge"),
        ),
    ]


class AdapterMerging(AnswerModel):
    """Compare an adapter beside the matrices with one added to them."""

    model: Annotated[str, MODEL_USED]
    adapter: Annotated[UsedAdapter, ADAPTER_USED]
    input_tokens: Annotated[
        list[Token],
        Field(description="The text, as fed.", examples=_of("input_tokens")),
    ]
    runs: Annotated[
        int, Field(description="How often each was measured.", examples=_of("runs"))
    ]
    largest_difference: Annotated[
        float,
        Field(
            description="Between the last states with the adapter beside the matrices "
            "and with it added to them, in any position and feature: rounding.",
            examples=_of("largest_difference"),
        ),
    ]
    largest_difference_from_base: Annotated[
        float,
        Field(
            description="Between the last states with the adapter and without it.",
            examples=_of("largest_difference_from_base"),
        ),
    ]
    largest_state: Annotated[
        float,
        Field(
            description="The largest number in those states, to compare with.",
            examples=_of("largest_state"),
        ),
    ]
    milliseconds: Annotated[
        MergingTimes,
        Field(
            description="How long each took, on this machine, just now.",
            examples=_of("milliseconds"),
        ),
    ]
    truncated: Annotated[bool, TRUNCATED]
    dropped: Annotated[int, DROPPED]
    warnings: Annotated[list[str], WARNINGS]
