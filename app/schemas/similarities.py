"""Say what ``/similarities`` takes and answers."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from app.schemas.adapters import ADAPTER_USED, AdapterRequest, UsedAdapter
from app.schemas.arrays import Array
from app.schemas.fields import AnswerModel
from app.schemas.forwards import (
    MODEL_USED,
    WARNINGS,
    WITHOUT_POSITIONS,
    ArrayRequest,
)
from app.schemas.tokens import EXAMPLE_TOKEN, Token

MOST_TEXTS = 8
MOST_WORD_CHARACTERS = 100
MOLES = [
    "An American shrew mole dug a tunnel under the garden.",
    "There is one mole of carbon dioxide in this bottle.",
    "The doctor took a biopsy of the mole on her arm.",
]


class SimilaritiesRequest(ArrayRequest, AdapterRequest):
    """Ask how alike one word is in several texts, layer by layer."""

    texts: Annotated[
        list[str],
        Field(
            min_length=1,
            max_length=MOST_TEXTS,
            description="Texts that have the word; in a link a list in JSON.",
            examples=[MOLES],
        ),
    ]
    word: Annotated[
        str,
        Field(
            min_length=1,
            max_length=MOST_WORD_CHARACTERS,
            description="One whole word; upper and lower case don't matter. Every "
            "place where it stands is compared with every other. A word of several "
            "tokens is their mean.",
            examples=["mole"],
        ),
    ]
    model: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=512,
            description="An id from `GET /api/v1/models`; absent means the default "
            "model.",
            examples=["minilm"],
        ),
    ] = None
    without_positions: Annotated[bool, WITHOUT_POSITIONS] = False


class Occurrence(AnswerModel):
    """Be one place where the word stands."""

    text: Annotated[int, Field(description="Which text, from 0.", examples=[0])]
    tokens: Annotated[
        list[int],
        Field(description="Positions of the word's tokens there.", examples=[[5]]),
    ]
    word: Annotated[
        int,
        Field(
            description="The number of the word there, as its tokens say.", examples=[3]
        ),
    ]


def pairs_of(layers: list[list[list[float]]]) -> dict[str, object]:
    """Write a matrix a layer as the encoding `json` does, for examples."""
    n_occurrences = len(layers[0])
    return {
        "dtype": "f8",
        "shape": [len(layers), n_occurrences, n_occurrences],
        "axes": ["layer", "occurrence", "occurrence"],
        "data": layers,
    }


class Similarities(AnswerModel):
    """Compare one word's states wherever it stands, layer by layer."""

    model: Annotated[str, MODEL_USED]
    adapter: Annotated[UsedAdapter | None, ADAPTER_USED]
    text_tokens: Annotated[
        list[list[Token]],
        Field(description="The tokens of each text.", examples=[[[EXAMPLE_TOKEN]]]),
    ]
    occurrences: Annotated[
        list[Occurrence],
        Field(
            description="In the order of the texts.",
            examples=[[{"text": 0, "tokens": [5], "word": 3}]],
        ),
    ]
    cosines: Annotated[
        Array,
        Field(
            description="(layer, occurrence, occurrence): the cosine between two "
            "states of the residual stream; layer 0 is what enters the first layer.",
            examples=[pairs_of([[[1, 0.957], [0.957, 1]]])],
        ),
    ]
    largest_differences: Annotated[
        Array,
        Field(
            description="(layer, occurrence, occurrence): the largest difference "
            "between two states in any feature; 0 where they are the same.",
            examples=[pairs_of([[[0, 0.498], [0.498, 0]]])],
        ),
    ]
    warnings: Annotated[list[str], WARNINGS]
