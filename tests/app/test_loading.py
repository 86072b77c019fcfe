"""Models load in the background; who asks early waits, and nobody else does."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from app.engine import Engine
from app.settings import Settings
from model import ModelUnavailable
from tests.app.asking import question, until
from tests.app.fakes import DECODER, ENCODER, FakeCatalogue, FakeControls

pytestmark = pytest.mark.anyio

THIRD = replace(DECODER, id="third")
HUB = replace(DECODER, id="org/name", family=None)


@pytest.fixture
def catalogue(controls: FakeControls) -> FakeCatalogue:
    return FakeCatalogue(
        ENCODER, DECODER, THIRD, HUB, controls=controls, is_loaded=False
    )


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(cache_folder=tmp_path, grace_seconds=0.2, deadline_seconds=0.3)


@pytest.fixture
async def engine(catalogue: Any, settings: Settings) -> AsyncIterator[Engine]:
    """Load one model after the other, without a rest."""
    engine = Engine(catalogue, settings, rest_seconds=0)
    await engine.start()
    yield engine
    await engine.stop()


@pytest.fixture
async def held_engine(
    catalogue: Any, settings: Settings, controls: FakeControls
) -> AsyncIterator[Engine]:
    """Start an engine whose loads all wait for the gate."""
    controls.load_gate.clear()
    engine = Engine(catalogue, settings, rest_seconds=0)
    await engine.start()
    yield engine
    controls.load_gate.set()
    await engine.stop()


async def test_after_the_first_model_the_loading_rests(
    catalogue: FakeCatalogue, settings: Settings
) -> None:
    """The first answers have the machine; who asks for a model gets it at once."""
    engine = Engine(catalogue, settings, rest_seconds=60)  # type: ignore[arg-type]
    await engine.start()
    await until(engine.is_ready)
    await engine.attention(question("x"))
    assert catalogue.loaded_ids == ["fake-encoder"]
    await engine.attention(question("x", model="third"))
    assert catalogue.loaded_ids == ["fake-encoder", "third"]
    await engine.stop()


async def test_what_lies_here_is_loaded_the_default_first(
    engine: Engine, catalogue: FakeCatalogue
) -> None:
    await until(engine.is_ready)
    await until(lambda: catalogue.loaded("third") is not None)
    assert catalogue.loaded_ids == ["fake-encoder", "fake-decoder", "third"]
    answer = await engine.attention(question("x", model="org/name"))
    assert answer.description.id == "org/name"


async def test_a_question_waits_for_its_model(
    held_engine: Engine, controls: FakeControls
) -> None:
    calls = [asyncio.create_task(held_engine.attention(question("x"))) for _ in "ab"]
    await asyncio.sleep(0.02)
    assert not held_engine.is_ready()
    assert held_engine.health().reason == "fake-encoder is still loading."
    controls.load_gate.set()
    await asyncio.gather(*calls)
    assert held_engine.is_ready()
    assert controls.n_forwards == 1


async def test_the_model_asked_for_is_loaded_next(
    held_engine: Engine, controls: FakeControls, catalogue: FakeCatalogue
) -> None:
    asked = asyncio.create_task(held_engine.attention(question("x", model="third")))
    await until(lambda: controls.n_loads == 1)
    controls.load_gate.set()
    await asked
    await until(lambda: len(catalogue.loaded_ids) == 3)
    assert catalogue.loaded_ids == ["fake-encoder", "third", "fake-decoder"]


async def test_after_the_deadline_a_loading_model_is_said(held_engine: Engine) -> None:
    with pytest.raises(ModelUnavailable, match="fake-encoder is still loading"):
        await held_engine.attention(question("x"))


async def test_a_model_that_cannot_load_is_said_once_and_at_once(
    catalogue: Any, settings: Settings, controls: FakeControls
) -> None:
    controls.load_fault = ModelUnavailable("pickle only", hint="Convert it.")
    engine = Engine(catalogue, settings, rest_seconds=0)
    with capture_logs() as logs:
        await engine.start()
        await until(lambda: controls.n_loads == 3)
        await until(lambda: engine.failure("third") is not None)
        for _ in range(2):
            with pytest.raises(ModelUnavailable, match=r"fake-encoder.*pickle only"):
                await engine.attention(question("x"))
    warnings = [log for log in logs if log["log_level"] == "warning"]
    assert [log["model"] for log in warnings] == [
        "fake-encoder",
        "fake-decoder",
        "third",
    ]
    assert controls.n_loads == 3
    assert engine.health().reason == "pickle only"
    await engine.stop()


async def test_an_unforeseen_fault_of_loading_is_a_state_too(
    catalogue: Any, settings: Settings, controls: FakeControls
) -> None:
    controls.load_fault = KeyError("/secret/path")
    engine = Engine(catalogue, settings)
    for _ in range(2):
        with pytest.raises(ModelUnavailable) as refused:
            await engine.attention(question("x"))
        assert "KeyError" in refused.value.detail
        assert "secret" not in refused.value.detail
    await engine.stop()


async def test_stopping_does_not_wait_for_a_load(
    catalogue: Any, settings: Settings, controls: FakeControls
) -> None:
    controls.load_gate.clear()
    engine = Engine(catalogue, settings)
    await engine.start()
    await until(lambda: controls.n_loads == 1)
    await engine.stop()
    assert not engine.is_ready()
    controls.load_gate.set()
