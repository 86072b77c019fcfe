"""Say what ``/fine-tunings`` takes.

Lives here: the request. Not here: its answer (``fine_tuning_answer.py``) and
what can be learned from (the model side).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from app.schemas.fields import RequestModel, Whole, check_unique
from app.schemas.matrices import Number
from app.schemas.tuned import tuned_example

FEWEST_SENTENCES, MOST_SENTENCES = 6, 64
MOST_STEPS = 200
MOST_RANK = 16
LARGEST_SEED = 2**32 - 1
SLOWEST, FASTEST = 1e-5, 1.0
MOST_NAME_CHARACTERS = 40


def _count(value: Any) -> Any:
    """Count the sentences before each of them is looked at."""
    if isinstance(value, list) and not (
        FEWEST_SENTENCES <= len(value) <= MOST_SENTENCES
    ):
        raise PydanticCustomError(
            "sentence_count",
            "should have {fewest} to {most} sentences; it has {actual}",
            {
                "fewest": FEWEST_SENTENCES,
                "most": MOST_SENTENCES,
                "actual": len(value),
            },
        )
    return value


def _two(value: Any) -> Any:
    if isinstance(value, list) and len(value) != 2:
        raise PydanticCustomError("two_classes", "should name two classes")
    return value


class LabelledSentence(RequestModel):
    """Be one sentence, and the class that it belongs to."""

    text: Annotated[
        str,
        Field(
            description="The sentence, of 64 tokens at most.",
            examples=[tuned_example("FineTuningRequest", "sentences", 0, "text")],
        ),
    ]
    label: Annotated[
        int,
        Whole(0, 1),
        Field(description="Which of `classes` it belongs to.", examples=[0]),
    ]


class FineTuningRequest(RequestModel):
    """Ask for a small fine-tuning on sentences of two classes."""

    sentences: Annotated[
        list[LabelledSentence],
        BeforeValidator(_count),
        Field(
            description="What to learn from: two or more of each class, each once. "
            "Every fourth of each class, and at least one, is left out for the test.",
            examples=[tuned_example("FineTuningRequest", "sentences")],
            json_schema_extra={
                "minItems": FEWEST_SENTENCES,
                "maxItems": MOST_SENTENCES,
            },
        ),
    ]
    classes: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=MOST_NAME_CHARACTERS)],],
        BeforeValidator(_two),
        AfterValidator(check_unique),
        Field(
            description="What the two classes are called.",
            examples=[tuned_example("FineTuningRequest", "classes")],
            json_schema_extra={"minItems": 2, "maxItems": 2, "uniqueItems": True},
        ),
    ]
    model: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=512,
            description="An encoder from `GET /api/v1/models`; absent means the first.",
            examples=["minilm"],
        ),
    ] = None
    method: Annotated[
        Literal["head", "lora"],
        Field(
            description="`head`: only what reads the last states is trained. `lora`: "
            "also low-rank updates of the matrices that make queries and values. "
            "The model's own numbers stay as they are, always.",
            examples=["head"],
        ),
    ] = "lora"
    rank: Annotated[
        Annotated[int, Whole(1, MOST_RANK)] | None,
        Field(
            description="Of the updates; absent means 4. A head has none.",
            examples=[4],
        ),
    ] = None
    steps: Annotated[
        int,
        Whole(1, MOST_STEPS),
        Field(
            description="How often something is learned, each time from the next "
            "eight sentences.",
            examples=[20],
        ),
    ] = 60
    learning_rate: Annotated[
        Number | None,
        Field(
            ge=SLOWEST,
            le=FASTEST,
            description="How far each number moves a step; absent means 0.01 for a "
            "head alone and 0.002 with low-rank updates.",
            examples=[0.01],
        ),
    ] = None
    seed: Annotated[
        int,
        Whole(0, LARGEST_SEED),
        Field(
            description="Decides the updates' first numbers and the order of the "
            "sentences: the same request gives the same numbers.",
            examples=[0],
        ),
    ] = 0
    stream: Annotated[
        bool,
        Field(
            description="Tell each step when it is there, as server-sent events.",
            examples=[False],
        ),
    ] = False
