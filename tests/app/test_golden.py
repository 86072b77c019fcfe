"""Golden frames: what Python writes and reads; ``tests/js`` reads them too."""

import base64
import json
from pathlib import Path

import numpy as np
import pytest

from app.schemas.attention_answer import Attention
from app.wire import Encoding, NamedArray, write_array, write_json

GOLDEN = Path(__file__).parent.parent / "golden"
ARRAYS = json.loads((GOLDEN / "arrays.json").read_text())
ANSWERS = json.loads((GOLDEN / "answers.json").read_text())
DTYPES = {
    "f4": np.float32,
    "f8": np.float64,
    "u1": np.uint8,
    "i4": np.int32,
    "b1": np.bool_,
}


def read(array):
    """Read an array as the reference page says."""
    if "data" in array:
        values = np.array(array["data"], np.float64)
        values = np.where(np.isnan(values), -np.inf, values)
    else:
        dtype = np.dtype(DTYPES[array["dtype"]]).newbyteorder("<")
        raw = np.frombuffer(base64.b64decode(array["bdata"]), dtype)
        values = raw.astype(np.float64).reshape(array["shape"])
    assert list(values.shape) == array["shape"]
    return array.get("offset", 0.0) + array.get("scale", 1.0) * values


def expected_of(frame):
    values = np.array(frame["values"], np.float64)
    return np.where(np.isnan(values), -np.inf, values)


@pytest.mark.parametrize("frame", ARRAYS, ids=lambda frame: frame["name"])
def test_an_array_is_read_as_the_values_it_stands_for(frame):
    values = read(frame["array"]).ravel()
    np.testing.assert_allclose(values, expected_of(frame), 0, frame["tolerance"])


@pytest.mark.parametrize("frame", ARRAYS, ids=lambda frame: frame["name"])
def test_an_array_is_written_as_the_frame_says(frame):
    array = frame["array"]
    values = expected_of(frame)
    if "scale" in array:
        values = np.round((values - array["offset"]) / array["scale"])
    named = NamedArray(
        values.astype(DTYPES[array["dtype"]]).reshape(array["shape"]),
        tuple(array["axes"]),
        array.get("scale"),
        array.get("offset"),
    )
    encoding: Encoding = "json" if "data" in array else "base64"
    assert json.loads(write_json(write_array(named, encoding, 6))) == array


@pytest.mark.parametrize("frame", ANSWERS, ids=lambda frame: frame["name"])
def test_an_answer_holds_the_weights_of_transformers(frame):
    Attention.model_validate(frame["answer"])
    values = read(frame["answer"]["attention"])[0, 0]
    np.testing.assert_allclose(values, frame["values"], 0, frame["tolerance"])
    mask = read(frame["answer"]["mask"])
    assert mask.tolist() == [[1.0] * 5] * 2


def test_every_encoding_has_the_same_statistics():
    exact = read(ANSWERS[1]["answer"]["statistics"]["row_entropy_nats"])
    # Worked out from the whole row of transformers' attentions in float64.
    assert exact[0, 0, 0] == pytest.approx(1.3458763, abs=1e-6)
    for frame in ANSWERS:
        found = read(frame["answer"]["statistics"]["row_entropy_nats"])
        np.testing.assert_allclose(found, exact, 0, 1e-6)
