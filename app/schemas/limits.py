"""Describe what ``/limits`` answers."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from app.schemas.fields import AnswerModel


class Limits(AnswerModel):
    """State every limit a request can meet; tokens are each model's own."""

    max_characters: Annotated[
        int, Field(description="Of a text, in code points.", examples=[50_000])
    ]
    max_body_bytes: Annotated[
        int, Field(description="Of a request body.", examples=[262_144])
    ]
    max_matrix_body_bytes: Annotated[
        int,
        Field(
            description="Of a request body that may hold matrices.",
            examples=[2_097_152],
        ),
    ]
    max_matrix_side: Annotated[
        int, Field(description="Rows or columns of a lesson's matrix.", examples=[64])
    ]
    max_url_bytes: Annotated[
        int, Field(description="Of an address.", examples=[32_768])
    ]
    max_cells: Annotated[
        int,
        Field(
            description="Cells of `attention` in a JSON answer, whatever its encoding.",
            examples=[4_000_000],
        ),
    ]
    max_npz_cells: Annotated[
        int,
        Field(description="Cells of `attention` in an .npz.", examples=[64_000_000]),
    ]
    max_pool: Annotated[int, Field(description="The largest `pool`.", examples=[512])]
    max_digits: Annotated[int, Field(description="The largest `digits`.", examples=[9])]
    max_new_tokens: Annotated[
        int,
        Field(description="Tokens that `/generations` writes at most.", examples=[512]),
    ]
    max_generations: Annotated[
        int, Field(description="Texts that are gone on with at once.", examples=[8])
    ]
    generation_seconds: Annotated[
        float,
        Field(
            description="How long a stream of `/generations` may take in all.",
            examples=[300.0],
        ),
    ]
    max_fine_tunings: Annotated[
        int, Field(description="Fine-tunings that go on at once.", examples=[2])
    ]
    fine_tuning_seconds: Annotated[
        float,
        Field(
            description="How long a stream of `/fine-tunings` may take in all.",
            examples=[120.0],
        ),
    ]
    max_tuned_adapters: Annotated[
        int,
        Field(
            description="Adapters made here that are kept: of more, the one unused "
            "for longest goes.",
            examples=[100],
        ),
    ]
    tuned_seconds: Annotated[
        float,
        Field(description="How long each of them is kept.", examples=[1800.0]),
    ]
    queue_size: Annotated[
        int, Field(description="Requests that may wait for a model.", examples=[64])
    ]
    deadline_seconds: Annotated[
        float, Field(description="How long an answer may take.", examples=[10.0])
    ]
    long_text_characters: Annotated[
        int,
        Field(description="From how many characters a text is long.", examples=[4_000]),
    ]
    long_deadline_seconds: Annotated[
        float,
        Field(
            description="How long the answer for a long text may take.", examples=[50.0]
        ),
    ]
