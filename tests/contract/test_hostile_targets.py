"""Hostile sources, targets and parts: a table for the paths with two texts."""

import json
from typing import Any

import pytest

from tests.contract.test_hostile_bodies import JSON, MALFORMED, check_problem

pytestmark = pytest.mark.anyio

API = "/api/v1"
TRANSLATOR, ALIGNER, BOTTLENECK = "fake-translator", "fake-aligner", "fake-bottleneck"
# What makes a request to each path right.
GOOD: dict[str, dict[str, Any]] = {
    "attention": {"model": TRANSLATOR, "text": "the cat sat", "part": "cross"},
    "tensors": {"text": "the cat sat"},
    "head-effects": {"text": "the cat sat", "token": "le", "other_token": "chat"},
    "translations": {"text": "the cat sat"},
}
# Those that take a target; each gets the same ones.
TARGETED = ("attention", "tensors", "head-effects")
STATUS = {
    "unknown_model": 404,
    "unsupported_by_model": 409,
    "response_too_large": 413,
}


def body_of(path: str, **fields: str) -> str:
    """Write a good request with some fields, given as JSON, changed."""
    good = {name: json.dumps(value) for name, value in GOOD[path].items()}
    return "{" + ", ".join(f'"{k}": {v}' for k, v in (good | fields).items()) + "}"


async def refusal(client, path, code, **fields):
    answer = await client.post(
        f"{API}/{path}", content=body_of(path, **fields), headers=JSON
    )
    problem = check_problem(answer, STATUS.get(code, 422), code)
    return problem, problem["detail"] + problem["hint"] + json.dumps(
        problem.get("errors", "")
    )


@pytest.mark.parametrize("path", GOOD)
async def test_a_good_request_is_answered(client, path):
    answer = await client.post(f"{API}/{path}", content=body_of(path), headers=JSON)
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("path", GOOD)
@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED.keys())
async def test_what_is_not_json_is_400(client, path, body):
    answer = await client.post(f"{API}/{path}", content=body, headers=JSON)
    check_problem(answer, 400, "malformed_json")


# text as JSON, code, what is said
WRONG_SOURCES = [
    ('""', "empty_text", ""),
    ('" \\n\\t "', "empty_text", ""),
    ('"[CLS]"', "empty_text", ""),
    ("null", "invalid_request", "text"),
    ("7", "invalid_request", "text"),
    ('["a"]', "invalid_request", "text"),
    ('"ab\\ud800"', "invalid_text", "character 2"),
    (f'"{"cat " * 40}"', "too_many_tokens", "32"),
    (f'"{"a" * 50_001}"', "text_too_long", "50,000"),
    ("NaN", "not_finite", "text"),
]


@pytest.mark.parametrize("path", GOOD)
@pytest.mark.parametrize(
    ("text", "code", "said"), WRONG_SOURCES, ids=[r[0][:16] for r in WRONG_SOURCES]
)
async def test_a_wrong_source_is_refused(client, path, text, code, said):
    _, shown = await refusal(client, path, code, text=text)
    assert said in shown


WRONG_TARGETS = [
    ("7", "invalid_request", "target"),
    ("true", "invalid_request", "target"),
    ('["le"]', "invalid_request", "target"),
    ("NaN", "not_finite", "target"),
    ('"le\\ud800"', "invalid_text", "target"),
    ('"\\udc00"', "invalid_text", "character 0"),
    (f'"{"mot " * 32}"', "too_many_tokens", "target"),
    (f'"{"a" * 50_001}"', "text_too_long", "50,0"),
]


@pytest.mark.parametrize("path", TARGETED)
@pytest.mark.parametrize(
    ("target", "code", "said"), WRONG_TARGETS, ids=[r[0][:16] for r in WRONG_TARGETS]
)
async def test_a_wrong_target_is_refused(client, path, target, code, said):
    _, shown = await refusal(client, path, code, target=target)
    assert said in shown


@pytest.mark.parametrize("path", TARGETED)
async def test_a_long_target_names_both_numbers(client, path):
    problem, _ = await refusal(
        client, path, "too_many_tokens", target=json.dumps("mot " * 40)
    )
    assert (problem["limit"], problem["actual"]) == (32, 41)


@pytest.mark.parametrize("path", TARGETED)
async def test_characters_of_both_sides_count(client, path, controls):
    asked_before = len(controls.texts)
    texts = {"text": json.dumps("a" * 30_000), "target": json.dumps("b" * 20_001)}
    problem, _ = await refusal(client, path, "text_too_long", **texts)
    assert (problem["limit"], problem["actual"]) == (50_000, 50_001)
    assert len(controls.texts) == asked_before


@pytest.mark.parametrize("path", TARGETED)
async def test_a_million_characters_are_refused_at_once(client, path, controls):
    asked_before = len(controls.texts)
    body = body_of(path, target=json.dumps("a" * 1_000_000))
    answer = await client.post(f"{API}/{path}", content=body, headers=JSON)
    # Paths that take matrices read longer bodies.
    status, code = (413, "body_too_large")
    if path == "attention":
        status, code = (422, "text_too_long")
    check_problem(answer, status, code)
    link = await client.get(f"{API}/{path}", params={"target": "a" * 40_000})
    check_problem(link, 414, "uri_too_long")
    assert len(controls.texts) == asked_before


STRANGE = [
    "",
    " ",
    "a\u0000b",
    "\ufeffa",
    "a\u2028b",
    "\u202eשלום\u202c",
    "é́́ 👩‍👩‍👧‍👦 💩",
    "ทดสอบ 漢字",
    "</script><b>le</b> $x^2$ %{z}",
    "=1+1",
    "zzebra zzulu",
    "le le le le",
    "1 2 10 2020-01-01",
]


@pytest.mark.parametrize("path", ["attention", "tensors"])
@pytest.mark.parametrize("target", STRANGE)
async def test_any_other_text_is_a_target(client, path, controls, target):
    body = body_of(path, target=json.dumps(target))
    answer = await client.post(f"{API}/{path}", content=body, headers=JSON)
    assert answer.status_code == 200, answer.text
    assert target in controls.texts
    found = answer.json()
    assert found["target"]["forced"] is True
    assert len(found["target_tokens"]) == len(found["next_tokens"])
    link = await client.get(f"{API}/{path}", params={**GOOD[path], "target": target})
    assert link.json()["target_tokens"] == found["target_tokens"]


async def test_all_words_unknown_are_said_not_dropped(client):
    for path in GOOD:
        if path == "head-effects":
            continue
        body = body_of(path, text='"zzebra zzulu"')
        answer = await client.post(f"{API}/{path}", content=body, headers=JSON)
        found = answer.json()
        assert found["warnings"] == ["The model has no entry for: zzebra, zzulu."]
        assert len(found["source_tokens"]) == 4


WRONG_PARTS = [
    (TRANSLATOR, {"part": '"both"'}, "invalid_request", "joint"),
    (TRANSLATOR, {"part": "3"}, "invalid_request", "joint"),
    (TRANSLATOR, {"part": '"Cross"'}, "invalid_request", "cross"),
    (ALIGNER, {"part": '"encoder"'}, "unsupported_by_model", "cross"),
    (ALIGNER, {"part": '"joint"'}, "unsupported_by_model", "cross"),
    (BOTTLENECK, {"part": "null"}, "unsupported_by_model", "one vector holds"),
    (BOTTLENECK, {"part": '"cross"'}, "unsupported_by_model", "one vector holds"),
    (BOTTLENECK, {"part": '"encoder"'}, "unsupported_by_model", "one vector holds"),
    ("fake-encoder", {"part": '"cross"'}, "unsupported_by_model", "cross"),
    ("fake-encoder", {"part": '"joint"'}, "unsupported_by_model", "encoder"),
    ("fake-decoder", {"part": '"cross"'}, "unsupported_by_model", "decoder"),
    (
        "fake-encoder",
        {"part": "null", "target": '"le"'},
        "unsupported_by_model",
        "translation",
    ),
    (
        "fake-decoder",
        {"part": "null", "target": '""'},
        "unsupported_by_model",
        "translation",
    ),
    (TRANSLATOR, {"mask": '"causal"'}, "unsupported_by_model", "part=encoder"),
    (
        TRANSLATOR,
        {"part": '"joint"', "mask": "[[true]]"},
        "unsupported_by_model",
        "mask",
    ),
    (
        TRANSLATOR,
        {"part": '"decoder"', "mask": '"none"', "target": '"le"'},
        "unsupported_by_model",
        "mask",
    ),
    (ALIGNER, {"mask": '"causal"'}, "unsupported_by_model", "mask"),
    (TRANSLATOR, {"layers": "[2]"}, "layer_out_of_range", "0 to 1"),
    (TRANSLATOR, {"heads": "[-1]"}, "head_out_of_range", "0 to 1"),
    (TRANSLATOR, {"rows": "[0, 5]"}, "invalid_request", "the target has 4"),
    (TRANSLATOR, {"columns": "[0, 6]"}, "invalid_request", "the source has 5"),
    (
        TRANSLATOR,
        {"part": '"joint"', "rows": "[0, 10]"},
        "invalid_request",
        "source with its target has 9",
    ),
    (
        TRANSLATOR,
        {"part": '"joint"', "statistics": '["head"]'},
        "invalid_request",
        "two distributions",
    ),
    (TRANSLATOR, {"text_pair": '"a"'}, "unsupported_by_model", "text_pair"),
    ("../../etc/passwd", {"target": '"le"'}, "unknown_model", ""),
]


@pytest.mark.parametrize(
    ("model", "fields", "code", "said"),
    WRONG_PARTS,
    ids=[f"{n} {row[0]} {row[1]}"[:60] for n, row in enumerate(WRONG_PARTS)],
)
async def test_a_wrong_part_says_what_there_is(client, model, fields, code, said):
    _, shown = await refusal(
        client, "attention", code, model=json.dumps(model), **fields
    )
    assert said in shown


@pytest.mark.parametrize("model", ["fake-encoder", "fake-decoder"])
async def test_a_target_has_no_tokens_where_there_is_no_target(client, model):
    for fields in ({"side": "target"}, {"side": "target", "text_pair": "b"}):
        answer = await client.post(
            f"{API}/tokenize", json={"model": model, "text": "a", **fields}
        )
        check_problem(answer, 409, "unsupported_by_model")


async def test_a_pair_is_no_target(client):
    body = {"model": TRANSLATOR, "text": "a", "text_pair": "b", "side": "target"}
    problem = check_problem(
        await client.post(f"{API}/tokenize", json=body), 409, "unsupported_by_model"
    )
    assert "text_pair" in problem["hint"]


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("fake-encoder/card", "not_found"),
        ("fake-aligner/card", "not_found"),
        ("nope/card", "unknown_model"),
        ("..%2f..%2fetc%2fpasswd/card", "unknown_model"),
        ("/card", "unknown_model"),
        ("card", "unknown_model"),
        ("fake-translator/card/card", "unknown_model"),
        ("fake-translator/cards", "unknown_model"),
    ],
)
async def test_a_card_that_is_not_there_is_404(client, path, code):
    problem = check_problem(await client.get(f"{API}/models/{path}"), 404, code)
    assert "passwd" not in problem["detail"]


async def test_a_card_takes_no_fields(client):
    answer = await client.get(f"{API}/models/fake-translator/card?text=a")
    check_problem(answer, 422, "invalid_request")
