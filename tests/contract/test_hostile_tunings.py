"""Hostile fine-tunings and classifications: a table, row by row."""

import json
from typing import Any

import pytest

from app.schemas.tuned import tuned_example
from tests.contract.test_hostile_bodies import JSON, MALFORMED, check_problem

pytestmark = pytest.mark.anyio

API = "/api/v1"
TUNED = tuned_example("Classification", "adapter", "id")
SENTENCES = [
    {"text": text, "label": int(n > 2)}
    for n, text in enumerate(("a b", "a c", "a d", "e b", "e c", "e d"))
]
REPEATED = [SENTENCES[0], *SENTENCES]
BODY: dict[str, Any] = {"classes": ["one", "other"], "sentences": SENTENCES, "steps": 1}


def labelled(*labels: object) -> str:
    return json.dumps([{"text": f"a{n}", "label": e} for n, e in enumerate(labels)])


# field, its value as JSON, code, what the answer must say
WRONG = [
    ("sentences", "[]", "invalid_request", "it has 0"),
    ("sentences", labelled(0, 0, 0, 1, 1), "invalid_request", "6 to 64"),
    ("sentences", labelled(*[0] * 33, *[1] * 32), "invalid_request", "it has 65"),
    ("sentences", labelled(*[0] * 5, 1), "invalid_request", "Class 1 has 1"),
    ("sentences", labelled(*[0] * 6), "invalid_request", "Class 1 has 0"),
    ("sentences", labelled(0, 0, 0, 1, 1, 2), "invalid_request", "0 to 1"),
    ("sentences", labelled(0, 0, 0, 1, 1, -1), "invalid_request", "0 to 1"),
    ("sentences", labelled(0, 0, 0, 1, 1, True), "invalid_request", "0 to 1"),
    ("sentences", labelled(0, 0, 0, 1, 1, "1"), "invalid_request", "0 to 1"),
    ("sentences", labelled(0, 0, 0, 1, 1, 0.5), "invalid_request", "0 to 1"),
    ("sentences", '"a"', "invalid_request", "list"),
    ("sentences", "null", "invalid_request", "list"),
    ("sentences", '["a","b","c","d","e","f"]', "invalid_request", "sentences"),
    ("sentences", json.dumps(REPEATED), "invalid_request", "sentences[1]"),
    ("sentences", "1e309", "not_finite", "sentences"),
    ("classes", '["one"]', "invalid_request", "two classes"),
    ("classes", '["one", "two", "three"]', "invalid_request", "two classes"),
    ("classes", '["one", "one"]', "invalid_request", "once"),
    ("classes", '["", "two"]', "invalid_request", "classes"),
    ("classes", f'["one", "{"x" * 41}"]', "invalid_request", "40"),
    ("classes", '["one", "\\ud800"]', "invalid_text", "classes[1]"),
    ("classes", '"one,two"', "invalid_request", "list"),
    ("method", '"full"', "invalid_request", "head"),
    ("rank", "0", "invalid_request", "1 to 16"),
    ("rank", "17", "invalid_request", "1 to 16"),
    ("rank", "true", "invalid_request", "1 to 16"),
    ("steps", "0", "invalid_request", "1 to 200"),
    ("steps", "201", "invalid_request", "1 to 200"),
    ("steps", "10000", "invalid_request", "1 to 200"),
    ("steps", "1.5", "invalid_request", "1 to 200"),
    ("learning_rate", "0", "invalid_request", "learning_rate"),
    ("learning_rate", "2", "invalid_request", "learning_rate"),
    ("learning_rate", "NaN", "not_finite", "learning_rate"),
    ("learning_rate", "true", "invalid_request", "number"),
    ("seed", "-1", "invalid_request", "seed"),
    ("seed", "4294967296", "invalid_request", "4294967295"),
    ("stream", "1", "invalid_request", "true or false"),
    ("model", '"fake-decoder"', "unsupported_by_model", "encoder"),
    ("model", '"fake-translator"', "unsupported_by_model", "encoder"),
    ("model", '"../../etc/passwd"', "unknown_model", ""),
    ("sentance", "[]", "invalid_request", "the nearest is sentences"),
]
STATUS = {"unsupported_by_model": 409, "unknown_model": 404, "unknown_adapter": 404}


@pytest.mark.parametrize(
    ("field", "value", "code", "said"),
    WRONG,
    ids=[f"{n} {row[0]}={row[1][:24]}" for n, row in enumerate(WRONG)],
)
@pytest.mark.parametrize("stream", [False, True])
async def test_a_wrong_fine_tuning_is_refused(
    client, engine, field, value, code, said, stream
):
    rest = {name: each for name, each in BODY.items() if name != field}
    if stream and field != "stream":
        rest["stream"] = True
    body = f'{json.dumps(rest)[:-1]}, "{field}": {value}}}'
    answer = await client.post(f"{API}/fine-tunings", content=body, headers=JSON)
    problem = check_problem(answer, STATUS.get(code, 422), code)
    shown = problem["detail"] + problem["hint"] + json.dumps(problem.get("errors", ""))
    assert said in shown
    assert engine.fine_tunings.n_under_way == 0


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty_text"),
        (" \n", "empty_text"),
        ("\ud800", "invalid_text"),
    ],
)
async def test_a_wrong_sentence_is_refused(client, text, code):
    sentences = [*SENTENCES[:5], {"text": text, "label": 1}]
    body = json.dumps({**BODY, "sentences": sentences})
    answer = await client.post(f"{API}/fine-tunings", content=body, headers=JSON)
    check_problem(answer, 422, code)


async def test_far_too_much_text_is_refused_before_it_is_read(client, controls):
    asked_before = len(controls.texts)
    sentences = [{**each, "text": f"{each['text']}{'x' * 9_000}"} for each in SENTENCES]
    answer = await client.post(
        f"{API}/fine-tunings", json={**BODY, "sentences": sentences}
    )
    problem = check_problem(answer, 422, "text_too_long")
    assert problem["limit"] == 50_000
    assert len(controls.texts) == asked_before


@pytest.mark.parametrize("path", ["fine-tunings", "classifications"])
@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED.keys())
async def test_what_is_not_json_is_400(client, path, body):
    answer = await client.post(f"{API}/{path}", content=body, headers=JSON)
    check_problem(answer, 400, "malformed_json")


async def test_the_verbs(client):
    answer = await client.get(f"{API}/fine-tunings")
    check_problem(answer, 405, "method_not_allowed")
    assert "GET" not in answer.headers["allow"]
    answer = await client.post(
        f"{API}/fine-tunings", json=BODY, headers={"Accept": "text/csv"}
    )
    check_problem(answer, 406, "not_acceptable")


# query, code, what the answer must say
WRONG_QUESTIONS = [
    ("text=a", "invalid_request", "adapter"),
    (f"adapter={TUNED}", "invalid_request", "text"),
    ("text=a&adapter=", "invalid_request", "adapter"),
    ("text=a&adapter=nope", "unknown_adapter", "fake-encoder"),
    ("text=a&adapter=../../etc/passwd", "unknown_adapter", ""),
    ("text=a&adapter=%ff", "invalid_text", "adapter"),
    (f"text=a&adapter={TUNED}&model=fake-decoder", "unsupported_by_model", "encoder"),
    (f"text=a&adapter={TUNED}&model=nope", "unknown_model", ""),
    (f"text=&adapter={TUNED}", "empty_text", ""),
    (f"text=a&adapter={TUNED}&adapter_scale=2.1", "invalid_request", "2"),
    (f"text=a&adapter={TUNED}&adapter_scale=-1", "invalid_request", "0"),
    (f"text=a&adapter={TUNED}&adapter_scale=NaN", "not_finite", "adapter_scale"),
    (f"text=a&adapter={TUNED}&adapter_rank=0", "invalid_request", "1 or more"),
    (f"text=a&adapter={TUNED}&adapter_rank=1", "invalid_request", "rank"),
    (f"text=a&adapter={TUNED}&text_pair=b", "invalid_request", "text_pair"),
    ("text=a&adapter=fake-words", "unsupported_by_model", "classes"),
]


@pytest.mark.parametrize(
    ("query", "code", "said"), WRONG_QUESTIONS, ids=[row[0] for row in WRONG_QUESTIONS]
)
async def test_a_wrong_classification_is_refused(client, query, code, said):
    answer = await client.get(f"{API}/classifications?{query}")
    problem = check_problem(answer, STATUS.get(code, 422), code)
    shown = problem["detail"] + problem["hint"] + json.dumps(problem.get("errors", ""))
    assert said in shown
