"""Say what ``/head-effects`` takes and answers."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from app.schemas.arrays import Array
from app.schemas.fields import AnswerModel, Whole
from app.schemas.forwards import DROPPED, TRUNCATED, WARNINGS, ArrayRequest
from app.schemas.targets import TARGET_READ, SourceTokens, Target, TargetTokens
from app.schemas.text import PairRequest
from app.schemas.translated import example

MOST_WORD_CHARACTERS = 100

_Word = Annotated[str, Field(min_length=1, max_length=MOST_WORD_CHARACTERS)]


class HeadEffectsRequest(ArrayRequest, PairRequest):
    """Ask what each head does to the choice between two words."""

    other_token: Annotated[
        _Word,
        Field(
            description="The word that might have been written instead; one token of "
            "the target's vocabulary.",
            examples=[example("HeadEffectsRequest", "other_token")],
        ),
    ]
    token: Annotated[
        _Word | None,
        Field(
            description="The word whose chances are measured; one token. Absent means "
            "the one that is written at `place`.",
            examples=[example("HeadEffectsRequest", "token")],
        ),
    ] = None
    place: Annotated[
        Annotated[int, Whole()] | None,
        Field(
            description="The row of the decoder's input after which the choice is "
            "made, from 0. Absent means the first after which one of the two words "
            "is written; without `token` it must be given.",
            examples=[example("HeadEffects", "place")],
        ),
    ] = None


class ChosenToken(AnswerModel):
    """Be one of the two tokens."""

    id: Annotated[
        int,
        Field(
            description="The number of the token.",
            examples=[example("HeadEffects", "token", "id")],
        ),
    ]
    text: Annotated[
        str,
        Field(
            description="What a person reads.",
            examples=[example("HeadEffects", "token", "text")],
        ),
    ]


class HeadEffects(AnswerModel):
    """Hold what setting one head's output to zero does to a choice."""

    model: Annotated[
        str,
        Field(
            description="The model's id.", examples=[example("HeadEffects", "model")]
        ),
    ]
    source_tokens: SourceTokens
    target_tokens: TargetTokens
    target: Annotated[Target, TARGET_READ]
    place: Annotated[
        int,
        Field(
            description="The row after which the choice is made.",
            examples=[example("HeadEffects", "place")],
        ),
    ]
    token: Annotated[
        ChosenToken,
        Field(
            description="The token whose chances are measured.",
            examples=[example("HeadEffects", "token")],
        ),
    ]
    other_token: Annotated[
        ChosenToken,
        Field(
            description="The token it is measured against.",
            examples=[example("HeadEffects", "other_token")],
        ),
    ]
    log_odds: Annotated[
        float,
        Field(
            description="Of the whole model: the logarithm of how many times likelier "
            "`token` is than `other_token`; the difference of their logits.",
            examples=[example("HeadEffects", "log_odds")],
        ),
    ]
    effect: Annotated[
        dict[str, Array],
        Field(
            description="By part, (layer, head): the log-odds with this one head's "
            "output set to zero, minus those of the whole model. Below 0 the head "
            "speaks for `token`. Heads that share a task hide each other's effect.",
            examples=[example("HeadEffects", "effect")],
        ),
    ]
    truncated: Annotated[bool, TRUNCATED]
    dropped: Annotated[int, DROPPED]
    warnings: Annotated[list[str], WARNINGS]
