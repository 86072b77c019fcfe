"""Hostile masks, adapters, pairs and seeds: a table, row by row."""

import json
from typing import Any

import pytest

from tests.contract.test_hostile_bodies import JSON, check_problem

pytestmark = pytest.mark.anyio

API = "/api/v1"
STATUS = {
    "unknown_adapter": 404,
    "unknown_model": 404,
    "unsupported_by_model": 409,
    "response_too_large": 413,
}
# path -> fields of a request that is answered
RIGHT: dict[str, dict[str, Any]] = {
    "attention": {"text": "the cat sat"},
    "residual-stream": {"text": "the cat sat"},
    "similarities": {"texts": ["the cat", "a cat"], "word": "cat"},
    "fill-mask": {"text": "the [MASK] sat"},
    "next-sentence": {"text": "the cat sat", "text_pair": "it slept"},
    "adapter-merging": {"text": "the cat sat"},
}
ADAPTED = tuple(RIGHT)
RIGHT["masked-corruption"] = {"text": "the cat sat"}
NAMED = '"adapter": "fake-words", '
# What is wrong with an adapter wherever one is taken: code, what is said.
WRONG_ADAPTERS = [
    ('"adapter": "fake-wrods"', "unknown_adapter", "Did you mean fake-words?"),
    ('"adapter": "none"', "unknown_adapter", "fake-words"),
    ('"adapter": "../../etc/passwd"', "unknown_adapter", "fake-words"),
    ('"adapter": "fake-words", "model": "fake-decoder"', None, "fake-decoder"),
    ('"adapter": "fake-words", "model": "fake-translator"', None, "fake-translator"),
    ('"adapter": "fake-words", "model": "fake-bottleneck"', None, "fake-bottleneck"),
    ('"adapter": ""', "invalid_request", "adapter"),
    ('"adapter": 1', "invalid_request", "adapter: should be text"),
    ('"adapter": true', "invalid_request", "adapter: should be text"),
    ('"adapter": ["fake-words"]', "invalid_request", "adapter: should be text"),
    ('"adapter": {"id": "fake-words"}', "invalid_request", "adapter"),
    ('"adapter": "\\ud800"', "invalid_text", "adapter"),
    (f'"adapter": "{"a" * 513}"', "invalid_request", "512"),
    (NAMED + '"adapter_scale": -1', "invalid_request", "0"),
    (NAMED + '"adapter_scale": 3', "invalid_request", "2"),
    (NAMED + '"adapter_scale": 2.0001', "invalid_request", "2"),
    (NAMED + '"adapter_scale": 1e30', "invalid_request", "2"),
    (NAMED + '"adapter_scale": NaN', "not_finite", "adapter_scale"),
    (NAMED + '"adapter_scale": Infinity', "not_finite", "adapter_scale"),
    (NAMED + '"adapter_scale": 1e309', "not_finite", "adapter_scale"),
    (NAMED + '"adapter_scale": "1"', "invalid_request", "number"),
    (NAMED + '"adapter_scale": true', "invalid_request", "number"),
    (NAMED + '"adapter_scale": null', "invalid_request", "number"),
    (NAMED + '"adapter_scale": [1]', "invalid_request", "number"),
    (NAMED + '"adapter_rank": 0', "invalid_request", "1 or more"),
    (NAMED + '"adapter_rank": -1', "invalid_request", "1 or more"),
    (NAMED + '"adapter_rank": 1.5', "invalid_request", "whole number"),
    (NAMED + '"adapter_rank": "1"', "invalid_request", "whole number"),
    (NAMED + '"adapter_rank": true', "invalid_request", "whole number"),
    (NAMED + '"adapter_rank": NaN', "not_finite", "adapter_rank"),
    (NAMED + '"adapter_rank": 9', "invalid_request", "8"),
    (NAMED + '"adapter_rank": 100', "invalid_request", "8"),
    (NAMED + '"adapter_rank": 1e30', "invalid_request", "8"),
    (NAMED + '"adapter_scael": 1', "invalid_request", "the nearest is adapter_scale"),
    ('"adapters": ["fake-words"]', "invalid_request", "the nearest is adapter"),
]


async def refuse(client, path, fields, code, said):
    """Ask with these fields, which may replace those of a right request."""
    given = json.loads("{" + fields.replace("NaN", "0").replace("Infinity", "0") + "}")
    rest = {name: value for name, value in RIGHT[path].items() if name not in given}
    body = "{" + ", ".join([json.dumps(rest)[1:-1], fields] if rest else [fields]) + "}"
    answer = await client.post(f"{API}/{path}", content=body, headers=JSON)
    if code is None:
        code = answer.json()["code"]
        assert code in ("unknown_adapter", "unsupported_by_model")
    problem = check_problem(answer, STATUS.get(code, 422), code)
    shown = problem["detail"] + problem["hint"] + json.dumps(problem.get("errors", ""))
    assert said in shown


@pytest.mark.parametrize("path", ADAPTED)
@pytest.mark.parametrize(
    ("fields", "code", "said"),
    WRONG_ADAPTERS,
    ids=[f"{n} {row[0][:40]}" for n, row in enumerate(WRONG_ADAPTERS)],
)
async def test_a_wrong_adapter_says_what_would_be_right(
    client, path, fields, code, said
):
    await refuse(client, path, fields, code, said)


@pytest.mark.parametrize("path", ADAPTED)
@pytest.mark.parametrize(
    "more",
    [
        {},
        {"adapter": None},
        {"adapter": None, "adapter_rank": None},
        {"adapter": "fake-words"},
        {"adapter": "fake-words", "adapter_scale": 0},
        {"adapter": "fake-words", "adapter_scale": -0.0},
        {"adapter": "fake-words", "adapter_scale": 5e-324},
        {"adapter": "fake-words", "adapter_scale": 2, "adapter_rank": 1},
        {"adapter": "fake-words", "adapter_scale": 1.5, "adapter_rank": 8.0},
    ],
    ids=str,
)
async def test_a_right_adapter_is_taken(client, path, more):
    answer = await client.post(f"{API}/{path}", json={**RIGHT[path], **more})
    assert answer.status_code == 200, answer.text
    used = answer.json()["adapter"]
    if more.get("adapter"):
        assert used["id"] == "fake-words"
        assert used["scale"] == more.get("adapter_scale", 1)
    else:
        is_implied = path in ("fill-mask", "next-sentence", "adapter-merging")
        assert (used is not None) is is_implied


@pytest.mark.parametrize("path", ["attention", "residual-stream", "similarities"])
@pytest.mark.parametrize("field", ['"adapter_scale": 1', '"adapter_rank": 2'])
async def test_a_strength_without_an_adapter_is_refused(client, path, field):
    name = field.split('"')[1]
    await refuse(client, path, field, "invalid_request", f"leave {name} out")
    fields = f'{field}, "adapter": null'
    await refuse(client, path, fields, "invalid_request", f"leave {name} out")


# path, fields, code, what the answer must say
WRONG = [
    ("fill-mask", '"text": "the cat sat"', "no_mask", "[MASK]"),
    ("fill-mask", '"text": "the <mask> sat"', "no_mask", "[MASK]"),
    ("fill-mask", '"text": ""', "empty_text", ""),
    ("fill-mask", '"text": "  "', "empty_text", ""),
    ("fill-mask", '"split_special_tokens": true', "no_mask", ""),
    ("fill-mask", '"text": "[MASK] \\udc00"', "invalid_text", "text"),
    ("fill-mask", '"model": "fake-decoder"', "unsupported_by_model", ""),
    ("fill-mask", '"model": "fake-translator"', "unsupported_by_model", ""),
    ("fill-mask", '"model": "../../etc/passwd"', "unknown_model", ""),
    ("fill-mask", '"top_k": 0', "invalid_request", "1 to 1000"),
    ("fill-mask", '"top_k": 1001', "invalid_request", "1 to 1000"),
    ("fill-mask", '"influences": 1', "invalid_request", "true or false"),
    ("fill-mask", '"influences": "yes"', "invalid_request", "true or false"),
    ("fill-mask", '"mask": "casual"', "invalid_request", "causal"),
    ("fill-mask", '"mask": [[true]]', "shape_mismatch", "(1, 1)"),
    ("fill-mask", '"temperature": 1', "invalid_request", "temperature"),
    (
        "fill-mask",
        '"text": "' + "[MASK] " * 60 + '", "top_k": 1000',
        "response_too_large",
        "50,000",
    ),
    (
        "fill-mask",
        '"text": "' + "[MASK] " * 9 + '", "influences": true',
        "invalid_request",
        "at most 8",
    ),
    (
        "fill-mask",
        '"text": "[MASK] ' + "cat " * 64 + '", "influences": true',
        "invalid_request",
        "64",
    ),
    ("fill-mask", '"text": "' + "[MASK] " * 600 + '"', "too_many_tokens", "512"),
    ("next-sentence", '"text_pair": null', "invalid_request", "text_pair"),
    ("next-sentence", '"text_pair": 1', "invalid_request", "text_pair"),
    ("next-sentence", '"text_pair": ["a"]', "invalid_request", "text_pair"),
    ("next-sentence", '"text_pair": "\\ud800"', "invalid_text", "text_pair"),
    ("next-sentence", '"model": "fake-decoder"', "unsupported_by_model", ""),
    ("next-sentence", '"model": "fake-aligner"', "unsupported_by_model", ""),
    ("next-sentence", '"mask": "causal"', "invalid_request", "mask"),
    ("next-sentence", '"text": "' + "a " * 600 + '"', "too_many_tokens", "512"),
    ("adapter-merging", '"runs": 0', "invalid_request", "1 to 20"),
    ("adapter-merging", '"runs": 21', "invalid_request", "1 to 20"),
    ("adapter-merging", '"runs": 1e309', "not_finite", "runs"),
    ("adapter-merging", '"model": "fake-decoder"', "unsupported_by_model", ""),
    ("adapter-merging", '"model": "fake-bottleneck"', "unsupported_by_model", ""),
    ("adapter-merging", '"text": ""', "empty_text", ""),
]


@pytest.mark.parametrize(
    ("path", "fields", "code", "said"),
    WRONG,
    ids=[f"{n} {row[0]} {row[1][:32]}" for n, row in enumerate(WRONG)],
)
async def test_a_wrong_question_is_refused(client, path, fields, code, said):
    await refuse(client, path, fields, code, said)


async def test_a_text_without_its_pair_is_refused(client):
    answer = await client.post(f"{API}/next-sentence", json={"text": "the cat"})
    problem = check_problem(answer, 422, "invalid_request")
    assert problem["detail"] == "text_pair: is required."


WRONG_SEEDS = [
    ('"seed": -1', "invalid_request", "0 to 4294967295"),
    ('"seed": 4294967296', "invalid_request", "0 to 4294967295"),
    ('"seed": 1.5', "invalid_request", "0 to 4294967295"),
    ('"seed": NaN', "not_finite", "seed"),
    ('"seed": true', "invalid_request", "0 to 4294967295"),
    ('"rounds": 0', "invalid_request", "1 to 1000"),
    ('"rounds": 1001', "invalid_request", "1 to 1000"),
    ('"rounds": "3"', "invalid_request", "1 to 1000"),
    ('"rounds": 3, "round": 4', "invalid_request", "3"),
    ('"round": 0', "invalid_request", "1"),
    ('"adapter": "fake-words"', "invalid_request", "adapter"),
    ('"text": ""', "empty_text", ""),
    ('"model": "fake-decoder"', "unsupported_by_model", "mask"),
    ('"model": "fake-translator"', "unsupported_by_model", "mask"),
    ('"text": "' + "a " * 600 + '"', "too_many_tokens", "512"),
]


@pytest.mark.parametrize(
    ("fields", "code", "said"),
    WRONG_SEEDS,
    ids=[f"{n} {row[0][:32]}" for n, row in enumerate(WRONG_SEEDS)],
)
async def test_a_wrong_seed_is_refused(client, fields, code, said):
    await refuse(client, "masked-corruption", fields, code, said)


@pytest.mark.parametrize(
    ("text", "n_masks"),
    [
        ("[MASK]", 1),
        ("[MASK] [MASK]", 2),
        ("a [MASK], a [MASK] and a [MASK]", 3),
        ("<b>[MASK]</b> \u202e [MASK] \u0000", 2),
    ],
)
async def test_every_mask_is_answered(client, text, n_masks):
    answer = await client.post(f"{API}/fill-mask", json={"text": text, "top_k": 1000})
    assert answer.status_code == 200, answer.text
    masks, tokens = answer.json()["masks"], answer.json()["input_tokens"]
    assert len(masks) == n_masks
    assert [tokens[each["position"]]["id"] for each in masks] == [103] * n_masks


async def test_a_typed_mask_is_no_word_of_a_decoder_to_predict(client):
    asked = {"text": "the [MASK] sat", "model": "fake-decoder"}
    for path in ("attention", "tokenize", "next-token"):
        answer = await client.post(f"{API}/{path}", json=asked)
        assert answer.status_code == 200, answer.text
    answer = await client.post(f"{API}/fill-mask", json=asked)
    problem = check_problem(answer, 409, "unsupported_by_model")
    assert problem["hint"]


WRONG_LINKS = [
    ("fill-mask", "text=[MASK]&adapter=", "invalid_request", "adapter"),
    ("fill-mask", "text=[MASK]&adapter=%ff", "invalid_text", "adapter"),
    ("fill-mask", "text=[MASK]&adapter_scale=", "invalid_request", "number"),
    ("fill-mask", "text=[MASK]&adapter_scale=NaN", "not_finite", "adapter_scale"),
    ("fill-mask", "text=[MASK]&adapter_scale=-1", "invalid_request", "0"),
    ("fill-mask", "text=[MASK]&adapter_rank=0", "invalid_request", "1 or more"),
    ("fill-mask", "text=[MASK]&influences=1", "invalid_request", "true or false"),
    ("fill-mask", "text=[MASK]&text=[MASK]", "invalid_request", "more than once"),
    ("next-sentence", "text=a", "invalid_request", "text_pair"),
    ("masked-corruption", "text=a&seed=0x1", "invalid_request", "seed"),
    ("attention", "text=a&adapter_scale=0.5", "invalid_request", "adapter_scale"),
]


@pytest.mark.parametrize(
    ("path", "query", "code", "said"),
    WRONG_LINKS,
    ids=[f"{row[0]}?{row[1][:40]}" for row in WRONG_LINKS],
)
async def test_a_wrong_link_is_refused(client, path, query, code, said):
    answer = await client.get(f"{API}/{path}?{query}")
    assert said in check_problem(answer, 422, code)["detail"]


async def test_values_are_never_sent_back(client):
    secret = "s3cr3t"
    for path, body in (
        ("fill-mask", {"text": secret}),
        ("fill-mask", {"text": "[MASK]", "adapter": secret}),
        ("attention", {"text": "a", "adapter": secret}),
        ("next-sentence", {"text": "a", "text_pair": {"a": secret}}),
        ("masked-corruption", {"text": "a", "seed": secret}),
    ):
        answer = await client.post(f"{API}/{path}", json=body)
        assert answer.status_code in (404, 422)
        assert secret not in answer.text
