"""Lesson 5 as a page: links, predictions, faults, themes, phone, paper."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lesson_checks import check_basics
from tests.browser.lesson_numbers import matrix


@pytest.fixture
def block(lesson: Callable[..., Page]) -> Page:
    """Open the lesson as a first visitor does."""
    return lesson("block")


def choose(page: Page, field: str, label: str) -> None:
    """Choose in the first group of a field."""
    group = page.locator(f'.segments[data-field="{field}"]').first
    group.get_by_label(label, exact=True).check(force=True)


def test_a_link_opens_exactly_this_view(
    block: Page, settled: Callable[[Page], Page], new_page: Callable[..., Page]
) -> None:
    """Changed number, mask, norm, step, rows, sentences: all in the address."""
    choose(block, "mask", "earlier")
    choose(block, "norm", "before")
    choose(block, "feature", "3")
    choose(block, "unit", "6")
    block.get_by_label("by, as a number").fill("0")
    block.locator('.matrix[data-path="pre.moved"] tbody tr').nth(12).click()
    block.locator('.matrix[data-path="inputs"] tbody th').nth(2).click()
    block.get_by_role("textbox", name="Word", exact=True).fill("a")
    block.get_by_label("Positions added").uncheck()
    settled(block)
    other = new_page()
    other.goto(block.url)
    settled(other)
    for one in (block, other):
        assert matrix(one, "pre.moved")[0] == ["0", "0", "0", "0"]
        expect(one.get_by_label("by, as a number")).to_have_value("0")
        marked = one.locator('.matrix[data-path="pre.moved"] tr[data-chosen] th')
        expect(marked).to_have_text("ReLU")
        for field, value in (
            ("mask", "causal"),
            ("norm", "pre"),
            ("feature", "3"),
            ("unit", "6"),
        ):
            checked = one.locator(f'.segments[data-field="{field}"] :checked').first
            expect(checked).to_have_value(value)
        expect(one.get_by_label("Positions added")).not_to_be_checked()
        expect(one.get_by_role("textbox", name="Word", exact=True)).to_have_value("a")
    assert other.url == block.url


def test_predictions_are_judged_in_words(block: Page) -> None:
    """By keyboard: choose, read the verdict and the answer."""
    asked = block.locator(".prediction").first
    expect(asked.locator(".prediction-answer")).to_be_hidden()
    asked.get_by_label("Only wear").focus()
    block.keyboard.press("Space")
    expect(asked.locator(".prediction-verdict")).to_have_text(
        "You predicted “Only wear”. It is “wear and the words after it”."
    )
    expect(asked.locator(".prediction-answer")).to_be_visible()
    grown = block.locator(".prediction").filter(has_text="no norm stands on it")
    grown.get_by_label("It grows many times over").focus()
    block.keyboard.press("Space")
    expect(grown.locator(".prediction-verdict")).to_contain_text("right.")


def test_offline_is_said_and_ends_by_itself(
    block: Page, settled: Callable[[Page], Page], watch: Any
) -> None:
    """No server: words beside the figure; numbers follow when it is back."""
    watch.expect("ERR_INTERNET_DISCONNECTED")
    block.context.set_offline(True)
    choose(block, "mask", "itself")
    problem = block.locator('.source[data-source="post"] .source-problem').first
    expect(problem).to_contain_text("The server can't be reached")
    assert matrix(block, "post.moved")[7][0] != "0"
    block.context.set_offline(False)
    expect(problem).to_be_hidden(timeout=15_000)
    settled(block)
    assert matrix(block, "post.moved")[7][0] == "0"


def test_explore_opens_with_the_same_sentence(
    block: Page, settled: Callable[[Page], Page]
) -> None:
    """The link carries the reader's sentence and the token's row."""
    sentence = block.get_by_role("textbox", name="Your sentence")
    sentence.fill("A mole digs a hole")
    settled(block)
    choose(block, "place", "mole")
    settled(block)
    block.get_by_role("link", name="Open it in Explore").first.click()
    block.wait_for_selector('[data-view="reading"][data-ready]')
    expect(block.locator("#text")).to_have_value("A mole digs a hole")
    expect(block.locator(".reading")).to_contain_text("mole")
    assert "row=2" in block.url


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_drawings_wear_the_theme(
    new_page: Callable[..., Page], lesson: Callable[..., Page], scheme: str
) -> None:
    """Text of every drawing stands out from the page in both themes."""
    page = lesson("block", on=new_page(color_scheme=scheme))
    lowest = page.evaluate(
        """() => {
          const light = (color) => {
            const parts = color.match(/[\\d.]+/g).slice(0, 3).map((byte) => {
              const part = Number(byte) / 255;
              return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
            });
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
          };
          const paper = light(getComputedStyle(document.body).backgroundColor);
          const texts = [...document.querySelectorAll('.lesson svg text')];
          return [texts.length, Math.min(...texts.map((one) => {
            const fill = light(getComputedStyle(one).fill);
            return (Math.max(fill, paper) + 0.05) / (Math.min(fill, paper) + 0.05);
          }))];
        }"""
    )
    assert lowest[0] > 50
    assert lowest[1] >= 4.5
    check_basics(page)


def test_a_phone_keeps_the_whole_block_in_reach(
    new_page: Callable[..., Page],
    lesson: Callable[..., Page],
    settled: Callable[[Page], Page],
) -> None:
    """390 x 844: no sideways page; first and last step stay in view by touch."""
    page = lesson("block", on=new_page(390, 844, is_mobile=True, has_touch=True))
    check_basics(page)
    page.evaluate(
        "document.querySelector('#type-text, [data-field=amount]').scrollIntoView()"
    )
    rows = page.locator('.matrix[data-path="post.moved"] tbody tr')
    expect(rows.first).to_be_in_viewport(ratio=0.9)
    expect(rows.last).to_be_in_viewport(ratio=0.9)
    page.locator('.segments[data-field="mask"] .segment').nth(1).tap()
    settled(page)
    assert [row[0] for row in matrix(page, "post.moved")] == ["0"] * 15
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    sizes = page.evaluate(
        """() => [...document.querySelectorAll('.route text')].map((one) =>
          one.getBBox().height * one.ownerSVGElement.clientWidth
            / one.ownerSVGElement.viewBox.baseVal.width)"""
    )
    assert min(sizes) > 11


def test_paper_shows_figures_and_answers(block: Page) -> None:
    """Printed: all drawings, numbers and answers, no navigation."""
    block.emulate_media(media="print")
    expect(block.locator(".bar")).to_be_hidden()
    expect(block.locator(".lesson-foot")).to_be_hidden()
    expect(block.locator(".prediction-answer").first).to_be_visible()
    expect(block.locator('.matrix[data-path="post.moved"]')).to_be_visible()
    for name in (re.compile("^Post-norm"), re.compile("^Pre-norm"), "Encoder and"):
        expect(block.get_by_role("img", name=name)).to_be_visible()
    assert len(block.pdf()) > 10_000
