"""Describe what ``/attention`` answers.

Lives here: the fields of the JSON document; the .npz has the same, arrays as
members and the rest in ``metadata.json``. Not here: writing it
(``wire.py``).
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from app.schemas.adapters import ADAPTER_USED, UsedAdapter
from app.schemas.arrays import Array
from app.schemas.attention import Part
from app.schemas.examples import ATTENTION_ARRAY, MASK_ARRAY, SHARE_ARRAY
from app.schemas.fields import AnswerModel
from app.schemas.targets import Target
from app.schemas.tokens import EXAMPLE_TOKEN, Token
from app.schemas.translated import example, first_of


class Pool(AnswerModel):
    """Say how cells were pooled."""

    factor: Annotated[
        int,
        Field(
            description="Tokens a side of one cell; the last may cover fewer.",
            examples=[4],
        ),
    ]
    reducer: Annotated[
        Literal["max", "mean"],
        Field(description="How they became one.", examples=["max"]),
    ]


class Hidden(AnswerModel):
    """Say what was dropped from both axes."""

    kind: Annotated[
        Literal["special", "first"],
        Field(description="As asked.", examples=["special"]),
    ]
    positions: Annotated[
        list[int],
        Field(
            description="Columns dropped, by their position; rows are dropped by the "
            "same rule.",
            examples=[[0, 14]],
        ),
    ]
    share: Annotated[
        Array,
        Field(
            description="(layer, head): the average share of a shown row's weight "
            "that lies on what was dropped.",
            examples=[SHARE_ARRAY],
        ),
    ]


class Timings(AnswerModel):
    """Say where the time went, in milliseconds."""

    queue_ms: Annotated[
        float, Field(description="Waiting for its turn.", examples=[0.1])
    ]
    forward_ms: Annotated[
        float,
        Field(description="The model's forward; 0 on a cache hit.", examples=[7.4]),
    ]
    reduce_ms: Annotated[
        float, Field(description="Weights, pooling, statistics.", examples=[0.6])
    ]


class Attention(AnswerModel):
    """Hold the attention of the layers and heads asked for."""

    model: Annotated[str, Field(description="The model's id.", examples=["minilm"])]
    adapter: Annotated[UsedAdapter | None, ADAPTER_USED]
    part: Annotated[
        Part,
        Field(description="The attention read.", examples=["encoder"]),
    ]
    quantity: Annotated[
        Literal["weights", "scores"],
        Field(description="As asked.", examples=["weights"]),
    ]
    merge: Annotated[
        Literal["tokens", "words"], Field(description="As asked.", examples=["tokens"])
    ]
    layers: Annotated[
        list[int], Field(description="The layers along the first axis.", examples=[[3]])
    ]
    heads: Annotated[
        list[int], Field(description="The heads along the second axis.", examples=[[1]])
    ]
    query_tokens: Annotated[
        list[Token],
        Field(
            description="The rows, before pooling; with `merge=words` each is a whole "
            "word.",
            examples=[[EXAMPLE_TOKEN]],
        ),
    ]
    key_tokens: Annotated[
        list[Token],
        Field(
            description="The columns, before pooling; with `merge=words` each is a "
            "whole word.",
            examples=[[EXAMPLE_TOKEN]],
        ),
    ]
    target: Annotated[
        Target | None,
        Field(
            description="The target that was read with the source; null for models of "
            "one text, and where the encoder was read and no target given.",
            examples=[example("Tensors", "target")],
        ),
    ]
    source_tokens: Annotated[
        list[Token] | None,
        Field(
            description="The source, whole, as fed; null for models of one text.",
            examples=[first_of("Tensors", "source_tokens")],
        ),
    ]
    target_tokens: Annotated[
        list[Token] | None,
        Field(
            description="The decoder's input, whole, as fed: the start, then the "
            "target without its end; null where `target` is.",
            examples=[first_of("Tensors", "target_tokens")],
        ),
    ]
    next_tokens: Annotated[
        list[Token | None] | None,
        Field(
            description="For each row the token that follows it in the target, the "
            "last being the end; null for rows of the source. Null as a whole for "
            "`part=encoder`, with `merge=words` and for models of one text.",
            examples=[first_of("Tensors", "next_tokens")],
        ),
    ]
    attention: Annotated[
        Array,
        Field(description="(layer, head, query, key).", examples=[ATTENTION_ARRAY]),
    ]
    mask: Annotated[
        Array,
        Field(
            description="True where a query may look: (query, key), or (layer, query, "
            "key) where layers differ.",
            examples=[MASK_ARRAY],
        ),
    ]
    mask_from: Annotated[
        Literal["model", "request"],
        Field(
            description="Whose mask it is: the model's own, or the one asked for, "
            "which replaced it in every layer.",
            examples=["model"],
        ),
    ]
    fully_masked_rows: Annotated[
        list[int],
        Field(
            description="Places in `query_tokens` of rows that may look at nothing; "
            "their weights are 0.",
            examples=[[]],
        ),
    ]
    pool: Annotated[
        Pool | None,
        Field(description="Null where nothing was pooled.", examples=[None]),
    ]
    hidden: Annotated[
        Hidden | None,
        Field(description="Null where nothing was hidden.", examples=[None]),
    ]
    statistics: Annotated[
        dict[str, Array] | None,
        Field(
            description="Summaries by name; null where none was asked. /docs lists "
            "them.",
            examples=[None],
        ),
    ]
    truncated: Annotated[
        bool,
        Field(description="Whether tokens were cut off, on request.", examples=[False]),
    ]
    dropped: Annotated[int, Field(description="How many were cut off.", examples=[0])]
    warnings: Annotated[
        list[str],
        Field(
            description="Sentences worth showing, such as on unknown words.",
            examples=[[]],
        ),
    ]
    timings: Annotated[
        Timings,
        Field(
            description="Where the time went.",
            examples=[{"queue_ms": 0.1, "forward_ms": 7.4, "reduce_ms": 0.6}],
        ),
    ]
    cache: Annotated[
        Literal["hit", "miss"],
        Field(
            description="Whether the model had to run for this text.", examples=["hit"]
        ),
    ]
