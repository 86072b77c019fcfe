"""Arrays are written exactly, and -inf is said as null."""

import base64
import io
import json
import zipfile
from typing import Any

import numpy as np
import pytest

from app.errors import NotFinite
from app.wire import (
    Encoding,
    NamedArray,
    check_finite,
    write_array,
    write_json,
    write_npz,
)

AXES = ("query", "key")


def as_json(values: np.ndarray, digits: int = 6) -> str:
    return write_json(write_array(NamedArray(values, AXES), "json", digits)).decode()


def as_sent(array: NamedArray, encoding: Encoding) -> dict[str, Any]:
    """Read the array back from the document that carries it."""
    sent: dict[str, Any] = json.loads(write_json(write_array(array, encoding, 6)))
    return sent


def test_an_array_says_what_it_is():
    array = NamedArray(np.zeros((2, 3), np.float32), AXES)
    written = json.loads(write_json(write_array(array, "json", 2)))
    assert written == {
        "dtype": "f4",
        "shape": [2, 3],
        "axes": ["query", "key"],
        "data": [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]],
    }


@pytest.mark.parametrize(
    ("value", "digits", "expected"),
    [
        # 0.64 in float32 is 0.63999998569488525390625.
        (0.64, 6, "0.64"),
        (0.64, 9, "0.639999986"),
        (0.6396657, 6, "0.639666"),
        (0.6396657, 3, "0.64"),
        (1 / 3, 4, "0.3333"),
        # 0.5, 1.5 and 0.125 are exact: ties go to the even digit.
        (0.5, 0, "0.0"),
        (1.5, 0, "2.0"),
        (0.125, 2, "0.12"),
        (-0.0000001, 6, "0.0"),
        (12.345678, 3, "12.346"),
        (-12.345678, 6, "-12.345678"),
    ],
)
def test_decimals_are_rounded_and_print_without_noise(value, digits, expected):
    assert f'"data":[[{expected}]]' in as_json(np.array([[value]], np.float32), digits)


def test_rounding_agrees_with_exact_decimal_arithmetic():
    """Python's round() is exact; every digit count, many magnitudes."""
    rng = np.random.default_rng(7)
    values = (rng.random(2000) * 10.0 ** rng.integers(-6, 3, 2000)).astype(np.float32)
    for digits in range(10):
        written = json.loads(as_json(values[None], digits))["data"][0]
        assert written == [round(float(value), digits) for value in values]


def test_a_masked_score_is_null_and_zero_is_zero():
    values = np.array([[0.0, -np.inf]], np.float32)
    assert '"data":[[0.0,null]]' in as_json(values)


def test_booleans_and_whole_numbers_keep_their_kind():
    assert '"dtype":"b1"' in as_json(np.array([[True, False]]))
    assert '"data":[[true,false]]' in as_json(np.array([[True, False]]))
    assert '"dtype":"i4"' in as_json(np.array([[3, 4]], np.int32))
    assert '"data":[[3,4]]' in as_json(np.array([[3, 4]], np.int32))


def test_an_empty_array_is_an_empty_list():
    assert '"shape":[0,2],"axes":["query","key"],"data":[]' in as_json(
        np.zeros((0, 2), np.float32)
    )


def test_base64_is_little_endian_float32():
    # 1.0 is 3f800000, -2.5 is c0200000, -inf is ff800000.
    array = NamedArray(np.array([[1.0, -2.5, -np.inf]], np.float32), AXES)
    written = as_sent(array, "base64")
    assert base64.b64decode(written["bdata"]).hex() == "0000803f000020c0000080ff"
    assert "data" not in written


def test_base64_of_a_view_is_in_the_order_of_its_axes():
    values = np.arange(6, dtype=np.float32).reshape(2, 3).T
    written = as_sent(NamedArray(values, AXES), "base64")
    read = np.frombuffer(base64.b64decode(written["bdata"]), "<f4").reshape(3, 2)
    assert read.tolist() == [[0.0, 3.0], [1.0, 4.0], [2.0, 5.0]]


def test_big_endian_values_are_turned_around():
    values = np.array([[1.0]], ">f4")
    written = as_sent(NamedArray(values, AXES), "base64")
    assert written["dtype"] == "f4"
    assert base64.b64decode(written["bdata"]).hex() == "0000803f"


def test_quantised_values_carry_scale_and_offset_in_any_encoding():
    array = NamedArray(np.array([[0, 255]], np.uint8), AXES, scale=0.002, offset=-1.0)
    encodings: tuple[Encoding, ...] = ("json", "base64")
    for encoding in encodings:
        written = as_sent(array, encoding)
        assert written["dtype"] == "u1"
        assert (written["scale"], written["offset"]) == (0.002, -1.0)
        assert base64.b64decode(written["bdata"]) == b"\x00\xff"


def test_an_unknown_dtype_is_refused():
    with pytest.raises(KeyError):
        write_array(NamedArray(np.zeros((1, 1), np.float16), AXES), "json", 6)


def test_npz_holds_arrays_and_metadata_and_no_pickle():
    arrays = {"attention": NamedArray(np.array([[0.25]], np.float32), AXES)}
    content = bytes(write_npz(arrays, {"model": "m", "layers": (3,)}))
    with np.load(io.BytesIO(content), allow_pickle=False) as loaded:
        assert sorted(loaded.files) == ["attention", "metadata.json"]
        assert loaded["attention"].dtype == np.float32
        assert loaded["attention"].tolist() == [[0.25]]
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert json.loads(archive.read("metadata.json")) == {
            "model": "m",
            "layers": [3],
        }
        assert archive.testzip() is None


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_numbers_that_overflowed_are_never_sent(bad):
    with pytest.raises(NotFinite):
        check_finite(np.array([[0.5, bad]], np.float32))


def test_masked_scores_and_bytes_pass():
    check_finite(np.array([[0.5, -np.inf]], np.float32))
    check_finite(np.full((2, 2), -np.inf, np.float32))
    check_finite(np.array([[255]], np.uint8))
    check_finite(np.zeros((0, 2), np.float32))
