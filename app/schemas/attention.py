"""Say which attention to return, and how to write it.

Lives here: the request of ``/attention``. Not here: its answer
(``attention_answer.py``), and what the choices mean for tensors
(``model/selection.py``).
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from app.schemas.adapters import AdapterRequest
from app.schemas.fields import HalfOpenRange, IndexList, StatisticList, Whole
from app.schemas.forwards import MASK_OF_MODEL, MOST_DIGITS
from app.schemas.masks import Mask
from app.schemas.text import TARGET, TextRequest
from model import Selection

MOST_CELLS_A_SIDE = 512

Encoding = Literal["json", "base64", "uint8"]
Part = Literal["encoder", "decoder", "cross", "joint"]


class AttentionRequest(AdapterRequest, TextRequest):
    """Ask for attention weights or scores of one text."""

    target: Annotated[str | None, TARGET] = None
    part: Annotated[
        Part | None,
        Field(
            description="Which attention to read: the `encoder`'s, the `decoder`'s, "
            "the `cross` attention from the target to the source, or `joint`, all "
            "three in one matrix, where a row of the target adds up to 2: it holds "
            "two distributions. Absent means the model's own; of models with both "
            "stacks the encoder's, of recurrent ones the cross attention.",
            examples=["encoder"],
        ),
    ] = None
    layers: Annotated[
        IndexList | None,
        Field(
            description="Layers from 0, in the order wanted, each once; absent means "
            "all.",
            examples=[[3]],
        ),
    ] = None
    heads: Annotated[
        IndexList | None,
        Field(
            description="Heads from 0, in the order wanted, each once; absent means "
            "all.",
            examples=[[1]],
        ),
    ] = None
    quantity: Annotated[
        Literal["weights", "scores"],
        Field(
            description="`weights`: after softmax, each row adds up to 1. `scores`: "
            "scaled and masked, before softmax; a masked score is null.",
            examples=["weights"],
        ),
    ] = "weights"
    merge: Annotated[
        Literal["tokens", "words"],
        Field(
            description="`words` joins the pieces of a word: keys are summed, queries "
            "averaged (scores are averaged both ways).",
            examples=["tokens"],
        ),
    ] = "tokens"
    mask: Annotated[Mask, MASK_OF_MODEL] = None
    rows: Annotated[
        HalfOpenRange | None,
        Field(
            description="Query positions, from the first to one past the last; words "
            "are counted when merged. In cross attention rows count the target, "
            "columns the source; in the joint matrix the target counts on from the "
            "source. Absent means all.",
            examples=[[10, 11]],
        ),
    ] = None
    columns: Annotated[
        HalfOpenRange | None,
        Field(
            description="Key positions, from the first to one past the last; words "
            "are counted when merged. Absent means all.",
            examples=[[0, 5]],
        ),
    ] = None
    pool: Annotated[
        Annotated[int, Whole(1, MOST_CELLS_A_SIDE)] | None,
        Field(
            description="At most so many cells a side: neighbouring cells become one. "
            "Absent means every cell.",
            examples=[32],
        ),
    ] = None
    reducer: Annotated[
        Literal["max", "mean"],
        Field(description="How pooled cells become one.", examples=["max"]),
    ] = "max"
    hide: Annotated[
        Literal["none", "special", "first"],
        Field(
            description="Drop special tokens, or the first token, from both axes; the "
            "share of the weight that is hidden comes with the answer.",
            examples=["none"],
        ),
    ] = "none"
    statistics: Annotated[
        StatisticList | None,
        Field(
            description="Summaries to add, computed in float32 from the weights "
            "before hiding, pooling and rounding: per `head`, per `row`, "
            "per `column`.",
            examples=[["head"]],
        ),
    ] = None
    encoding: Annotated[
        Encoding,
        Field(
            description="How arrays are written: `json` (nested lists), `base64` "
            "(float32), `uint8` (one byte a cell, error at most scale / "
            "2).",
            examples=["json"],
        ),
    ] = "json"
    digits: Annotated[
        int,
        Whole(0, MOST_DIGITS),
        Field(description="Decimals written by the encoding `json`.", examples=[6]),
    ] = 6

    def selection(self) -> Selection:
        """Say the same in the words of the model side."""
        return Selection(
            quantity=self.quantity,
            part=self.part,
            layers=None if self.layers is None else tuple(self.layers),
            heads=None if self.heads is None else tuple(self.heads),
            rows=self.rows,
            columns=self.columns,
            merge=self.merge,
            hide=self.hide,
            pool=self.pool,
            reducer=self.reducer,
            precision="uint8" if self.encoding == "uint8" else "float32",
            statistics=() if self.statistics is None else tuple(self.statistics),
        )
