"""A fine-tuning goes on in slices, is bounded, and leaves something for a while."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from app.engine import Engine
from app.fine_tunings import TuningKept
from app.settings import Settings
from model import LabelledText, ModelUnavailable, TuningRecipe
from tests.app.conftest import client_of
from tests.app.fake_tuner import AFTER, BEFORE
from tests.contract.test_hostile_bodies import check_problem

pytestmark = pytest.mark.anyio

PATH = "/api/v1/fine-tunings"
TEXTS = ("one bad day", "two bad days", "three bad", "a good day", "good", "so good")
BODY: dict[str, Any] = {
    "classes": ["bad", "good"],
    "sentences": [{"text": t, "label": int(n > 2)} for n, t in enumerate(TEXTS)],
    "steps": 3,
}
RECIPE = TuningRecipe(
    ("bad", "good"),
    tuple(LabelledText(text, int(n > 2)) for n, text in enumerate(TEXTS)),
    steps=200,
)


def events_of(text: str) -> list[tuple[str, Any]]:
    """Take server-sent events apart, by the words of the standard."""
    found = []
    for block in text.strip().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.split("\n"))
        found.append((fields["event"], json.loads(fields["data"])))
    return found


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for something that happens elsewhere."""
    for _ in range(5000):
        if is_so():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("it never came to that")


async def test_one_document_tells_everything(client):
    answer = await client.post(PATH, json={**BODY, "rank": 2})
    assert answer.status_code == 200, answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert "etag" not in answer.headers
    found = answer.json()
    assert found["model"] == "fake-encoder"
    assert (found["method"], found["rank"], found["steps"]) == ("lora", 2, 3)
    assert (found["n_lora_parameters"], found["n_head_parameters"]) == (32, 26)
    assert found["n_trained_parameters"] == 58
    assert (found["n_train"], found["n_test"]) == (4, 2)
    assert found["left_out_sentences"] == [2, 5]
    assert [step["loss"] for step in found["curve"]] == [1, 0.5, 1 / 3]
    assert [step["test_loss"] for step in found["curve"]] == [None, None, 0.25]
    assert found["before"]["test_loss"] == BEFORE.test_loss
    assert found["after"]["test_accuracy"] == AFTER.test_accuracy
    assert found["left_out"] == [
        {
            "sentence": number,
            "text": TEXTS[number],
            "label": label,
            "predicted": 1,
            "probability": 0.875,
        }
        for number, label in ((2, 0), (5, 1))
    ]
    assert found["expires_in_seconds"] == 1800


async def test_a_head_has_no_rank(client):
    found = (await client.post(PATH, json={**BODY, "method": "head"})).json()
    assert found["rank"] is None
    assert (found["targets"], found["n_lora_parameters"]) == ([], 0)
    answer = await client.post(PATH, json={**BODY, "method": "head", "rank": 2})
    assert check_problem(answer, 422, "invalid_request")["errors"][0]["loc"] == ["rank"]


async def test_a_stream_tells_the_same_in_order(client):
    whole = (await client.post(PATH, json=BODY)).json()
    answer = await client.post(PATH, json={**BODY, "stream": True})
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.headers["cache-control"] == "no-store"
    events = events_of(answer.text)
    assert [name for name, _ in events] == ["start", "step", "step", "step", "end"]
    told = {**events[0][1], **events[-1][1]}
    told["curve"] = [document for name, document in events if name == "step"]
    assert told.keys() == whole.keys()
    told.pop("id"), whole.pop("id")
    assert told == whole


async def test_what_is_wrong_before_the_first_event_is_an_ordinary_answer(client):
    twice = {**BODY, "stream": True, "sentences": [BODY["sentences"][0]] * 6}
    check_problem(await client.post(PATH, json=twice), 422, "invalid_request")
    decoder = {**BODY, "stream": True, "model": "fake-decoder"}
    check_problem(await client.post(PATH, json=decoder), 409, "unsupported_by_model")


async def test_what_goes_wrong_later_is_an_event(client, controls):
    class Once(list[BaseException]):
        """Fail at the third forward: the start, one step, then the fault."""

        def __bool__(self) -> bool:
            return bool(controls.n_forwards == 3)

    controls.faults = Once([ModelUnavailable("It is gone.", hint="Ask again.")])
    answer = await client.post(PATH, json={**BODY, "stream": True})
    events = events_of(answer.text)
    assert [name for name, _ in events] == ["start", "step", "problem"]
    assert events[-1][1]["code"] == "model_unavailable"
    assert events[-1][1]["status"] == 503


async def test_what_was_made_is_an_adapter_of_its_model(client):
    made = (await client.post(PATH, json=BODY)).json()["id"]
    other = (await client.post(PATH, json=BODY)).json()["id"]
    assert made != other
    assert len(made) >= len("tuned-") + 32
    asked = {"text": "a day", "adapter": made, "adapter_scale": 0.5}
    found = (await client.post("/api/v1/classifications", json=asked)).json()
    # The fake's own rule: 1 / (1 + 0.5) for the second class, at full rank.
    assert [each["name"] for each in found["probabilities"]] == ["bad", "good"]
    assert found["probabilities"][1]["probability"] == pytest.approx(1 / 1.5)
    assert found["adapter"] == {"id": made, "scale": 0.5, "rank": None}
    seen = await client.post("/api/v1/attention", json={"text": "a", "adapter": made})
    assert seen.json()["adapter"]["id"] == made
    listed = await client.get("/api/v1/models")
    assert made not in listed.text


async def test_an_adapter_of_words_tells_no_classes_apart(client):
    asked = {"text": "a", "adapter": "fake-words"}
    answer = await client.post("/api/v1/classifications", json=asked)
    check_problem(answer, 409, "unsupported_by_model")


async def test_two_go_on_at_once_and_others_are_answered(client, engine, controls):
    controls.forward_seconds = 0.005
    long = {**BODY, "steps": 60}
    running = [
        asyncio.create_task(client.post(PATH, json={**long, "seed": seed}))
        for seed in (1, 2)
    ]
    await until(lambda: engine.fine_tunings.n_under_way == 2)
    problem = check_problem(await client.post(PATH, json=BODY), 503, "busy")
    assert (problem["limit"], problem["actual"]) == (2, 3)
    refused = await client.post(PATH, json=BODY)
    assert int(refused.headers["retry-after"]) >= 1
    for text in ("a", "b", "c"):
        answer = await client.post("/api/v1/attention", json={"text": text})
        assert answer.status_code == 200
    assert not any(task.done() for task in running)
    answers = await asyncio.gather(*running)
    assert [answer.status_code for answer in answers] == [200, 200]
    assert engine.fine_tunings.n_under_way == 0


async def test_whoever_stops_listening_stops_the_training(engine, controls):
    stream = engine.fine_tunings.stream(None, RECIPE)
    for _ in range(4):
        await anext(stream)
    await stream.aclose()
    n_forwards = controls.n_forwards
    assert engine.fine_tunings.n_under_way == 0
    await asyncio.sleep(0.05)
    assert controls.n_forwards == n_forwards < 10


async def test_a_client_that_goes_away_in_a_slice_stops_it(engine, controls):
    stream = engine.fine_tunings.stream(None, RECIPE)
    await anext(stream)
    controls.gate.clear()
    waiting = asyncio.create_task(drain(stream))
    await until(lambda: controls.n_forwards == 2)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await until(lambda: controls.n_cancelled == 1)
    assert engine.fine_tunings.n_under_way == 0


async def drain(stream):
    return [item async for item in stream]


@pytest.fixture
def bounded(settings: Settings, catalogue: Any):
    """Make an engine of fakes with bounds of its own."""

    def make(**changes: Any) -> tuple[Engine, Settings]:
        own = settings.model_copy(update=changes)
        return Engine(catalogue, own), own

    return make


async def test_a_training_that_takes_too_long_is_stopped(bounded, controls):
    engine, _ = bounded(fine_tuning_seconds=0.1)
    await engine.start()
    controls.forward_seconds = 0.02
    with pytest.raises(Exception, match=r"0\.1 seconds"):
        await drain(engine.fine_tunings.stream(None, RECIPE))
    assert engine.fine_tunings.n_under_way == 0
    await engine.stop()


async def test_the_longest_unused_goes_and_all_go_in_time(bounded):
    engine, settings = bounded(max_tuned_adapters=2, tuned_seconds=0.6)
    await engine.start()
    recipe = RECIPE.__class__(RECIPE.classes, RECIPE.sentences, steps=1)

    async def train() -> str:
        *_, last = await engine.fine_tunings.whole(None, recipe)
        assert isinstance(last, TuningKept)
        return last.adapter_id

    async with client_of(engine, settings) as client:

        async def status_of(adapter: str, model: str = "fake-encoder") -> int:
            asked = {"text": "a", "adapter": adapter, "model": model}
            answer = await client.post("/api/v1/attention", json=asked)
            return answer.status_code

        first, second = await train(), await train()
        assert await status_of(first) == 200
        third = await train()
        found = [await status_of(each) for each in (first, second, third)]
        assert found == [200, 404, 200]
        assert await status_of(first, "fake-decoder") == 404
        await asyncio.sleep(0.7)
        # What was computed with it is still kept, but it isn't any more.
        assert await status_of(first) == 404
    await engine.stop()
