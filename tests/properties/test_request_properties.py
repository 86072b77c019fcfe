"""A link and a body that say the same are the same request."""

import json
from urllib.parse import urlencode

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import Request

from app.errors import NotFinite
from app.request_reading import read_body, read_query
from app.schemas.attention import AttentionRequest
from app.snippets import query_fields
from app.strict_json import check_values, parse_json

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
INDICES = st.lists(st.integers(-3, 10**18), min_size=1, max_size=6)
RANGE = st.tuples(st.integers(-3, 10**12), st.integers(-3, 10**12)).map(list)
FIELDS = st.fixed_dictionaries(
    {"text": TEXT},
    optional={
        "model": st.text(st.characters(exclude_categories=["Cs"]), min_size=1),
        "text_pair": TEXT,
        "part": st.sampled_from(["encoder", "decoder", "cross", "joint"]),
        "target": TEXT,
        "layers": INDICES,
        "heads": INDICES,
        "quantity": st.sampled_from(["weights", "scores"]),
        "merge": st.sampled_from(["tokens", "words"]),
        "rows": RANGE,
        "columns": RANGE,
        "pool": st.integers(1, 512),
        "reducer": st.sampled_from(["max", "mean"]),
        "hide": st.sampled_from(["none", "special", "first"]),
        "statistics": st.lists(st.sampled_from(["head", "row", "column"]), unique=True),
        "encoding": st.sampled_from(["json", "base64", "uint8"]),
        "digits": st.integers(0, 9),
        "truncate": st.booleans(),
        "split_special_tokens": st.booleans(),
    },
)
VALUES = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        TEXT,
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner),
)


def from_link(fields) -> AttentionRequest:
    query = urlencode(query_fields(fields)).encode()
    scope = {"type": "http", "query_string": query, "headers": []}
    return read_query(Request(scope), AttentionRequest)


def from_body(fields) -> AttentionRequest:
    async def receive():
        return {"type": "http.request", "body": json.dumps(fields).encode()}

    headers = [(b"content-type", b"application/json")]
    request = Request({"type": "http", "headers": headers}, receive)
    return anyio.run(read_body, request, AttentionRequest)


@given(FIELDS)
def test_a_link_is_the_same_request_as_its_body(fields):
    assert from_link(fields) == from_body(fields)


@given(FIELDS)
def test_every_field_survives_as_it_was_given(fields):
    request = from_body(fields).model_dump()
    for name, value in fields.items():
        kept = list(request[name]) if isinstance(value, list) else request[name]
        assert kept == value


@given(VALUES)
def test_plain_json_is_read_as_it_is(value):
    read = parse_json(json.dumps(value).encode())
    check_values(read)
    assert read == value


@given(VALUES, st.sampled_from([float("nan"), float("inf"), float("-inf")]))
def test_what_is_not_finite_is_found_anywhere(value, bad):
    with pytest.raises(NotFinite, match=r"^here\[1\]\[0\]\.x "):
        check_values({"a": value, "here": [value, [{"x": bad}]]})
