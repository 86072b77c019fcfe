"""Lesson 7 on a phone, with other sentences, unknown words and errors."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.lesson_checks import check_basics
from tests.browser.translation_numbers import WIDE, Translator, bound, number

LONG = (
    "The old teacher who was tired did not see the small cat because it was behind "
    "the house."
)


@pytest.fixture(scope="module")
def translator() -> Translator:
    """Read the shipped network and its tokenizer."""
    return Translator()


def test_on_a_phone_the_map_is_tapped_and_the_tensor_stays_in_view(
    lesson: Callable[..., Page], new_page: Callable[..., Page], settled: Any
) -> None:
    """The narrow map, and the tensor as a sheet at the foot of the screen."""
    phone = new_page(390, 844, is_mobile=True, has_touch=True)
    lesson("translation", on=phone)
    check_basics(phone)
    expect(phone.locator(".map-wide")).to_be_hidden()
    part = phone.locator(".map-narrow [data-part='encoder.1.feed_forward']")
    part.scroll_into_view_if_needed()
    part.tap()
    settled(phone)
    title = phone.locator(".tensor-title")
    expect(title).to_have_text("Encoder, layer 1: feed-forward")
    expect(title).to_be_in_viewport()
    size = phone.locator(".map-narrow .map-norm .map-box").first.bounding_box()
    assert size is not None
    assert size["height"] >= 23


def test_another_sentence_changes_everything(
    lesson: Callable[..., Page], settled: Any, translator: Translator
) -> None:
    """Typed above, it is translated, drawn and in the address."""
    page = lesson("translation")
    page.locator("#type-text").fill(LONG)
    settled(page)
    written = translator.write(LONG)
    count = len(written.source)
    assert bound(page, "overview.n_source") == str(count)
    assert bound(page, "written.n_steps") == str(len(written.ids))
    assert bound(page, "overview.source").split()[-1] == "</s>"
    assert "text=The+old+teacher" in page.url
    page.reload()
    settled(page)
    expect(page.locator("#type-text")).to_have_value(LONG)


def test_sentences_of_ones_own_are_compared(
    lesson: Callable[..., Page], settled: Any
) -> None:
    """Switched to the other one, both columns say the same."""
    page = lesson("translation")
    page.locator("#type-first").fill(WIDE)
    settled(page)
    for path in ("masculine", "feminine"):
        assert bound(page, f"first.{path}") == bound(page, f"second.{path}")
    odds = [bound(page, f"{one}_effects.log_odds") for one in ("first", "second")]
    assert odds[0] == odds[1]
    page.locator("#type-first").fill("The cat sleeps.")
    settled(page)
    expect(page.get_by_text("This translation has none of")).to_have_count(2)
    expect(page.get_by_text("This translation has none of").first).to_be_visible()


def test_unknown_words_are_said(lesson: Callable[..., Page], settled: Any) -> None:
    """What the model has no entry for is named, not dropped."""
    page = lesson("translation", "?text=The+quokka+sleeps.")
    expect(page.locator(".translation-intro .translation-unknown")).to_contain_text(
        "“quokka”"
    )
    assert "<unk>" in bound(page, "overview.source")
    page.locator("#force-target").fill("Le wombat dort.")
    settled(page)
    expect(page.locator(".force ~ .translation-unknown")).to_contain_text("“wombat”")


def test_beams_are_kept_best_first(
    lesson: Callable[..., Page], settled: Any, translator: Translator
) -> None:
    """A score is the log-probability over the length to the chosen power."""
    page = lesson("translation", "?length_penalty=0.5")
    rows = page.locator(".beams-table tbody tr")
    expect(rows).to_have_count(4)
    scores = []
    source = translator.source(
        "The animal didn't cross the street because it was too tired."
    )
    for place in range(4):
        text, length, total, score = rows.nth(place).locator("th, td").all_inner_texts()
        assert abs(number(score) - number(total) / number(length) ** 0.5) < 2e-3
        scores.append(number(score))
        target = translator.target(text)
        logs = translator.logs(source, target)
        right = sum(logs[i, token_id] for i, token_id in enumerate([*target[1:], 2]))
        assert abs(number(total) - right) < 2e-3
    assert scores == sorted(scores, reverse=True)
    page.locator("#slide-n_beams").fill("1")
    settled(page)
    expect(rows).to_have_count(1)
    assert bound(page, "beams.best") == bound(page, "written.text")


def test_an_empty_sentence_asks_nothing_and_keeps_the_last(
    lesson: Callable[..., Page], settled: Any
) -> None:
    page = lesson("translation")
    before = bound(page, "written.text")
    page.locator("#type-text").fill("")
    settled(page)
    assert "text=" in page.url
    assert bound(page, "written.text") == before


def test_an_error_stands_where_it_happened(
    lesson: Callable[..., Page], page: Page, settled: Any, watch: Any
) -> None:
    """The last good numbers stay, dimmed, with a way to try again."""
    watch.expect("Failed to load resource")
    lesson("translation")
    before = bound(page, "beams.best")

    def refuse(route: Route) -> None:
        body = (
            '{"title": "Busy", "detail": "Too many at once.", "hint": "Wait.", '
            '"code": "response_too_large", "type": "about:blank", "status": 413}'
        )
        kind = "application/problem+json"
        route.fulfill(status=413, content_type=kind, body=body)

    page.route("**/api/v1/translations", refuse)
    page.locator("#slide-n_beams").fill("2")
    settled(page)
    problem = page.locator(".source[data-source='beams'] .source-problem")
    expect(problem).to_contain_text("Too many at once.")
    assert bound(page, "beams.best") == before
    page.unroute("**/api/v1/translations")
    problem.get_by_role("button", name="Try again").click()
    settled(page)
    expect(page.locator(".beams-table tbody tr")).to_have_count(2)


def test_the_film_plays_to_its_end(
    new_page: Callable[..., Page], lesson: Callable[..., Page]
) -> None:
    """For those who want no motion, a press is one step."""
    page = new_page(reduced_motion="reduce")
    lesson("translation", "?step=0", on=page)
    button = page.locator(".film-play")
    expect(button).to_have_text("One step")
    button.click()
    expect(page.locator(".film-count")).to_contain_text("step 1 of")


def test_links_into_explore_carry_the_sentence_and_the_part(
    lesson: Callable[..., Page],
) -> None:
    page = lesson("translation", "?text=The+cat+sleeps.")
    link = page.get_by_role("link", name="all three attentions in one picture")
    address = str(link.get_attribute("href"))
    assert "part=joint" in address
    assert "model=lesson-translator" in address
    assert "text=The+cat+sleeps." in address
