"""Hostile masks, temperatures, words and lists of texts: a table, row by row."""

import json

import pytest

from tests.contract.test_hostile_bodies import JSON, check_problem

pytestmark = pytest.mark.anyio

API = "/api/v1"
MASKED = ("attention", "next-token", "residual-stream")
# The fake decoder adds no special tokens: these are three.
TEXT = '"text": "the cat sat", "model": "fake-decoder"'

# mask as JSON, code, what the answer must say
WRONG_MASKS = [
    ('"casual"', "invalid_request", "causal"),
    ('""', "invalid_request", "causal"),
    ("true", "invalid_request", "mask"),
    ("0", "invalid_request", "mask"),
    ("[]", "shape_mismatch", "(3, 3)"),
    ("[[]]", "shape_mismatch", "(3, 3)"),
    ("[[true]]", "shape_mismatch", "(1, 1)"),
    ("[[true,true,true],[true,true],[true,true,true]]", "shape_mismatch", "row 1"),
    ("[[true,true,true],[true,true,true]]", "shape_mismatch", "(2, 3)"),
    ("[[1,0,0],[1,1,0],[1,1,1]]", "invalid_request", "true and false"),
    ('[["true"]]', "invalid_request", "true and false"),
    ("[true, true, true]", "invalid_request", "true and false"),
    ("[[[true]]]", "invalid_request", "true and false"),
    ("[[NaN]]", "not_finite", "mask[0][0]"),
    ("[[null]]", "invalid_request", "true and false"),
    ("{}", "invalid_request", "kind"),
    ('{"kind": "causal", "widnow": 2}', "invalid_request", "nearest is window"),
    ('{"kind": "sliding_window"}', "invalid_request", "window"),
    ('{"kind": "sliding_window", "window": 0}', "invalid_request", "window"),
    ('{"kind": "sliding_window", "window": -1}', "invalid_request", "window"),
    ('{"kind": "sliding_window", "window": 1e30}', "invalid_request", "window"),
    ('{"kind": "sliding_window", "window": true}', "invalid_request", "window"),
    ('{"kind": "sliding_window", "window": "2"}', "invalid_request", "window"),
    ('{"kind": "sliding_window", "window": Infinity}', "not_finite", "window"),
    ('{"kind": "padding"}', "invalid_request", "lengths or padded_positions"),
    ('{"kind": "padding", "lengths": [1, 2]}', "invalid_request", "1 text"),
    ('{"kind": "padding", "lengths": [99]}', "invalid_request", "3"),
    ('{"kind": "padding", "padded_positions": [3]}', "invalid_request", "0 to 2"),
    ('{"kind": "padding", "padded_positions": [-1]}', "invalid_request", "padded"),
    ('{"kind": "prefix_lm", "prefix_length": 4}', "invalid_request", "3"),
    ('{"kind": "prefix_lm"}', "invalid_request", "prefix_length"),
    ('{"kind": "packed", "segments": [0, 1]}', "shape_mismatch", "(2,)"),
    ('{"kind": "causal", "window": 2}', "invalid_request", "window"),
    ('{"kind": "causal", "kind": "none"}', "malformed_json", "kind"),
]


@pytest.mark.parametrize("path", MASKED)
@pytest.mark.parametrize(
    ("mask", "code", "said"),
    WRONG_MASKS,
    ids=[f"{n} {row[0][:40]}" for n, row in enumerate(WRONG_MASKS)],
)
async def test_a_wrong_mask_says_what_would_be_right(client, path, mask, code, said):
    answer = await client.post(
        f"{API}/{path}", content=f'{{{TEXT}, "mask": {mask}}}', headers=JSON
    )
    status = 400 if code == "malformed_json" else 422
    problem = check_problem(answer, status, code)
    shown = problem["detail"] + problem["hint"] + json.dumps(problem.get("errors", ""))
    assert said in shown


@pytest.mark.parametrize("path", MASKED)
async def test_a_matrix_over_the_limit_is_refused_before_anything_is_built(
    client, path, controls
):
    forwards, texts = controls.n_forwards, len(controls.texts)
    row = "[" + ",".join(["true"] * 513) + "]"
    answer = await client.post(
        f"{API}/{path}", content=f'{{{TEXT}, "mask": [{row}]}}', headers=JSON
    )
    problem = check_problem(answer, 422, "invalid_request")
    assert "513" in problem["detail"]
    assert "512" in problem["detail"]
    assert (controls.n_forwards, len(controls.texts)) == (forwards, texts)


@pytest.mark.parametrize("path", MASKED)
@pytest.mark.parametrize(
    "mask",
    [
        "null",
        '"none"',
        '"causal"',
        "[[true,false,false],[false,true,false],[false,false,true]]",
        "[[false,false,false],[false,false,false],[false,false,false]]",
        '{"kind": "sliding_window", "window": 1.0, "causal": false}',
        '{"kind": "sliding_window", "window": 1000000}',
        '{"kind": "padding", "lengths": [0]}',
        '{"kind": "packed", "segments": [0, 0, 1]}',
    ],
)
async def test_a_right_mask_is_taken(client, path, mask):
    answer = await client.post(
        f"{API}/{path}", content=f'{{{TEXT}, "mask": {mask}}}', headers=JSON
    )
    assert answer.status_code == 200, answer.text
    assert "NaN" not in answer.text


WRONG_PREDICTIONS = [
    ("temperature", "0", "invalid_request", "0.01, not 0"),
    ("temperature", "-1", "invalid_request", "0.01, not -1"),
    ("temperature", "1e30", "invalid_request", "100"),
    ("temperature", "1e309", "not_finite", "temperature"),
    ("temperature", "NaN", "not_finite", "temperature"),
    ("temperature", "-Infinity", "not_finite", "temperature"),
    ("temperature", "true", "invalid_request", "number"),
    ("temperature", '"1"', "invalid_request", "number"),
    ("temperature", "null", "invalid_request", "number"),
    ("temperature", "[1]", "invalid_request", "number"),
    ("temperature", "9" * 400, "not_finite", "temperature"),
    ("top_k", "0", "invalid_request", "1 to 1000"),
    ("top_k", "-1", "invalid_request", "1 to 1000"),
    ("top_k", "1001", "invalid_request", "1 to 1000"),
    ("top_k", "2.5", "invalid_request", "1 to 1000"),
    ("top_k", "true", "invalid_request", "1 to 1000"),
    ("top_k", '"3"', "invalid_request", "1 to 1000"),
    ("top_k", "NaN", "not_finite", "top_k"),
    ("top_p", "0", "invalid_request", "0"),
    ("top_p", "1.0001", "invalid_request", "1, not 1.0001"),
    ("top_p", "-0.5", "invalid_request", "0"),
    ("top_p", "false", "invalid_request", "number"),
    ("top_p", "Infinity", "not_finite", "top_p"),
    ("top_q", "1", "invalid_request", "the nearest is top_p"),
    ("text_pair", '"b"', "unsupported_by_model", "text"),
    ("text", '""', "empty_text", ""),
]


@pytest.mark.parametrize(
    ("field", "value", "code", "said"),
    WRONG_PREDICTIONS,
    ids=[f"{row[0]}={row[1][:24]}" for row in WRONG_PREDICTIONS],
)
async def test_a_wrong_prediction_is_refused(client, field, value, code, said):
    text = "" if field == "text" else '"text": "the cat sat", '
    body = f'{{{text}"model": "fake-decoder", "{field}": {value}}}'
    answer = await client.post(f"{API}/next-token", content=body, headers=JSON)
    status = 409 if code == "unsupported_by_model" else 422
    problem = check_problem(answer, status, code)
    shown = problem["detail"] + problem["hint"] + json.dumps(problem.get("errors", ""))
    assert said in shown


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("temperature", "1"),
        ("temperature", "0.01"),
        ("temperature", "100"),
        ("top_k", "1000"),
        ("top_k", "1.0"),
        ("top_p", "1"),
        ("top_p", "1e-300"),
    ],
)
async def test_a_right_prediction_is_made(client, field, value):
    body = f'{{{TEXT}, "{field}": {value}}}'
    answer = await client.post(f"{API}/next-token", content=body, headers=JSON)
    assert answer.status_code == 200, answer.text


# fields of /similarities, code, what the answer must say
WRONG_WORDS = [
    ('"texts": []', "invalid_request", "texts"),
    ('"texts": "the cat"', "invalid_request", "list"),
    ('"texts": ["the cat", 1]', "invalid_request", "texts[1]"),
    ('"texts": [null]', "invalid_request", "texts[0]"),
    ('"texts": [["the cat"]]', "invalid_request", "texts[0]"),
    ('"texts": ["a cat"' + ', "a cat"' * 8 + "]", "invalid_request", "8"),
    ('"texts": ["the cat", ""]', "empty_text", ""),
    ('"texts": ["the cat", "  "]', "empty_text", ""),
    ('"texts": ["a cat", "\\ud800"]', "invalid_text", "texts[1]"),
    ('"texts": ["the cat", "the dog"]', "invalid_request", "texts[1]"),
    ('"texts": ["the cat"], "word": ""', "invalid_request", "word"),
    ('"texts": ["the cat"], "word": "  "', "invalid_request", "texts[0]"),
    ('"texts": ["the cat"], "word": 1', "invalid_request", "word"),
    ('"texts": ["the cat"], "word": null', "invalid_request", "word"),
    ('"texts": ["the cat"], "word": ["cat"]', "invalid_request", "word"),
    ('"texts": ["the cat"], "word": "\\udc00"', "invalid_text", "word"),
    ('"texts": ["the cat"], "word": "the cat"', "invalid_request", "texts[0]"),
    ('"texts": ["the cat"], "word": "' + "a" * 101 + '"', "invalid_request", "word"),
    ('"texts": ["' + "cat " * 65 + '"]', "invalid_request", "64"),
    (
        '"texts": ["' + "a" * 30_000 + '", "' + "b" * 30_000 + '"]',
        "text_too_long",
        "60,000",
    ),
    ('"texts": ["' + "cat " * 600 + '"]', "too_many_tokens", "512"),
    ('"texts": ["a cat"], "without_positions": 1', "invalid_request", "true or false"),
    ('"texts": ["a cat"], "mask": "causal"', "invalid_request", "mask"),
    ('"texts": ["a cat"], "digits": 10', "invalid_request", "0 to 9"),
    ('"texts": ["a cat"], "encoding": "uint8"', "invalid_request", "base64"),
    ('"texts": ["a cat"], "model": "../../etc/passwd"', "unknown_model", ""),
    ('"texts": [NaN]', "not_finite", "texts[0]"),
]


@pytest.mark.parametrize(
    ("fields", "code", "said"),
    WRONG_WORDS,
    ids=[f"{n} {row[0][:48]}" for n, row in enumerate(WRONG_WORDS)],
)
async def test_a_wrong_comparison_is_refused(client, fields, code, said):
    word = "" if '"word"' in fields else ', "word": "cat"'
    answer = await client.post(
        f"{API}/similarities", content=f"{{{fields}{word}}}", headers=JSON
    )
    status = 404 if code == "unknown_model" else 422
    problem = check_problem(answer, status, code)
    shown = problem["detail"] + problem["hint"] + json.dumps(problem.get("errors", ""))
    assert said in shown


async def test_values_are_never_sent_back(client):
    secret = "s3cr3t"
    for path, body in (
        ("similarities", {"texts": ["the cat"], "word": secret}),
        ("similarities", {"texts": [{"a": secret}], "word": "cat"}),
        ("next-token", {"text": "a", "temperature": secret}),
        ("residual-stream", {"text": "a", "mask": secret}),
        ("residual-stream", {"text": "a", "mask": {"kind": secret}}),
        ("residual-stream", {"text": "a", "without_positions": secret}),
    ):
        answer = await client.post(f"{API}/{path}", json=body)
        assert answer.status_code == 422
        assert secret not in answer.text


# path, query, code, what the answer must say
WRONG_LINKS = [
    ("attention", 'text=a&mask={"kind"', "invalid_request", "mask"),
    ("attention", "text=a&mask=[[true]", "invalid_request", "mask"),
    ("attention", "text=a&mask=", "invalid_request", "mask"),
    ("attention", "text=a&mask=causal&mask=none", "invalid_request", "more than once"),
    ("attention", "text=a&mask=%ff", "invalid_text", "mask"),
    ("next-token", "text=a&temperature=", "invalid_request", "number"),
    ("next-token", "text=a&temperature=1,5", "invalid_request", "number"),
    ("next-token", "text=a&temperature=0x1", "invalid_request", "number"),
    ("next-token", "text=a&temperature=1e309", "not_finite", "temperature"),
    ("next-token", "text=a&top_p=NaN", "not_finite", "top_p"),
    ("residual-stream", "text=a&without_positions=1", "invalid_request", "true"),
    ("similarities", "word=cat", "invalid_request", "texts"),
    ("similarities", "texts=&word=cat", "invalid_request", "texts"),
    ("similarities", "texts=a+cat,&word=cat", "empty_text", ""),
    ("similarities", 'texts=["a+cat"]', "invalid_request", "word"),
    ("similarities", "texts=%ff&word=cat", "invalid_text", "texts"),
]


@pytest.mark.parametrize(
    ("path", "query", "code", "said"),
    WRONG_LINKS,
    ids=[f"{row[0]}?{row[1][:40]}" for row in WRONG_LINKS],
)
async def test_a_wrong_link_is_refused(client, path, query, code, said):
    answer = await client.get(f"{API}/{path}?{query}")
    assert said in check_problem(answer, 422, code)["detail"]
