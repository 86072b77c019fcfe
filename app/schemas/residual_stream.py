"""Say what ``/residual-stream`` takes and answers."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from app.schemas.adapters import ADAPTER_USED, AdapterRequest, UsedAdapter
from app.schemas.arrays import Array
from app.schemas.fields import AnswerModel
from app.schemas.forwards import (
    DROPPED,
    MASK_OF_MODEL,
    MODEL_USED,
    TRUNCATED,
    WARNINGS,
    WITHOUT_POSITIONS,
    ArrayRequest,
)
from app.schemas.masks import Mask
from app.schemas.text import TextRequest
from app.schemas.tokens import EXAMPLE_TOKEN, Token


class ResidualStreamRequest(ArrayRequest, AdapterRequest, TextRequest):
    """Ask how long the vectors of the residual stream are."""

    mask: Annotated[Mask, MASK_OF_MODEL] = None
    without_positions: Annotated[bool, WITHOUT_POSITIONS] = False


def norms_of(rows: list[list[float]]) -> dict[str, object]:
    """Write norms as the encoding `json` does, for examples."""
    return {
        "dtype": "f4",
        "shape": [len(rows), len(rows[0])],
        "axes": ["layer", "position"],
        "data": rows,
    }


class ResidualStream(AnswerModel):
    """Hold the L2 norms of the residual stream, and of what is added to it."""

    model: Annotated[str, MODEL_USED]
    adapter: Annotated[UsedAdapter | None, ADAPTER_USED]
    tokens: Annotated[
        list[Token], Field(description="One a position.", examples=[[EXAMPLE_TOKEN]])
    ]
    norm_placement: Annotated[
        Literal["post", "pre"],
        Field(
            description="`post`: each sum is normalised before it goes on, as in 2017 "
            "and in BERT. `pre`: the stream is a plain sum, as in GPT and Llama.",
            examples=["post"],
        ),
    ]
    residual_norms: Annotated[
        Array,
        Field(
            description="(layer, position): layer 0 is what enters the first layer, "
            "layer n what leaves the n-th.",
            examples=[norms_of([[11.02], [12.52]])],
        ),
    ]
    attention_norms: Annotated[
        Array,
        Field(
            description="(layer, position): what each layer's attention adds, before "
            "any norm of the sum.",
            examples=[norms_of([[2.84]])],
        ),
    ]
    feed_forward_norms: Annotated[
        Array,
        Field(
            description="(layer, position): what each layer's feed-forward adds, "
            "before any norm of the sum.",
            examples=[norms_of([[4.12]])],
        ),
    ]
    truncated: Annotated[bool, TRUNCATED]
    dropped: Annotated[int, DROPPED]
    warnings: Annotated[list[str], WARNINGS]
