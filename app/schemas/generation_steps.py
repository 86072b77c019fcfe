"""Describe one step of a generation."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from app.schemas.fields import AnswerModel
from app.schemas.generated import generated_example

_STEP = generated_example("steps", 0)
_OTHER = _STEP["alternatives"][0]

_PROBABILITY = Field(
    description="Of the whole vocabulary at temperature 1.",
    examples=[_OTHER["probability"]],
)
_LOG_PROBABILITY = Field(
    description="Its natural logarithm.", examples=[_OTHER["log_probability"]]
)
_SAMPLED = Field(
    description="What it was drawn with: after temperature, top_k and top_p, of "
    "those they leave; 0 where they cut it away, and 1 for what greedy takes.",
    examples=[_OTHER["sampled_probability"]],
)


class GeneratedToken(AnswerModel):
    """Be one entry of the vocabulary."""

    id: Annotated[
        int, Field(description="The number of the token.", examples=[_OTHER["id"]])
    ]
    text: Annotated[
        str,
        Field(
            description="What a person reads, without the space that begins a word.",
            examples=[_OTHER["text"]],
        ),
    ]
    raw: Annotated[
        str,
        Field(
            description="The tokenizer's own piece; it tells ` to` from `to`.",
            examples=[_OTHER["raw"]],
        ),
    ]


class Alternative(GeneratedToken):
    """Be a token that may come next, and how likely it does."""

    probability: Annotated[float, _PROBABILITY]
    log_probability: Annotated[float, _LOG_PROBABILITY]
    sampled_probability: Annotated[float, _SAMPLED]


class GenerationStep(AnswerModel):
    """Tell how one token was chosen."""

    index: Annotated[int, Field(description="Of the step, from 0.", examples=[0])]
    token: Annotated[
        GeneratedToken,
        Field(
            description="What was written.",
            examples=[_STEP["token"]],
        ),
    ]
    text: Annotated[
        str,
        Field(
            description="What it adds to the text, exactly. Empty while a character "
            "is unfinished that takes several tokens, and at the end token.",
            examples=[_STEP["text"]],
        ),
    ]
    probability: Annotated[float, _PROBABILITY]
    log_probability: Annotated[float, _LOG_PROBABILITY]
    rank: Annotated[
        int,
        Field(
            description="1 for the likeliest; of equals, the smaller id first.",
            examples=[_STEP["rank"]],
        ),
    ]
    sampled_probability: Annotated[float, _SAMPLED]
    draw: Annotated[
        float | None,
        Field(
            description="The number drawn, from 0 to 1: with the tokens kept side by "
            "side, likeliest first, each as wide as its `sampled_probability`, the "
            "one it falls on was taken. Null where nothing was drawn.",
            examples=[_STEP["draw"]],
        ),
    ]
    n_kept: Annotated[
        int,
        Field(
            description="How many tokens temperature, top_k and top_p left.",
            examples=[_STEP["n_kept"]],
        ),
    ]
    entropy: Annotated[
        float,
        Field(
            description="Of the whole vocabulary at temperature 1, in nats: 0 where "
            "one token is certain.",
            examples=[_STEP["entropy"]],
        ),
    ]
    alternatives: Annotated[
        list[Alternative],
        Field(
            description="The likeliest tokens, likeliest first, whether they were "
            "kept or not.",
            examples=[_STEP["alternatives"]],
        ),
    ]
    is_end: Annotated[
        bool,
        Field(
            description="It is the model's end token, and the last step.",
            examples=[False],
        ),
    ]
    n_computed: Annotated[
        int,
        Field(
            description="Positions that were read for this step.",
            examples=[_STEP["n_computed"]],
        ),
    ]
    n_reused: Annotated[
        int,
        Field(
            description="Positions whose keys and values were kept from before.",
            examples=[0],
        ),
    ]
    milliseconds: Annotated[
        float,
        Field(
            description="How long the model took, without waiting.",
            examples=[_STEP["milliseconds"]],
        ),
    ]
