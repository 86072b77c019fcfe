"""Machines learn whether the server lives, and whether it answers."""

import asyncio
from typing import Any

import pytest

from app.engine import Engine
from app.settings import Settings
from tests.app.asking import question, until
from tests.app.conftest import client_of
from tests.app.fakes import DECODER, ENCODER, FakeCatalogue, FakeControls

pytestmark = pytest.mark.anyio


async def test_a_loading_server_lives_and_is_not_ready(
    settings: Settings, controls: FakeControls
) -> None:
    catalogue: Any = FakeCatalogue(ENCODER, DECODER, controls=controls, is_loaded=False)
    controls.load_gate.clear()
    engine = Engine(catalogue, settings)
    await engine.start()
    await until(lambda: controls.n_loads == 1)
    async with client_of(engine, settings) as client:
        assert (await client.get("/healthz")).json() == {"status": "alive"}
        early = await client.get("/readyz")
        assert early.status_code == 503
        assert early.headers["retry-after"] == "1"
        assert early.json()["reason"] == "fake-encoder is still loading."
        states = {model["id"]: model["state"] for model in early.json()["models"]}
        assert states == {"fake-encoder": "loading", "fake-decoder": "available"}
        controls.load_gate.set()
        await until(lambda: len(catalogue.loaded_ids) == 2)
        ready = await client.get("/readyz")
    assert (ready.status_code, ready.json()["status"]) == (200, "ready")
    assert {model["state"] for model in ready.json()["models"]} == {"loaded"}
    await engine.stop()


async def test_one_failed_model_leaves_the_server_ready(
    settings: Settings, controls: FakeControls
) -> None:
    catalogue: Any = FakeCatalogue(controls=controls, is_loaded=False)
    catalogue.load("fake-encoder")
    controls.load_fault = KeyError("broken")
    engine = Engine(catalogue, settings)
    await engine.start()
    await until(lambda: engine.failure("fake-decoder") is not None)
    async with client_of(engine, settings) as client:
        ready = await client.get("/readyz")
    assert ready.status_code == 200
    assert ready.json()["models"][1]["state"] == "unavailable"
    assert "KeyError" in ready.json()["models"][1]["reason"]
    await engine.stop()


async def test_a_dead_thread_shows_and_health_stays(
    engine: Engine, settings: Settings, controls: FakeControls
) -> None:
    async with client_of(engine, settings) as client:
        controls.faults = [SystemExit()]
        await asyncio.gather(engine.attention(question("x")), return_exceptions=True)
        assert (await client.get("/readyz")).status_code == 503
        assert (await client.get("/healthz")).status_code == 200
        refused = await client.get("/api/v1/attention", params={"text": "y"})
        assert (refused.status_code, refused.json()["code"]) == (
            503,
            "model_unavailable",
        )
        assert "retry-after" in refused.headers
