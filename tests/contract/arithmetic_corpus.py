"""Hostile numbers, shapes and positions: the corpus for the lessons' paths.

Each row: the path, what is changed in a good request (as JSON), the code of
the answer and what it must say.
"""

import json

M = "[[1,0],[0,1]]"
HEAD = "[[[1,0],[0,1]]]"
# A request to each path that is answered, field by field, as JSON.
GOOD = {
    "scaled-dot-product": {"query": M, "key": M, "value": M},
    "masks": {"kind": '"causal"', "query_length": "2"},
    "positional-encodings": {"n_positions": "2", "d_model": "4"},
    "multi-head-attention": {
        "inputs": M,
        "query_weights": HEAD,
        "key_weights": HEAD,
        "value_weights": HEAD,
    },
    "transformer-block": {"inputs": M, "n_heads": "2", "d_ff": "4"},
}
LIST = {"padded_positions", "lengths", "segments", "tokens"}


def wide(n_rows, n_columns):
    return json.dumps([[1] * n_columns] * n_rows)


def wrong_matrices():
    """Every matrix of every path takes the same hostile values."""
    rows = (
        ("[[1,NaN],[0,1]]", "not_finite", "[0][1]"),
        ("[[1,0],[-Infinity,1]]", "not_finite", "[1][0]"),
        ("[[1,0],[0,1e309]]", "not_finite", "[1][1]"),
        (f"[[1,0],[0,{'9' * 400}]]", "not_finite", "[1][1]"),
        ("[[1,true],[0,1]]", "invalid_request", "[0][1]"),
        ('[[1,"1"],[0,1]]', "invalid_request", "[0][1]"),
        ("[[1,null],[0,1]]", "invalid_request", "[0][1]"),
        ("[[1,[2]],[0,1]]", "invalid_request", "[0][1]"),
        ("[[1,{}],[0,1]]", "invalid_request", "[0][1]"),
        ("[1,0]", "invalid_request", "[0]"),
        ("[[1,0],2]", "invalid_request", "[1]"),
        ("3", "invalid_request", "list"),
        ("{}", "invalid_request", "list"),
        ('"[[1]]x"', "invalid_request", "list"),
        ("[]", "shape_mismatch", "(0, 0)"),
        ("[[]]", "shape_mismatch", "(1, 0)"),
        ("[[],[]]", "shape_mismatch", "(2, 0)"),
        ("[[1,0],[0]]", "shape_mismatch", "[1] has shape (1,)"),
        ("[[1,0],[0,1],[0,1,2]]", "shape_mismatch", "[2] has shape (3,)"),
        (wide(65, 2), "invalid_request", "65 rows; the most is 64"),
        (wide(2, 65), "invalid_request", "65 numbers; the most is 64"),
        (wide(1000, 100), "invalid_request", "1000 rows; the most is 64"),
    )
    for path, field in (
        ("scaled-dot-product", "query"),
        ("scaled-dot-product", "key"),
        ("scaled-dot-product", "value"),
        ("multi-head-attention", "inputs"),
        ("multi-head-attention", "output_weights"),
        ("transformer-block", "inputs"),
    ):
        for value, code, said in rows:
            place = f"{field}{said}" if said.startswith("[") else said
            yield path, {field: value}, code, place


SDP = "scaled-dot-product"
HEADS = "multi-head-attention"
BLOCK = "transformer-block"
WAVES = "positional-encodings"
MASKS = "masks"

WRONG = [
    *wrong_matrices(),
    # Two shapes that don't fit, both named, and the first bad row.
    (SDP, {"key": "[[1],[2]]"}, "shape_mismatch", "(2, 2), key (2, 1): key[0]"),
    (SDP, {"value": "[[1],[2],[3]]"}, "shape_mismatch", "(2, 2), value (3, 1)"),
    (SDP, {"value": "[[1],[2],[3]]"}, "shape_mismatch", "value[2]"),
    (SDP, {"value": "[[1]]"}, "shape_mismatch", "key[1]"),
    (SDP, {"mask": "[[true,true]]"}, "shape_mismatch", "(1, 2), the scores (2, 2)"),
    (SDP, {"mask": "[[true,true]]"}, "shape_mismatch", "row 1 is missing"),
    (SDP, {"mask": "[[true],[true]]"}, "shape_mismatch", "row 0 has 1 columns"),
    (SDP, {"mask": "[[true,true],[true]]"}, "shape_mismatch", "row 1 has 1 columns"),
    (SDP, {"mask": "[]"}, "shape_mismatch", "row 0 is missing"),
    (SDP, {"tokens": '["a"]'}, "shape_mismatch", "(1,), key has 2 rows"),
    # Masks.
    (SDP, {"mask": '"diagonal"'}, "invalid_request", "prefix_lm"),
    (SDP, {"mask": "true"}, "invalid_request", "mask: should be one of"),
    (SDP, {"mask": "[[1,0],[1,1]]"}, "invalid_request", "row 0"),
    (SDP, {"mask": '[["true",true],[true,true]]'}, "invalid_request", "row 0"),
    (SDP, {"mask": "[[NaN]]"}, "not_finite", "mask[0][0]"),
    (SDP, {"mask": wide(513, 1)}, "invalid_request", "513 rows"),
    (SDP, {"mask": "{}"}, "invalid_request", "mask.kind: is required"),
    (SDP, {"mask": '{"kind":"padding"}'}, "invalid_request", "padded_positions"),
    (SDP, {"mask": '"padding"'}, "invalid_request", "padded_positions"),
    (SDP, {"mask": '"sliding_window"'}, "invalid_request", "needs window"),
    (SDP, {"mask": '{"kind":"causal","window":1}'}, "invalid_request", "window"),
    (SDP, {"mask": '{"kind":"causal","windwo":1}'}, "invalid_request", "windwo"),
    (
        SDP,
        {"mask": '{"kind":"sliding_window","window":0}'},
        "invalid_request",
        "mask.window: should be a whole number from 1",
    ),
    (
        SDP,
        {"mask": '{"kind":"sliding_window","window":1.5}'},
        "invalid_request",
        "window",
    ),
    (
        SDP,
        {"mask": '{"kind":"sliding_window","window":true}'},
        "invalid_request",
        "window",
    ),
    (
        SDP,
        {"mask": '{"kind":"padding","padded_positions":[2]}'},
        "invalid_request",
        "padded_positions[0] is 2; the keys are 0 to 1",
    ),
    (
        SDP,
        {"mask": '{"kind":"padding","lengths":[1,2]}'},
        "invalid_request",
        "2 numbers, and there is 1 text",
    ),
    (SDP, {"mask": '{"kind":"padding","lengths":[3]}'}, "invalid_request", "3"),
    (
        SDP,
        {"mask": '{"kind":"packed","segments":[0]}'},
        "shape_mismatch",
        "(1,), the mask (2, 2)",
    ),
    (
        SDP,
        {"mask": '{"kind":"prefix_lm","prefix_length":3}'},
        "invalid_request",
        "prefix_length is 3; the most is 2",
    ),
    (MASKS, {"query_length": "0"}, "invalid_request", "0"),
    (MASKS, {"query_length": "-1"}, "invalid_request", "-1"),
    (MASKS, {"query_length": "65"}, "invalid_request", "65 queries; the most is 64"),
    (MASKS, {"key_length": "1e30"}, "invalid_request", "the most is 64"),
    (MASKS, {"key_length": "true"}, "invalid_request", "key_length"),
    (MASKS, {"query_length": "1.5"}, "invalid_request", "query_length"),
    (MASKS, {"kind": '"packed"', "segments": "[0]"}, "shape_mismatch", "(2, 2)"),
    (MASKS, {"kind": '"padding"', "lengths": "[9]"}, "invalid_request", "9"),
    (MASKS, {"kind": '"padding"', "lengths": "[-1]"}, "invalid_request", "lengths[0]"),
    (MASKS, {"kind": '"matrix"'}, "invalid_request", "kind"),
    (MASKS, {"causal": "true"}, "invalid_request", "sliding_window or packed"),
    # Numbers.
    (SDP, {"scale": "NaN"}, "not_finite", "scale"),
    (SDP, {"scale": "1e309"}, "not_finite", "scale"),
    (SDP, {"scale": "true"}, "invalid_request", "scale"),
    (SDP, {"scale": '"a half"'}, "invalid_request", "scale"),
    (SDP, {"digits": "10"}, "invalid_request", "0 to 9"),
    (SDP, {"encoding": '"uint8"'}, "invalid_request", "base64"),
    (SDP, {"quary": M}, "invalid_request", "quary"),
    # Overflow is said, never shown as NaN.
    (SDP, {"query": "[[1e200,0]]", "key": "[[1e200,0],[0,1]]"}, "not_finite", "dot"),
    (SDP, {"query": "[[1e150,0]]", "scale": "1e200"}, "not_finite", "scores"),
    (
        HEADS,
        {
            "inputs": "[[1e200,0]]",
            "query_weights": "[[[1e200],[0]]]",
            "key_weights": "[[[1],[0]]]",
        },
        "not_finite",
        "query",
    ),
    (BLOCK, {"inputs": "[[1e200,-1e200],[0,1e200]]"}, "not_finite", ""),
    # Heads.
    (HEADS, {"query_weights": "[]"}, "shape_mismatch", "query_weights has 0 heads"),
    (HEADS, {"key_weights": f"[{M},{M}]"}, "shape_mismatch", "key_weights has 2 heads"),
    (HEADS, {"query_weights": "[[[1],[2]]]"}, "shape_mismatch", "(1, 2, 1)"),
    (
        HEADS,
        {"value_weights": "[[[1]]]"},
        "shape_mismatch",
        "(2, 2), value_weights[0] (1, 1): row 1 of value_weights[0] is missing",
    ),
    (HEADS, {"value_weights": "[[[1],[2,3]]]"}, "shape_mismatch", "[0][1] has shape"),
    (HEADS, {"value_weights": "[[[1],[NaN]]]"}, "not_finite", "[0][1][0]"),
    (HEADS, {"value_weights": "[[[1],[false]]]"}, "invalid_request", "[0][1][0]"),
    (HEADS, {"value_weights": M}, "invalid_request", "value_weights[0][0]"),
    (
        HEADS,
        {"query_weights": f"[{','.join([M] * 17)}]"},
        "invalid_request",
        "17 heads",
    ),
    (HEADS, {"output_weights": "[[1]]"}, "shape_mismatch", "(2, 2), output_weights"),
    (HEADS, {"mask": "[[true]]"}, "shape_mismatch", "(1, 1), the scores (2, 2)"),
    # The block.
    (BLOCK, {"n_heads": "0"}, "invalid_request", "n_heads is 0; it goes from 1"),
    (BLOCK, {"n_heads": "-1"}, "invalid_request", "n_heads is -1"),
    (BLOCK, {"n_heads": "3"}, "shape_mismatch", "3 equal heads"),
    (BLOCK, {"n_heads": "1e9"}, "invalid_request", "1,000,000,000"),
    (BLOCK, {"n_heads": "true"}, "invalid_request", "whole number"),
    (BLOCK, {"d_ff": "0"}, "invalid_request", "d_ff is 0"),
    (BLOCK, {"d_ff": "257"}, "invalid_request", "to 256"),
    (BLOCK, {"seed": "-1"}, "invalid_request", "seed is -1"),
    (BLOCK, {"seed": "4294967296"}, "invalid_request", "4,294,967,295"),
    (BLOCK, {"norm": '"rms"'}, "invalid_request", "post"),
    # Positions.
    (WAVES, {"d_model": "7"}, "invalid_request", "d_model is 7, which is odd"),
    (WAVES, {"d_model": "0"}, "invalid_request", "d_model is 0; the least is 2"),
    (WAVES, {"d_model": "-4"}, "invalid_request", "d_model is -4; the least is 2"),
    (WAVES, {"d_model": "-3"}, "invalid_request", "d_model is -3; the least is 2"),
    (WAVES, {"d_model": "16386"}, "invalid_request", "the most is 16,384"),
    (WAVES, {"d_model": "1e30"}, "invalid_request", "the most is 16,384"),
    (WAVES, {"d_model": "4.5"}, "invalid_request", "whole number"),
    (WAVES, {"d_model": "true"}, "invalid_request", "whole number"),
    (WAVES, {"base": "0"}, "invalid_request", "base is 0"),
    (WAVES, {"base": "-10000"}, "invalid_request", "base is -10,000"),
    (WAVES, {"base": "0.5"}, "invalid_request", "base is 0.5"),
    (WAVES, {"base": "1e13"}, "invalid_request", "base is 1"),
    (WAVES, {"base": "NaN"}, "not_finite", "base"),
    (WAVES, {"base": "true"}, "invalid_request", "base"),
    (WAVES, {"n_positions": "0"}, "invalid_request", "n_positions is 0"),
    (WAVES, {"n_positions": "-5"}, "invalid_request", "n_positions is -5"),
    (WAVES, {"n_positions": "250001"}, "invalid_request", "1,000,004; the most"),
    (WAVES, {"n_positions": "1e12"}, "invalid_request", "the most is 1,000,000"),
    (
        WAVES,
        {"n_positions": "1001", "similarity": "true"},
        "invalid_request",
        "n_positions * n_positions is 1,002,001",
    ),
    (WAVES, {"start": "-1"}, "invalid_request", "start is -1"),
    (WAVES, {"start": "1000000001"}, "invalid_request", "start is 1,000,000,001"),
    (WAVES, {"start": "1.5"}, "invalid_request", "start"),
    (WAVES, {"similarity": "1"}, "invalid_request", "true or false"),
    (WAVES, {"kind": '"sine"'}, "invalid_request", "sinusoidal"),
    (WAVES, {"n_heads": "2"}, "invalid_request", "n_heads means nothing to sinusoidal"),
    (WAVES, {"model": '"fake-encoder"'}, "invalid_request", "model means nothing"),
    (WAVES, {"kind": '"rotary"', "d_model": "5"}, "invalid_request", "odd"),
    (WAVES, {"kind": '"rotary"', "start": "-1"}, "invalid_request", "start is -1"),
    (WAVES, {"kind": '"rotary"', "base": "0"}, "invalid_request", "base is 0"),
    (WAVES, {"kind": '"alibi"'}, "invalid_request", "d_model means nothing to alibi"),
    (
        WAVES,
        {"kind": '"rotary"', "model": '"fake-encoder"'},
        "invalid_request",
        "d_model means nothing to rotary positions of a model",
    ),
    (
        WAVES,
        {"kind": '"alibi"', "d_model": None, "n_heads": "0"},
        "invalid_request",
        "n_heads is 0",
    ),
    (
        WAVES,
        {"kind": '"alibi"', "d_model": None, "n_heads": "8", "n_positions": "1000"},
        "invalid_request",
        "8,000,000; the most is 1,000,000",
    ),
    (
        WAVES,
        {"kind": '"t5_bias"', "d_model": None, "n_positions": "1001"},
        "invalid_request",
        "1,002,001",
    ),
    (
        WAVES,
        {"kind": '"t5_bias"', "d_model": None, "model": '"fake-encoder"'},
        "unsupported_by_model",
        "no T5 bias",
    ),
    (
        WAVES,
        {"kind": '"learned"', "d_model": None, "model": '"../../etc/passwd"'},
        "unknown_model",
        "",
    ),
]
