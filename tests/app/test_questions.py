"""Other questions go through the same door: queue, deadline, cache, flights."""

import asyncio
from pathlib import Path

import numpy as np
import pytest

from app.engine import Engine, TextInput
from app.errors import DeadlineExceeded, TextTooLong
from app.questions import (
    LearnedPositionsQuestion,
    NextTokenQuestion,
    ResidualQuestion,
    RotaryParametersQuestion,
)
from app.word_questions import SimilarityQuestion
from model import (
    MaskSpecification,
    NumberOutOfRange,
    ShapeMismatch,
    UnknownModel,
    UnsupportedByModel,
    WordNotFound,
    most_likely,
)
from tests.app.asking import engine_with, question, until
from tests.app.fake_numbers import fake_logits, fake_states
from tests.app.fakes import FakeControls, fake_id

pytestmark = pytest.mark.anyio

CAT = TextInput("fake-decoder", "the cat sat")
CAUSAL = MaskSpecification("causal")


async def test_another_temperature_needs_no_forward(
    engine: Engine, controls: FakeControls
) -> None:
    for temperature in (1.0, 0.5, 2.0):
        asked = NextTokenQuestion(CAT, temperature=temperature, top_k=3)
        answer = await engine.ask(asked)
        expected = most_likely(
            fake_logits(answer.tokenized.ids),
            temperature=temperature,
            top_k=3,
            top_p=1.0,
        )
        assert answer.next.ids == expected.ids
        assert answer.next.entropy_nats == expected.entropy_nats
        assert answer.entries[0].text == f"word{expected.ids[0]}"
    assert controls.n_forwards == 1
    await engine.ask(NextTokenQuestion(CAT, mask=CAUSAL))
    assert controls.n_forwards == 2, "another mask is another forward"


async def test_equal_questions_at_once_are_one_forward(
    engine: Engine, controls: FakeControls
) -> None:
    asked = ResidualQuestion(TextInput(None, "the cat sat"))
    named = ResidualQuestion(TextInput("fake-encoder", "the cat sat"))
    answers = await asyncio.gather(
        *(engine.ask(q) for _ in range(50) for q in (asked, named))
    )
    assert controls.n_forwards == 1
    assert all(answer is answers[0] for answer in answers)
    blind = ResidualQuestion(asked.input, without_positions=True)
    await engine.ask(blind)
    assert controls.n_forwards == 2
    await engine.ask(asked)
    assert controls.n_forwards == 2, "kept"


async def test_kinds_of_question_never_mix_in_the_cache(
    engine: Engine, controls: FakeControls
) -> None:
    await engine.attention(question("the cat sat", model="fake-decoder"))
    await engine.ask(NextTokenQuestion(CAT))
    residual = await engine.ask(ResidualQuestion(CAT))
    assert controls.n_forwards == 3
    assert residual.stream.residual_norms.shape == (4, 3)
    assert controls.texts == ["the cat sat"], "tokenized once"


async def test_attention_under_another_mask_is_another_capture(
    engine: Engine, controls: FakeControls
) -> None:
    own = await engine.attention(question("the cat sat"))
    masked = await engine.attention(question("the cat sat", mask=CAUSAL))
    assert (own.cache, masked.cache, controls.n_forwards) == ("miss", "miss", 2)
    assert own.reading.mask.all()
    assert masked.reading.mask.tolist() == np.tri(5, dtype=bool).tolist()
    assert (np.triu(masked.reading.values, 1) == 0).all()
    again = await engine.attention(question("the cat sat", mask=CAUSAL, heads=(1,)))
    assert (again.cache, controls.n_forwards) == ("hit", 2)
    padded = MaskSpecification("padding", padded_positions=(0, 1, 2, 3, 4))
    answer = await engine.attention(question("the cat sat", mask=padded))
    assert answer.reading.fully_masked_rows == (0, 1, 2, 3, 4)
    assert (answer.reading.values == 0).all()


async def test_a_mask_of_another_size_costs_no_forward(
    engine: Engine, controls: FakeControls
) -> None:
    small = MaskSpecification(matrix=((True,),))
    with pytest.raises(ShapeMismatch):
        await engine.attention(question("the cat sat", mask=small))
    with pytest.raises(ShapeMismatch):
        await engine.ask(NextTokenQuestion(CAT, mask=small))
    with pytest.raises(ShapeMismatch):
        await engine.ask(ResidualQuestion(CAT, mask=small))
    assert controls.n_forwards == 0


async def test_a_word_is_compared_wherever_it_stands(
    engine: Engine, controls: FakeControls
) -> None:
    texts = ("the cat sat", "a Cat and a cat")
    answer = await engine.ask(SimilarityQuestion(None, texts, " CAT "))
    places = [(o.text, o.place.tokens, o.place.word) for o in answer.occurrences]
    assert places == [(0, (2,), 1), (1, (2,), 1), (1, (5,), 4)]
    ids = [(101, *(fake_id(word) for word in text.split()), 102) for text in texts]
    first, second = (fake_states(each, 2) for each in ids)
    states = np.stack([first[:, 2], second[:, 2], second[:, 5]], axis=1)
    for layer in range(3):
        for i in range(3):
            for j in range(3):
                a, b = states[layer, i], states[layer, j]
                cosine = a @ b / np.sqrt((a @ a) * (b @ b))
                assert answer.cosines[layer, i, j] == pytest.approx(cosine)
                gap = np.abs(a - b).max()
                assert answer.largest_differences[layer, i, j] == pytest.approx(gap)
    assert controls.n_forwards == 2
    await engine.ask(SimilarityQuestion(None, texts[:1], "cat"))
    assert controls.n_forwards == 2, "kept for each text"


async def test_a_word_that_is_missing_is_said_with_its_text(engine: Engine) -> None:
    for word in ("dog", "ca", "cat sat", "[CLS]"):
        asked = SimilarityQuestion(None, ("the dog", "the cat sat"), word)
        with pytest.raises(WordNotFound, match=r"texts\[[01]\]"):
            await engine.ask(asked)


async def test_too_many_occurrences_are_refused(
    engine: Engine, controls: FakeControls
) -> None:
    asked = SimilarityQuestion(None, ("cat " * 65,), "cat")
    with pytest.raises(NumberOutOfRange) as refused:
        await engine.ask(asked)
    assert (refused.value.limit, refused.value.actual) == (64, 65)
    assert controls.n_forwards == 0


async def test_where_positions_come_from(
    engine: Engine, controls: FakeControls
) -> None:
    table = await engine.ask(LearnedPositionsQuestion("fake-encoder"))
    assert table.shape == (512, 12)
    found = await engine.ask(RotaryParametersQuestion("fake-decoder"))
    assert (found.base, found.head_dim) == (10_000.0, 4)
    with pytest.raises(UnsupportedByModel):
        await engine.ask(LearnedPositionsQuestion("fake-decoder"))
    with pytest.raises(UnknownModel):
        await engine.ask(RotaryParametersQuestion("../../etc/passwd"))
    assert controls.n_forwards == 0


async def test_a_question_that_nobody_waits_for_stops(
    engine: Engine, controls: FakeControls
) -> None:
    controls.gate.clear()
    task = asyncio.create_task(engine.ask(ResidualQuestion(CAT)))
    await until(controls.begun.is_set)
    task.cancel()
    await until(lambda: controls.n_cancelled == 1)
    controls.gate.set()
    assert (await engine.ask(ResidualQuestion(CAT))).stream is not None


async def test_deadline_and_length_are_those_of_attention(
    controls: FakeControls, tmp_path: Path
) -> None:
    engine = engine_with(controls, tmp_path, deadline_seconds=0.2, max_characters=20)
    controls.gate.clear()
    with pytest.raises(DeadlineExceeded):
        await engine.ask(NextTokenQuestion(CAT))
    with pytest.raises(TextTooLong) as refused:
        await engine.ask(SimilarityQuestion(None, ("eleven char", "more than 9"), "x"))
    assert (refused.value.limit, refused.value.actual) == (20, 22)
    controls.gate.set()
    await engine.stop()


async def test_memory_that_runs_out_once_is_freed_and_asked_again(
    engine: Engine, controls: FakeControls
) -> None:
    await engine.ask(ResidualQuestion(CAT))
    controls.faults.append(RuntimeError("CUDA out of memory"))
    answer = await engine.ask(NextTokenQuestion(CAT))
    assert answer.next.ids
    assert controls.n_forwards == 3
