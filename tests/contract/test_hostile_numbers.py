"""Numbers and choices of ``/attention`` that are wrong say what would be right."""

import json

import pytest

from tests.contract.test_hostile_bodies import JSON, check_problem

pytestmark = pytest.mark.anyio

URL = "/api/v1/attention"

# field, JSON value, code, what the answer must say
WRONG = [
    ("layers", "[-1]", "layer_out_of_range", "1"),
    ("layers", "[2]", "layer_out_of_range", "1"),
    ("layers", "[1000000000]", "layer_out_of_range", "1"),
    ("layers", "[1e30]", "layer_out_of_range", "1"),
    ("layers", "[0, 0]", "invalid_request", "0"),
    ("layers", "[true]", "invalid_request", "layers[0]"),
    ("layers", '["1"]', "invalid_request", "whole number"),
    ("layers", "[1.5]", "invalid_request", "whole number"),
    ("layers", "[null]", "invalid_request", "whole number"),
    ("layers", "[[0]]", "invalid_request", "whole number"),
    ("layers", "[NaN]", "not_finite", "layers[0]"),
    ("layers", "[1e309]", "not_finite", "layers[0]"),
    ("layers", "[]", "invalid_request", "empty"),
    ("layers", "0", "invalid_request", "list"),
    ("layers", '"0,1"', "invalid_request", "list"),
    ("layers", "{}", "invalid_request", "list"),
    ("heads", "[-1]", "head_out_of_range", "2"),
    ("heads", "[3]", "head_out_of_range", "2"),
    ("heads", "[1000000000]", "head_out_of_range", "2"),
    ("heads", "[1, 0, 1]", "invalid_request", "1"),
    ("heads", "[false]", "invalid_request", "heads[0]"),
    ("rows", "[0]", "invalid_request", "two whole numbers"),
    ("rows", "[0, 1, 2]", "invalid_request", "two whole numbers"),
    ("rows", '"0:1"', "invalid_request", "two whole numbers"),
    ("rows", "[1, 1]", "invalid_request", "1"),
    ("rows", "[2, 1]", "invalid_request", "0 to 5"),
    ("rows", "[0, 6]", "invalid_request", "5"),
    ("rows", "[-1, 2]", "invalid_request", "0 to 5"),
    ("rows", "[0, 1.5]", "invalid_request", "rows[1]"),
    ("columns", "[5, 6]", "invalid_request", "0 to 5"),
    ("columns", "[true, 2]", "invalid_request", "columns[0]"),
    ("pool", "0", "invalid_request", "1 to 512, not 0"),
    ("pool", "513", "invalid_request", "1 to 512, not 513"),
    ("pool", "-1", "invalid_request", "1 to 512, not -1"),
    ("pool", "1e30", "invalid_request", "1 to 512"),
    ("pool", "true", "invalid_request", "1 to 512"),
    ("pool", '"8"', "invalid_request", "1 to 512"),
    ("pool", "2.5", "invalid_request", "1 to 512"),
    ("pool", "-Infinity", "not_finite", "pool"),
    ("digits", "-1", "invalid_request", "0 to 9, not -1"),
    ("digits", "10", "invalid_request", "0 to 9, not 10"),
    ("digits", "false", "invalid_request", "0 to 9"),
    ("digits", "null", "invalid_request", "0 to 9"),
    ("quantity", '"value_norm"', "invalid_request", "weights"),
    ("quantity", "null", "invalid_request", "weights"),
    ("merge", '"sentences"', "invalid_request", "words"),
    ("reducer", '"min"', "invalid_request", "mean"),
    ("hide", "true", "invalid_request", "special"),
    ("encoding", '"npy"', "invalid_request", "base64"),
    ("part", '"both"', "invalid_request", "joint"),
    ("part", '"cross"', "unsupported_by_model", "cross"),
    ("part", '"joint"', "unsupported_by_model", "joint"),
    ("part", '"decoder"', "unsupported_by_model", "decoder"),
    ("statistics", '["rows"]', "invalid_request", "head"),
    ("statistics", '["head", "head"]', "invalid_request", "once"),
    ("statistics", '"head"', "invalid_request", "list"),
    ("statistics", "[" + ",".join(['"head"'] * 20_000) + "]", "invalid_request", "3"),
]


@pytest.mark.parametrize(
    ("field", "value", "code", "said"),
    WRONG,
    ids=[f"{field}={value[:24]}" for field, value, _, _ in WRONG],
)
async def test_a_wrong_value_says_what_would_be_right(client, field, value, code, said):
    body = f'{{"text": "the cat sat", "{field}": {value}}}'
    answer = await client.post(URL, content=body, headers=JSON)
    status = 409 if code == "unsupported_by_model" else 422
    problem = check_problem(answer, status, code)
    shown = problem["detail"] + problem["hint"] + json.dumps(problem.get("errors", ""))
    assert said in shown


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("layers", "[1.0]"),
        ("layers", "[1e0]"),
        ("rows", "[0.0, 2.0]"),
        ("pool", "10.0"),
        ("pool", "null"),
        ("pool", "512"),
        ("digits", "0"),
        ("digits", "9"),
        ("layers", "null"),
        ("statistics", "[]"),
        ("model", '"fake-decoder"'),
        ("text_pair", '""'),
    ],
)
async def test_what_is_right_is_taken(client, field, value):
    body = f'{{"text": "the cat sat", "{field}": {value}}}'
    answer = await client.post(URL, content=body, headers=JSON)
    assert answer.status_code == 200, answer.text


async def test_a_pair_for_a_model_of_one_text_is_409(client):
    body = {"text": "a", "text_pair": "b", "model": "fake-decoder"}
    for path in (URL, "/api/v1/tokenize"):
        answer = await client.post(path, json=body)
        check_problem(answer, 409, "unsupported_by_model")


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/passwd",
        "..%2f..%2fetc%2fpasswd",
        "/etc/passwd",
        "/etc/no-such-file",
        "C:\\Windows\\win.ini",
        "\\\\host\\share",
        "http://169.254.169.254/",
        "file:///etc/passwd",
        "fake-encoder/",
        "FAKE-ENCODER",
        "fake-encoder\u0000",
        ".",
    ],
)
async def test_only_ids_of_the_catalogue_are_models(client, name):
    asked = [
        await client.post(URL, json={"text": "a", "model": name}),
        await client.get(URL, params={"text": "a", "model": name}),
        await client.post("/api/v1/tokenize", json={"text": "a", "model": name}),
    ]
    details = {check_problem(a, 404, "unknown_model")["detail"] for a in asked}
    assert len(details) == 1
    assert "etc" not in details.pop()


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/models/..%2f..%2fetc%2fpasswd",
        "/api/v1/models//etc/passwd",
        "/api/v1/models/%2e%2e/%2e%2e/etc/passwd",
        "/api/v1/models/http:%2f%2fhost%2fname",
        "/api/v1/models/org/name",
        "/api/v1/models/%ff",
        "/api/v1/models/%00",
    ],
)
async def test_paths_name_only_models_of_the_catalogue(client, path):
    answer = await client.get(path)
    check_problem(answer, 404, "unknown_model")
