"""Many at once: nobody waits for what nobody wants, and the server stays up."""

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest

from app.settings import Settings
from tests.app.asking import until
from tests.app.fakes import FakeControls
from tests.app.live import Live, live_server, post, read_all

pytestmark = pytest.mark.anyio

QUEUE_SIZE = 8
FORWARD_SECONDS = 0.01


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    settings = Settings(
        cache_folder=tmp_path_factory.mktemp("cache"),
        port=0,
        preload=False,
        queue_size=QUEUE_SIZE,
        grace_seconds=0.5,
    )
    with live_server(settings, FakeControls(forward_seconds=FORWARD_SECONDS)) as live:
        yield live


@pytest.fixture
def controls(server: Live) -> FakeControls:
    server.controls.reset()
    return server.controls


@pytest.fixture
async def client(server: Live) -> AsyncIterator[httpx.AsyncClient]:
    limits = httpx.Limits(max_connections=300, max_keepalive_connections=300)
    async with httpx.AsyncClient(
        base_url=server.address, timeout=30, limits=limits
    ) as client:
        yield client


async def ask(client: httpx.AsyncClient, text: str) -> httpx.Response:
    return await client.post("/api/v1/attention", json={"text": text})


async def test_two_hundred_equal_requests_are_one_forward(
    client: httpx.AsyncClient, controls: FakeControls
) -> None:
    controls.gate.clear()
    calls = [asyncio.create_task(ask(client, "all the same")) for _ in range(200)]
    await until(controls.begun.is_set)
    await asyncio.sleep(0.5)
    controls.gate.set()
    answers = await asyncio.gather(*calls)
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert controls.n_forwards == 1


async def test_a_hundred_people_typing_all_see_their_last_text(
    client: httpx.AsyncClient, controls: FakeControls
) -> None:
    seen: Counter[int] = Counter()

    async def see(text: str) -> httpx.Response:
        while True:
            answer = await ask(client, text)
            seen[answer.status_code] += 1
            if answer.status_code != 503:
                return answer
            assert answer.json()["code"] == "busy"
            assert int(answer.headers["retry-after"]) >= 1
            await asyncio.sleep(random.uniform(0.05, 0.2))

    async def type_text(person: int) -> str:
        shown: asyncio.Task[httpx.Response] | None = None
        words = f"person {person} types a text".split()
        for n_words in range(1, len(words) + 1):
            if shown is not None:
                shown.cancel()
            shown = asyncio.create_task(see(" ".join(words[:n_words])))
            await asyncio.sleep(random.uniform(0.0, 0.02))
        assert shown is not None
        answer = await shown
        return " ".join(token["text"] for token in answer.json()["query_tokens"][1:-1])

    texts = await asyncio.gather(*(type_text(person) for person in range(100)))
    assert texts == [f"person {person} types a text" for person in range(100)]
    assert set(seen) <= {200, 503}


async def test_far_more_than_the_capacity_is_refused_kindly(
    client: httpx.AsyncClient, controls: FakeControls
) -> None:
    calls = [asyncio.create_task(ask(client, f"person {i} asks")) for i in range(200)]
    health = []
    while not all(call.done() for call in calls):
        health.append((await client.get("/healthz")).status_code)
        await asyncio.sleep(0.02)
    answers = [call.result() for call in calls]
    statuses = Counter(answer.status_code for answer in answers)
    assert set(statuses) == {200, 503}
    assert statuses[200] >= QUEUE_SIZE
    assert controls.n_forwards == statuses[200]
    assert set(health) == {200}
    refused = [answer for answer in answers if answer.status_code == 503]
    assert {answer.json()["code"] for answer in refused} == {"busy"}
    assert all(int(answer.headers["retry-after"]) >= 1 for answer in refused)
    assert (await ask(client, "afterwards")).status_code == 200


def test_sigterm_answers_those_in_flight_and_leaves() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.app.live"],
        env={**os.environ, "FORWARD_SECONDS": "0.15"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        port = int(process.stdout.readline().rpartition(":")[2])
        half = connect(port)
        half.sendall(post('{"text": "half', length=100))
        asking = [connect(port) for _ in range(20)]
        for i, connection in enumerate(asking):
            connection.sendall(post(json.dumps({"text": f"person {i} asks"})))
        end = time.monotonic() + 20
        while waiting(port) < 5:
            assert time.monotonic() < end, "nothing waits"
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        for connection in asking:
            assert read_all(connection).startswith(b"HTTP/1.1 200"), "not answered"
            connection.close()
        assert read_all(half) == b""
        half.close()
        process.wait(timeout=10)
        assert "Traceback" not in process.stderr.read()


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=20)


def waiting(port: int) -> int:
    return int(httpx.get(f"http://127.0.0.1:{port}/readyz").json()["waiting"])
