"""Say what ``/models/{id}/adapters/{adapter}`` answers.

Lives here: an adapter with every matrix that it changes. Not here: what a list of
models says of it (``adapters.py``).
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from app.schemas.adapted import adapted_example
from app.schemas.adapters import Adapter
from app.schemas.fields import AnswerModel
from app.schemas.forwards import MODEL_USED


def _of(*path: str | int) -> list[Any]:
    return [adapted_example("AdapterDetails", "modules", 0, *path)]


class AdapterModule(AnswerModel):
    """Measure what an adapter adds to one matrix, at scale 1."""

    name: Annotated[
        str, Field(description="The matrix, within the model.", examples=_of("name"))
    ]
    layer: Annotated[
        int | None,
        Field(
            description="Its layer, from 0; null for a matrix outside of the layers.",
            examples=_of("layer"),
        ),
    ]
    target: Annotated[
        str, Field(description="Its name within the layer.", examples=_of("target"))
    ]
    shape: Annotated[
        list[int],
        Field(description="Outputs and inputs.", examples=_of("shape")),
    ]
    rank: Annotated[
        int, Field(description="Rows of A and columns of B.", examples=_of("rank"))
    ]
    singular_values: Annotated[
        list[float],
        Field(
            description="Of the scaled product of B and A, largest first: how much "
            "each of its directions adds.",
            examples=_of("singular_values"),
        ),
    ]
    frobenius_norm: Annotated[
        float,
        Field(
            description="The root of the sum of their squares.",
            examples=_of("frobenius_norm"),
        ),
    ]
    relative_norm: Annotated[
        float,
        Field(
            description="That norm by the norm of the model's own matrix.",
            examples=_of("relative_norm"),
        ),
    ]


class AdapterDetails(Adapter):
    """Describe an adapter and every matrix that it changes."""

    model: Annotated[str, MODEL_USED]
    modules: Annotated[
        list[AdapterModule],
        Field(
            description="In the order of the model; none for an adapter that is a "
            "head alone.",
            examples=[adapted_example("AdapterDetails", "modules")],
        ),
    ]
