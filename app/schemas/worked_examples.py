"""Hold the examples of the paths that compute without a model.

Lives here: requests, and their answers, which a test compares with the
arithmetic. Not here: the examples of single fields, and the block's, which is
long (``block_example.py``).
"""

from __future__ import annotations

from typing import Any

from app.schemas.block_example import BLOCK_EXAMPLE
from app.schemas.example_arrays import (
    CLOWN_VALUES,
    CLOWNS,
    INPUTS,
    array_of,
    boolean_array,
)

_CELLS = ("query", "key")
_HEAD_CELLS = ("head", *_CELLS)
_STREAM = ("position", "feature")
_HEADS = ("head", *_STREAM)
_FIRST = [[1], [0]]
_SECOND = [[0], [1]]

# By the name of the schema in OpenAPI.
WORKED_EXAMPLES: dict[str, dict[str, Any]] = {
    "ScaledDotProductRequest": {
        "query": CLOWNS,
        "key": CLOWNS,
        "value": CLOWN_VALUES,
        "mask": "causal",
        "tokens": ["clowns", "wear", "shoes"],
        "digits": 3,
    },
    "ScaledDotProduct": {
        "dot_products": array_of([[1, 0, 1], [0, 1, 1], [1, 1, 2]], *_CELLS),
        "scores": array_of(
            [[0.707, 0, 0.707], [0, 0.707, 0.707], [0.707, 0.707, 1.414]], *_CELLS
        ),
        "masked_scores": array_of(
            [[0.707, None, None], [0, 0.707, None], [0.707, 0.707, 1.414]], *_CELLS
        ),
        "weights": array_of(
            [[1, 0, 0], [0.33, 0.67, 0], [0.248, 0.248, 0.503]], *_CELLS
        ),
        "output": array_of([[2, 0], [0.66, 1.34], [1, 2.007]], "query", "feature"),
        "row_sums": array_of([1, 1, 1], "query"),
        "fully_masked_rows": [],
        "scale": 0.7071067811865476,
        "tokens": ["clowns", "wear", "shoes"],
    },
    "MaskRequest": {
        "kind": "causal_padding",
        "query_length": 3,
        "padded_positions": [0],
    },
    "MaskAnswer": {
        "kind": "causal_padding",
        "allowed": boolean_array(
            [[False, False, False], [False, True, False], [False, True, True]], *_CELLS
        ),
        "additive": array_of(
            [[None, None, None], [None, 0, None], [None, 0, 0]], *_CELLS
        ),
        "fully_masked_rows": [0],
        "allowed_fraction": 0.3333333333333333,
    },
    "PositionalEncodingsRequest": {
        "kind": "sinusoidal",
        "n_positions": 2,
        "d_model": 4,
        "similarity": True,
        "digits": 4,
    },
    "PositionalEncodings": {
        "kind": "sinusoidal",
        "encoding": array_of([[0, 1, 0, 1], [0.8415, 0.5403, 0.01, 1]], *_STREAM),
        "frequencies": array_of([1, 0.01], "pair"),
        "wavelengths": array_of([6.2832, 628.3185], "pair"),
        "similarity": array_of([[2, 1.5403], [1.5403, 2]], "position", "position"),
        "slopes": None,
        "buckets": None,
        "model": None,
        "base": 10000,
    },
    "MultiHeadAttentionRequest": {
        "inputs": INPUTS,
        "query_weights": [_FIRST, _SECOND],
        "key_weights": [_FIRST, _SECOND],
        "value_weights": [_FIRST, _SECOND],
        "output_weights": [[1, 0], [0, 1]],
        "digits": 3,
    },
    "MultiHeadAttention": {
        "query": array_of([[[1], [0], [1]], [[0], [1], [1]]], *_HEADS),
        "key": array_of([[[1], [0], [1]], [[0], [1], [1]]], *_HEADS),
        "value": array_of([[[1], [0], [1]], [[0], [1], [1]]], *_HEADS),
        "dot_products": array_of(
            [[[1, 0, 1], [0, 0, 0], [1, 0, 1]], [[0, 0, 0], [0, 1, 1], [0, 1, 1]]],
            *_HEAD_CELLS,
        ),
        "scores": array_of(
            [[[1, 0, 1], [0, 0, 0], [1, 0, 1]], [[0, 0, 0], [0, 1, 1], [0, 1, 1]]],
            *_HEAD_CELLS,
        ),
        "masked_scores": array_of(
            [[[1, 0, 1], [0, 0, 0], [1, 0, 1]], [[0, 0, 0], [0, 1, 1], [0, 1, 1]]],
            *_HEAD_CELLS,
        ),
        "weights": array_of(
            [
                [[0.422, 0.155, 0.422], [0.333, 0.333, 0.333], [0.422, 0.155, 0.422]],
                [[0.333, 0.333, 0.333], [0.155, 0.422, 0.422], [0.155, 0.422, 0.422]],
            ],
            *_HEAD_CELLS,
        ),
        "head_outputs": array_of(
            [[[0.845], [0.667], [0.845]], [[0.667], [0.845], [0.845]]], *_HEADS
        ),
        "concatenated": array_of(
            [[0.845, 0.667], [0.667, 0.845], [0.845, 0.845]], *_STREAM
        ),
        "output": array_of([[0.845, 0.667], [0.667, 0.845], [0.845, 0.845]], *_STREAM),
        "fully_masked_rows": [],
        "scale": 1,
        "tokens": None,
    },
    **BLOCK_EXAMPLE,
}
