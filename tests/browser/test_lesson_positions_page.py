"""Lesson 3 as a page: twins, links, phone, themes, paper, errors, motion."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.lesson_checks import check_basics
from tests.browser.lesson_numbers import printed
from tests.browser.position_readings import vector
from tests.plain_arithmetic import plain_waves

Settled = Callable[[Page], Page]


@pytest.fixture
def first(lesson: Callable[..., Page]) -> Page:
    """Open the lesson as a first visitor does."""
    return lesson("positions")


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?d_model=64&row=40&pair=20&base=500&start=900&first=7&second=80&offset=44",
        "?d_model=2&width=6&n_heads=3&distance=127&start=1000000000&row=0",
    ],
)
def test_numbers_are_the_same_with_and_without_script(
    same_with_and_without_script: Callable[..., None], query: str
) -> None:
    """The two twins agree, number by number."""
    same_with_and_without_script("positions", query)


def test_a_link_opens_exactly_this_view(
    first: Page, settled: Settled, lesson: Callable[..., Page], new_page: Any
) -> None:
    """Everything chosen stands in the address, and comes back from it."""
    for field, value in {"row": 0, "d_model": 10, "offset": 44, "distance": 0}.items():
        first.locator(f'.slider[data-field="{field}"] .slider-number').fill(str(value))
    first.locator('.clock[value="3"]').click()
    first.get_by_label("Another order").fill("the man the dog bit")
    settled(first)
    address = first.url
    assert "?" in address
    other = lesson("positions", address[address.index("?") :], on=new_page())
    read = """(all) => all.filter((one) => !one.closest('[hidden]'))
      .map((one) => one.textContent)"""
    here, there = (
        page.locator("[data-bind]").evaluate_all(read) for page in (first, other)
    )
    assert here == there
    expect(other.get_by_label("Another order")).to_have_value("the man the dog bit")
    expect(other.locator('.clock[value="3"]')).to_have_attribute("aria-pressed", "true")
    assert vector(other) == [printed(number, 4) for number in plain_waves([0], 10)[0]]


def test_an_address_that_makes_no_sense_is_said(lesson: Callable[..., Page]) -> None:
    """Odd width, base 0: a note each, and the lesson's own values."""
    page = lesson("positions", "?d_model=7&base=0&start=-5&row=2")
    notes = page.locator(".lesson-note")
    expect(notes).to_have_count(3)
    expect(notes.first).to_contain_text("it is odd: features come in pairs")
    assert vector(page) == [printed(number, 4) for number in plain_waves([2], 8)[0]]


def test_a_figure_follows_before_the_server_answers(first: Page) -> None:
    """The server is held; the drawing moves, numbers wait, then agree."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    first.route("**/api/v1/positional-encodings", hold)
    before = first.locator(".waves svg").evaluate("(svg) => svg.outerHTML")
    first.locator('.slider[data-field="d_model"] .slider-number').fill("6")
    first.wait_for_function(
        "(before) => document.querySelector('.waves svg').outerHTML !== before",
        arg=before,
    )
    assert len(vector(first)) == 8
    for route in held:
        route.continue_()
    first.unroute("**/api/v1/positional-encodings")
    first.wait_for_selector("[data-lesson][data-ready]")
    assert vector(first) == [printed(number, 4) for number in plain_waves([1], 6)[0]]


def test_a_word_that_stands_nowhere_is_said_and_forgiven(
    first: Page, settled: Settled
) -> None:
    """Said without asking anyone; the last good table stays."""
    first.get_by_label("The word to compare").fill("cat")
    settled(first)
    problem = first.locator(".orders + .source-problem")
    expect(problem).to_contain_text("“cat” does not stand in either sentence.")
    assert first.locator('[data-bind="placed.differences.6"]').text_content() != "–"
    first.get_by_label("The word to compare").fill("bit")
    settled(first)
    expect(problem).to_be_hidden()
    # "bit" is the third word in both orders: even with positions it moves less.
    expect(first.locator(".layers caption")).to_contain_text("vectors of bit?")


def test_offline_is_said_and_ends_by_itself(
    first: Page, settled: Any, watch: Any
) -> None:
    """Drawings move on, numbers say why they don't, and catch up."""
    watch.expect("ERR_INTERNET_DISCONNECTED")
    first.context.set_offline(True)
    first.locator('.slider[data-field="base"] .slider-number').fill("100")
    problem = first.locator(
        '.stage .source[data-source="waves"] > .source-problem'
    ).first
    expect(problem).to_contain_text("The server can't be reached")
    first.context.set_offline(False)
    expect(problem).to_be_hidden(timeout=15_000)
    settled(first)
    assert vector(first) == [
        printed(number, 4) for number in plain_waves([1], 8, 100)[0]
    ]


def test_a_narrower_encoding_keeps_the_chosen_pair_inside(
    lesson: Callable[..., Page], settled: Settled
) -> None:
    """From 32 pairs to 3."""
    page = lesson("positions", "?d_model=64&pair=20")
    page.locator('.slider[data-field="d_model"] .slider-number').fill("6")
    settled(page)
    expect(page.locator('.dials-figure [data-bind="pair"]')).to_have_text("2")
    expect(page.locator(".clock")).to_have_count(3)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_cells_wear_the_theme(
    new_page: Callable[..., Page], lesson: Callable[..., Page], scheme: str
) -> None:
    """Feature 1 of position 0 is cos 0 = 1: the scale's far end."""
    page = lesson("positions", on=new_page(color_scheme=scheme))
    color = page.evaluate(
        """() => {
          const canvas = document.querySelector('.waves canvas');
          const [r, g, b] = canvas.getContext('2d').getImageData(1, 0, 1, 1).data;
          const pairs = [r, g, b].map((byte) => byte.toString(16).padStart(2, '0'));
          const dark = getComputedStyle(canvas).getPropertyValue('--seq-5');
          return [`#${pairs.join('')}`, dark.trim()];
        }"""
    )
    assert color[0] == color[1]


def test_a_phone_shows_it_all(
    new_page: Callable[..., Page], lesson: Callable[..., Page]
) -> None:
    """390 x 844: nothing sticks out; the waves stay while one reads and slides."""
    page = lesson("positions", on=new_page(390, 844, is_mobile=True, has_touch=True))
    check_basics(page)
    page.get_by_label("base", exact=True).evaluate(
        "(one) => one.scrollIntoView({ block: 'end' })"
    )
    box = page.locator(".waves").bounding_box()
    assert box is not None
    assert box["y"] >= 0
    assert box["y"] + 200 < 844
    page.locator('.clock[value="1"]').tap()
    expect(page.locator('.dials-figure [data-bind="pair"]')).to_have_text("1")


def test_a_desk_passes_the_basics(first: Page) -> None:
    """Names, headings, ids; every drawing says what it shows."""
    check_basics(first)
    labels = first.locator(".drawn[role=img], .drawn[role=slider]").evaluate_all(
        "(all) => all.map((one) => one.ariaLabel + (one.ariaValueText ?? ''))"
    )
    assert len(labels) == 9
    assert all(re.search(r"\d", label) for label in labels)


def test_paper_has_every_figure_and_answer(first: Page) -> None:
    """Printed: predictions opened, drawings whole, no buttons."""
    first.emulate_media(media="print")
    expect(first.locator(".prediction-answer").first).to_be_visible()
    expect(first.get_by_role("button", name="Let the left one run")).to_be_hidden()
    for drawing in first.locator(".drawn svg").all():
        box = drawing.bounding_box()
        assert box is not None
        assert box["width"] > 100


def test_who_wants_no_motion_steps(
    new_page: Callable[..., Page], lesson: Callable[..., Page], settled: Settled
) -> None:
    """Reduced motion: one press, one position."""
    page = lesson("positions", on=new_page(reduced_motion="reduce"))
    page.get_by_role("button", name="One step").click()
    settled(page)
    expect(page.locator('.slider[data-field="first"] .slider-number')).to_have_value(
        "6"
    )
    page.get_by_role("button", name="One step").click()
    expect(page.locator('.slider[data-field="first"] .slider-number')).to_have_value(
        "7"
    )


def test_the_link_into_explore_takes_the_sentence_along(
    first: Page, settled: Settled
) -> None:
    """And sorts heads by how much they look one back."""
    first.get_by_label("One order").fill("a dog & a cat")
    settled(first)
    link = first.get_by_role("link", name="Open your sentence in Explore")
    expect(link).to_have_attribute(
        "href", "/?model=minilm&text=a+dog+%26+a+cat&order=previous"
    )
