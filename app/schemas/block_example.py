"""Hold the example of ``/transformer-block``: a request and every step."""

from __future__ import annotations

from typing import Any

from app.schemas.example_arrays import array_of

_STREAM = ("position", "feature")
_CELLS = ("head", "query", "key")
_INTO_HEADS = ("head", "feature", "head_feature")


def _step(
    name: str, title: str, data: list[Any], axes: tuple[str, ...] = _STREAM
) -> dict[str, Any]:
    return {"name": name, "title": title, "values": array_of(data, *axes)}


BLOCK_EXAMPLE: dict[str, dict[str, Any]] = {
    "TransformerBlockRequest": {
        "inputs": [[1, 0], [0, 1]],
        "n_heads": 1,
        "d_ff": 2,
        "norm": "pre",
        "digits": 3,
    },
    "TransformerBlock": {
        "steps": [
            _step("inputs", "The residual stream comes in", [[1, 0], [0, 1]]),
            _step(
                "attention_norm", "Each position shifted and scaled", [[1, -1], [-1, 1]]
            ),
            _step(
                "query",
                "What each position asks",
                [[[0.642, -1.13], [-0.642, 1.13]]],
                ("head", "position", "head_feature"),
            ),
            _step(
                "key",
                "What each position answers to",
                [[[-0.358, -0.423], [0.358, 0.423]]],
                ("head", "position", "head_feature"),
            ),
            _step(
                "value",
                "What each position hands on",
                [[[0.718, 0.676], [-0.718, -0.676]]],
                ("head", "position", "head_feature"),
            ),
            _step(
                "scores",
                "Dot products, scaled and masked",
                [[[0.175, -0.175], [-0.175, 0.175]]],
                _CELLS,
            ),
            _step(
                "weights",
                "Softmax over the keys",
                [[[0.587, 0.413], [0.413, 0.587]]],
                _CELLS,
            ),
            _step(
                "head_outputs",
                "Values, averaged by weight",
                [[[0.124, 0.117], [-0.124, -0.117]]],
                ("head", "position", "head_feature"),
            ),
            _step(
                "concatenated",
                "The heads side by side",
                [[0.124, 0.117], [-0.124, -0.117]],
            ),
            _step(
                "attention_output",
                "What attention adds",
                [[-0.009, -0.023], [0.009, 0.023]],
            ),
            _step(
                "attention_sum", "The stream with it", [[0.991, -0.023], [0.009, 1.023]]
            ),
            _step(
                "feed_forward_norm",
                "Each position shifted and scaled",
                [[1, -1], [-1, 1]],
            ),
            _step(
                "hidden",
                "Widened, position by position",
                [[0.494, -0.294], [-0.494, 0.294]],
                ("position", "hidden_feature"),
            ),
            _step(
                "activated",
                "Negative numbers become 0",
                [[0.494, 0], [0, 0.294]],
                ("position", "hidden_feature"),
            ),
            _step(
                "feed_forward_output",
                "What the feed-forward adds",
                [[-0.351, -0.473], [0.127, 0.017]],
            ),
            _step(
                "feed_forward_sum",
                "The stream with it",
                [[0.64, -0.495], [0.136, 1.04]],
            ),
            _step(
                "output", "The residual stream goes on", [[0.64, -0.495], [0.136, 1.04]]
            ),
        ],
        "matrices": [
            _step(
                "query_weights",
                "W of the query",
                [[[1.151, -0.099], [0.509, 1.031]]],
                _INTO_HEADS,
            ),
            _step(
                "key_weights",
                "W of the key",
                [[[0.355, -0.787], [0.713, -0.365]]],
                _INTO_HEADS,
            ),
            _step(
                "value_weights",
                "W of the value",
                [[[0.199, -0.115], [-0.519, -0.792]]],
                _INTO_HEADS,
            ),
            _step(
                "output_weights",
                "W^O, over the heads",
                [[-0.355, -0.044], [0.299, -0.145]],
                ("feature", "feature"),
            ),
            _step(
                "widen_weights",
                "W1",
                [[-0.227, 0.404], [-0.722, 0.698]],
                ("feature", "hidden_feature"),
            ),
            _step(
                "narrow_weights",
                "W2",
                [[-0.709, -0.956], [0.433, 0.058]],
                ("hidden_feature", "feature"),
            ),
        ],
        "norm": "pre",
        "fully_masked_rows": [],
        "tokens": None,
    },
}
