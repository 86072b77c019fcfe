"""The examples of the reference are what MiniLM really answers."""

import base64
import doctest
import queue
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import numpy as np
import pytest
from pydantic.fields import FieldInfo

import app.client
from app.engine import Engine
from app.main import create_app
from app.schemas.arrays import Array
from app.schemas.attention_answer import Hidden
from app.schemas.examples import EXAMPLES
from app.server import make_server
from app.settings import Settings
from tests.app.conftest import client_of

pytestmark = pytest.mark.anyio


@pytest.fixture
async def real_client(
    catalogue: Any, minilm: Any, settings: Settings
) -> AsyncIterator[httpx.AsyncClient]:
    """Talk to an app that has MiniLM in memory."""
    engine = Engine(catalogue, settings.model_copy(update={"preload": False}))
    await engine.start()
    async with client_of(engine, settings) as client:
        yield client
    await engine.stop()


async def test_tokens(real_client):
    answer = await real_client.post(
        "/api/v1/tokenize", json=EXAMPLES["TokenizeRequest"]
    )
    assert answer.json() == EXAMPLES["Tokens"]


async def test_attention(real_client):
    asked = EXAMPLES["AttentionRequest"]
    answer = (await real_client.post("/api/v1/attention", json=asked)).json()
    expected = dict(EXAMPLES["Attention"])
    assert answer.pop("timings").keys() == expected.pop("timings").keys()
    assert {answer.pop("cache"), expected.pop("cache")} <= {"hit", "miss"}
    assert answer == expected


async def test_what_is_hidden(real_client):
    asked = {**EXAMPLES["AttentionRequest"], "hide": "special"}
    asked |= {"rows": None, "columns": None}
    answer = (await real_client.post("/api/v1/attention", json=asked)).json()
    fields = Hidden.model_fields
    assert answer["hidden"]["positions"] == _example(fields["positions"])
    assert answer["hidden"]["share"] == _example(fields["share"])


async def test_arrays_in_bytes(real_client):
    asked = EXAMPLES["AttentionRequest"]
    fields = Array.model_fields
    exact = await real_client.post(
        "/api/v1/attention", json={**asked, "encoding": "base64"}
    )
    shown = np.frombuffer(_bytes(_example(fields["bdata"])), "<f4")
    found = np.frombuffer(_bytes(exact.json()["attention"]["bdata"]), "<f4")
    # Another processor may add in another order.
    np.testing.assert_allclose(found, shown, atol=1e-6)
    coarse = await real_client.post(
        "/api/v1/attention", json={**asked, "encoding": "uint8"}
    )
    array = coarse.json()["attention"]
    assert array["scale"] == pytest.approx(_example(fields["scale"]), abs=1e-8)
    assert array["offset"] == _example(fields["offset"])


async def test_the_model(real_client):
    answer = await real_client.get("/api/v1/models/minilm")
    assert answer.json() == EXAMPLES["Model"]


async def test_the_limits(real_client):
    assert (await real_client.get("/api/v1/limits")).json() == EXAMPLES["Limits"]


@contextmanager
def serve(engine: Engine, settings: Settings) -> Iterator[str]:
    """Serve on a free port until the block ends."""
    addresses: queue.Queue[str] = queue.Queue()
    server = make_server(create_app(settings, engine), settings, addresses.put)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield addresses.get(timeout=30)
    finally:
        server.should_exit = True
        thread.join(30)


def test_the_clients_own_example_runs(catalogue, minilm, settings):
    settings = settings.model_copy(update={"port": 0, "preload": False})
    with serve(Engine(catalogue, settings), settings) as address:
        finder = doctest.DocTestFinder()
        [example] = [t for t in finder.find(app.client, globs={}) if t.examples]
        for step in example.examples:
            step.source = step.source.replace("http://127.0.0.1:8000", address)
        results = doctest.DocTestRunner().run(example)
    assert results.attempted >= 3
    assert results.failed == 0


def _bytes(text: str) -> bytes:
    return base64.b64decode(text)


def _example(field: FieldInfo) -> Any:
    assert field.examples is not None
    return field.examples[0]
