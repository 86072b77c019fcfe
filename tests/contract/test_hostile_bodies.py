"""Hostile bodies get an answer in the one form: a table, row by row."""

import json
from typing import Any

import httpx
import pytest

from app.schemas.problem import Problem

pytestmark = pytest.mark.anyio

PATHS = ("/api/v1/attention", "/api/v1/tokenize", "/api/v1/residual-stream")
# What a body may weigh: those with a mask may hold a matrix.
MOST_BYTES = dict(zip(PATHS, (2_097_152, 262_144, 2_097_152), strict=True))
JSON = {"Content-Type": "application/json"}

# What no JSON parser of ours reads: 400.
MALFORMED = {
    "nothing": b"",
    "cut short": b'{"text": "a"',
    "cut in a string": b'{"text": "a',
    "two documents": b'{"text": "a"}{"text": "b"}',
    "a trailing comma": b'{"text": "a",}',
    "single quotes": b"{'text': 'a'}",
    "a raw control byte": b'{"text": "a\x01b"}',
    "a raw newline": b'{"text": "a\nb"}',
    "not UTF-8": b'{"text": "\xff"}',
    "cut in a character": b'{"text": "\xe2\x82"}',
    "a surrogate in UTF-8": b'{"text": "\xed\xa0\x80"}',
    "UTF-16": '{"text": "a"}'.encode("utf-16"),
    "UTF-32": '{"text": "a"}'.encode("utf-32"),
    "a byte order mark": b'\xef\xbb\xbf{"text": "a"}',
    "20,000 nested arrays": b'{"text": ' + b"[" * 20_000 + b"]" * 20_000 + b"}",
    "20,000 nested objects": b'{"a":' * 20_000 + b"1" + b"}" * 20_000,
    "20,000 open arrays": b"[" * 20_000,
    "a key twice": b'{"text": "a", "text": "b"}',
    "a key twice, inside": b'{"text": "a", "rows": [{"a": 1, "a": 2}]}',
    "5,000 digits": b'{"text": "a", "pool": ' + b"9" * 5_000 + b"}",
    "undefined": b'{"text": undefined}',
    "a form": b"text=a&model=b",
}

# What is JSON, but no request: 422 with this code, and this in the detail.
WRONG = {
    "a list": (b"[]", "invalid_request", "object"),
    "null": (b"null", "invalid_request", "object"),
    "a string": (b'"text"', "invalid_request", "object"),
    "no text": (b"{}", "invalid_request", "text"),
    "a number for text": (b'{"text": 1}', "invalid_request", "text"),
    "null for text": (b'{"text": null}', "invalid_request", "text"),
    "a list for text": (b'{"text": ["a"]}', "invalid_request", "text"),
    "true for a model": (b'{"text": "a", "model": true}', "invalid_request", "model"),
    "1 for a switch": (b'{"text": "a", "truncate": 1}', "invalid_request", "truncate"),
    "a word for a switch": (
        b'{"text": "a", "truncate": "true"}',
        "invalid_request",
        "truncate",
    ),
    "a lone surrogate": (b'{"text": "ab\\ud800c"}', "invalid_text", "character 2"),
    "a low surrogate": (b'{"text": "\\udc00"}', "invalid_text", "character 0"),
    "swapped surrogates": (b'{"text": "\\udc00\\ud800"}', "invalid_text", "text"),
    "a surrogate in the pair": (
        b'{"text": "a", "text_pair": "\\ud800"}',
        "invalid_text",
        "text_pair",
    ),
    "a surrogate in a name": (b'{"text": "a", "\\ud800": 1}', "invalid_text", "name"),
    "a surrogate in the model": (
        b'{"text": "a", "model": "\\ud800"}',
        "invalid_text",
        "model",
    ),
    "NaN": (b'{"text": NaN}', "not_finite", "text"),
    "Infinity": (b'{"text": "a", "truncate": Infinity}', "not_finite", "truncate"),
    "1e309": (b'{"text": "a", "model": [0, 1e309]}', "not_finite", "model[1]"),
    "-1e309": (b'{"text": "a", "unknown": -1e309}', "not_finite", "unknown"),
    "an empty text": (b'{"text": ""}', "empty_text", ""),
    "a text of spaces": (b'{"text": " \\n\\t "}', "empty_text", ""),
    "only special tokens": (b'{"text": "[CLS] [SEP]"}', "empty_text", ""),
    "an empty model": (b'{"text": "a", "model": ""}', "invalid_request", "model"),
}


def check_problem(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """Check the form every error has."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["cache-control"] == "no-store"
    problem: dict[str, Any] = json.loads(answer.content, parse_constant=pytest.fail)
    Problem.model_validate(problem)
    assert problem["status"] == status
    assert problem["code"] == code
    assert problem["type"] == f"/docs#error-{code}"
    assert problem["title"]
    assert problem["detail"]
    assert problem["hint"]
    assert len(problem.get("errors", [])) <= 10
    return problem


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED.keys())
async def test_what_is_not_json_is_400(client, path, body):
    answer = await client.post(path, content=body, headers=JSON)
    problem = check_problem(answer, 400, "malformed_json")
    assert " at at " not in problem["detail"]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(("body", "code", "said"), WRONG.values(), ids=WRONG.keys())
async def test_what_is_no_request_is_422(client, path, body, code, said):
    answer = await client.post(path, content=body, headers=JSON)
    assert said in check_problem(answer, 422, code)["detail"]


@pytest.mark.parametrize("path", PATHS)
async def test_a_lone_surrogate_is_named_by_its_index(client, path):
    answer = await client.post(path, content=b'{"text": "ab\\ud800"}', headers=JSON)
    assert check_problem(answer, 422, "invalid_text")["actual"] == 2


@pytest.mark.parametrize("path", PATHS)
async def test_an_unknown_field_is_refused_with_the_nearest(client, path):
    body = {"text": "a", "modle": "minilm"}
    problem = check_problem(await client.post(path, json=body), 422, "invalid_request")
    assert "modle" in problem["detail"]
    assert problem["errors"][0]["loc"] == ["modle"]
    assert "the nearest is model" in problem["errors"][0]["message"]
    nothing_near = await client.post(path, json={"text": "a", "zzzzzz": 1})
    assert "nearest" not in nothing_near.text


@pytest.mark.parametrize("path", PATHS)
async def test_values_are_never_sent_back(client, path):
    secret = "s3cr3t-value"
    for body in (
        {"text": {"a": secret}},
        {"text": "a", "model": [secret]},
        {"text": "a", "zz": secret},
        {"text": "a", "truncate": secret},
    ):
        answer = await client.post(path, json=body)
        assert answer.status_code == 422
        assert secret not in answer.text


@pytest.mark.parametrize("path", PATHS)
async def test_at_most_ten_errors_are_listed(client, path):
    body = {"text": "a", **{f"field{n}": 1 for n in range(500)}}
    problem = check_problem(await client.post(path, json=body), 422, "invalid_request")
    assert len(problem["errors"]) == 10
    assert "499 more" in problem["detail"]


@pytest.mark.parametrize("path", PATHS)
async def test_a_body_over_the_limit_is_413_with_both_numbers(client, path):
    body = json.dumps({"text": "a" * 3_000_000})
    problem = check_problem(
        await client.post(path, content=body, headers=JSON), 413, "body_too_large"
    )
    assert problem["limit"] == MOST_BYTES[path]
    assert f"{MOST_BYTES[path]:,}" in problem["detail"]


@pytest.mark.parametrize("path", PATHS)
async def test_a_long_text_is_refused_at_once(client, path, controls):
    asked_before = len(controls.texts)
    for field in ("text", "text_pair"):
        body = {"text": "a", field: "a" * 50_001}
        problem = check_problem(
            await client.post(path, json=body), 422, "text_too_long"
        )
        assert problem["limit"] == 50_000
        assert "50,000" in problem["detail"]
    assert len(controls.texts) == asked_before


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({}, "unsupported_media_type"),
        ({"Content-Type": "text/plain"}, "unsupported_media_type"),
        ({"Content-Type": "application/jsonp"}, "unsupported_media_type"),
        ({"Content-Type": "multipart/form-data"}, "unsupported_media_type"),
        (
            {"Content-Type": "application/json; charset=utf-16"},
            "unsupported_media_type",
        ),
        ({**JSON, "Content-Encoding": "gzip"}, "unsupported_encoding"),
        ({**JSON, "Content-Encoding": "br, gzip"}, "unsupported_encoding"),
    ],
)
async def test_another_kind_of_body_is_415(client, path, headers, code):
    answer = await client.post(path, content=b'{"text": "a"}', headers=headers)
    check_problem(answer, 415, code)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "kind",
    ["application/json", "Application/JSON", 'application/json; charset="UTF-8"'],
)
async def test_json_may_be_declared_in_any_spelling(client, path, kind):
    answer = await client.post(
        path, content=b'{"text": "a"}', headers={"Content-Type": kind}
    )
    assert answer.status_code == 200
