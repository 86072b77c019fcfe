"""A broken device, thread or request takes down no more than it must."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
import torch

from app.engine import Engine
from app.errors import Busy, ShuttingDown
from app.faults import is_device_fault, is_out_of_memory
from app.settings import Settings
from model import ModelUnavailable
from tests.app.asking import question, until
from tests.app.fakes import FakeControls

pytestmark = pytest.mark.anyio


class AcceleratorError(RuntimeError):
    """What torch raises for a failed kernel, by its name."""


class OutOfMemoryError(RuntimeError):
    """What torch raises when the device is full, by its name."""


async def test_a_fault_of_one_request_is_its_own(
    engine: Engine, controls: FakeControls
) -> None:
    controls.faults = [ValueError("a bug")]
    with pytest.raises(ValueError, match="a bug"):
        await engine.attention(question("first"))
    assert engine.is_ready()
    await engine.attention(question("second"))


async def test_a_failed_device_refuses_at_once_and_for_good(
    engine: Engine, controls: FakeControls
) -> None:
    controls.faults = [AcceleratorError("CUDA error: device-side assert triggered")]
    controls.gate.clear()
    calls = [
        asyncio.create_task(engine.attention(question(text)))
        for text in ("a", "b", "c")
    ]
    await until(lambda: engine.health().n_waiting == 2)
    controls.gate.set()
    answers = await asyncio.gather(*calls, return_exceptions=True)
    assert [type(answer) for answer in answers] == [ModelUnavailable] * 3
    assert not engine.is_ready()
    assert "AcceleratorError" in str(engine.health().reason)
    await asyncio.sleep(0.4)  # longer than a restart would take
    assert not engine.is_ready()
    with pytest.raises(ModelUnavailable):
        await engine.attention(question("later"))
    assert controls.n_forwards == 1


async def test_a_dead_thread_is_replaced(
    engine: Engine, controls: FakeControls
) -> None:
    controls.faults = [SystemExit()]
    controls.gate.clear()
    calls = [asyncio.create_task(engine.attention(question(t))) for t in ("a", "b")]
    await until(lambda: engine.health().n_waiting == 1)
    controls.gate.set()
    answers = await asyncio.gather(*calls, return_exceptions=True)
    assert [type(answer) for answer in answers] == [ModelUnavailable] * 2
    assert not engine.is_ready()
    await until(engine.is_ready)
    assert (await engine.attention(question("later"))).cache == "miss"


async def test_full_memory_empties_the_cache_and_tries_again(
    engine: Engine, controls: FakeControls
) -> None:
    await engine.attention(question("kept"))
    assert engine.cached_bytes > 0
    controls.faults = [OutOfMemoryError("CUDA out of memory")]
    answer = await engine.attention(question("the cat sat"))
    assert answer.cache == "miss"
    assert engine.cached_bytes == 600
    assert engine.is_ready()


async def test_memory_full_twice_is_busy(
    engine: Engine, controls: FakeControls
) -> None:
    controls.faults = [MemoryError(), MemoryError()]
    with pytest.raises(Busy, match="memory"):
        await engine.attention(question("large"))
    assert engine.is_ready()
    await engine.attention(question("small"))


async def test_a_job_that_hangs_is_unready(
    catalogue: Any, controls: FakeControls, tmp_path: Path
) -> None:
    settings = Settings(cache_folder=tmp_path, deadline_seconds=0.02, grace_seconds=0)
    engine = Engine(catalogue, settings)
    controls.ignores_cancelling = True
    controls.gate.clear()
    with pytest.raises(Exception, match="longer than"):
        await engine.attention(question("stuck"))
    await until(lambda: not engine.is_ready())
    assert "running for over" in str(engine.health().reason)
    controls.gate.set()
    await until(engine.is_ready)
    await engine.stop()


def test_the_names_are_those_of_torch() -> None:
    assert is_out_of_memory(torch.OutOfMemoryError("CUDA out of memory. Tried"))
    assert is_device_fault(torch.AcceleratorError("CUDA error: an illegal access"))
    assert not is_device_fault(torch.OutOfMemoryError("CUDA out of memory. Tried"))
    cpu = RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried to")
    assert is_out_of_memory(cpu)
    for harmless in (ValueError("CUDA error"), RuntimeError("shape mismatch")):
        assert not is_device_fault(harmless)
        assert not is_out_of_memory(harmless)


async def test_stopping_answers_what_it_can_and_refuses_the_rest(
    catalogue: Any, controls: FakeControls, tmp_path: Path
) -> None:
    engine = Engine(catalogue, Settings(cache_folder=tmp_path, grace_seconds=5))
    controls.gate.clear()
    calls = [
        asyncio.create_task(engine.attention(question(f"text {i}"))) for i in range(20)
    ]
    await until(lambda: engine.health().n_waiting == 19)
    stopping = asyncio.create_task(engine.stop())
    await asyncio.sleep(0.01)
    with pytest.raises(ShuttingDown):
        await engine.attention(question("too late"))
    controls.gate.set()
    answers = await asyncio.gather(*calls)
    await stopping
    assert len({answer.tokenized.ids for answer in answers}) == 20


async def test_after_the_grace_time_the_waiting_are_told(
    catalogue: Any, controls: FakeControls, tmp_path: Path
) -> None:
    engine = Engine(catalogue, Settings(cache_folder=tmp_path, grace_seconds=0.05))
    controls.gate.clear()
    calls = [
        asyncio.create_task(engine.attention(question(f"text {i}"))) for i in range(3)
    ]
    await until(lambda: engine.health().n_waiting == 2)
    await engine.stop()
    answers = await asyncio.gather(*calls, return_exceptions=True)
    assert [type(answer) for answer in answers] == [ShuttingDown] * 3
    assert engine.health().reason == "The server is shutting down."
    await until(lambda: controls.n_cancelled == 1)
