"""The engine answers, and runs the model no more often than it must."""

import asyncio
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.engine import Engine, TextInput
from app.errors import ResponseTooLarge, TextTooLong
from model import HeadOutOfRange, TooManyTokens, UnknownModel
from tests.app.asking import engine_with, question
from tests.app.fakes import ENCODER, FakeControls, fake_id, fake_weights

pytestmark = pytest.mark.anyio

IDS = (101, fake_id("the"), fake_id("cat"), fake_id("sat"), 102)


async def test_an_answer_has_the_numbers_and_the_tokens(engine: Engine) -> None:
    answer = await engine.attention(question("the cat sat", layers=(1,), heads=(2, 0)))
    assert answer.tokenized.ids == IDS
    assert answer.reading.values.shape == (1, 2, 5, 5)
    for place, head in enumerate((2, 0)):
        expected = fake_weights(IDS, 1, head, is_causal=False)
        np.testing.assert_allclose(answer.reading.values[0, place], expected, atol=1e-6)
    assert answer.description.id == ENCODER.id
    assert answer.cache == "miss"


async def test_no_model_means_the_default_and_tokens_need_no_forward(
    engine: Engine, controls: FakeControls
) -> None:
    description, tokenized = await engine.tokenize(TextInput(None, "the cat sat"))
    assert (description.id, tokenized.ids) == ("fake-encoder", IDS)
    assert controls.n_forwards == 0


async def test_all_work_of_the_models_runs_on_one_thread(
    engine: Engine, controls: FakeControls
) -> None:
    texts = [f"text {i}" for i in range(20)]
    models = ["fake-encoder", "fake-decoder"] * 10
    asked = zip(texts, models, strict=True)
    await asyncio.gather(*(engine.attention(question(t, model=m)) for t, m in asked))
    await engine.tokenize(TextInput(None, "more"))
    assert controls.thread_names == {"headlight-models"}


async def test_two_hundred_equal_questions_are_one_forward(
    engine: Engine, controls: FakeControls
) -> None:
    calls = [engine.attention(question("the cat sat")) for _ in range(100)]
    calls += [
        engine.attention(question("the cat sat", model="fake-encoder"))
        for _ in range(100)
    ]
    answers = await asyncio.gather(*calls)
    assert controls.n_forwards == controls.n_readings == 1
    assert all(answer is answers[0] for answer in answers)


async def test_another_reading_of_the_same_text_runs_no_model(
    engine: Engine, controls: FakeControls
) -> None:
    first = await engine.attention(question("the cat sat", heads=(0,)))
    others: list[dict[str, Any]] = [
        {"heads": (1,)},
        {"layers": (1,)},
        {"precision": "uint8"},
        {"pool": 2},
        {"rows": (0, 2), "columns": (1, 4)},
        {"quantity": "scores"},
        {"merge": "words", "hide": "special", "statistics": ("head", "row")},
    ]
    for other in others:
        answer = await engine.attention(question("the cat sat", **other))
        assert (answer.cache, answer.forward_ms) == ("hit", 0.0)
    assert first.cache == "miss"
    assert controls.n_forwards == 1
    assert controls.texts == ["the cat sat"], "tokenized once, too"
    again = await engine.attention(question("the cat sat up", heads=(0,)))
    assert again.cache == "miss"
    pair = await engine.attention(question("the cat", text_pair="sat"))
    assert pair.cache == "miss"


async def test_questions_for_one_text_at_once_share_its_forward(
    engine: Engine, controls: FakeControls
) -> None:
    asked = [
        question("the cat sat", layers=(i,), heads=(j,))
        for i in (0, 1)
        for j in range(3)
    ]
    answers = await asyncio.gather(*map(engine.attention, asked))
    assert controls.n_forwards == 1
    assert [answer.cache for answer in answers].count("hit") == 5


async def test_the_cache_keeps_the_last_texts_within_its_bytes(
    controls: FakeControls, tmp_path: Path
) -> None:
    # 2 layers x 3 heads x 5 x 5 tokens x 4 bytes = 600 bytes a text.
    engine = engine_with(controls, tmp_path, capture_cache_bytes=1300)
    for text in ("a b c", "d e f", "a b c", "g h i"):
        await engine.attention(question(text))
    assert controls.n_forwards == 3
    assert engine.cached_bytes == 1200
    assert (await engine.attention(question("a b c"))).cache == "hit"
    assert (await engine.attention(question("d e f"))).cache == "miss"
    # 2 x 3 x 12 x 12 x 4 = 3456 bytes: answered, but not kept.
    long_text = "one two three four five six seven eight nine ten"
    for _ in range(2):
        assert (await engine.attention(question(long_text))).cache == "miss"
    assert engine.cached_bytes == 1200
    await engine.stop()


async def test_a_long_text_is_refused_before_tokenizing(
    controls: FakeControls, tmp_path: Path
) -> None:
    engine = engine_with(controls, tmp_path, max_characters=10)
    for ask in (
        lambda: engine.attention(question("seven 7", text_pair="four")),
        lambda: engine.tokenize(TextInput(None, "seven 7", "four")),
    ):
        with pytest.raises(TextTooLong) as refused:
            await ask()
        assert (refused.value.limit, refused.value.actual) == (10, 11)
    assert controls.texts == []
    await engine.tokenize(TextInput(None, "seven 7", "two"))
    await engine.stop()


async def test_too_many_cells_are_refused_before_the_forward(
    engine: Engine, controls: FakeControls
) -> None:
    with pytest.raises(ResponseTooLarge) as refused:
        await engine.attention(question("the cat sat", cell_limit=149))
    assert (refused.value.limit, refused.value.actual) == (149, 150)
    for word in ("layers", "heads", "pool", "npz"):
        assert word in refused.value.hint
    assert controls.n_forwards == 0
    await engine.attention(question("the cat sat", cell_limit=150))


async def test_errors_of_the_model_side_pass_through(engine: Engine) -> None:
    with pytest.raises(UnknownModel):
        await engine.attention(question("x", model="../../etc/passwd"))
    with pytest.raises(HeadOutOfRange):
        await engine.attention(question("x", heads=(3,)))
    with pytest.raises(TooManyTokens):
        await engine.attention(question("word " * 600))
