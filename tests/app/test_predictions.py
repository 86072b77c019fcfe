"""Masked words, next sentences and adapters through the engine: cache, flights."""

import asyncio

import numpy as np
import pytest

from app.adapter_questions import AdapterQuestion, MergingQuestion
from app.corruption import CorruptionQuestion
from app.engine import Engine, TextInput
from app.errors import ResponseTooLarge
from app.predictions import FillMaskQuestion, NextSentenceQuestion
from app.questions import ResidualQuestion
from app.word_questions import SimilarityQuestion
from model import (
    AdapterUse,
    MaskSpecification,
    NoMask,
    NumberOutOfRange,
    UnknownAdapter,
    UnsupportedByModel,
)
from tests.app.asking import question, until
from tests.app.fake_adapters import SINGULAR_VALUES
from tests.app.fake_numbers import fake_word_logits
from tests.app.fakes import ADAPTER, FakeControls

pytestmark = pytest.mark.anyio

TWO_MASKS = TextInput("fake-encoder", "the [MASK] sat on [MASK]")
PAIR = TextInput("fake-encoder", "the cat sat", "it slept")
WORDS = AdapterUse(ADAPTER.id)
HALF = AdapterUse(ADAPTER.id, 0.5)
OFF = AdapterUse(ADAPTER.id, 0.0)


def softmax(logits):
    powers = np.exp(logits.astype(np.float64) - logits.max())
    return powers / powers.sum()


async def test_words_for_each_mask(engine: Engine, controls: FakeControls) -> None:
    answer = await engine.ask(FillMaskQuestion(TWO_MASKS, top_k=3))
    assert answer.adapter == WORDS, "the adapter whose head it is"
    assert [word.position for word in answer.words] == [2, 5]
    for word, entries in zip(answer.words, answer.entries, strict=True):
        expected = softmax(fake_word_logits(word.position, 1.0))
        likeliest = np.argsort(-expected, kind="stable")[:3]
        assert list(word.ids) == likeliest.tolist()
        np.testing.assert_allclose(word.probabilities, expected[likeliest])
        entropy = -(expected * np.log(expected)).sum()
        assert word.entropy_nats == pytest.approx(entropy)
        assert [entry.text for entry in entries] == [f"word{i}" for i in likeliest]
    assert answer.influences is None
    again = await engine.ask(FillMaskQuestion(TWO_MASKS, top_k=30))
    assert len(again.words[0].ids) == 30
    assert controls.n_forwards == 1, "more words need no forward"


async def test_adapters_and_masks_never_mix_in_the_cache(
    engine: Engine, controls: FakeControls
) -> None:
    mask = MaskSpecification("causal")
    asked = [
        FillMaskQuestion(TWO_MASKS, WORDS),
        FillMaskQuestion(TWO_MASKS, HALF),
        FillMaskQuestion(TWO_MASKS, OFF),
        FillMaskQuestion(TWO_MASKS, AdapterUse(ADAPTER.id, 1.0, 4)),
        FillMaskQuestion(TWO_MASKS, WORDS, mask),
    ]
    for _ in range(2):
        found = [(await engine.ask(each)).words[0].probabilities[0] for each in asked]
        expected = [
            softmax(fake_word_logits(2, strength)).max()
            for strength in (1.0, 0.5, 0.0, 0.5, 1.0)
        ]
        assert found == pytest.approx(expected)
    assert controls.n_forwards == 5
    unnamed = await engine.ask(FillMaskQuestion(TWO_MASKS))
    assert unnamed.adapter == WORDS
    assert controls.n_forwards == 5, "the implied adapter is the same"


async def test_influences_are_measured_once(
    engine: Engine, controls: FakeControls
) -> None:
    asked = FillMaskQuestion(TWO_MASKS, HALF, influences=True)
    answer = await engine.ask(asked)
    assert answer.influences is not None
    others = [[0, 1, 3, 4, 5, 6], [0, 1, 2, 3, 4, 6]]
    assert [list(each.others) for each in answer.influences] == others
    np.testing.assert_allclose(answer.influences[0].kl_nats, np.array(others[0]) * 1.5)
    assert controls.n_forwards == 2, "the words, and both masks at once"
    await engine.ask(asked)
    assert controls.n_forwards == 2
    await engine.ask(FillMaskQuestion(TWO_MASKS, WORDS, influences=True))
    assert controls.n_forwards == 4


async def test_too_much_at_once_costs_no_forward(
    engine: Engine, controls: FakeControls
) -> None:
    many = TextInput("fake-encoder", "[MASK] " * 51)
    with pytest.raises(ResponseTooLarge) as refused:
        await engine.ask(FillMaskQuestion(many, top_k=1000))
    assert (refused.value.limit, refused.value.actual) == (50_000, 51_000)
    nine = TextInput("fake-encoder", "[MASK] " * 9)
    with pytest.raises(NumberOutOfRange) as too_many:
        await engine.ask(FillMaskQuestion(nine, influences=True))
    assert (too_many.value.limit, too_many.value.actual) == (8, 9)
    with pytest.raises(NoMask):
        await engine.ask(FillMaskQuestion(PAIR))
    with pytest.raises(UnsupportedByModel):
        await engine.ask(FillMaskQuestion(TextInput("fake-decoder", "a [MASK]")))
    assert controls.n_forwards == 0
    eight = TextInput("fake-encoder", "[MASK] " * 8)
    found = await engine.ask(FillMaskQuestion(eight, top_k=1000, influences=True))
    assert len(found.influences or ()) == 8


async def test_whether_a_text_follows(engine: Engine, controls: FakeControls) -> None:
    for use, expected in ((None, 0.5), (HALF, 0.375), (OFF, 0.25), (WORDS, 0.5)):
        answer = await engine.ask(NextSentenceQuestion(PAIR, use))
        assert answer.probability == expected
        assert answer.adapter == (use or WORDS)
    assert controls.n_forwards == 3
    with pytest.raises(UnsupportedByModel):
        await engine.ask(NextSentenceQuestion(TextInput("fake-decoder", "a", "b")))


async def test_an_adapter_is_part_of_what_is_kept(
    engine: Engine, controls: FakeControls
) -> None:
    text = TextInput("fake-encoder", "the cat sat")
    norms = []
    for use in (None, WORDS, HALF, None, WORDS, HALF):
        stream = (await engine.ask(ResidualQuestion(text, adapter=use))).stream
        norms.append(stream.residual_norms[0, 0])
    assert norms[1] == pytest.approx(norms[0] * 2)
    assert norms[2] == pytest.approx(norms[0] * 1.5)
    assert norms[:3] == norms[3:]
    assert controls.n_forwards == 3
    alike = SimilarityQuestion(None, ("the cat", "a cat"), "cat")
    own = await engine.ask(alike)
    adapted = await engine.ask(
        SimilarityQuestion(None, alike.texts, "cat", adapter=WORDS)
    )
    assert (adapted.adapter, own.adapter) == (WORDS, None)
    assert not np.allclose(own.cosines, adapted.cosines)
    assert controls.n_forwards == 7


async def test_attention_with_an_adapter_is_another_capture(
    engine: Engine, controls: FakeControls
) -> None:
    own = await engine.attention(question("the cat sat", quantity="scores"))
    adapted = await engine.attention(
        question("the cat sat", quantity="scores", adapter=HALF)
    )
    assert (own.cache, adapted.cache) == ("miss", "miss")
    assert (own.adapter, adapted.adapter) == (None, HALF)
    np.testing.assert_allclose(
        adapted.reading.values, own.reading.values * 1.5, rtol=1e-6
    )
    again = await engine.attention(question("the cat sat", heads=(1,), adapter=HALF))
    assert (again.cache, controls.n_forwards) == ("hit", 2)


@pytest.mark.parametrize(
    ("model", "use", "kind"),
    [
        (None, AdapterUse("fake-wrods"), UnknownAdapter),
        (None, AdapterUse("other", 0.0), UnknownAdapter),
        (None, AdapterUse(ADAPTER.id, 1.0, 9), NumberOutOfRange),
        (None, AdapterUse(ADAPTER.id, 2.5), NumberOutOfRange),
        ("fake-decoder", WORDS, UnknownAdapter),
        ("fake-translator", WORDS, UnknownAdapter),
        ("fake-aligner", WORDS, UnknownAdapter),
    ],
)
async def test_what_is_no_adapter_is_refused_whatever_is_kept(
    engine: Engine, controls: FakeControls, model, use, kind
) -> None:
    await engine.attention(question("the cat sat", model=model))
    n_forwards = controls.n_forwards
    text = TextInput(model, "the cat sat")
    for asked in (
        engine.attention(question("the cat sat", model=model, adapter=use)),
        engine.ask(ResidualQuestion(text, adapter=use)),
        engine.ask(SimilarityQuestion(model, ("the cat",), "cat", adapter=use)),
        engine.ask(MergingQuestion(text, use)),
    ):
        with pytest.raises(kind):
            await asked
    assert controls.n_forwards == n_forwards


async def test_equal_questions_at_once_are_one_forward(
    engine: Engine, controls: FakeControls
) -> None:
    asked = FillMaskQuestion(TWO_MASKS, WORDS)
    answers = await asyncio.gather(*(engine.ask(asked) for _ in range(50)))
    assert controls.n_forwards == 1
    assert all(answer is answers[0] for answer in answers)


async def test_a_question_that_nobody_waits_for_stops(
    engine: Engine, controls: FakeControls
) -> None:
    for asked in (
        FillMaskQuestion(TWO_MASKS),
        NextSentenceQuestion(PAIR),
        MergingQuestion(PAIR, WORDS),
    ):
        controls.reset()
        controls.gate.clear()
        task = asyncio.create_task(engine.ask(asked))
        await until(controls.begun.is_set)
        task.cancel()
        await until(lambda: controls.n_cancelled == 1)
        controls.gate.set()


async def test_an_adapter_and_its_matrices(engine: Engine) -> None:
    asked = AdapterQuestion(model="fake-encoder", adapter_id=ADAPTER.id)
    answer = await engine.ask(asked)
    assert answer.description == ADAPTER
    assert [each.target for each in answer.modules] == list(ADAPTER.targets)
    assert tuple(answer.modules[0].singular_values) == SINGULAR_VALUES
    with pytest.raises(UnknownAdapter):
        await engine.ask(AdapterQuestion(model="fake-decoder", adapter_id=ADAPTER.id))


async def test_the_recipe_is_drawn_round_after_round(
    engine: Engine, controls: FakeControls
) -> None:
    text = TextInput("fake-encoder", "word " * 200)
    asked = CorruptionQuestion(text, seed=3, rounds=50)
    answer = await engine.ask(asked)
    assert controls.n_forwards == 0
    assert answer.n_selectable == 200
    counts = {name: int(each.sum()) for name, each in answer.counts.items()}
    # Ten thousand tokens: each share within four standard deviations.
    assert counts["selected"] == pytest.approx(1500, abs=4 * 36)
    assert counts["mask"] == pytest.approx(0.8 * counts["selected"], abs=4 * 16)
    assert counts["random"] == pytest.approx(0.1 * counts["selected"], abs=4 * 12)
    assert counts["keep"] == counts["selected"] - counts["mask"] - counts["random"]
    assert not answer.shown.selected[[0, -1]].any(), "special tokens stay"
    alone = await engine.ask(CorruptionQuestion(text, seed=3))
    assert alone.corrupted == answer.corrupted
    assert int(alone.counts["selected"][0]) == len(alone.places)
    other = await engine.ask(CorruptionQuestion(text, seed=4))
    assert other.corrupted != answer.corrupted
    for model in ("fake-decoder", "fake-translator"):
        with pytest.raises(UnsupportedByModel):
            await engine.ask(CorruptionQuestion(TextInput(model, "a cat")))
