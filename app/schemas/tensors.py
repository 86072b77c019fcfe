"""Say what ``/tensors`` takes and answers."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from app.schemas.arrays import Array
from app.schemas.fields import AnswerModel, check_unique
from app.schemas.forwards import DROPPED, TRUNCATED, WARNINGS, ArrayRequest
from app.schemas.targets import TARGET_READ, SourceTokens, Target, TargetTokens
from app.schemas.text import PairRequest
from app.schemas.tokens import Token
from app.schemas.translated import example, first_of

MOST_TENSORS = 256
MOST_NAME_CHARACTERS = 100

TensorName = Annotated[str, Field(min_length=1, max_length=MOST_NAME_CHARACTERS)]


class TensorsRequest(ArrayRequest, PairRequest):
    """Ask one of the lessons' models for what it computes on its way."""

    names: Annotated[
        Annotated[
            list[TensorName],
            Field(
                min_length=1,
                max_length=MOST_TENSORS,
                json_schema_extra={"uniqueItems": True},
            ),
            AfterValidator(check_unique),
        ]
        | None,
        Field(
            description="Tensors to return, by the names in `index`, each once; absent "
            "means none: the index alone.",
            examples=[example("TensorsRequest", "names")],
        ),
    ] = None


class TensorEntry(AnswerModel):
    """Name one tensor that can be asked for."""

    name: Annotated[
        str,
        Field(
            description="What `names` takes.",
            examples=[example("Tensors", "index", 0, "name")],
        ),
    ]
    shape: Annotated[
        list[int],
        Field(
            description="The length of each axis.",
            examples=[example("Tensors", "index", 0, "shape")],
        ),
    ]
    axes: Annotated[
        list[str],
        Field(
            description="The name of each axis.",
            examples=[example("Tensors", "index", 0, "axes")],
        ),
    ]


class Tensors(AnswerModel):
    """Hold what a model of the lessons computes from two texts."""

    model: Annotated[
        str,
        Field(description="The model's id.", examples=[example("Tensors", "model")]),
    ]
    source_tokens: SourceTokens
    target_tokens: TargetTokens
    next_tokens: Annotated[
        list[Token],
        Field(
            description="For each token of the target the one that follows it, the "
            "last being the end.",
            examples=[first_of("Tensors", "next_tokens")],
        ),
    ]
    target: Annotated[Target, TARGET_READ]
    vocabulary: Annotated[
        list[str] | None,
        Field(
            description="What a person reads of every entry, by its id, where a "
            "tensor asked for has the axis `vocab`; else null.",
            examples=[None],
        ),
    ]
    index: Annotated[
        list[TensorEntry],
        Field(
            description="Every tensor there is, in the order they are computed.",
            examples=[first_of("Tensors", "index")],
        ),
    ]
    tensors: Annotated[
        dict[str, Array],
        Field(
            description="Those asked for, by name.",
            examples=[example("Tensors", "tensors")],
        ),
    ]
    truncated: Annotated[bool, TRUNCATED]
    dropped: Annotated[int, DROPPED]
    warnings: Annotated[list[str], WARNINGS]
