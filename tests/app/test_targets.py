"""A source is read with a target, and each is written no more than once."""

import asyncio
from pathlib import Path

import numpy as np
import pytest

from app.engine import Engine, TextInput
from app.errors import DeadlineExceeded, ResponseTooLarge, TextTooLong
from app.pair_questions import HeadEffectsQuestion, TensorsQuestion
from app.translation_questions import TranslationQuestion
from model import (
    HeadOutOfRange,
    LayerOutOfRange,
    MaskSpecification,
    RangeOutOfBounds,
    SelectionError,
    UnsupportedByModel,
    WordNotFound,
)
from tests.app.asking import engine_with, question, until
from tests.app.fake_numbers import fake_cross_scores, softmax
from tests.app.fakes import FakeControls, fake_id, fake_weights

pytestmark = pytest.mark.anyio

TRANSLATOR, ALIGNER, BOTTLENECK = "fake-translator", "fake-aligner", "fake-bottleneck"
TEXT = "the cat sat"
SOURCE = (101, fake_id("the"), fake_id("cat"), fake_id("sat"), 102)
# The fake writes the words last first, in French.
OWN = (1, fake_id("dormait"), fake_id("chat"), fake_id("le"))
TYPED = (1, fake_id("un"), fake_id("chat"))


def cross_of(fed: tuple[int, ...], layer: int, head: int) -> np.ndarray:
    return softmax(fake_cross_scores(fed, SOURCE, layer, head))


async def test_every_part_has_its_own_numbers(
    engine: Engine, controls: FakeControls
) -> None:
    for fed, target in ((OWN, None), (TYPED, "un chat")):
        expected = {
            "encoder": fake_weights(SOURCE, 1, 0, is_causal=False),
            "decoder": fake_weights(fed, 1, 0, is_causal=True),
            "cross": cross_of(fed, 1, 0),
        }
        for part, weights in expected.items():
            answer = await engine.attention(
                question(
                    TEXT,
                    model=TRANSLATOR,
                    part=part,
                    target=target,
                    layers=(1,),
                    heads=(0,),
                )
            )
            found = answer.reading
            assert found.part == part
            np.testing.assert_allclose(found.values[0, 0], weights, atol=1e-6)
            if part != "encoder":
                assert answer.target is not None
                assert answer.target.tokenized.ids == fed
                assert answer.target.is_forced == (target is not None)


async def test_the_joint_matrix_holds_all_three(engine: Engine) -> None:
    answer = await engine.attention(question(TEXT, model=TRANSLATOR, part="joint"))
    found, n = answer.reading.values[1, 0], len(SOURCE)
    encoder = fake_weights(SOURCE, 1, 0, is_causal=False)
    np.testing.assert_allclose(found[:n, :n], encoder, atol=1e-6)
    np.testing.assert_allclose(found[n:, :n], cross_of(OWN, 1, 0), atol=1e-6)
    decoder = fake_weights(OWN, 1, 0, is_causal=True)
    np.testing.assert_allclose(found[n:, n:], decoder, atol=1e-6)
    assert (found[:n, n:] == 0).all()
    assert not answer.reading.mask[:n, n:].any()
    np.testing.assert_allclose(found.sum(axis=-1), [1] * n + [2] * len(OWN), atol=1e-5)


async def test_one_writing_serves_every_reading(
    engine: Engine, controls: FakeControls
) -> None:
    first = await engine.attention(question(TEXT, model=TRANSLATOR, part="cross"))
    assert (first.cache, controls.n_forwards, controls.n_written) == ("miss", 1, 1)
    for part in ("cross", "decoder", "joint", "encoder", None):
        for heads in ((0,), (1,)):
            again = await engine.attention(
                question(TEXT, model=TRANSLATOR, part=part, heads=heads, layers=(1,))
            )
            assert (again.cache, again.forward_ms) == ("hit", 0.0)
    await engine.ask(TensorsQuestion(TextInput(TRANSLATOR, TEXT), None, (), 9))
    assert controls.n_written == 1
    assert controls.texts.count(TEXT) == 1, "tokenized once, too"


async def test_another_target_is_another_forward_and_is_kept(
    engine: Engine, controls: FakeControls
) -> None:
    for expected in ("miss", "hit"):
        for target in (None, "un chat", "", "un  chat !"):
            answer = await engine.attention(
                question(TEXT, model=TRANSLATOR, part="cross", target=target)
            )
            assert answer.cache == expected, target
    assert (controls.n_forwards, controls.n_written) == (4, 1)


async def test_the_same_target_typed_is_not_the_models_own(engine: Engine) -> None:
    asked = question(TEXT, model=TRANSLATOR, part="cross")
    own = await engine.attention(asked)
    assert own.target is not None
    typed = await engine.attention(
        question(TEXT, model=TRANSLATOR, part="cross", target=own.target.text)
    )
    assert typed.target is not None
    assert typed.target.tokenized.ids == own.target.tokenized.ids
    assert (own.target.is_forced, typed.target.is_forced) == (False, True)
    assert typed.cache == "miss"
    np.testing.assert_array_equal(own.reading.values, typed.reading.values)


async def test_reading_the_encoder_writes_nothing(
    engine: Engine, controls: FakeControls
) -> None:
    for part in (None, "encoder"):
        answer = await engine.attention(question(TEXT, model=TRANSLATOR, part=part))
        assert answer.target is None
    typed = await engine.attention(
        question(TEXT, model=TRANSLATOR, part="encoder", target="un chat")
    )
    assert typed.target is not None
    assert typed.cache == "hit", "the encoder never sees the target"
    assert (controls.n_forwards, controls.n_written) == (1, 0)


async def test_two_hundred_equal_questions_are_written_once(
    engine: Engine, controls: FakeControls
) -> None:
    asked = question(TEXT, model=TRANSLATOR, part="cross")
    typed = question(TEXT, model=TRANSLATOR, part="cross", target="un chat")
    answers = await asyncio.gather(
        *(engine.attention(each) for _ in range(100) for each in (asked, typed))
    )
    assert (controls.n_forwards, controls.n_written, controls.n_readings) == (2, 1, 2)
    assert all(each is answers[i % 2] for i, each in enumerate(answers))


async def test_who_leaves_stops_the_writing(
    engine: Engine, controls: FakeControls
) -> None:
    source = TextInput(TRANSLATOR, TEXT)
    kinds = (
        engine.attention(question(TEXT, model=TRANSLATOR, part="cross")),
        engine.ask(TranslationQuestion(source)),
        engine.ask(TensorsQuestion(source, None, (), 9)),
        engine.ask(HeadEffectsQuestion(source, None, "chat", place=0)),
    )
    for n_cancelled, asked in enumerate(kinds, 1):
        controls.gate.clear()
        controls.begun.clear()
        task = asyncio.ensure_future(asked)
        await until(controls.begun.is_set)
        task.cancel()
        await until(lambda n=n_cancelled: controls.n_cancelled == n)  # type: ignore[misc]
    controls.gate.set()
    assert controls.n_written == 0
    answer = await engine.attention(question(TEXT, model=TRANSLATOR, part="cross"))
    assert answer.cache == "miss"


async def test_deadline_and_length_count_both_sides(
    controls: FakeControls, tmp_path: Path
) -> None:
    engine = engine_with(controls, tmp_path, deadline_seconds=0.2, max_characters=20)
    controls.gate.clear()
    with pytest.raises(DeadlineExceeded):
        await engine.attention(question(TEXT, model=TRANSLATOR, part="cross"))
    with pytest.raises(DeadlineExceeded):
        await engine.ask(TranslationQuestion(TextInput(TRANSLATOR, TEXT)))
    long = TextInput(TRANSLATOR, "ten letter", side="target")
    source = TextInput(TRANSLATOR, TEXT)
    for asked in (
        engine.attention(question(TEXT, model=TRANSLATOR, target="ten letter")),
        engine.ask(TensorsQuestion(source, long, (), 9)),
        engine.ask(HeadEffectsQuestion(source, long, "chat", "le")),
    ):
        with pytest.raises(TextTooLong) as refused:
            await asked
        assert (refused.value.limit, refused.value.actual) == (20, 21)
    controls.gate.set()
    await engine.stop()


async def test_what_no_target_could_make_right_is_refused_before_writing(
    engine: Engine, controls: FakeControls
) -> None:
    causal = MaskSpecification("causal")
    for error, model, selection, mask in (
        (LayerOutOfRange, TRANSLATOR, {"part": "cross", "layers": (2,)}, None),
        (HeadOutOfRange, TRANSLATOR, {"part": "decoder", "heads": (2,)}, None),
        (HeadOutOfRange, ALIGNER, {"heads": (1,)}, None),
        (SelectionError, TRANSLATOR, {"part": "joint", "statistics": ("row",)}, None),
        (UnsupportedByModel, TRANSLATOR, {"part": "cross"}, causal),
        (UnsupportedByModel, ALIGNER, {}, causal),
        (UnsupportedByModel, ALIGNER, {"part": "decoder"}, None),
        (UnsupportedByModel, ALIGNER, {"part": "encoder"}, None),
        (UnsupportedByModel, BOTTLENECK, {}, None),
        (UnsupportedByModel, BOTTLENECK, {"part": "cross"}, None),
        (UnsupportedByModel, "fake-encoder", {"part": "cross"}, None),
        (UnsupportedByModel, "fake-decoder", {"part": "joint"}, None),
    ):
        with pytest.raises(error):
            await engine.attention(question(TEXT, model=model, mask=mask, **selection))
    for model in ("fake-encoder", "fake-decoder"):
        with pytest.raises(UnsupportedByModel):
            await engine.attention(question(TEXT, model=model, target="le chat"))
    with pytest.raises(RangeOutOfBounds, match="target"):
        await engine.attention(
            question(TEXT, model=TRANSLATOR, part="cross", target="un", rows=(0, 3))
        )
    assert controls.n_forwards == 0


async def test_a_mask_stands_in_the_encoder(engine: Engine) -> None:
    causal = MaskSpecification("causal")
    answer = await engine.attention(question(TEXT, model=TRANSLATOR, mask=causal))
    assert answer.reading.mask.tolist() == np.tri(5, dtype=bool).tolist()


async def test_a_recurrent_model_shows_cross_attention(engine: Engine) -> None:
    answer = await engine.attention(question(TEXT, model=ALIGNER))
    assert answer.reading.part == "cross"
    np.testing.assert_allclose(
        answer.reading.values[0, 0], cross_of(OWN, 0, 0), atol=1e-6
    )


async def test_too_many_cells_are_refused_before_the_forward(
    engine: Engine, controls: FakeControls
) -> None:
    asked = question(TEXT, model=TRANSLATOR, part="cross", target="un", cell_limit=39)
    with pytest.raises(ResponseTooLarge) as refused:
        await engine.attention(asked)
    # 2 layers x 2 heads x 2 rows x 5 columns.
    assert (refused.value.limit, refused.value.actual) == (39, 40)
    assert controls.n_forwards == 0


async def test_translations_are_kept(engine: Engine, controls: FakeControls) -> None:
    source = TextInput(TRANSLATOR, TEXT)
    for asked, n_written in (
        (TranslationQuestion(source), 1),
        (TranslationQuestion(source), 1),
        (TranslationQuestion(source, n_beams=2), 2),
        (TranslationQuestion(source, top_k=7), 3),
        (TranslationQuestion(source, max_new_tokens=2), 4),
        (TranslationQuestion(source), 4),
    ):
        await engine.ask(asked)
        assert controls.n_written == n_written
    answer = await engine.ask(TranslationQuestion(source))
    assert answer.translation.target.text == "dormait chat le"


async def test_the_first_place_of_two_words_is_found(engine: Engine) -> None:
    source = TextInput(TRANSLATOR, TEXT)
    typed = TextInput(TRANSLATOR, "le chat et le chien", side="target")
    ask = engine.ask
    found = await ask(HeadEffectsQuestion(source, typed, "chien", "chat"))
    assert (found.place, found.token.text, found.other.text) == (1, "chat", "chien")
    found = await ask(HeadEffectsQuestion(source, typed, "Chien", "la"))
    assert (found.place, found.token.text) == (4, "la")
    found = await ask(HeadEffectsQuestion(source, typed, "la", place=3))
    assert (found.place, found.token.text) == (3, "le")
    found = await ask(HeadEffectsQuestion(source, typed, "la", "un", place=5))
    assert (found.place, found.token.text) == (5, "un")
    with pytest.raises(WordNotFound, match="Neither"):
        await ask(HeadEffectsQuestion(source, typed, "la", "un"))


async def test_texts_of_the_same_ids_keep_their_own_words(
    engine: Engine, controls: FakeControls
) -> None:
    for text, unknown in (("The zzebra", "zzebra"), ("the  zzulu", "zzulu")):
        answer = await engine.ask(TranslationQuestion(TextInput(TRANSLATOR, text)))
        [word] = answer.unknown_words
        assert (word.text, word.start) == (unknown, text.index(unknown))
        assert answer.tokenized.tokens[1].text == text[:3]
    assert controls.n_written == 1
    for target, unknown in (("le zzébu", "zzébu"), ("Le zzoo", "zzoo")):
        read = await engine.attention(
            question(TEXT, model=TRANSLATOR, part="cross", target=target)
        )
        assert [word.text for word in read.unknown_words] == [unknown]
        assert read.target is not None
        assert read.target.tokenized.tokens[1].text == target[:2]
