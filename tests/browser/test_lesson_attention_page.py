"""Lesson 1 as a page: predictions, errors, themes, phone, paper, what it loads."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.lesson_checks import check_basics
from tests.browser.lesson_numbers import Q, V, check_every_number, matrix


@pytest.fixture
def first(lesson: Callable[..., Page]) -> Page:
    """Open the lesson as a first visitor does."""
    return lesson("attention")


def test_prediction_is_said_to_be_right_or_wrong_in_words(first: Page) -> None:
    """By keyboard: choose, read the verdict, change one's mind."""
    asked = first.locator(".prediction").nth(2)
    expect(asked.locator(".prediction-answer")).to_be_hidden()
    asked.get_by_label("Yes").focus()
    first.keyboard.press("Space")
    expect(asked.locator(".prediction-verdict")).to_have_text(
        "You predicted “Yes”. It is “No”."
    )
    expect(asked.locator(".prediction-answer")).to_be_visible()
    first.keyboard.press("ArrowDown")
    expect(asked.locator(".prediction-verdict")).to_have_text(
        "You predicted “No”: right."
    )


def test_an_error_stands_beside_its_figure_and_goes(
    first: Page, settled: Callable[[Page], Page], watch: Any
) -> None:
    """Too large to compute: the last good figure stays; then it recovers."""
    watch.expect("422")
    cell = first.get_by_label("Q, query wear, feature 1")

    def refuse(route: Route) -> None:
        body = '{"title": "Not finite", "detail": "It is too large.", "hint": "Less."}'
        route.fulfill(status=422, content_type="application/problem+json", body=body)

    first.route("**/api/v1/scaled-dot-product", refuse)
    cell.focus()
    cell.press_sequentially("5")
    settled(first)
    figure = first.locator('.source[data-source="worked"]')
    expect(figure.locator(".source-problem")).to_contain_text("It is too large. Less.")
    expect(figure).to_have_attribute("data-stale", "")
    assert matrix(first, "worked.weights")[1] == ["0.198", "0.401", "0.401"]
    first.unroute("**/api/v1/scaled-dot-product")
    figure.get_by_role("button", name="Try again").click()
    settled(first)
    expect(figure.locator(".source-problem")).to_be_hidden()
    expect(figure).not_to_have_attribute("data-stale", "")
    q = Q.copy()
    q[1, 1] = 5
    check_every_number(first, q, Q, V, 1)


def test_offline_is_said_and_ends_by_itself(
    first: Page, settled: Any, watch: Any
) -> None:
    """No server: words beside the figure; numbers follow when it is back."""
    watch.expect("ERR_INTERNET_DISCONNECTED")
    first.context.set_offline(True)
    cell = first.get_by_label("Q, query wear, feature 0")
    cell.focus()
    cell.press_sequentially("1")
    problem = first.locator('.source[data-source="worked"] .source-problem')
    expect(problem).to_contain_text("The server can't be reached")
    first.context.set_offline(False)
    expect(problem).to_be_hidden(timeout=15_000)
    settled(first)
    q = Q.copy()
    q[1, 0] = 1
    check_every_number(first, q, Q, V, 1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_cells_are_readable_in_both_themes(
    new_page: Callable[..., Page], lesson: Callable[..., Page], scheme: str
) -> None:
    """At least 4.5 to 1 on every shade."""
    page = lesson("attention", on=new_page(color_scheme=scheme))
    lowest = page.evaluate(
        """() => {
          const canvas = new OffscreenCanvas(1, 1)
            .getContext('2d', { willReadFrequently: true });
          const light = (color) => {
            canvas.fillStyle = color;
            canvas.fillRect(0, 0, 1, 1);
            const bytes = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
            const parts = bytes.map((byte) => {
              const part = byte / 255;
              return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
            });
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
          };
          const cells = [...document.querySelectorAll('.matrix td:not([data-masked])')];
          return Math.min(...cells.filter((one) => one.textContent).map((one) => {
            const { color, backgroundColor } = getComputedStyle(one);
            const [a, b] = [light(color), light(backgroundColor)];
            return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          }));
        }"""
    )
    assert lowest >= 4.5


def test_a_phone_keeps_the_figure_in_reach(
    new_page: Callable[..., Page], lesson: Callable[..., Page]
) -> None:
    """390 x 844: no sideways page, the matrix that is read about is in view."""
    page = lesson("attention", on=new_page(390, 844, is_mobile=True, has_touch=True))
    check_basics(page)
    page.get_by_role("heading", name="Step 3").scroll_into_view_if_needed()
    page.evaluate(
        "document.querySelector('[data-shows=\"worked.weights\"]').scrollIntoView()"
    )
    weights = page.locator('.matrix[data-path="worked.weights"] tr[data-chosen]')
    expect(weights).to_be_in_viewport()
    page.locator('.matrix[data-path="worked.weights"] tbody tr').nth(2).tap()
    expect(page.locator('.prose [data-bind="worked.tokens.{row}"]').first).to_have_text(
        "shoes"
    )
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_paper_shows_figures_answers_and_no_navigation(
    first: Page,
) -> None:
    """Printed: all numbers, predictions open, no bar and no controls."""
    first.emulate_media(media="print")
    expect(first.locator(".bar")).to_be_hidden()
    expect(first.locator(".lesson-foot")).to_be_hidden()
    expect(first.locator(".segments").first).to_be_hidden()
    expect(first.locator(".prediction-answer").first).to_be_visible()
    expect(first.locator('.matrix[data-path="worked.weights"]')).to_be_visible()
    expect(first.get_by_label("Q, query wear, feature 1")).to_be_visible()
    assert len(first.pdf()) > 10_000


def test_explore_and_lesson_load_nothing_of_each_other(
    page: Page, server_url: str, settled: Callable[[Page], Page]
) -> None:
    """No Plotly on this page, no lesson script on Explore."""
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    page.goto(f"{server_url}/learn/attention")
    settled(page)
    assert not [url for url in loaded if "plotly" in url or "/plot/" in url]
    assert not [url for url in loaded if url.endswith(("/main.js", "/session.js"))]
    loaded.clear()
    page.goto(f"{server_url}/")
    page.wait_for_selector('[data-view="heatmap"][data-ready]')
    assert not [url for url in loaded if "/learn" in url or "lesson" in url]


def test_the_index_and_the_terms_lead_to_the_lesson(
    page: Page, server_url: str, explore: Callable[..., Page]
) -> None:
    """Learn in the bar; a definition in Explore links to its lesson."""
    explore()
    page.get_by_role("link", name="Learn").click()
    check_basics(page)
    page.get_by_role("link", name=re.compile("Attention in four steps")).click()
    expect(page).to_have_url(re.compile("/learn/attention$"))
    page.get_by_role("button", name="query", exact=True).click()
    expect(page.locator("#define-query")).to_be_visible()
    page.goto(f"{server_url}/")
    link = page.locator('#define-weight a[href="/learn/attention"]')
    expect(link).to_have_text("Lesson: Attention in four steps")


def test_the_last_change_wins(first: Page, settled: Callable[[Page], Page]) -> None:
    """An answer that never comes holds nothing up once there is a newer question."""
    held: list[Route] = []

    def hold_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    first.route("**/api/v1/scaled-dot-product", hold_first)
    cell = first.get_by_label("Q, query wear, feature 0")
    cell.focus()
    with first.expect_request("**/api/v1/scaled-dot-product"):
        cell.press_sequentially("4")
    assert first.locator("[data-lesson][data-ready]").count() == 0
    cell.press_sequentially(".5")
    cell.press("Enter")
    settled(first)
    q = Q.copy()
    q[1, 0] = 4.5
    check_every_number(first, q, Q, V, 1)
    assert len(held) == 1
