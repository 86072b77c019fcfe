"""Say what ``/masked-corruption`` takes and answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from app.schemas.adapted import adapted_example
from app.schemas.fields import AnswerModel, Whole
from app.schemas.forwards import DROPPED, MODEL_USED, TRUNCATED, WARNINGS
from app.schemas.predictions import INPUT_TOKENS, Entry
from app.schemas.text import TextRequest
from app.schemas.tokens import Token

LARGEST_SEED = 2**32 - 1
MOST_ROUNDS = 1000


def _of(*path: str | int) -> list[Any]:
    return [adapted_example("MaskedCorruption", *path)]


class MaskedCorruptionRequest(TextRequest):
    """Ask what BERT's pre-training might make of a text."""

    model: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=512,
            description="An id from `GET /api/v1/models`; absent means the first that "
            "has a `mask_token`.",
            examples=["minilm"],
        ),
    ] = None
    seed: Annotated[
        int,
        Whole(0, LARGEST_SEED),
        Field(description="Draws the tokens: the same, the same.", examples=[0]),
    ] = 0
    rounds: Annotated[
        int,
        Whole(1, MOST_ROUNDS),
        Field(
            description="Draw so many times, each time from the text as it is; one "
            "is shown, all are counted.",
            examples=[100],
        ),
    ] = 1
    round: Annotated[
        int,
        Whole(1, MOST_ROUNDS),
        Field(
            description="Which round is shown, from 1; no later than the last.",
            examples=[1],
        ),
    ] = 1


class SelectedToken(AnswerModel):
    """Be a token that the model must predict, and what it reads instead."""

    position: Annotated[
        int,
        Field(description="Where it stands.", examples=_of("selected", 0, "position")),
    ]
    action: Annotated[
        Literal["mask", "random", "keep"],
        Field(
            description="`mask`: replaced by the mask, in 80 of 100 cases; `random`: "
            "by any entry of the vocabulary, in 10; `keep`: left as it is, in 10.",
            examples=_of("selected", 0, "action"),
        ),
    ]
    replacement: Annotated[
        Entry | None,
        Field(
            description="What stands there now; null where it was kept.",
            examples=_of("selected", 0, "replacement"),
        ),
    ]


class CorruptionCounts(AnswerModel):
    """Count what was done, in all rounds together."""

    rounds: Annotated[
        int, Field(description="Draws.", examples=_of("counts", "rounds"))
    ]
    tokens: Annotated[
        int,
        Field(
            description="Tokens that may be selected, all but special ones, in all "
            "rounds together.",
            examples=_of("counts", "tokens"),
        ),
    ]
    selected: Annotated[
        int,
        Field(
            description="Of these, selected: 15 of 100 in the long run.",
            examples=_of("counts", "selected"),
        ),
    ]
    mask: Annotated[
        int,
        Field(
            description="Of the selected, replaced by the mask.",
            examples=_of("counts", "mask"),
        ),
    ]
    random: Annotated[
        int,
        Field(
            description="Of the selected, replaced by a random token.",
            examples=_of("counts", "random"),
        ),
    ]
    keep: Annotated[
        int,
        Field(
            description="Of the selected, left as they are.",
            examples=_of("counts", "keep"),
        ),
    ]


class CorruptionRounds(AnswerModel):
    """Count what was done, one number a round."""

    selected: Annotated[
        list[int], Field(description="Selected.", examples=_of("by_round", "selected"))
    ]
    mask: Annotated[
        list[int],
        Field(description="Replaced by the mask.", examples=_of("by_round", "mask")),
    ]
    random: Annotated[
        list[int],
        Field(
            description="Replaced by a random token.",
            examples=_of("by_round", "random"),
        ),
    ]
    keep: Annotated[
        list[int],
        Field(description="Left as they are.", examples=_of("by_round", "keep")),
    ]


class MaskedCorruption(AnswerModel):
    """Show a text as masked-language training feeds it, and count."""

    model: Annotated[str, MODEL_USED]
    input_tokens: Annotated[list[Token], INPUT_TOKENS]
    corrupted_tokens: Annotated[
        list[Token],
        Field(
            description="What the model reads in the round shown, token by token.",
            examples=_of("corrupted_tokens"),
        ),
    ]
    selected: Annotated[
        list[SelectedToken],
        Field(
            description="What the model must predict in the round shown; the loss "
            "counts nothing else.",
            examples=_of("selected"),
        ),
    ]
    counts: Annotated[
        CorruptionCounts,
        Field(description="Of all rounds together.", examples=_of("counts")),
    ]
    by_round: Annotated[
        CorruptionRounds,
        Field(description="Of each round.", examples=_of("by_round")),
    ]
    truncated: Annotated[bool, TRUNCATED]
    dropped: Annotated[int, DROPPED]
    warnings: Annotated[list[str], WARNINGS]
