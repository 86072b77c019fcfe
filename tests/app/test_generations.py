"""A text gone on with: the documents, the turns, and who is refused."""

import asyncio
import json
from contextlib import aclosing
from typing import Any

import numpy as np
import pytest

from app.engine import Engine
from app.errors import Busy, DeadlineExceeded, ShuttingDown
from app.generations import GenerationWork, TokenWritten
from app.routes.api.limits import limits_document
from app.schemas.generations import Generation
from app.settings import Settings
from model import GenerationRules
from tests.app.asking import engine_with, question, until
from tests.app.conftest import client_of
from tests.app.fake_generation import END_ID
from tests.app.fake_numbers import fake_logits, softmax
from tests.app.fakes import FakeControls, fake_id

pytestmark = pytest.mark.anyio

URL = "/api/v1/generations"
WORDS = [f"w{number}" for number in range(40)]
# After it the likeliest is 33, and after that the end.
ENDS = next(word for word in WORDS if fake_id(word) % 7 == 0)
# After it the likeliest is 29, and so on for ever.
GOES_ON = next(word for word in WORDS if fake_id(word) % 7 == 1)


def work(text=GOES_ON, **how):
    return GenerationWork("fake-decoder", text, GenerationRules(**how))


def events_of(text: str) -> list[tuple[str, dict[str, Any]]]:
    """Read a stream: name and document of each event."""
    *blocks, last = text.split("\n\n")
    assert last == ""
    events = []
    for block in blocks:
        name, data = block.split("\n")
        assert name.startswith("event: ")
        assert data.startswith("data: ")
        events.append((name.removeprefix("event: "), json.loads(data[6:])))
    return events


async def test_the_document_tells_every_step(client):
    fields = {"text": f"a {ENDS}", "top_alternatives": 2}
    answer = await client.post(URL, json=fields)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    Generation.model_validate(found)
    assert found["model"] == "fake-decoder"
    assert [t["text"] for t in found["input_tokens"]] == ["a", ENDS]
    assert [s["token"]["id"] for s in found["steps"]] == [33, END_ID]
    assert [s["text"] for s in found["steps"]] == [" word33", ""]
    assert [s["is_end"] for s in found["steps"]] == [False, True]
    assert found["text"] == f"a {ENDS} word33"
    assert found["new_text"] == " word33"
    assert [t["text"] for t in found["tokens"]] == ["a", ENDS, "word33"]
    assert found["stop"] == "end"
    whole = softmax(fake_logits((fake_id(ENDS),)))
    step = found["steps"][0]
    assert step["probability"] == pytest.approx(whole[33], rel=1e-6)
    assert step["entropy"] == pytest.approx(-np.sum(whole * np.log(whole)), rel=1e-6)
    assert [a["id"] for a in step["alternatives"]] == list(np.argsort(-whole)[:2])
    assert (step["n_computed"], step["n_reused"]) == (2, 0)
    assert (found["steps"][1]["n_computed"], found["steps"][1]["n_reused"]) == (1, 2)


async def test_a_link_a_body_and_a_stream_tell_the_same(client):
    fields = {"text": GOES_ON, "max_new_tokens": 3, "temperature": 0.7, "top_k": 9}
    fields |= {"top_p": 0.8, "seed": 3, "use_cache": "false", "stop_at_end": "false"}
    linked = await client.get(URL, params=fields)
    body = {**fields, "use_cache": False, "stop_at_end": False}
    posted = await client.post(URL, json=body)
    streamed = await client.post(URL, json={**body, "stream": True})
    by_link = await client.get(URL, params={**fields, "stream": "true"})
    assert streamed.headers["content-type"].startswith("text/event-stream")
    assert streamed.headers["cache-control"] == "no-store"
    assert "etag" not in by_link.headers
    documents = [linked.json(), posted.json()]
    for answer in (streamed, by_link):
        events = events_of(answer.text)
        assert [name for name, _ in events] == ["start", *["step"] * 3, "end"]
        steps = [document for name, document in events if name == "step"]
        documents.append({**events[0][1], "steps": steps, **events[-1][1]})
    assert len({tuple(document) for document in documents}) == 1
    for document in documents:
        assert document.pop("timings").keys() == {"prompt_ms", "step_ms"}
        for step in document["steps"]:
            assert step.pop("milliseconds") >= 0
        assert document == documents[0]
    assert documents[0]["stop"] == "max_new_tokens"
    assert len({step["draw"] for step in documents[0]["steps"]}) == 3


async def test_a_link_is_answered_304_and_a_stream_never(client, controls):
    first = await client.get(URL, params={"text": ENDS})
    n_forwards = controls.n_forwards
    held = {"If-None-Match": first.headers["etag"]}
    again = await client.get(URL, params={"text": ENDS}, headers=held)
    assert again.status_code == 304
    assert controls.n_forwards == n_forwards
    other = await client.get(URL, params={"text": ENDS, "seed": 1}, headers=held)
    assert other.status_code == 200


async def test_the_form_that_was_asked_for_must_be_taken(client):
    for fields, accept in (
        ({"stream": True}, "application/json"),
        ({}, "text/event-stream"),
    ):
        answer = await client.post(
            URL, json={"text": ENDS, **fields}, headers={"Accept": accept}
        )
        assert answer.status_code == 406
    streamed = await client.post(
        URL,
        json={"text": ENDS, "stream": True},
        headers={"Accept": "text/event-stream"},
    )
    assert streamed.status_code == 200


async def test_what_is_wrong_before_the_first_event_is_an_ordinary_answer(client):
    for fields, status, code in (
        ({"text": ""}, 422, "empty_text"),
        ({"model": "fake-encoder"}, 409, "unsupported_by_model"),
        ({"model": "nobody"}, 404, "unknown_model"),
        ({"text": "a " * 490}, 422, "too_many_tokens"),
    ):
        asked = {"text": "a", "stream": True, **fields}
        answer = await client.post(URL, json=asked)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert answer.headers["content-type"] == "application/problem+json"


async def test_what_goes_wrong_later_is_an_event(client, controls):
    controls.faults = [ValueError("secret"), ValueError("secret")]
    answer = await client.post(URL, json={"text": ENDS, "stream": True})
    (start, _), (name, problem) = events_of(answer.text)
    assert (start, name) == ("start", "problem")
    assert (problem["status"], problem["code"]) == (500, "internal_error")
    assert "secret" not in answer.text


async def test_others_are_answered_between_two_steps(engine, controls):
    """However long a text is gone on with, a question waits for one step."""
    controls.forward_seconds = 0.02
    writing = asyncio.create_task(engine.generations.whole(work(max_new_tokens=500)))
    await until(controls.begun.is_set)
    for number in range(3):
        n_before = controls.n_forwards
        await engine.attention(question(f"text {number}"))
        assert controls.n_forwards - n_before <= 4
    assert not writing.done()
    assert engine.generations.n_under_way == 1
    writing.cancel()
    await until(lambda: engine.generations.n_under_way == 0)


async def test_two_texts_take_turns(engine, controls):
    controls.forward_seconds = 0.005
    order = []

    async def write(name):
        async with aclosing(engine.generations.stream(work(max_new_tokens=6))) as items:
            async for item in items:
                order.extend([name] * isinstance(item, TokenWritten))

    await asyncio.gather(write("a"), write("b"))
    assert sorted(order) == ["a"] * 6 + ["b"] * 6
    assert order.index("b") < 3
    assert order.index("a") < 3


async def test_equal_ones_under_way_are_one(engine, controls):
    controls.gate.clear()
    same = [engine.generations.whole(work(max_new_tokens=4)) for _ in range(50)]
    writing = asyncio.gather(*same)
    await until(controls.begun.is_set)
    controls.gate.set()
    answers = await writing
    assert controls.n_forwards == 4
    assert all(answer is answers[0] for answer in answers)


async def test_who_stops_listening_stops_the_model(engine, controls):
    async with aclosing(engine.generations.stream(work(max_new_tokens=500))) as items:
        async for item in items:
            if isinstance(item, TokenWritten) and item.step.index == 2:
                break
    n_forwards = controls.n_forwards
    assert n_forwards <= 4
    assert engine.generations.n_under_way == 0
    await asyncio.sleep(0.05)
    assert controls.n_forwards == n_forwards


async def test_no_more_than_the_setting_are_under_way(tmp_path):
    controls = FakeControls()
    engine = engine_with(controls, tmp_path, max_generations=2)
    settings = Settings(cache_folder=tmp_path, max_generations=2)
    controls.gate.clear()
    async with client_of(engine, settings) as client:
        busy = [
            asyncio.create_task(
                client.post(URL, json={"text": f"{ENDS} {ENDS} {n} {ENDS}"})
            )
            for n in range(2)
        ]
        await until(lambda: engine.generations.n_under_way == 2)
        for stream in (False, True):
            refused = await client.post(URL, json={"text": "x", "stream": stream})
            problem = refused.json()
            assert (refused.status_code, problem["code"]) == (503, "busy")
            assert (problem["limit"], problem["actual"]) == (2, 3)
            assert int(refused.headers["retry-after"]) >= 1
        controls.gate.set()
        assert [(await task).status_code for task in busy] == [200, 200]
        assert (await client.post(URL, json={"text": ENDS})).status_code == 200
    await engine.stop()


async def test_a_step_has_the_deadline_of_a_question(tmp_path):
    controls = FakeControls()
    engine = engine_with(controls, tmp_path, deadline_seconds=0.1)
    controls.gate.clear()
    with pytest.raises(DeadlineExceeded, match=r"0\.1 seconds"):
        await engine.generations.whole(work())
    await until(lambda: controls.n_cancelled == 1)
    assert engine.generations.n_under_way == 0
    controls.gate.set()
    await engine.stop()


async def test_a_whole_stream_has_a_longer_one(tmp_path):
    controls = FakeControls(forward_seconds=0.02)
    engine = engine_with(controls, tmp_path, generation_seconds=0.2)
    stream = engine.generations.stream(work(max_new_tokens=500))
    with pytest.raises(DeadlineExceeded, match=r"0\.2 seconds"):
        _ = [item async for item in stream]
    assert 1 <= controls.n_forwards < 20
    assert engine.generations.n_under_way == 0
    await engine.stop()


async def test_a_server_that_stops_ends_a_stream_with_a_problem(tmp_path):
    controls = FakeControls(forward_seconds=0.01)
    engine = engine_with(controls, tmp_path)
    stream = engine.generations.stream(work(max_new_tokens=500))
    await anext(stream)
    stopping = asyncio.create_task(engine.stop())
    with pytest.raises(ShuttingDown):
        async for _ in stream:
            pass
    await stopping
    assert controls.n_forwards < 100


async def test_limits_tell_what_bounds_it(settings):
    limits = limits_document(settings)
    assert limits.max_new_tokens == 512
    assert limits.max_generations == settings.max_generations == 8
    assert limits.generation_seconds == 300


async def test_a_full_queue_refuses_a_new_text_only(tmp_path):
    controls = FakeControls()
    engine: Engine = engine_with(controls, tmp_path, queue_size=1)
    stream = engine.generations.stream(work(max_new_tokens=3))
    await anext(stream)
    controls.gate.clear()
    controls.begun.clear()
    running = asyncio.create_task(engine.attention(question("running")))
    await until(controls.begun.is_set)
    waiting = asyncio.create_task(engine.attention(question("waiting")))
    await until(lambda: engine.health().n_waiting == 1)
    with pytest.raises(Busy):
        await engine.generations.whole(work("another"))
    going_on = asyncio.create_task(anext(stream))
    await asyncio.sleep(0.1)
    assert not going_on.done()
    controls.gate.set()
    assert isinstance(await going_on, TokenWritten)
    await asyncio.gather(running, waiting)
    await stream.aclose()
    await engine.stop()
