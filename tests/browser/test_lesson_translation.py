"""Lesson 7: the map, the film, forced words, pronouns; every number from torch."""

from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.lesson_checks import check_basics
from tests.browser.translation_numbers import (
    START,
    TIRED,
    WIDE,
    Translator,
    bound,
    effect_tables,
    number,
    said,
)

PART = ".map-wide [data-part='{}']"


@pytest.fixture(scope="module")
def translator() -> Translator:
    """Read the shipped network and its tokenizer."""
    return Translator()


@pytest.fixture
def translation(lesson: Callable[..., Page]) -> Page:
    """Open the lesson as a first visitor does."""
    return lesson("translation")


def close(shown: str, right: float, digits: int = 3) -> None:
    """Hold a printed number to the right one, to half its last digit."""
    assert abs(number(shown) - right) <= 0.51 * 10**-digits


def test_a_click_on_the_map_shows_that_part(
    translation: Page, settled: Callable[[Page], Page], translator: Translator
) -> None:
    """Name, shape in words, ends and cells are the network's own."""
    translation.locator(PART.format("encoder.0.self_attention")).click()
    settled(translation)
    assert "part=encoder.0.self_attention" in translation.url
    title = translation.locator(".tensor-title")
    expect(title).to_have_text("Encoder, layer 0: self-attention")
    written = translator.write(TIRED)
    steps = translator.steps(written.source, [START, *written.ids[:-1]])
    weights = steps.encoder.layers[0].self_attention.inner.heads.weights[0]
    count = len(written.source)
    shape = f"4 heads × {count} source words × {count} source words"
    assert bound(translation, "chosen.shape") == shape
    assert bound(translation, "chosen.name") == "encoder.0.self_attention.weights"
    close(bound(translation, "chosen.low"), float(weights.min()))
    close(bound(translation, "chosen.high"), float(weights.max()))
    room = translation.locator('.heat[data-path="chosen.heats.{head}"] .heat-room')
    room.focus()
    room.press("ArrowDown")
    room.press("ArrowRight")
    words = [translator.word(token_id) for token_id in written.source]
    text = said(translation, "chosen.heats.{head}")
    assert text.startswith(f"{words[1]} → {words[1]}: ")
    close(text.rsplit(" ", 1)[1], float(weights[3, 1, 1]))


def test_a_head_is_chosen_by_its_picture(
    translation: Page, settled: Callable[[Page], Page], translator: Translator
) -> None:
    """The four pictures of a box are its four heads."""
    part = translation.locator(PART.format("decoder.2.cross_attention"))
    part.locator(".map-frame[data-head='2']").click()
    settled(translation)
    assert "head=2" in translation.url
    written = translator.write(TIRED)
    steps = translator.steps(written.source, [START, *written.ids[:-1]])
    weights = steps.decoder.layers[2].cross_attention.inner.heads.weights[0]
    room = translation.locator('.heat[data-path="chosen.heats.{head}"] .heat-room')
    room.focus()
    room.press("ArrowDown")
    text = said(translation, "chosen.heats.{head}")
    close(text.rsplit(" ", 1)[1], float(weights[2, 1, 0]))


def test_keys_lead_through_every_part_of_a_stack(
    translation: Page, settled: Callable[[Page], Page]
) -> None:
    """From the source to what was read, and over to the decoder."""
    translation.locator(PART.format("source")).click()
    seen = ["source"]
    for _ in range(13):
        translation.keyboard.press("ArrowDown")
        pressed = translation.locator(".map-wide [aria-pressed='true']")
        expect(pressed).to_have_count(1)
        seen.append(str(pressed.get_attribute("data-part")))
        name = pressed.get_attribute("aria-label")
        expect(translation.locator(".tensor-title")).to_have_text(str(name))
    assert seen[-1] == "memory"
    assert len(set(seen)) == 14
    translation.keyboard.press("ArrowRight")
    settled(translation)
    chosen = translation.locator(".map-wide [aria-pressed='true']")
    assert str(chosen.get_attribute("data-part")).startswith("decoder.")


def test_every_tensor_of_a_part_can_be_read(
    translation: Page, settled: Callable[[Page], Page], translator: Translator
) -> None:
    """Query, key, value, scores, weights, sums, joined, output: eight shapes."""
    translation.locator(PART.format("decoder.0.self_attention")).click()
    written = translator.write(TIRED)
    count = len(written.ids)
    shapes = []
    for place in range(8):
        choice = translation.locator(f".tensor-choice input[value='{place}']")
        choice.check(force=True)
        settled(translation)
        shapes.append(bound(translation, "chosen.shape"))
    per_head = f"4 heads × {count} target positions × "
    assert shapes[:3] == [f"{per_head}32 features"] * 3
    assert shapes[3:5] == [f"{per_head}{count} target positions"] * 2
    assert shapes[5] == f"{per_head}32 features"
    assert shapes[6:] == [f"{count} target positions × 128 features"] * 2


def test_one_cell_is_worked_out(
    translation: Page, settled: Callable[[Page], Page], translator: Translator
) -> None:
    """q times k over the root of d_k, its weight, and the row's sum."""
    written = translator.write(TIRED)
    steps = translator.steps(written.source, [START, *written.ids[:-1]])
    inner = steps.decoder.layers[1].cross_attention.inner
    dot = float(inner.query[0, 3, 10] @ inner.key[0, 3, 11])
    at = "three.{attention}"
    close(bound(translation, f"{at}.dots.{{head}}.{{place}}.{{key}}"), dot)
    score = bound(translation, f"{at}.scores.{{head}}.{{place}}.{{key}}")
    close(score, dot / 32**0.5)
    weight = float(inner.heads.weights[0, 3, 10, 11])
    close(bound(translation, f"{at}.weights.{{head}}.{{place}}.{{key}}"), weight)
    close(bound(translation, f"{at}.sums.{{head}}.{{place}}"), 1.0)
    translation.locator(".three-work").get_by_label("masked").check(force=True)
    settled(translation)
    assert bound(translation, f"{at}.n_open.{{place}}") == "11"


def test_a_click_in_one_of_the_three_chooses_its_cell(
    translation: Page, settled: Callable[[Page], Page]
) -> None:
    """A masked cell says so and has a weight of exactly 0."""
    path = "overview.heats.decoder.{layer}.{head}"
    room = translation.locator(f'.heat[data-path="{path}"] .heat-room')
    room.focus()
    for _ in range(3):
        room.press("ArrowRight")
    assert said(translation, path).endswith(": masked")
    room.press("Enter")
    settled(translation)
    assert "attention=decoder" in translation.url
    assert "key=3" in translation.url
    at = "three.{attention}"
    score = f"{at}.scores.{{head}}.{{place}}.{{key}}"
    assert bound(translation, score) == "−∞"
    assert bound(translation, f"{at}.weights.{{head}}.{{place}}.{{key}}") == "0"


def test_the_film_writes_word_by_word(
    translation: Page, settled: Callable[[Page], Page], translator: Translator
) -> None:
    """Each step's word, its probability, and what might have come instead."""
    written = translator.write(TIRED)
    scrub = translation.locator(".film-scrub")
    scrub.fill("0")
    for step, token_id in enumerate(written.ids):
        settled(translation)
        shown = translation.locator(".film-word[aria-current='step']")
        expect(shown).to_have_text(translator.word(token_id))
        row = np.exp(written.logs[step])
        close(bound(translation, "written.steps.{step}.probability"), row[token_id])
        rows = translation.locator(".film-words tbody tr").all_inner_texts()
        best = np.argsort(-row)[:5]
        assert rows[0].split()[0] == translator.word(best[0])
        close(rows[1].split()[-1], row[best[1]])
        if step < len(written.ids) - 1:
            translation.locator(".film-on").click()
    expect(translation.locator(".film-on")).to_be_disabled()
    assert f"step={len(written.ids) - 1}" in translation.url


def test_rows_of_later_steps_are_not_there_yet(
    translation: Page, settled: Callable[[Page], Page], translator: Translator
) -> None:
    """The triangle grows by a row a step, stitched from the steps themselves."""
    written = translator.write(TIRED)
    steps = translator.steps(written.source, [START, *written.ids[:-1]])
    weights = steps.decoder.layers[1].self_attention.inner.heads.weights[0]
    path = "decoded.heats.{layer}.{head}"
    room = translation.locator(f'.heat[data-path="{path}"] .heat-room')
    room.focus()
    for _ in range(10):
        room.press("ArrowDown")
    close(said(translation, path).rsplit(" ", 1)[1], float(weights[3, 10, 0]))
    room.press("ArrowDown")
    assert said(translation, path).endswith("not there yet")
    translation.locator(".film-on").click()
    settled(translation)
    room.focus()
    room.press("ArrowUp")
    room.press("ArrowDown")
    close(said(translation, path).rsplit(" ", 1)[1], float(weights[3, 11, 0]))
    agreed = translation.locator("[data-view='learn/translation/agreement']")
    expect(agreed).to_contain_text("10⁻")


def test_told_another_pronoun_it_goes_on_from_there(
    translation: Page, settled: Callable[[Page], Page], translator: Translator
) -> None:
    """Every forced word's probability is that of one pass over the target."""
    area = translation.locator("#force-target")
    own = area.input_value()
    assert "qu'il" in own or "qu'elle" in own
    told = own.replace("qu'il", "qu'elle") if "qu'il" in own else own
    area.fill(told)
    settled(translation)
    assert "forced=true" in translation.url
    source, target = translator.source(TIRED), translator.target(told)
    logs = translator.logs(source, target)
    following = [*target[1:], 2]
    rows = translation.locator(".forced-table tbody tr")
    expect(rows).to_have_count(len(target))
    for place, token_id in enumerate(following):
        cells = rows.nth(place).locator("th, td").all_inner_texts()
        assert cells[1] == translator.word(token_id)
        close(cells[2].split()[-1], float(np.exp(logs[place, token_id])))
        best = int(logs[place].argmax())
        assert cells[3].split()[0] == (
            "the" if best == token_id else translator.word(best)
        )
    total = float(
        sum(logs[place, token_id] for place, token_id in enumerate(following))
    )
    close(bound(translation, "forced.log_probability"), total, 2)
    translation.get_by_role("button", name="Back to its own words").click()
    settled(translation)
    assert "forced" not in translation.url
    expect(area).to_have_value(own)


@pytest.mark.parametrize(("which", "text"), [("first", TIRED), ("second", WIDE)])
def test_each_head_is_switched_off_for_the_pronoun(
    translation: Page, translator: Translator, which: str, text: str
) -> None:
    """Log-odds and all 36 effects, worked out by zeroing rows of W^O."""
    written = translator.write(text)
    place = next(i for i, word in enumerate(written.words) if word in ("il", "elle"))
    ids = (translator.target("il")[1], translator.target("elle")[1])
    row = np.exp(written.logs[place])
    close(bound(translation, f"{which}.masculine"), row[ids[0]], 4)
    close(bound(translation, f"{which}.feminine"), row[ids[1]], 4)
    before, effects = translator.effects(written, place, ids)
    close(bound(translation, f"{which}_effects.log_odds"), before, 2)
    shown = effect_tables(translation, which)
    for part, right in effects.items():
        np.testing.assert_allclose(shown[part], right, atol=0.006)
    flips = sum(int(((part + before) * before < 0).sum()) for part in effects.values())
    assert bound(translation, f"{which}_effects.n_flips") == str(flips)


def test_the_page_holds_to_the_basics(translation: Page) -> None:
    check_basics(translation)
