"""Describe an array on the wire.

Lives here: the form every array has in a JSON answer. Not here: writing one
(``wire.py``), reading one (``client.py``, ``static/js/api/decode.js``).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from app.schemas.fields import AnswerModel


class Array(AnswerModel):
    """Carry numbers as nested lists, or as bytes in base64."""

    dtype: Annotated[
        Literal["f4", "f8", "u1", "i4", "b1"],
        Field(
            description="As NumPy and Plotly write it: float32, float64, one byte, "
            "int32, boolean; bytes are little-endian.",
            examples=["f4"],
        ),
    ]
    shape: Annotated[
        list[int],
        Field(description="The length of each axis.", examples=[[1, 1, 1, 5]]),
    ]
    axes: Annotated[
        list[str],
        Field(
            description="The name of each axis.",
            examples=[["layer", "head", "query", "key"]],
        ),
    ]
    data: Annotated[
        list[Any] | None,
        Field(
            description="Nested lists, with the encoding `json`; null is a masked "
            "score, or a statistic that has no value.",
            examples=[[[[[0.124, 0.045, 0.64, 0.004, 0.005]]]]],
        ),
    ] = None
    bdata: Annotated[
        str | None,
        Field(
            description="The bytes in base64, with the encodings `base64` and "
            "`uint8`; masked scores are -inf in float32 and float64, byte 0 in uint8.",
            examples=["ckb9PVKxOD0iwSM/43SJO+pclDs="],
        ),
    ] = None
    scale: Annotated[
        float | None,
        Field(
            description="With `u1`: value = offset + scale * byte; off by at most "
            "scale / 2.",
            examples=[0.002508493],
        ),
    ] = None
    offset: Annotated[
        float | None,
        Field(description="With `u1`: the value of byte 0.", examples=[0.0]),
    ] = None
