"""Say which adapter a forward uses, and what adapters there are.

Lives here: the fields of every request that takes an adapter, and what answers
say of one. Not here: an adapter's matrices (``adapter_details.py``) and how it
was trained (``adapter_card.py``).
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from app.schemas.adapted import adapter_example
from app.schemas.fields import AnswerModel, RequestModel, Whole
from app.schemas.matrices import Number

STRONGEST = 2.0


class AdapterRequest(RequestModel):
    """Name an adapter, and say how strongly it acts."""

    adapter: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=512,
            description="An id from the model's `adapters`. Absent means the model as "
            "it is; for what only an adapter's heads can answer, that adapter.",
            examples=["minilm-words"],
        ),
    ] = None
    adapter_scale: Annotated[
        Number,
        Field(
            ge=0,
            le=STRONGEST,
            description="How strongly the adapter acts: 0 is the model without it, bit "
            "for bit, 1 as trained.",
            examples=[0.5],
        ),
    ] = 1.0
    adapter_rank: Annotated[
        Annotated[int, Whole(1)] | None,
        Field(
            description="Cut each of its updates to so many of their strongest "
            "directions, at most the adapter's own rank. Absent means as trained.",
            examples=[4],
        ),
    ] = None


class UsedAdapter(AnswerModel):
    """Say with which adapter an answer was computed."""

    id: Annotated[str, Field(description="Its id.", examples=["minilm-words"])]
    scale: Annotated[
        float, Field(description="How strongly it acted; 1 as trained.", examples=[1.0])
    ]
    rank: Annotated[
        int | None,
        Field(
            description="How many directions of each update were kept; null for all.",
            examples=[None],
        ),
    ]


ADAPTER_USED = Field(
    description="The adapter that was used, named or not; null for the model as it is.",
    examples=[{"id": "minilm-words", "scale": 1.0, "rank": None}],
)


class Adapter(AnswerModel):
    """Describe an adapter: a few small matrices beside the model's own."""

    id: Annotated[
        str, Field(description="What requests name.", examples=["minilm-words"])
    ]
    title: Annotated[
        str, Field(description="For people.", examples=[adapter_example("title")])
    ]
    kind: Annotated[
        Literal["lora", "head"],
        Field(
            description="`lora`: to each of some matrices W it adds B A, scaled. "
            "`head`: it only reads the model's last states, and changes none.",
            examples=["lora"],
        ),
    ]
    rank: Annotated[
        int,
        Field(
            description="Rows of A and columns of B.",
            examples=[adapter_example("rank")],
        ),
    ]
    alpha: Annotated[
        float, Field(description="As trained.", examples=[adapter_example("alpha")])
    ]
    scaling: Annotated[
        float,
        Field(
            description="What B A is multiplied by at scale 1: alpha / rank.",
            examples=[adapter_example("scaling")],
        ),
    ]
    targets: Annotated[
        list[str],
        Field(
            description="Which matrices of a layer it changes.",
            examples=[adapter_example("targets")],
        ),
    ]
    n_matrices: Annotated[
        int,
        Field(
            description="How many that are in all layers.",
            examples=[adapter_example("n_matrices")],
        ),
    ]
    n_parameters: Annotated[
        int,
        Field(
            description="Numbers in all A and B.",
            examples=[adapter_example("n_parameters")],
        ),
    ]
    n_head_parameters: Annotated[
        int,
        Field(
            description="Numbers in the heads that came with it, without the word "
            "embeddings, which are the model's own.",
            examples=[adapter_example("n_head_parameters")],
        ),
    ]
    objectives: Annotated[
        list[str],
        Field(
            description="What its heads predict.",
            examples=[adapter_example("objectives")],
        ),
    ]
    default_for: Annotated[
        list[str],
        Field(
            description="The objectives for which it is used without being named.",
            examples=[adapter_example("default_for")],
        ),
    ]
    source: Annotated[
        str,
        Field(description="Where it comes from.", examples=[adapter_example("source")]),
    ]
    license: Annotated[
        str, Field(description="Its licence.", examples=[adapter_example("license")])
    ]
    revision: Annotated[
        str,
        Field(
            description="Changes with its numbers.",
            examples=[adapter_example("revision")],
        ),
    ]
    has_card: Annotated[
        bool,
        Field(
            description="Whether `GET /models/{id}/adapters/{adapter}/card` tells how "
            "it was trained.",
            examples=[adapter_example("has_card")],
        ),
    ]
