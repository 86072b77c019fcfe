"""Say what ``/generations`` takes and answers."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from app.schemas.fields import AnswerModel, RequestModel, Whole
from app.schemas.forwards import WARNINGS
from app.schemas.generated import generated_example
from app.schemas.generation_steps import GenerationStep
from app.schemas.matrices import Number
from app.schemas.next_token import HOTTEST
from app.schemas.tokens import EXAMPLE_TOKEN, Token

MOST_NEW_TOKENS = 512
MOST_ALTERNATIVES = 50
LARGEST_SEED = 2**32 - 1


class GenerationRequest(RequestModel):
    """Ask a decoder to go on with a text, token by token."""

    text: Annotated[
        str,
        Field(
            description="The text to go on with, exactly as it should be fed: nothing "
            "is trimmed.",
            examples=["The animal"],
        ),
    ]
    model: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=512,
            description="An id from `GET /api/v1/models`; absent means the first "
            "whose `objectives` name next-token.",
            examples=["smollm2-135m"],
        ),
    ] = None
    split_special_tokens: Annotated[
        bool,
        Field(
            description="Read a typed special token, such as `<|im_end|>`, as plain "
            "text.",
            examples=[False],
        ),
    ] = False
    max_new_tokens: Annotated[
        int,
        Whole(1),
        Field(
            description="Write at most so many tokens, the end included. The text and "
            "they must fit into the model.",
            examples=[2],
            json_schema_extra={"maximum": MOST_NEW_TOKENS},
        ),
    ] = 32
    temperature: Annotated[
        Number,
        Field(
            ge=0,
            le=HOTTEST,
            description="The logits are divided by it before the softmax: below 1 "
            "the likeliest gain, above 1 the others. 0 is greedy: the likeliest "
            "token is taken each time, and nothing is drawn.",
            examples=[0.8],
        ),
    ] = 0.0
    top_k: Annotated[
        Annotated[int, Whole(1)] | None,
        Field(
            description="Draw among so many of the likeliest tokens, at most the whole "
            "vocabulary; absent is no limit.",
            examples=[50],
        ),
    ] = None
    top_p: Annotated[
        Number,
        Field(
            gt=0,
            le=1,
            description="Draw among the fewest likeliest tokens whose probabilities, "
            "at the temperature and of the whole vocabulary, add up to at least "
            "this. With top_k, too, both hold.",
            examples=[0.9],
        ),
    ] = 1.0
    seed: Annotated[
        int,
        Whole(0, LARGEST_SEED),
        Field(
            description="Of the random numbers: the same request with the same seed "
            "gives the same text.",
            examples=[7],
        ),
    ] = 0
    top_alternatives: Annotated[
        int,
        Whole(1, MOST_ALTERNATIVES),
        Field(
            description="List so many of the likeliest tokens at each step.",
            examples=[2],
        ),
    ] = 5
    use_cache: Annotated[
        bool,
        Field(
            description="Keep the keys and values of what was read; otherwise each "
            "step reads the whole text again. The numbers are the same but for "
            "rounding.",
            examples=[True],
        ),
    ] = True
    stop_at_end: Annotated[
        bool,
        Field(
            description="Stop when the model writes its own end token; otherwise that "
            "token is written, too, and the text goes on.",
            examples=[True],
        ),
    ] = True
    stream: Annotated[
        bool,
        Field(
            description="Send each step when it is there, as server-sent events, "
            "instead of one JSON document.",
            examples=[False],
        ),
    ] = False


class GenerationTimings(AnswerModel):
    """Tell how long the model took, without waiting; milliseconds."""

    prompt_ms: Annotated[
        float,
        Field(
            description="For the text and the first new token: step 0.",
            examples=[52.1],
        ),
    ]
    step_ms: Annotated[
        float | None,
        Field(
            description="For each token after that, the median; null where there is "
            "none.",
            examples=[38.4],
        ),
    ]


class Generation(AnswerModel):
    """Hold a text that was gone on with, and how each token came about."""

    model: Annotated[
        str, Field(description="The model's id.", examples=["smollm2-135m"])
    ]
    input_tokens: Annotated[
        list[Token], Field(description="The text, as fed.", examples=[[EXAMPLE_TOKEN]])
    ]
    steps: Annotated[
        list[GenerationStep],
        Field(
            description="One a token written, the end token included.",
            examples=[generated_example("steps")],
        ),
    ]
    text: Annotated[
        str,
        Field(
            description="The text that was given, and what came after it.",
            examples=[generated_example("text")],
        ),
    ]
    new_text: Annotated[
        str,
        Field(
            description="What came after it: the `text` of all steps, joined.",
            examples=[generated_example("new_text")],
        ),
    ]
    tokens: Annotated[
        list[Token],
        Field(
            description="Of both together, as the model had them; without the end "
            "token. `start` and `end` count in `text`.",
            examples=[[EXAMPLE_TOKEN]],
        ),
    ]
    is_retokenized_same: Annotated[
        bool,
        Field(
            description="The text alone is cut into these very tokens again: then "
            "`/attention` of it shows what the model looked at here.",
            examples=[True],
        ),
    ]
    stop: Annotated[
        Literal["end", "max_new_tokens"],
        Field(
            description="Why nothing more was written: the model's own end token, or "
            "as many tokens as were asked for.",
            examples=["max_new_tokens"],
        ),
    ]
    seed: Annotated[int, Field(description="As in the request.", examples=[7])]
    timings: Annotated[
        GenerationTimings,
        Field(
            description="How long the model took.",
            examples=[generated_example("timings")],
        ),
    ]
    warnings: Annotated[list[str], WARNINGS]
