"""Say what ``/translations`` takes and answers."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from app.schemas.fields import AnswerModel, Whole
from app.schemas.forwards import DROPPED, TRUNCATED, WARNINGS
from app.schemas.matrices import Number
from app.schemas.targets import FINISHED, TARGET_TEXT, SourceTokens
from app.schemas.text import TranslatorRequest
from app.schemas.tokens import Token
from app.schemas.translated import example, first_of

MOST_NEW_TOKENS = 4096
MOST_BEAMS = 8
MOST_ALTERNATIVES = 50
HIGHEST_PENALTY = 2.0

_LOG = "Its natural logarithm."


class TranslationRequest(TranslatorRequest):
    """Ask a model to write a target for a text."""

    max_new_tokens: Annotated[
        Annotated[int, Whole(1, MOST_NEW_TOKENS)] | None,
        Field(
            description="Write at most so many tokens, the end included; absent means "
            "as many as the model takes.",
            examples=[20],
        ),
    ] = None
    n_beams: Annotated[
        int,
        Whole(1, MOST_BEAMS),
        Field(
            description="How many targets are kept while writing; 1 writes the "
            "likeliest token each time.",
            examples=[2],
        ),
    ] = 1
    length_penalty: Annotated[
        Number,
        Field(
            ge=0,
            le=HIGHEST_PENALTY,
            description="Beams are ranked by log-probability / length ** this; 0 is "
            "in favour of short ones.",
            examples=[1.0],
        ),
    ] = 1.0
    top_k: Annotated[
        int,
        Whole(1, MOST_ALTERNATIVES),
        Field(
            description="List at most so many tokens a step, likeliest first.",
            examples=[2],
        ),
    ] = 5


class Alternative(AnswerModel):
    """Be one token that might have been written."""

    id: Annotated[
        int,
        Field(
            description="The number of the token.",
            examples=[example("Translation", "steps", 0, "alternatives", 0, "id")],
        ),
    ]
    text: Annotated[
        str,
        Field(
            description="What a person reads.",
            examples=[example("Translation", "steps", 0, "alternatives", 0, "text")],
        ),
    ]
    probability: Annotated[
        float,
        Field(
            description="Of the whole vocabulary.",
            examples=[
                example("Translation", "steps", 0, "alternatives", 0, "probability")
            ],
        ),
    ]
    log_probability: Annotated[
        float,
        Field(
            description=_LOG,
            examples=[
                example("Translation", "steps", 0, "alternatives", 0, "log_probability")
            ],
        ),
    ]


class Step(AnswerModel):
    """Be one token written, and what else might have been."""

    token: Annotated[
        Token,
        Field(
            description="The token written; the end is one, too.",
            examples=[example("Translation", "steps", 0, "token")],
        ),
    ]
    probability: Annotated[
        float,
        Field(
            description="How likely the model found it here.",
            examples=[example("Translation", "steps", 0, "probability")],
        ),
    ]
    log_probability: Annotated[
        float,
        Field(
            description=_LOG,
            examples=[example("Translation", "steps", 0, "log_probability")],
        ),
    ]
    entropy_nats: Annotated[
        float,
        Field(
            description="Of the whole vocabulary, in nats: 0 where one token is "
            "certain.",
            examples=[example("Translation", "steps", 0, "entropy_nats")],
        ),
    ]
    alternatives: Annotated[
        list[Alternative],
        Field(
            description="The likeliest tokens, the one written among them where it is "
            "one of those.",
            examples=[first_of("Translation", "steps", 0, "alternatives")],
        ),
    ]


class UnknownWord(AnswerModel):
    """Be one word of the source that the model has no entry for."""

    text: Annotated[
        str,
        Field(
            description="As it stands in the text.",
            examples=[example("UnknownWords", "unknown_words", 0, "text")],
        ),
    ]
    start: Annotated[
        int,
        Field(
            description="Where it starts there, in code points.",
            examples=[example("UnknownWords", "unknown_words", 0, "start")],
        ),
    ]
    end: Annotated[
        int,
        Field(
            description="Where it ends, one past the last code point.",
            examples=[example("UnknownWords", "unknown_words", 0, "end")],
        ),
    ]


class Beam(AnswerModel):
    """Be one target that was kept to the end."""

    text: Annotated[str, TARGET_TEXT]
    tokens: Annotated[
        list[Token],
        Field(
            description="Its tokens, without start and end.",
            examples=[first_of("Translation", "beams", 0, "tokens")],
        ),
    ]
    log_probability: Annotated[
        float,
        Field(
            description="Of the whole target, its end included.",
            examples=[example("Translation", "beams", 0, "log_probability")],
        ),
    ]
    score: Annotated[
        float,
        Field(
            description="What ranks it: log_probability / length ** length_penalty.",
            examples=[example("Translation", "beams", 0, "score")],
        ),
    ]


class Translation(AnswerModel):
    """Hold a target, and how it was written."""

    model: Annotated[
        str,
        Field(
            description="The model's id.", examples=[example("Translation", "model")]
        ),
    ]
    text: Annotated[str, TARGET_TEXT]
    source_tokens: SourceTokens
    target_tokens: Annotated[
        list[Token],
        Field(
            description="The tokens written, without start and end.",
            examples=[first_of("Translation", "target_tokens")],
        ),
    ]
    steps: Annotated[
        list[Step],
        Field(
            description="One a token written, in order; the last is the end where the "
            "model wrote it.",
            examples=[first_of("Translation", "steps")],
        ),
    ]
    unknown_words: Annotated[
        list[UnknownWord],
        Field(
            description="Words of the source that the model has no entry for: all it "
            "knows is that a word stands there.",
            examples=[example("UnknownWords", "unknown_words")],
        ),
    ]
    beams: Annotated[
        list[Beam],
        Field(
            description="Best first, the answer being the first; empty with one beam.",
            examples=[first_of("Translation", "beams")],
        ),
    ]
    finished: Annotated[bool, FINISHED]
    log_probability: Annotated[
        float,
        Field(
            description="Of the whole target, its end included.",
            examples=[example("Translation", "log_probability")],
        ),
    ]
    truncated: Annotated[bool, TRUNCATED]
    dropped: Annotated[int, DROPPED]
    warnings: Annotated[list[str], WARNINGS]
