"""Typing: every keystroke, last one wins, the choice stays."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

SENTENCE = "The animal didn't cross the street because it was too tired"


def _read_token(page: Page) -> str:
    return page.locator(".strip [data-read]").inner_text()


def _weight_of(page: Page, place: int) -> str | None:
    return page.locator(".strip-tokens button").nth(place).get_attribute("title")


def test_wide_for_tired_halves_the_weight_and_keeps_the_choice(
    explore: Callable[..., Page], wait_ready: Callable[..., None]
) -> None:
    """The lesson of the first view: .640 becomes .266, and street gets .128."""
    page = explore()
    page.keyboard.press("Control+Shift+ArrowLeft")
    page.keyboard.type("wide")
    expect(page.locator(".strip-tokens button").nth(13)).to_have_text("wide")
    wait_ready(page)
    assert _read_token(page) == "it"
    assert _weight_of(page, 2) == "0.266"
    assert _weight_of(page, 8) == "0.128"
    expect(page.locator(".head[aria-selected=true]")).to_have_accessible_name(
        "Layer 3, head 1"
    )
    assert "row=10" in page.url
    assert "wide" in page.url


def test_the_row_follows_its_word_when_words_come_before_it(
    explore: Callable[..., Page], wait_ready: Callable[..., None]
) -> None:
    """A lock belongs to a word, not to a number."""
    page = explore()
    page.keyboard.press("Control+Home")
    page.keyboard.type("Yesterday ")
    expect(page.locator(".strip-tokens button").nth(1)).to_have_text("yesterday")
    wait_ready(page)
    assert _read_token(page) == "it"
    expect(page).to_have_url(re.compile(r"row=11"))


def test_the_last_keystroke_wins_over_slow_answers(
    page: Page, server_url: str, wait_ready: Callable[..., None]
) -> None:
    """An older answer that comes late is never drawn."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.goto(f"{server_url}/?text=a")
    wait_ready(page)
    page.route(
        re.compile(r"/attention\?.*text=a\+b&"),
        hold,
    )
    page.keyboard.type(" b")
    page.wait_for_function("performance.now() > 0")
    page.keyboard.type("ird")
    tokens = page.locator(".strip-tokens button")
    expect(tokens).to_have_text(["[CLS]", "a", "bird", "[SEP]"])
    wait_ready(page)
    for route in held:
        route.continue_()
    page.keyboard.type("s")
    expect(tokens).to_have_text(["[CLS]", "a", "birds", "[SEP]"])
    wait_ready(page)


def test_nothing_blinks_while_an_answer_is_awaited(
    explore: Callable[..., Page],
) -> None:
    """The heatmap and the mosaic stay while the next answer is on its way."""
    page = explore()
    page.evaluate(
        """() => {
          window.vanished = [];
          const watched = ['.strip-tokens', '.mosaic-canvas', '.js-plotly-plot'];
          new MutationObserver(() => {
            for (const name of watched)
              if (!document.querySelector(name)) window.vanished.push(name);
          }).observe(document.body, { childList: true, subtree: true });
        }"""
    )
    page.keyboard.type(" today and tomorrow", delay=5)
    expect(page.locator(".strip-tokens button").nth(16)).to_have_text("tomorrow")
    assert page.evaluate("window.vanished") == []
    assert page.locator("#main[data-stale]").count() == 0


def test_empty_text_is_a_state_with_examples(
    explore: Callable[..., Page], wait_ready: Callable[..., None], server_url: str
) -> None:
    """Nothing typed: what to do, and sentences to start from."""
    page = explore("?text=a")
    page.get_by_label("Sentence", exact=True).fill("")
    empty = page.locator('[data-view="empty"]')
    expect(empty).to_contain_text("Type a sentence")
    expect(page.locator(".bench")).to_be_hidden()
    expect(page).to_have_url(f"{server_url}/?text=")
    page.reload()
    wait_ready(page, "empty", "mosaic", "strip")
    expect(empty).to_be_visible()
    empty.get_by_role("button", name=re.compile("too wide")).click()
    wait_ready(page)
    expect(empty).to_be_hidden()
    assert _read_token(page) == "it"
    expect(page.get_by_label("Sentence", exact=True)).to_have_value(
        SENTENCE.replace("tired", "wide")
    )


def test_spaces_alone_are_an_empty_text(
    explore: Callable[..., Page], watch: object
) -> None:
    """The server finds no token in it; that is no error of the person's."""
    watch.expect("422")  # type: ignore[attr-defined]
    page = explore("?text=a")
    page.get_by_label("Sentence", exact=True).fill("   ")
    expect(page.locator('[data-view="empty"]')).to_be_visible()
    expect(page.locator('[data-view="problem"]')).to_be_hidden()


def test_pair_brings_a_second_segment_and_goes_again(
    explore: Callable[..., Page], wait_ready: Callable[..., None]
) -> None:
    """A second sentence has a field of its own; each keeps its place."""
    page = explore("?text=The+man+bit+the+dog&row=2")
    page.get_by_role("button", name="add a second sentence").click()
    expect(page.get_by_label("Second sentence")).to_be_focused()
    page.keyboard.type("The dog bit the man")
    tokens = page.locator(".strip-tokens button")
    pair = "[CLS] the man bit the dog [SEP] the dog bit the man [SEP]"
    expect(tokens).to_have_text(pair.split(" "))
    wait_ready(page)
    assert _read_token(page) == "man"
    assert "pair=The+dog+bit+the+man" in page.url
    page.get_by_role("button", name="remove").click()
    expect(tokens).to_have_count(7)
    assert "pair" not in page.url
