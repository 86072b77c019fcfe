"""Lesson 2 as a page: predictions, errors, themes, phone, paper, what it loads."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.lesson_checks import check_basics
from tests.browser.lesson_numbers import matrix
from tests.browser.masks_numbers import cell, check_every_number, painted, text_of

Settled = Callable[[Page], Page]
CAUSAL = np.tri(3, dtype=bool)


@pytest.fixture
def first(lesson: Callable[..., Page]) -> Page:
    """Open the lesson as a first visitor does."""
    return lesson("masks")


def test_predictions_come_before_the_answers(first: Page) -> None:
    """Six questions; each says in words whether it was right."""
    asked = first.locator(".prediction")
    assert asked.count() == 6
    renormalise = asked.filter(has_text="Where does its 0.401 go?")
    expect(renormalise.locator(".prediction-answer")).to_be_hidden()
    renormalise.get_by_label("Half of it to each of the other two").check()
    expect(renormalise.locator(".prediction-verdict")).to_contain_text(
        "It is “To the other two, in proportion to what they had”."
    )
    empty = asked.filter(has_text="no open key")
    empty.get_by_label("All 0").check()
    expect(empty.locator(".prediction-verdict")).to_contain_text("right")
    # What a large negative number leaves in float32 is computed, not told.
    expect(empty).to_contain_text("gets 0.333 each in float32")


def test_an_error_stands_beside_its_figure_and_goes(
    first: Page, settled: Settled, watch: Any
) -> None:
    """A refused answer: the last good weights stay; then it recovers."""
    watch.expect("422")

    def refuse(route: Route) -> None:
        body = '{"title": "Not now", "detail": "It is refused.", "hint": "Wait."}'
        route.fulfill(status=422, content_type="application/problem+json", body=body)

    first.route("**/api/v1/scaled-dot-product", refuse)
    cell(first, 1, 2).click()
    settled(first)
    figure = first.locator('.source[data-source="worked"]')
    expect(figure.locator(".source-problem")).to_contain_text("It is refused. Wait.")
    expect(figure).to_have_attribute("data-stale", "")
    assert matrix(first, "worked.weights")[1] == ["0.330", "0.670", "0"]
    first.unroute("**/api/v1/scaled-dot-product")
    figure.get_by_role("button", name="Try again").click()
    settled(first)
    expect(figure.locator(".source-problem")).to_be_hidden()
    allowed = CAUSAL.copy()
    allowed[1, 2] = True
    check_every_number(first, allowed, 1)


def test_offline_is_said_and_ends_by_itself(
    first: Page, settled: Any, watch: Any
) -> None:
    """No server: painting goes on, words stand beside it; numbers follow later."""
    watch.expect("ERR_INTERNET_DISCONNECTED")
    first.context.set_offline(True)
    cell(first, 0, 1).click()
    problem = first.locator('.source[data-source="worked"] .source-problem')
    expect(problem).to_contain_text("The server can't be reached")
    assert painted(first)[0] == "110"
    first.context.set_offline(False)
    expect(problem).to_be_hidden(timeout=15_000)
    settled(first)
    allowed = CAUSAL.copy()
    allowed[0, 1] = True
    check_every_number(first, allowed, 1)


def test_a_busy_model_leaves_the_rest_of_the_page_alone(
    lesson: Callable[..., Page], page: Page, settled: Settled, watch: Any
) -> None:
    """The model fails: said in its place; the small example works on."""
    watch.expect("503")
    body = '{"title": "Not here", "detail": "No model.", "hint": "", "code": "x"}'
    page.route(
        "**/api/v1/attention",
        lambda route: route.fulfill(
            status=503, content_type="application/problem+json", body=body
        ),
    )
    lesson("masks")
    expect(
        page.locator('.source[data-source="own"] > .source-problem')
    ).to_contain_text("No model.")
    cell(page, 1, 2).click()
    settled(page)
    allowed = CAUSAL.copy()
    allowed[1, 2] = True
    check_every_number(page, allowed, 1)


def test_an_unreadable_address_is_said_and_the_rest_kept(
    lesson: Callable[..., Page],
) -> None:
    """A pattern of another size, an unknown kind: notes, and the defaults."""
    page = lesson("masks", "?kind=painted&painted=10-11&row=2&real_kind=wavy")
    notes = page.locator(".lesson-note").all_inner_texts()
    assert "“painted” in the address was left aside" in notes[0]
    assert "it is no square of 3 × 3" in notes[0]
    assert "“real_kind”" in notes[1]
    check_every_number(page, CAUSAL, 2)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_cells_differ_by_more_than_color_in_both_themes(
    new_page: Callable[..., Page], lesson: Callable[..., Page], scheme: str
) -> None:
    """Open is plain, closed and padding are hatched, each in its own way."""
    dark = new_page(color_scheme=scheme)
    page = lesson("masks", "?padded=1", on=dark)
    looks = page.evaluate(
        """() => ['open', 'closed', 'padding'].map((state) => {
          const cell = document.querySelector(`.paint td[data-cell="${state}"]`);
          return getComputedStyle(cell).backgroundImage;
        })"""
    )
    assert looks[0] == "none"
    assert looks[1].count("gradient") == 1
    assert looks[2].count("gradient") == 2
    words = page.locator(".lesson-summary, .masks-three p").evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one).color)"
    )
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper not in words


def test_a_phone_paints_by_touch(
    new_page: Callable[..., Page], lesson: Callable[..., Page], settled: Settled
) -> None:
    """390 x 844: no sideways page; a tap toggles once, a finger may scroll."""
    phone = new_page(390, 844, is_mobile=True, has_touch=True)
    page = lesson("masks", on=phone)
    check_basics(page)
    page.locator("#closed").scroll_into_view_if_needed()
    cell(page, 1, 2).tap()
    settled(page)
    allowed = CAUSAL.copy()
    allowed[1, 2] = True
    check_every_number(page, allowed, 1)
    page.locator(".masks-stage .pad").nth(0).tap()
    settled(page)
    allowed[:, 0] = False
    check_every_number(page, allowed, 1)
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_link_of_the_gallery_sets_the_figure(first: Page, settled: Settled) -> None:
    """ "Paint from it": six words, that mask, and the figure in view."""
    first.locator("#kind-front ~ p .try").click()
    settled(first)
    allowed = np.tri(6, dtype=bool)
    allowed[:, :2] = False
    check_every_number(first, allowed, 3)
    expect(first.locator(".masks-stage .paint")).to_be_in_viewport()
    assert text_of(first, "worked.full_words") == "clowns, wear"


def test_paper_shows_figures_answers_and_no_controls(first: Page) -> None:
    """Printed: pictures, masks, numbers, predictions open; nothing to press."""
    first.emulate_media(media="print")
    for hidden in (".bar", ".lesson-foot", ".segments", ".pads", ".masks-head"):
        expect(first.locator(hidden).first).to_be_hidden()
    expect(first.locator(".pattern").first).to_be_visible()
    expect(first.locator(".prediction-answer").first).to_be_visible()
    expect(first.locator(".paint").first).to_be_visible()
    expect(first.locator('.matrix[data-path="masked.weights"]')).to_be_visible()
    exact = first.locator(".paint tbody td").first.evaluate(
        "(cell) => getComputedStyle(cell).printColorAdjust"
    )
    assert exact == "exact"
    assert len(first.pdf()) > 10_000


def test_nothing_is_plotted_or_loaded_from_elsewhere(
    page: Page, server_url: str, settled: Settled
) -> None:
    """No Plotly on this page; the path leads on and back."""
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    page.goto(f"{server_url}/learn/masks")
    settled(page)
    assert not [url for url in loaded if "plotly" in url]
    assert all(url.startswith(server_url) for url in loaded)
    expect(page.locator('a[rel="prev"]')).to_have_attribute("href", "/learn/attention")
    expect(page.locator('a[rel="next"]')).to_have_attribute("href", "/learn/positions")
