"""Lesson 4 as a page: typing, predictions, links, errors, themes, phone, paper."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.heads_numbers import TIRED, SmallHeads, ask_heads
from tests.browser.lesson_checks import check_basics

BAR = ".bars-bar span + span"


@pytest.fixture
def first(lesson: Callable[..., Page]) -> Page:
    """Open the lesson as a first visitor does."""
    return lesson("heads")


def test_chosen_words_stay_themselves_while_typing(
    first: Page, settled: Callable[[Page], Page], server_url: str
) -> None:
    """Words before "it" move it; the rankings are still from it to animal."""
    area = first.get_by_label("Your sentence")
    area.focus()
    area.press("Control+Home")
    area.press_sequentially("Yesterday ")
    settled(first)
    heads = ask_heads(server_url, f"Yesterday {TIRED}")
    row, column = heads.tokens.index("it"), heads.tokens.index("animal")
    assert (row, column) == (11, 3)
    heads.check(first, row, column)
    assert "row=11&column=3" in first.url
    area.fill("It rains")
    settled(first)
    heads = ask_heads(server_url, "It rains")
    chosen = first.locator(".heads-words :checked")
    row, column = (int(box.input_value()) for box in chosen.all())
    assert max(row, column) < len(heads.tokens)
    heads.check(first, row, column)


def test_no_sentence_is_said(first: Page, settled: Callable[[Page], Page]) -> None:
    """An empty field is a state of its own, in the address too."""
    said = first.get_by_text("Write a sentence.")
    expect(said).to_be_hidden()
    first.get_by_label("Your sentence").fill("")
    settled(first)
    expect(said).to_be_visible()
    assert first.url.endswith("?text=")
    first.get_by_label("Your sentence").fill(TIRED)
    settled(first)
    expect(said).to_be_hidden()
    assert "?" not in first.url


def test_the_answer_is_covered_until_it_is_predicted(
    first: Page, settled: Callable[[Page], Page]
) -> None:
    """The row with "wide" comes after the prediction, or by the switch."""
    figure = first.locator('[data-kind="change"]')
    animal = figure.locator("tbody tr").nth(2)
    expect(animal.locator("td").last).to_be_hidden()
    first.get_by_label("At “street”, as it should").check()
    settled(first)
    verdict = first.locator(".prediction-verdict").last
    expect(verdict).to_contain_text("It is “Less at “animal”")
    assert animal.locator("td").all_text_contents()[1:] == ["0.640", "0.266"]
    expect(animal.locator("td").last).to_be_visible()
    assert figure.locator("th").all_text_contents()[:4] == [
        "key", "", "with tired", "with wide",
    ]  # fmt: skip
    assert "compared=true" in first.url
    first.get_by_label("Show the row with “wide” too").uncheck()
    settled(first)
    expect(animal.locator("td").last).to_be_hidden()
    first.get_by_role("button", name="layer 4, head 0").click()
    settled(first)
    street = figure.locator("tbody tr").nth(8).locator("td")
    assert street.all_text_contents()[1:] == ["0.089", "0.192"]


def test_a_link_opens_exactly_this_view(
    first: Page, lesson: Callable[..., Page], settled: Callable[[Page], Page]
) -> None:
    """Everything chosen is in the address, and comes back from it."""
    first.get_by_label("head 1", exact=True).check(force=True)
    first.get_by_role("button", name="Give head 1 the W").click()
    first.locator('input[name="measure"][value="distance"]').check(force=True)
    first.locator(".heads-tile").first.click()
    first.get_by_label("Your sentence").fill("a & b; c, 100% — ünïcode")
    settled(first)
    address = first.url
    query = address[address.index("?") :]
    assert "head=0" in query
    seen = first.locator("main").inner_text()
    lesson("heads", query)
    assert first.url == address
    assert first.locator("main").inner_text() == seen
    expect(first.locator(".lesson-note")).to_have_count(0)


def test_numbers_are_the_same_with_and_without_script(
    same_with_and_without_script: Callable[..., None],
) -> None:
    """The two twins agree, on the first view and on another one."""
    same_with_and_without_script("heads")
    query = "?inputs=1,0.25,1,0;0,1,0,-1;-1,0,2,0&shown=1&position=1&feature=2"
    same_with_and_without_script("heads", f"{query}&row=4&column=4&n_heads=16")


def test_an_error_stands_beside_its_figure_and_goes(
    first: Page, settled: Callable[[Page], Page], watch: Any
) -> None:
    """The small heads fail alone; the last good numbers stay, then follow."""
    watch.expect("422")

    def refuse(route: Route) -> None:
        body = '{"title": "Not finite", "detail": "It is too large.", "hint": "Less."}'
        route.fulfill(status=422, content_type="application/problem+json", body=body)

    first.route("**/api/v1/multi-head-attention", refuse)
    cell = first.get_by_label("W_O, in h0·0, out 0")
    cell.focus()
    cell.press_sequentially("5")
    settled(first)
    figure = first.locator('section[aria-labelledby=joined] [data-source="worked"]')
    expect(figure.locator(".source-problem")).to_contain_text("It is too large. Less.")
    expect(figure).to_have_attribute("data-stale", "")
    SmallHeads().check(first)
    expect(first.locator('[data-source="pictures"]').first).not_to_have_attribute(
        "data-stale", ""
    )
    first.unroute("**/api/v1/multi-head-attention")
    figure.get_by_role("button", name="Try again").click()
    settled(first)
    expect(figure.locator(".source-problem")).to_be_hidden()
    right = SmallHeads()
    right.output_weights[0, 0] = 5
    right.check(first)


def test_offline_is_said_and_ends_by_itself(
    first: Page, settled: Callable[[Page], Page], watch: Any, server_url: str
) -> None:
    """No server: words beside the figures; the pictures follow when it is back."""
    watch.expect("ERR_INTERNET_DISCONNECTED")
    first.context.set_offline(True)
    first.locator('input[name="layer"][value="0"]').check(force=True)
    problem = first.locator('[data-source="pictures"] > .source-problem').first
    expect(problem).to_contain_text("The server can't be reached")
    assert "pictures" not in first.url
    heading = first.locator(".heads-large h3")
    expect(heading).to_have_text("Layer 3, head 1")
    first.context.set_offline(False)
    expect(problem).to_be_hidden(timeout=15_000)
    settled(first)
    expect(heading).to_have_text("Layer 0, head 1")
    ask_heads(server_url).check(first, 10, 2)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_marks_and_words_stand_out_in_both_themes(
    new_page: Callable[..., Page], lesson: Callable[..., Page], scheme: str
) -> None:
    """Bars against the page 3 to 1, words 4.5 to 1."""
    page = lesson("heads", "?compared=true", on=new_page(color_scheme=scheme))
    found = page.evaluate(
        """() => {
          const light = (color) => {
            const parts = color.match(/[\\d.]+/g).slice(0, 3).map((byte) => {
              const part = byte / 255;
              return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
            });
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
          };
          const paper = light(getComputedStyle(document.body).backgroundColor);
          const against = (color) => {
            const one = light(color);
            return (Math.max(one, paper) + 0.05) / (Math.min(one, paper) + 0.05);
          };
          const least = (selector, property) => Math.min(
            ...[...document.querySelectorAll(selector)].map((element) =>
              against(getComputedStyle(element)[property])));
          return {
            bars: least('.ranking-bar span, [data-kind=""] .bars-bar span',
              'backgroundColor'),
            words: least('.ranking :is(td, th, button), .bars :is(td, th), .heads-tile',
              'color'),
          };
        }"""
    )
    assert found["bars"] >= 3
    assert found["words"] >= 4.5


def test_a_phone_shows_all_of_it(
    new_page: Callable[..., Page],
    lesson: Callable[..., Page],
    settled: Callable[[Page], Page],
) -> None:
    """390 x 844: no sideways page; a head and a row are chosen by touch."""
    page = lesson("heads", on=new_page(390, 844, is_mobile=True, has_touch=True))
    check_basics(page)
    page.locator(".heads-tile").nth(11).tap()
    page.locator('.ranking[data-order="by_times"] tbody tr').first.tap()
    settled(page)
    expect(page.locator(".heads-large h3")).to_have_text("Layer 4, head 11")
    expect(page.locator(".rankings-lines")).to_be_hidden()
    for ranking in page.locator(".ranking").all():
        box = ranking.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    low = page.locator(".heads-words .segment").evaluate_all(
        "(all) => Math.min(...all.map((one) => one.getBoundingClientRect().height))"
    )
    assert low >= 36


def test_paper_shows_figures_answers_and_no_controls(first: Page) -> None:
    """Printed: pictures, rankings, predictions open, the covered row too."""
    first.emulate_media(media="print")
    first.set_viewport_size({"width": 718, "height": 1000})
    for hidden in (".bar", ".segments", ".heads-try", ".heads-change .switch"):
        expect(first.locator(hidden).first).to_be_hidden()
    expect(first.locator(".prediction-answer").last).to_be_visible()
    expect(first.locator('[data-kind="change"] tbody td').last).to_be_visible()
    expect(first.locator(f'[data-kind="change"] {BAR}').first).to_be_visible()
    expect(first.locator(".ranking").last).to_be_visible()
    caption = first.locator(".ranking caption").first
    expect(caption).to_have_text(re.compile(r"By weight\s+it to animal"))
    assert first.evaluate("document.documentElement.scrollWidth") <= 718
