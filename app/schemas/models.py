"""Describe what ``/models`` answers."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from app.schemas.adapted import ADAPTED
from app.schemas.adapters import Adapter
from app.schemas.attention import Part
from app.schemas.examples import MINILM
from app.schemas.fields import AnswerModel


class PartShape(AnswerModel):
    """Be one part of a model's attention that can be read."""

    part: Annotated[
        Part,
        Field(
            description="What `/attention` takes as `part`: the `encoder`'s, the "
            "`decoder`'s, the `cross` attention from the target to the source, or "
            "`joint`, all three in one matrix.",
            examples=["encoder"],
        ),
    ]
    n_layers: Annotated[int, Field(description="Its layers.", examples=[6])]
    n_heads: Annotated[int, Field(description="Its heads a layer.", examples=[12])]


class Model(AnswerModel):
    """Describe one entry of the catalogue; counts are null where unknown."""

    id: Annotated[str, Field(description="What requests name.", examples=["minilm"])]
    title: Annotated[str, Field(description="For people.", examples=["MiniLM"])]
    family: Annotated[
        Literal["encoder", "decoder", "encoder-decoder", "rnn"] | None,
        Field(description="The design.", examples=["encoder"]),
    ]
    n_layers: Annotated[
        int | None,
        Field(description="Layers; of two stacks the encoder's.", examples=[6]),
    ]
    n_heads: Annotated[
        int | None,
        Field(description="Heads a layer; of two stacks the encoder's.", examples=[12]),
    ]
    n_key_value_heads: Annotated[
        int | None,
        Field(
            description="Key and value heads; fewer where query heads share.",
            examples=[12],
        ),
    ]
    head_dim: Annotated[
        int | None, Field(description="Features a head.", examples=[32])
    ]
    d_model: Annotated[
        int | None, Field(description="Features a token.", examples=[384])
    ]
    max_length: Annotated[
        int | None,
        Field(description="In tokens, special ones included.", examples=[512]),
    ]
    vocab_size: Annotated[
        int | None, Field(description="Tokens it knows.", examples=[30_522])
    ]
    positions: Annotated[
        str | None, Field(description="How it knows order.", examples=["learned"])
    ]
    objectives: Annotated[
        list[str],
        Field(
            description="What it can be asked.",
            examples=[["attention", "fill-mask", "next-sentence"]],
        ),
    ]
    mask_token: Annotated[
        str | None,
        Field(
            description="How a masked word is typed; null where the model has no mask.",
            examples=["[MASK]"],
        ),
    ]
    adapters: Annotated[
        list[Adapter],
        Field(
            description="What can be added to it, for `adapter`.",
            examples=[[ADAPTED["Adapter"]]],
        ),
    ]
    capture: Annotated[
        Literal["operands", "eager"] | None,
        Field(
            description="`operands`: queries and keys are kept and any head is "
            "computed from them; `eager`: the model hands out whole "
            "weights only.",
            examples=["operands"],
        ),
    ]
    parts: Annotated[
        list[PartShape],
        Field(
            description="Every part of its attention that can be read, its own "
            "first; none for a model without attention.",
            examples=[[{"part": "encoder", "n_layers": 6, "n_heads": 12}]],
        ),
    ]
    takes_pair: Annotated[
        bool, Field(description="Whether it takes a pair.", examples=[True])
    ]
    has_special_tokens: Annotated[
        bool, Field(description="Whether it adds special tokens.", examples=[True])
    ]
    source: Annotated[
        str,
        Field(
            description="Where it comes from.",
            examples=["sentence-transformers/all-MiniLM-L6-v2"],
        ),
    ]
    license: Annotated[str, Field(description="Its licence.", examples=["Apache-2.0"])]
    notice: Annotated[
        str,
        Field(
            description="Whose work it is, as its licence asks.",
            examples=["SmolLM2-135M-Instruct by HuggingFaceTB (Apache-2.0)"],
        ),
    ]
    revision: Annotated[
        str,
        Field(
            description="Changes with weights or tokenizer.",
            examples=["53aa51172d14.1"],
        ),
    ]
    state: Annotated[
        Literal["available", "loading", "loaded", "unavailable"],
        Field(description="Where it stands.", examples=["loaded"]),
    ]
    reason: Annotated[
        str | None, Field(description="Why it is unavailable.", examples=[None])
    ]
    available: Annotated[
        bool, Field(description="Whether it can be asked.", examples=[True])
    ]
    loaded: Annotated[
        bool, Field(description="Whether it is in memory.", examples=[True])
    ]
    device: Annotated[
        str | None,
        Field(description="Where it runs; null until loaded.", examples=["cpu"]),
    ]
    dtype: Annotated[
        str | None,
        Field(description="How it counts; null until loaded.", examples=["float32"]),
    ]


class ModelList(AnswerModel):
    """List the catalogue."""

    default: Annotated[
        str,
        Field(
            description="The model of a request that names none.", examples=["minilm"]
        ),
    ]
    models: Annotated[
        list[Model], Field(description="In the operator's order.", examples=[[MINILM]])
    ]
