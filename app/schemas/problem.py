"""Describe an error on the wire (RFC 9457).

Lives here: the fields of ``application/problem+json``. Not here: filling them
(``problems.py``).
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from app.schemas.fields import AnswerModel


class FieldProblem(AnswerModel):
    """Say what is wrong with one field; its value is never repeated."""

    loc: Annotated[
        list[str | int],
        Field(description="The path of the field.", examples=[["layers", 0]]),
    ]
    type: Annotated[str, Field(description="A short name.", examples=["whole_number"])]
    message: Annotated[
        str,
        Field(description="What it should be.", examples=["should be a whole number"]),
    ]


class Problem(AnswerModel):
    """Say what went wrong, and what to do."""

    type: Annotated[
        str,
        Field(
            description="Where this error is explained.",
            examples=["/docs#error-layer_out_of_range"],
        ),
    ]
    title: Annotated[
        str,
        Field(
            description="The error in a few words.", examples=["There is no such layer"]
        ),
    ]
    status: Annotated[int, Field(description="The HTTP status.", examples=[422])]
    detail: Annotated[
        str,
        Field(
            description="What happened, with the limit and the actual number.",
            examples=["Layer 9 is out of range: minilm has layers 0 to 5."],
        ),
    ]
    code: Annotated[
        str, Field(description="Stable, for programs.", examples=["layer_out_of_range"])
    ]
    hint: Annotated[
        str,
        Field(
            description="What to do about it.", examples=["Choose a layer from 0 to 5."]
        ),
    ]
    limit: Annotated[
        int | None, Field(description="The limit, where there is one.", examples=[5])
    ] = None
    actual: Annotated[
        int | None, Field(description="The number that broke it.", examples=[9])
    ] = None
    id: Annotated[
        str | None,
        Field(
            description="Names an internal error in the server's log.",
            examples=["4f6f0d5c2b8e4c0c9d3a7f1e2b6a8c90"],
        ),
    ] = None
    errors: Annotated[
        list[FieldProblem] | None,
        Field(
            max_length=10,
            description="One entry per field that is wrong, ten at most.",
            examples=[
                [
                    {
                        "loc": ["layers", 0],
                        "type": "whole_number",
                        "message": "should be a whole number",
                    }
                ]
            ],
        ),
    ] = None
