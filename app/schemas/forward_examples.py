"""Hold what MiniLM and SmolLM2 really answer about one forward.

Lives here: requests and answers of ``/next-token``, ``/residual-stream`` and
``/similarities`` that a test compares with the models. Not here: the others
(``examples.py``).
"""

from __future__ import annotations

from typing import Any

from app.schemas.residual_stream import norms_of
from app.schemas.similarities import pairs_of
from app.schemas.tokens import example_token

_UNCUT: dict[str, Any] = {"truncated": False, "dropped": 0, "warnings": []}
_CLS = example_token(0, 101, "[CLS]", None, None)


def _separator(index: int) -> dict[str, Any]:
    return example_token(index, 102, "[SEP]", None, None)


def _likely(
    id_: int, raw: str, probability: float, log_probability: float
) -> dict[str, Any]:
    return {
        "id": id_,
        "text": raw.removeprefix("Ġ"),
        "raw": raw,
        "probability": probability,
        "log_probability": log_probability,
    }


def _pairs(*values: float, own: float) -> dict[str, Any]:
    """Write the one pair of two occurrences at each layer."""
    return pairs_of([[[own, value], [value, own]] for value in values])


NEXT_TOKEN_REQUEST: dict[str, Any] = {
    "model": "smollm2-135m",
    "text": "The animal",
    "top_k": 3,
    "temperature": 0.8,
}
NEXT_TOKEN_ANSWER: dict[str, Any] = {
    "model": "smollm2-135m",
    "input_tokens": [
        example_token(0, 504, "The", 0, 0),
        example_token(1, 3161, "Ġanimal", 4, 1),
    ],
    "tokens": [
        _likely(2555, "Ġbehavior", 0.27841, -1.27866),
        _likely(506, "'s", 0.15101, -1.89038),
        _likely(314, "Ġis", 0.06856, -2.68001),
    ],
    "entropy": 3.8683,
    "listed_probability": 0.49799,
    **_UNCUT,
}

RESIDUAL_REQUEST: dict[str, Any] = {
    "model": "minilm",
    "text": "The animal",
    "digits": 2,
}
RESIDUAL_ANSWER: dict[str, Any] = {
    "model": "minilm",
    "adapter": None,
    "tokens": [
        _CLS,
        example_token(1, 1996, "the", 0, 0),
        example_token(2, 4111, "animal", 4, 1),
        _separator(3),
    ],
    "norm_placement": "post",
    "residual_norms": norms_of(
        [
            [6.94, 7.1, 11.02, 6.72],
            [8.19, 10.86, 12.51, 10.57],
            [8.08, 11.17, 11.85, 10.51],
            [9.71, 11.02, 11.82, 10.12],
            [10.62, 12.07, 13.13, 11.44],
            [10.12, 9.29, 12.64, 9.76],
            [7.1, 7.34, 10.92, 7.4],
        ]
    ),
    "attention_norms": norms_of(
        [
            [4.59, 3.23, 2.98, 3.41],
            [0.99, 4.72, 2.78, 4.47],
            [0.76, 3.6, 2.56, 3.87],
            [1.39, 5.1, 3.24, 5.76],
            [0.82, 3.89, 1.55, 4.65],
            [5.04, 4.55, 5.84, 2.83],
        ]
    ),
    "feed_forward_norms": norms_of(
        [
            [191.63, 5.6, 4.32, 9.02],
            [90.69, 6.52, 4.55, 8.88],
            [163.61, 6.55, 6.33, 10.66],
            [49.64, 6.23, 5.34, 7.45],
            [5.84, 10.01, 4.43, 8.43],
            [5.84, 9.39, 12.62, 11.59],
        ]
    ),
    **_UNCUT,
}

SIMILARITIES_REQUEST: dict[str, Any] = {
    "model": "minilm",
    "texts": ["A shrew mole", "One mole of gas"],
    "word": "mole",
    "digits": 3,
}
SIMILARITIES_ANSWER: dict[str, Any] = {
    "model": "minilm",
    "adapter": None,
    "text_tokens": [
        [
            _CLS,
            example_token(1, 1037, "a", 0, 0),
            example_token(2, 14021, "sh", 2, 1),
            example_token(3, 15603, "##rew", 4, 1),
            example_token(4, 16709, "mole", 8, 2),
            _separator(5),
        ],
        [
            _CLS,
            example_token(1, 2028, "one", 0, 0),
            example_token(2, 16709, "mole", 4, 1),
            example_token(3, 1997, "of", 9, 2),
            example_token(4, 3806, "gas", 12, 3),
            _separator(5),
        ],
    ],
    "occurrences": [
        {"text": 0, "tokens": [4], "word": 2},
        {"text": 1, "tokens": [2], "word": 1},
    ],
    "cosines": _pairs(0.965, 0.925, 0.901, 0.863, 0.858, 0.864, 0.754, own=1.0),
    "largest_differences": _pairs(
        0.545, 0.782, 1.151, 1.176, 1.554, 1.294, 1.223, own=0.0
    ),
    "warnings": [],
}

# By the name of the schema in OpenAPI.
FORWARD_EXAMPLES: dict[str, dict[str, Any]] = {
    "NextTokenRequest": NEXT_TOKEN_REQUEST,
    "NextToken": NEXT_TOKEN_ANSWER,
    "ResidualStreamRequest": RESIDUAL_REQUEST,
    "ResidualStream": RESIDUAL_ANSWER,
    "SimilaritiesRequest": SIMILARITIES_REQUEST,
    "Similarities": SIMILARITIES_ANSWER,
}
