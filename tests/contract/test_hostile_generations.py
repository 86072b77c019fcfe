"""Hostile generations: a table, row by row; and what OpenAPI says of them."""

import json

import pytest

from app.schemas.generated import GENERATED
from app.settings import Settings
from tests.contract.test_forward_examples import compare, real_client
from tests.contract.test_hostile_bodies import JSON, check_problem

__all__ = ["real_client"]
pytestmark = pytest.mark.anyio

URL = "/api/v1/generations"
STATUS = {
    "unknown_model": 404,
    "unsupported_by_model": 409,
    "malformed_json": 400,
}
# fields, code, what the answer must say
WRONG = [
    ('"max_new_tokens": 10000', "invalid_request", "10,000"),
    ('"max_new_tokens": 10000', "invalid_request", "512"),
    ('"max_new_tokens": 513', "invalid_request", "512"),
    ('"max_new_tokens": 0', "invalid_request", "1 or more"),
    ('"max_new_tokens": -1', "invalid_request", "1 or more"),
    ('"max_new_tokens": 1.5', "invalid_request", "whole number"),
    ('"max_new_tokens": true', "invalid_request", "whole number"),
    ('"max_new_tokens": "3"', "invalid_request", "whole number"),
    ('"max_new_tokens": null', "invalid_request", "whole number"),
    ('"max_new_tokens": 1e30', "invalid_request", "512"),
    ('"max_new_tokens": NaN', "not_finite", "max_new_tokens"),
    ('"temperature": -0.1', "invalid_request", "0"),
    ('"temperature": 101', "invalid_request", "100"),
    ('"temperature": NaN', "not_finite", "temperature"),
    ('"temperature": Infinity', "not_finite", "temperature"),
    ('"temperature": "hot"', "invalid_request", "number"),
    ('"temperature": null', "invalid_request", "number"),
    ('"top_p": 0', "invalid_request", "0"),
    ('"top_p": -0.5', "invalid_request", "0"),
    ('"top_p": 1.01', "invalid_request", "1"),
    ('"top_p": NaN', "not_finite", "top_p"),
    ('"top_k": 0', "invalid_request", "1 or more"),
    ('"top_k": -3', "invalid_request", "1 or more"),
    ('"top_k": 30001', "invalid_request", "30,001"),
    ('"top_k": 30001', "invalid_request", "30,000 tokens"),
    ('"top_k": 1e300', "invalid_request", "30,000 tokens"),
    ('"top_k": 2.5', "invalid_request", "whole number"),
    ('"seed": -1', "invalid_request", "0 to 4294967295"),
    ('"seed": 4294967296', "invalid_request", "0 to 4294967295"),
    ('"seed": 0.5', "invalid_request", "whole number"),
    ('"seed": null', "invalid_request", "whole number"),
    ('"top_alternatives": 0', "invalid_request", "1 to 50"),
    ('"top_alternatives": 51', "invalid_request", "1 to 50"),
    ('"use_cache": 1', "invalid_request", "true or false"),
    ('"stop_at_end": "yes"', "invalid_request", "true or false"),
    ('"stream": 1', "invalid_request", "true or false"),
    ('"stream": null', "invalid_request", "true or false"),
    ('"text": ""', "empty_text", ""),
    ('"text": "  "', "empty_text", ""),
    ('"text": null', "invalid_request", "text"),
    ('"text": 1', "invalid_request", "text"),
    ('"text": ["a"]', "invalid_request", "text"),
    ('"text": "\\ud800"', "invalid_text", "text"),
    (f'"text": "{"a" * 50_001}"', "text_too_long", "50,001"),
    # The fake decoder takes 512 tokens; 32 new ones are asked for.
    (f'"text": "{"a " * 481}"', "too_many_tokens", "513"),
    (f'"text": "{"a " * 481}"', "too_many_tokens", "481"),
    (f'"text": "{"a " * 600}"', "too_many_tokens", "512"),
    ('"text_pair": "a"', "invalid_request", "text_pair"),
    ('"truncate": true', "invalid_request", "truncate"),
    ('"mask": "causal"', "invalid_request", "mask"),
    ('"max_tokens": 3', "invalid_request", "nearest"),
    ('"model": "fake-encoder"', "unsupported_by_model", ""),
    ('"model": "fake-translator"', "unsupported_by_model", ""),
    ('"model": "fake-bottleneck"', "unsupported_by_model", ""),
    ('"model": "../../etc/passwd"', "unknown_model", ""),
    ('"model": ""', "invalid_request", "model"),
    ('"seed": 1, "seed": 2', "malformed_json", "seed"),
]


@pytest.mark.parametrize("stream", ["false", "true"], ids=["json", "stream"])
@pytest.mark.parametrize(
    ("fields", "code", "said"),
    WRONG,
    ids=[f"{n} {row[0][:40]}" for n, row in enumerate(WRONG)],
)
async def test_it_is_refused_with_what_would_be_right(
    client, controls, fields, code, said, stream
):
    forwards = controls.n_forwards
    text = "" if '"text"' in fields else '"text": "the cat", '
    streams = "" if '"stream"' in fields else f', "stream": {stream}'
    body = f"{{{text}{fields}{streams}}}"
    answer = await client.post(URL, content=body, headers=JSON)
    problem = check_problem(answer, STATUS.get(code, 422), code)
    shown = problem["detail"] + problem["hint"] + json.dumps(problem.get("errors", ""))
    assert said in shown
    assert controls.n_forwards == forwards


async def test_both_numbers_are_fields_of_their_own(client):
    for fields, limit, actual in (
        ({"max_new_tokens": 10_000}, 512, 10_000),
        ({"top_k": 30_001}, 30_000, 30_001),
        ({"text": "a " * 500}, 512, 532),
    ):
        answer = await client.post(URL, json={"text": "a", **fields})
        problem = answer.json()
        assert (problem["limit"], problem["actual"]) == (limit, actual)


@pytest.mark.parametrize(
    "fields",
    [
        '"temperature": 0',
        '"temperature": 0, "top_k": 1, "top_p": 0.001, "seed": 4294967295',
        '"temperature": 5e-324',
        '"temperature": 100',
        '"top_p": 1e-300, "temperature": 1',
        '"top_k": 30000, "temperature": 1.0',
        '"top_k": null',
        '"max_new_tokens": 1.0',
        '"max_new_tokens": 499, "text": "<b>&amp;</b> \\u2028 \\u0000 \\u202e x"',
        f'"text": "{"a " * 480}"',
        '"model": null',
    ],
    ids=lambda fields: fields[:40],
)
async def test_what_is_at_the_edge_is_written(client, fields):
    text = "" if '"text"' in fields else '"text": "the cat", '
    answer = await client.post(URL, content=f"{{{text}{fields}}}", headers=JSON)
    assert answer.status_code == 200, answer.text
    assert "NaN" not in answer.text
    found = answer.json()
    assert (
        found["text"] == json.loads(f"{{{text}{fields}}}")["text"] + found["new_text"]
    )


LINKS = [
    ("text=a&temperature=", "invalid_request", "number"),
    ("text=a&seed=1&seed=2", "invalid_request", "more than once"),
    ("text=a&stream=1", "invalid_request", "true or false"),
    ("text=a&max_new_tokens=1e2x", "invalid_request", "whole number"),
    ("text=%ff", "invalid_text", "text"),
    ("", "invalid_request", "text"),
]


@pytest.mark.parametrize(("query", "code", "said"), LINKS, ids=[q for q, *_ in LINKS])
async def test_a_wrong_link_is_refused(client, query, code, said):
    problem = check_problem(await client.get(f"{URL}?{query}"), 422, code)
    shown = problem["detail"] + problem["hint"] + json.dumps(problem.get("errors", ""))
    assert said in shown


async def test_openapi_says_what_a_stream_holds(client):
    document = (await client.get("/openapi.json")).json()
    for verb in ("get", "post"):
        content = document["paths"][URL][verb]["responses"]["200"]["content"]
        assert set(content) == {"application/json", "text/event-stream"}
        said = content["text/event-stream"]["schema"]["description"]
        for event in ("`start`", "`step`", "`end`", "`problem`"):
            assert event in said
    fields = document["components"]["schemas"]["GenerationRequest"]["properties"]
    assert fields["max_new_tokens"]["maximum"] == 512
    assert Settings.model_fields["max_generations"].default == 8


async def test_the_example_is_what_smollm2_writes(real_client):
    answer = await real_client.post(URL, json=GENERATED["GenerationRequest"])
    assert answer.status_code == 200, answer.text
    found, shown = answer.json(), GENERATED["Generation"]
    for step, step_shown in zip(found["steps"], shown["steps"], strict=True):
        step["milliseconds"] = step_shown["milliseconds"]
    found["timings"] = shown["timings"]
    compare(found, shown, "Generation")
