"""Whatever the numbers, the wire keeps them as exactly as it says."""

import base64
import io
import json
from decimal import Decimal

import numpy as np
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from app.wire import NamedArray, write_array, write_json, write_npz
from model.quantize import quantize

AXES = ("layer", "head", "query", "key")
SHAPES = npst.array_shapes(min_dims=4, max_dims=4, min_side=1, max_side=4)
FINITE = st.floats(-1e6, 1e6, width=32)
SCORES = st.one_of(FINITE, st.just(-np.inf))


def arrays(elements):
    return npst.arrays(np.float32, SHAPES, elements=elements)


def written(array: NamedArray, encoding, digits=6):
    return json.loads(write_json(write_array(array, encoding, digits)))


@given(arrays(SCORES))
def test_base64_keeps_every_bit(values):
    array = written(NamedArray(values, AXES), "base64")
    read = np.frombuffer(base64.b64decode(array["bdata"]), "<f4")
    assert read.reshape(array["shape"]).tobytes() == values.tobytes()


@given(arrays(SCORES), st.integers(0, 9))
def test_decimals_are_the_nearest_with_so_many_digits(values, digits):
    document = write_json(write_array(NamedArray(values, AXES), "json", digits))
    parsed = json.loads(document, parse_float=Decimal)["data"]
    half = Decimal(5).scaleb(-digits - 1)
    for printed, value in zip(
        np.array(parsed, object).ravel(), values.ravel().tolist(), strict=True
    ):
        if value == -np.inf:
            assert printed is None
            continue
        assert abs(printed - Decimal(value)) <= half
        assert printed == round(printed, digits)
        assert not (printed == 0 and printed.is_signed())


@given(arrays(FINITE))
def test_bytes_are_off_by_half_a_step_at_most(values):
    quantized = quantize(torch.from_numpy(values))
    array = written(
        NamedArray(quantized.data.numpy(), AXES, quantized.scale, quantized.offset),
        "base64",
    )
    data = np.frombuffer(base64.b64decode(array["bdata"]), np.uint8)
    read = array["offset"] + array["scale"] * data.reshape(array["shape"])
    # Float32 itself has 24 bits.
    rounding = np.abs(values.astype(np.float64)).max() * 2.0**-22
    error = np.abs(read - values.astype(np.float64)).max()
    assert error <= array["scale"] / 2 + rounding


@given(arrays(SCORES), npst.arrays(np.bool_, SHAPES))
def test_npz_keeps_every_bit(values, mask):
    named = {
        "attention": NamedArray(values, AXES),
        "mask": NamedArray(mask, AXES),
    }
    with np.load(io.BytesIO(write_npz(named, {})), allow_pickle=False) as loaded:
        assert loaded["attention"].tobytes() == values.tobytes()
        np.testing.assert_array_equal(loaded["mask"], mask)
