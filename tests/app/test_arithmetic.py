"""Lessons are answered while models load, and one at a time."""

import asyncio
import threading

import httpx
import pytest

from app.arithmetic import Arithmetic
from app.errors import Busy, DeadlineExceeded, ShuttingDown
from app.main import create_app
from tests.app.asking import engine_with, question, until
from tests.app.fakes import FakeCatalogue, FakeControls

pytestmark = pytest.mark.anyio

CLOWNS = [[1, 0], [0, 1], [1, 1]]
LESSON = {"query": CLOWNS, "key": CLOWNS, "value": CLOWNS}


@pytest.fixture
def arithmetic():
    arithmetic = Arithmetic(capacity=2, deadline_seconds=20.0)
    yield arithmetic
    arithmetic.stop()


async def test_a_lesson_is_answered_while_the_models_still_load(settings):
    from app.engine import Engine

    controls = FakeControls()
    controls.load_gate.clear()
    catalogue = FakeCatalogue(controls=controls, is_loaded=False)
    engine = Engine(catalogue, settings)  # type: ignore[arg-type]
    app = create_app(settings, engine)
    await engine.start()
    try:
        await until(lambda: controls.n_loads == 1)
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(
            transport=transport, base_url="http://localhost"
        ) as client:
            answer = await client.post("/api/v1/scaled-dot-product", json=LESSON)
            assert answer.status_code == 200
            ready = await client.get("/readyz")
            assert ready.status_code == 503
    finally:
        controls.load_gate.set()
        await engine.stop()


async def test_a_lesson_waits_for_no_forward(tmp_path):
    controls = FakeControls()
    controls.gate.clear()
    engine = engine_with(controls, tmp_path)
    app = create_app(engine._settings, engine)
    await engine.start()
    forward = asyncio.create_task(engine.attention(question("the cat")))
    try:
        await until(controls.begun.is_set)
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(
            transport=transport, base_url="http://localhost"
        ) as client:
            answer = await client.post("/api/v1/scaled-dot-product", json=LESSON)
            assert answer.status_code == 200
            assert not forward.done()
    finally:
        controls.gate.set()
        await forward
        await engine.stop()


async def test_jobs_run_in_turn_on_one_thread_off_the_event_loop(arithmetic):
    gate = threading.Event()
    order = []

    def first():
        order.append(("begins", threading.current_thread().name))
        gate.wait()
        order.append(("ends", threading.current_thread().name))

    def second():
        order.append(("second", threading.current_thread().name))
        return 2

    waiting = asyncio.create_task(arithmetic.run(first))
    await until(lambda: bool(order))
    after = asyncio.create_task(arithmetic.run(second))
    await asyncio.sleep(0)
    assert len(order) == 1
    gate.set()
    await waiting
    assert await after == 2
    assert [what for what, _ in order] == ["begins", "ends", "second"]
    assert {name for _, name in order} == {"headlight-arithmetic"}


async def test_a_full_queue_says_so_and_a_cancelled_caller_leaves_it(arithmetic):
    gate, begun = threading.Event(), threading.Event()

    def hold():
        begun.set()
        gate.wait()

    running = asyncio.create_task(arithmetic.run(hold))
    await until(begun.is_set)
    computed = []
    waiting = [
        asyncio.create_task(arithmetic.run(lambda: computed.append(1)))
        for _ in range(2)
    ]
    await asyncio.sleep(0)
    with pytest.raises(Busy) as refused:
        await arithmetic.run(lambda: None)
    assert (refused.value.limit, refused.value.retry_after_seconds) == (2, 1)
    waiting[0].cancel()
    await asyncio.gather(waiting[0], return_exceptions=True)
    late = asyncio.create_task(arithmetic.run(lambda: computed.append(2)))
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(running, waiting[1], late)
    assert computed == [1, 2]


async def test_time_is_limited():
    arithmetic = Arithmetic(capacity=2, deadline_seconds=0.05)
    gate = threading.Event()
    try:
        with pytest.raises(DeadlineExceeded):
            await arithmetic.run(gate.wait)
    finally:
        gate.set()
        arithmetic.stop()


async def test_what_a_job_raises_reaches_whoever_asked(arithmetic):
    def fail():
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await arithmetic.run(fail)
    assert await arithmetic.run(lambda: 1) == 1


async def test_after_the_end_nothing_is_computed(arithmetic):
    arithmetic.stop()
    with pytest.raises(ShuttingDown):
        await arithmetic.run(lambda: 1)
