"""Say what ``/fill-mask`` takes and answers."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from app.schemas.adapted import adapted_example
from app.schemas.adapters import ADAPTER_USED, AdapterRequest, UsedAdapter
from app.schemas.fields import AnswerModel, Whole
from app.schemas.forwards import (
    DROPPED,
    MASK_OF_MODEL,
    MODEL_USED,
    TRUNCATED,
    WARNINGS,
)
from app.schemas.masks import Mask
from app.schemas.predictions import INPUT_TOKENS, Entry
from app.schemas.text import TextRequest
from app.schemas.tokens import Token

MOST_WORDS = 1000


def _of(*path: str | int) -> list[Any]:
    return [adapted_example("FillMask", "masks", 0, *path)]


class FillMaskRequest(AdapterRequest, TextRequest):
    """Ask an encoder for the words that may stand where a text is masked."""

    text: Annotated[
        str,
        Field(
            description="The text, exactly as it should be fed, with the model's "
            "`mask_token`, such as `[MASK]`, in the place of a word, or of several.",
            examples=[adapted_example("FillMaskRequest", "text")],
        ),
    ]
    model: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=512,
            description="An id from `GET /api/v1/models`; absent means the first whose "
            "`objectives` name fill-mask.",
            examples=["minilm"],
        ),
    ] = None
    top_k: Annotated[
        int,
        Whole(1, MOST_WORDS),
        Field(description="List so many words for each mask.", examples=[5]),
    ] = 5
    mask: Annotated[Mask, MASK_OF_MODEL] = None
    influences: Annotated[
        bool,
        Field(
            description="Also measure what each other token does to the prediction, "
            "with one more forward a token: at most 64 tokens and 8 masks.",
            examples=[False],
        ),
    ] = False


class LikelyWord(Entry):
    """Be one entry of the vocabulary, and how likely it stands there."""

    probability: Annotated[
        float,
        Field(
            description="Of the whole vocabulary.",
            examples=_of("tokens", 0, "probability"),
        ),
    ]
    log_probability: Annotated[
        float,
        Field(
            description="Its natural logarithm.",
            examples=_of("tokens", 0, "log_probability"),
        ),
    ]


class Influence(AnswerModel):
    """Measure a prediction without one token: nobody may look at it."""

    position: Annotated[
        int,
        Field(
            description="The token that nobody looks at, in any layer.",
            examples=_of("influences", 0, "position"),
        ),
    ]
    kl: Annotated[
        float,
        Field(
            description="How far the prediction moves without it: the Kullback-Leibler "
            "divergence of the prediction from the one without it, in nats; 0 where "
            "nothing changes.",
            examples=_of("influences", 0, "kl"),
        ),
    ]
    log_probability_change: Annotated[
        float,
        Field(
            description="What the likeliest word's log probability becomes without it, "
            "less what it was: below 0 where the token spoke for the word.",
            examples=_of("influences", 0, "log_probability_change"),
        ),
    ]


class MaskedWord(AnswerModel):
    """List the words that may stand at one mask, likeliest first."""

    position: Annotated[
        int,
        Field(description="Where the mask stands.", examples=_of("position")),
    ]
    tokens: Annotated[
        list[LikelyWord],
        Field(
            description="Likeliest first; of equals, the smaller id first.",
            examples=_of("tokens"),
        ),
    ]
    entropy: Annotated[
        float,
        Field(
            description="Of the whole vocabulary, in nats: 0 where one word is "
            "certain.",
            examples=_of("entropy"),
        ),
    ]
    influences: Annotated[
        list[Influence] | None,
        Field(
            description="One for each other token, in order; null unless asked for.",
            examples=_of("influences"),
        ),
    ]


class FillMask(AnswerModel):
    """List the words that may stand at each mask of a text."""

    model: Annotated[str, MODEL_USED]
    adapter: Annotated[UsedAdapter | None, ADAPTER_USED]
    input_tokens: Annotated[list[Token], INPUT_TOKENS]
    masks: Annotated[
        list[MaskedWord],
        Field(
            description="One a mask, in the order of the text.",
            examples=[adapted_example("FillMask", "masks")],
        ),
    ]
    truncated: Annotated[bool, TRUNCATED]
    dropped: Annotated[int, DROPPED]
    warnings: Annotated[list[str], WARNINGS]
