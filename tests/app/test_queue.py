"""Who waits, who leaves, and who is refused; nothing is computed for nobody."""

import asyncio
from pathlib import Path

import pytest

from app.engine import Engine, TextInput
from app.errors import Busy, DeadlineExceeded
from tests.app.asking import engine_with, question, until
from tests.app.fakes import FakeControls

pytestmark = pytest.mark.anyio


async def test_who_leaves_the_queue_is_never_computed(
    engine: Engine, controls: FakeControls
) -> None:
    controls.gate.clear()
    first = asyncio.create_task(engine.attention(question("first")))
    await until(controls.begun.is_set)
    second = asyncio.create_task(engine.attention(question("second")))
    third = asyncio.create_task(engine.attention(question("third")))
    await until(lambda: engine.health().n_waiting == 2)
    second.cancel()
    await until(lambda: engine.health().n_waiting == 1)
    controls.gate.set()
    await asyncio.gather(first, third)
    assert controls.texts == ["first", "third"]


async def test_who_leaves_a_forward_frees_the_slot(
    engine: Engine, controls: FakeControls
) -> None:
    controls.gate.clear()
    first = asyncio.create_task(engine.attention(question("first")))
    await until(controls.begun.is_set)
    first.cancel()
    await until(lambda: controls.n_cancelled == 1)
    controls.gate.set()
    assert (await engine.attention(question("second"))).cache == "miss"


async def test_an_equal_question_goes_on_until_the_last_one_leaves(
    engine: Engine, controls: FakeControls
) -> None:
    controls.gate.clear()
    calls = [asyncio.create_task(engine.attention(question("same"))) for _ in range(3)]
    await until(controls.begun.is_set)
    calls[0].cancel()
    calls[1].cancel()
    await asyncio.sleep(0.02)
    assert controls.n_cancelled == 0
    controls.gate.set()
    assert (await calls[2]).cache == "miss"
    assert controls.n_forwards == 1


async def test_asking_anew_while_a_cancelled_forward_ends_is_shared_too(
    engine: Engine, controls: FakeControls
) -> None:
    controls.gate.clear()
    left = asyncio.create_task(engine.attention(question("same")))
    await until(controls.begun.is_set)
    left.cancel()
    await asyncio.sleep(0)
    anew = [asyncio.create_task(engine.attention(question("same"))) for _ in range(2)]
    await until(lambda: controls.n_forwards == 2)
    late = asyncio.create_task(engine.attention(question("same")))
    await asyncio.sleep(0.01)
    controls.gate.set()
    answers = await asyncio.gather(*anew, late)
    assert controls.n_forwards == 2
    assert all(answer is answers[0] for answer in answers)


async def test_after_the_deadline_the_work_is_stopped(
    controls: FakeControls, tmp_path: Path
) -> None:
    engine = engine_with(controls, tmp_path, deadline_seconds=0.1)
    controls.gate.clear()
    with pytest.raises(DeadlineExceeded, match=r"0\.1 seconds"):
        await engine.attention(question("slow"))
    await until(lambda: controls.n_cancelled == 1)
    controls.gate.set()
    assert (await engine.attention(question("quick"))).cache == "miss"
    await engine.stop()


async def test_a_long_text_is_given_more_time(
    controls: FakeControls, tmp_path: Path
) -> None:
    controls.forward_seconds = 0.3
    engine = engine_with(
        controls, tmp_path, deadline_seconds=0.2, long_text_characters=10
    )
    with pytest.raises(DeadlineExceeded, match=r"0\.2 seconds"):
        await engine.attention(question("ten is ten"))
    assert (await engine.attention(question("eleven is more"))).cache == "miss"
    await engine.stop()


async def test_a_full_queue_says_when_to_come_back(
    controls: FakeControls, tmp_path: Path
) -> None:
    engine = engine_with(controls, tmp_path, queue_size=2)
    controls.gate.clear()
    running = asyncio.create_task(engine.attention(question("running")))
    await until(controls.begun.is_set)
    waiting = [
        asyncio.create_task(engine.attention(question(f"waiting {i}"))) for i in (1, 2)
    ]
    await until(lambda: engine.health().n_waiting == 2)
    with pytest.raises(Busy) as refused:
        await engine.attention(question("too many"))
    assert refused.value.limit == 2
    assert refused.value.retry_after_seconds is not None
    assert 1 <= refused.value.retry_after_seconds <= 60
    with pytest.raises(Busy):
        await engine.tokenize(TextInput(None, "too many"))
    same = asyncio.create_task(engine.attention(question("waiting 1")))
    controls.gate.set()
    await asyncio.gather(running, same, *waiting)
    await engine.stop()
