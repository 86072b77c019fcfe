"""Numbers, shapes and positions that are wrong: a table for every lesson's path."""

import json
import threading

import pytest

from tests.contract.arithmetic_corpus import GOOD, HEAD, LIST, SDP, WRONG, M, wide
from tests.contract.test_hostile_bodies import JSON, MALFORMED, check_problem

pytestmark = pytest.mark.anyio


def fields_of(path, changes):
    fields = {**GOOD[path], **changes}
    return {name: value for name, value in fields.items() if value is not None}


def body_of(fields):
    return "{" + ",".join(f'"{name}":{value}' for name, value in fields.items()) + "}"


def link_of(fields):
    """Write the same in a query, where texts and flat lists stand bare."""
    query = {}
    for name, value in fields.items():
        if (
            name in LIST and value.startswith("[") and '"' not in value
        ) or value.startswith('"'):
            query[name] = value[1:-1]
        else:
            query[name] = value
    return query


@pytest.mark.parametrize("path", GOOD)
async def test_the_request_that_is_made_worse_is_good(client, path):
    fields = GOOD[path]
    posted = await client.post(f"/api/v1/{path}", content=body_of(fields), headers=JSON)
    linked = await client.get(f"/api/v1/{path}", params=link_of(fields))
    assert posted.status_code == linked.status_code == 200
    assert posted.json() == linked.json()
    assert "NaN" not in posted.text


# What fits in a link; the limit of addresses has tests of its own.
LONGEST_LINK = 20_000
CASES = [
    pytest.param(verb, *row, id=f"{number} {row[0]} {str(row[1])[:50]} {verb}")
    for number, row in enumerate(WRONG)
    for verb in ("POST", "GET")
    if verb == "POST" or len(str(row[1])) < LONGEST_LINK
]


@pytest.mark.parametrize(("verb", "path", "changes", "code", "said"), CASES)
async def test_what_is_wrong_is_said(client, verb, path, changes, code, said):
    fields = fields_of(path, changes)
    url = f"/api/v1/{path}"
    if verb == "POST":
        answer = await client.post(url, content=body_of(fields), headers=JSON)
    else:
        answer = await client.get(url, params=link_of(fields))
    status = {"unsupported_by_model": 409, "unknown_model": 404}.get(code, 422)
    problem = check_problem(answer, status, code)
    shown = problem["detail"] + problem["hint"] + json.dumps(problem.get("errors", ""))
    assert said in shown, shown


@pytest.mark.parametrize("path", GOOD)
@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED.keys())
async def test_what_is_not_json_is_400(client, path, body):
    answer = await client.post(f"/api/v1/{path}", content=body, headers=JSON)
    check_problem(answer, 400, "malformed_json")


@pytest.mark.parametrize("path", GOOD)
async def test_matrices_may_take_two_mebibytes_and_no_more(client, path):
    url = f"/api/v1/{path}"
    padding = " " * (1024 * 1024)
    answer = await client.post(url, content=body_of(GOOD[path]) + padding, headers=JSON)
    assert answer.status_code == 200
    answer = await client.post(url, content=padding * 3, headers=JSON)
    assert check_problem(answer, 413, "body_too_large")["limit"] == 2 * 1024 * 1024


@pytest.mark.parametrize("path", GOOD)
async def test_the_largest_matrices_are_answered(client, path):
    largest = wide(64, 64)
    fields = {
        name: f"[{largest}]" if value == HEAD else largest if value == M else value
        for name, value in GOOD[path].items()
    }
    answer = await client.post(f"/api/v1/{path}", content=body_of(fields), headers=JSON)
    assert answer.status_code == 200, answer.text


async def test_words_that_would_be_markup_come_back_as_they_are(client):
    words = ["</script>", "\u202e\u0000"]
    fields = {**GOOD[SDP], "tokens": json.dumps(words)}
    answer = await client.post(f"/api/v1/{SDP}", content=body_of(fields), headers=JSON)
    assert answer.json()["tokens"] == words
    fields["tokens"] = '["a","\\ud800"]'
    answer = await client.post(f"/api/v1/{SDP}", content=body_of(fields), headers=JSON)
    problem = check_problem(answer, 422, "invalid_text")
    assert "tokens[1]" in problem["detail"]


async def test_nothing_is_computed_on_the_event_loops_thread(client, monkeypatch):
    import model

    threads = []
    work = model.scaled_dot_product

    def watched(*arguments, **options):
        threads.append(threading.current_thread().name)
        return work(*arguments, **options)

    monkeypatch.setattr(model, "scaled_dot_product", watched)
    answer = await client.post(
        f"/api/v1/{SDP}", content=body_of(GOOD[SDP]), headers=JSON
    )
    assert answer.status_code == 200
    assert threads == ["headlight-arithmetic"]


async def test_large_bodies_are_read_off_the_event_loop(client, monkeypatch):
    from app import request_reading

    threads = []
    read = request_reading._read

    def watched(body, kind):
        threads.append(threading.current_thread())
        return read(body, kind)

    monkeypatch.setattr(request_reading, "_read", watched)
    for body in (body_of(GOOD[SDP]), body_of(GOOD[SDP]) + " " * 100_000):
        answer = await client.post(f"/api/v1/{SDP}", content=body, headers=JSON)
        assert answer.status_code == 200
    assert threads[0] is threading.main_thread()
    assert threads[1] is not threading.main_thread()
