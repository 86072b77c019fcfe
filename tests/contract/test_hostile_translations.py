"""Hostile numbers, names and words, asked of models that write: row by row."""

import json

import pytest

from tests.contract.test_hostile_bodies import JSON, check_problem
from tests.contract.test_hostile_targets import ALIGNER, API, body_of, refusal

pytestmark = pytest.mark.anyio

WRONG_WRITING = [
    ("n_beams", "0", "invalid_request", "1 to 8"),
    ("n_beams", "9", "invalid_request", "1 to 8"),
    ("n_beams", "-1", "invalid_request", "1 to 8"),
    ("n_beams", "NaN", "not_finite", "n_beams"),
    ("n_beams", '"1"', "invalid_request", "1 to 8"),
    ("n_beams", "true", "invalid_request", "1 to 8"),
    ("n_beams", "1.5", "invalid_request", "1 to 8"),
    ("n_beams", "null", "invalid_request", "1 to 8"),
    ("max_new_tokens", "0", "invalid_request", "from 1"),
    ("max_new_tokens", "-1", "invalid_request", "from 1"),
    ("max_new_tokens", "1000000000", "invalid_request", "from 1"),
    ("max_new_tokens", "33", "invalid_request", "32"),
    ("max_new_tokens", "1e30", "invalid_request", "from 1"),
    ("max_new_tokens", "2.5", "invalid_request", "from 1"),
    ("max_new_tokens", "Infinity", "not_finite", "max_new_tokens"),
    ("max_new_tokens", '"3"', "invalid_request", "from 1"),
    ("length_penalty", "-0.1", "invalid_request", "0"),
    ("length_penalty", "2.1", "invalid_request", "2"),
    ("length_penalty", "1e309", "not_finite", "length_penalty"),
    ("length_penalty", "true", "invalid_request", "number"),
    ("length_penalty", '"1"', "invalid_request", "number"),
    ("top_k", "0", "invalid_request", "1 to 50"),
    ("top_k", "51", "invalid_request", "1 to 50"),
    ("top_k", "-Infinity", "not_finite", "top_k"),
    ("top_k", "true", "invalid_request", "1 to 50"),
    ("text_pair", '"a"', "invalid_request", "text_pair"),
    ("target", '"le"', "invalid_request", "target"),
    ("mask", '"causal"', "invalid_request", "mask"),
    ("n_beam", "2", "invalid_request", "the nearest is n_beams"),
    ("truncate", "1", "invalid_request", "truncate"),
    ("model", '"fake-encoder"', "unsupported_by_model", ""),
    ("model", '"fake-decoder"', "unsupported_by_model", ""),
    ("model", '"http://host/"', "unknown_model", ""),
    ("model", '"\\ud800"', "invalid_text", "model"),
]


@pytest.mark.parametrize(
    ("field", "value", "code", "said"),
    WRONG_WRITING,
    ids=[f"{row[0]}={row[1][:24]}" for row in WRONG_WRITING],
)
async def test_a_wrong_translation_is_refused(client, field, value, code, said):
    _, shown = await refusal(client, "translations", code, **{field: value})
    assert said in shown


WRONG_PAIRS = [
    ("tensors", "names", '["wieghts"]', "invalid_request", "weights"),
    ("tensors", "names", '["../../etc/passwd"]', "invalid_request", "Did you mean"),
    ("tensors", "names", '["weights", "weights"]', "invalid_request", "once"),
    ("tensors", "names", "[]", "invalid_request", "empty"),
    ("tensors", "names", '[""]', "invalid_request", "names[0]"),
    ("tensors", "names", "[1]", "invalid_request", "names[0]"),
    ("tensors", "names", '"weights"', "invalid_request", "list"),
    ("tensors", "names", f'["{"a" * 101}"]', "invalid_request", "names[0]"),
    ("tensors", "names", '["\\ud800"]', "invalid_text", "names[0]"),
    ("tensors", "names", json.dumps(["a"] * 257), "invalid_request", "256"),
    ("tensors", "name", '["weights"]', "invalid_request", "the nearest is names"),
    ("tensors", "text_pair", '"a"', "invalid_request", "text_pair"),
    ("tensors", "digits", "10", "invalid_request", "0 to 9"),
    ("tensors", "encoding", '"uint8"', "invalid_request", "base64"),
    ("tensors", "model", '"fake-encoder"', "unsupported_by_model", ""),
    ("tensors", "model", '"nope"', "unknown_model", ""),
    ("head-effects", "place", "-1", "invalid_request", "0 to 3"),
    ("head-effects", "place", "4", "invalid_request", "0 to 3"),
    ("head-effects", "place", "1000000000", "invalid_request", "0 to 3"),
    ("head-effects", "place", "1.5", "invalid_request", "whole number"),
    ("head-effects", "place", "true", "invalid_request", "whole number"),
    ("head-effects", "place", '"1"', "invalid_request", "whole number"),
    ("head-effects", "place", "NaN", "not_finite", "place"),
    ("head-effects", "token", '""', "invalid_request", "token"),
    ("head-effects", "token", '"zzebra"', "invalid_request", "no entry"),
    ("head-effects", "token", '"le chat"', "invalid_request", "2 tokens"),
    ("head-effects", "token", '"   "', "invalid_request", "0 tokens"),
    ("head-effects", "token", '"nowhere"', "invalid_request", ""),
    ("head-effects", "token", f'"{"a" * 101}"', "invalid_request", "token"),
    ("head-effects", "token", '"\\udc00"', "invalid_text", "token"),
    ("head-effects", "token", "null", "invalid_request", "place is required"),
    ("head-effects", "other_token", "null", "invalid_request", "other_token"),
    ("head-effects", "other_token", '"zzulu"', "invalid_request", "no entry"),
    ("head-effects", "other_token", '"a, b"', "invalid_request", "3 tokens"),
    ("head-effects", "model", f'"{ALIGNER}"', "unsupported_by_model", ""),
    ("head-effects", "model", '"fake-encoder"', "unsupported_by_model", ""),
    ("head-effects", "text_pair", '"a"', "invalid_request", "text_pair"),
]


@pytest.mark.parametrize(
    ("path", "field", "value", "code", "said"),
    WRONG_PAIRS,
    ids=[f"{row[0]} {row[1]}={row[2][:24]}" for row in WRONG_PAIRS],
)
async def test_a_wrong_question_about_a_pair_is_refused(
    client, path, field, value, code, said
):
    if value == '"nowhere"':
        _, shown = await refusal(
            client, path, code, token=value, other_token='"elsewhere"'
        )
        assert "Neither" in shown
        return
    _, shown = await refusal(client, path, code, **{field: value})
    assert said in shown


async def test_place_counts_up_to_the_last_row(client):
    for place in (0, 3, 3.0):
        body = body_of("head-effects", place=json.dumps(place))
        answer = await client.post(f"{API}/head-effects", content=body, headers=JSON)
        assert answer.json()["place"] == place


async def test_words_are_never_sent_back(client):
    secret = "s3cr3t"
    for path, fields in (
        ("tensors", {"names": json.dumps([secret])}),
        ("tensors", {"target": json.dumps([secret])}),
        ("head-effects", {"token": json.dumps(f"{secret} {secret}")}),
        ("head-effects", {"token": json.dumps(f"zz{secret}")}),
        ("translations", {"n_beams": json.dumps(secret)}),
    ):
        _, shown = await refusal(client, path, "invalid_request", **fields)
        assert secret not in shown


WRONG_LINKS = [
    ("attention", "text=a&model=fake-translator&target=%ff", "invalid_text", "target"),
    ("attention", "text=a&target=le&target=la", "invalid_request", "more than once"),
    ("attention", "text=a&model=fake-translator&part=", "invalid_request", "joint"),
    ("tokenize", "text=a&side=both", "invalid_request", "target"),
    ("tokenize", "text=a&side=", "invalid_request", "target"),
    ("translations", "", "invalid_request", "text"),
    ("translations", "text=", "empty_text", ""),
    ("translations", "text=a&n_beams=", "invalid_request", "1 to 8"),
    ("translations", "text=a&n_beams=1,2", "invalid_request", "1 to 8"),
    ("translations", "text=a&max_new_tokens=0x1", "invalid_request", "from 1"),
    ("translations", "text=a&length_penalty=NaN", "not_finite", "length_penalty"),
    ("tensors", "text=a&names=", "invalid_request", "names"),
    ("tensors", "text=a&names=weights,", "invalid_request", "names[1]"),
    ("tensors", "text=a&names=weights,weights", "invalid_request", "once"),
    ("tensors", "text=a&names=nothing", "invalid_request", ""),
    ("head-effects", "text=a", "invalid_request", "other_token"),
    ("head-effects", "text=a&other_token=le", "invalid_request", "place"),
    ("head-effects", "text=a&other_token=le&place=", "invalid_request", "whole"),
    ("head-effects", "text=a&other_token=%ff&place=0", "invalid_text", "other_token"),
]


@pytest.mark.parametrize(
    ("path", "query", "code", "said"),
    WRONG_LINKS,
    ids=[f"{row[0]}?{row[1][:40]}" for row in WRONG_LINKS],
)
async def test_a_wrong_link_is_refused(client, path, query, code, said):
    answer = await client.get(f"{API}/{path}?{query}")
    assert said in check_problem(answer, 422, code)["detail"]
