"""Lesson 1 in a browser: every shown number against numpy, by keyboard too."""

import re
from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.lesson_checks import check_basics
from tests.browser.lesson_numbers import Q, V, check_every_number, matrix


@pytest.fixture
def first(lesson: Callable[..., Page]) -> Page:
    """Open the lesson as a first visitor does."""
    return lesson("attention")


def test_first_view_shows_the_missions_numbers(first: Page) -> None:
    """wear: dots 0 1 1, scores 0 .7071 .7071, weights .198 .401 .401."""
    assert matrix(first, "worked.dot_products")[1] == ["0", "1", "1"]
    assert matrix(first, "worked.scores")[1] == ["0", "0.7071", "0.7071"]
    assert matrix(first, "worked.weights")[1] == ["0.198", "0.401", "0.401"]
    assert matrix(first, "worked.output")[1] == ["0.797", "2.006"]
    expect(first.locator('[data-bind="worked.rounded_output.{row}.1"]')).to_have_text(
        "2.005"
    )
    check_every_number(first, Q, Q, V, 1)
    check_basics(first)


def test_a_cell_edited_by_keyboard_changes_every_number(
    first: Page, settled: Callable[[Page], Page]
) -> None:
    """Tab and arrows to a cell, type, Enter: all steps, prose and address follow."""
    first.get_by_label("Q, query clowns, feature 0").focus()
    first.keyboard.press("ArrowDown")
    first.keyboard.press("ArrowRight")
    focused = first.locator(":focus")
    expect(focused).to_have_attribute("aria-label", "Q, query wear, feature 1")
    first.keyboard.type("-2.5")
    first.keyboard.press("Enter")
    settled(first)

    q = Q.copy()
    q[1, 1] = -2.5
    check_every_number(first, q, Q, V, 1)
    expect(focused).to_have_value("−2.5")
    assert "query=1,0;0,-2.5;1,1" in first.url


def test_escape_brings_back_what_was_there(
    first: Page, settled: Callable[[Page], Page]
) -> None:
    """Half a number changes nothing; Escape restores cell, figure and address."""
    cell = first.get_by_label("V, value shoes, feature 1")
    cell.focus()
    cell.press("Enter")
    cell.press("Backspace")
    cell.press_sequentially("-")
    expect(cell).to_have_attribute("aria-invalid", "true")
    settled(first)
    assert matrix(first, "worked.output")[1] == ["0.797", "2.006"]
    cell.press_sequentially("7")
    settled(first)
    assert matrix(first, "worked.output")[1][1] == "−2.006"
    cell.press("Escape")
    settled(first)
    assert matrix(first, "worked.output")[1] == ["0.797", "2.006"]
    expect(cell).to_have_value("3")
    assert "?" not in first.url


def test_a_query_is_chosen_by_click_and_by_keys(
    first: Page, settled: Callable[[Page], Page]
) -> None:
    """The row is marked in all matrices, the text follows it."""
    first.locator('.matrix[data-path="worked.weights"] tbody tr').nth(2).click()
    settled(first)
    check_every_number(first, Q, Q, V, 2)
    box = first.locator('.matrix[data-path="worked.weights"] .matrix-box')
    box.focus()
    box.press("ArrowUp")
    box.press("ArrowUp")
    settled(first)
    check_every_number(first, Q, Q, V, 0)
    expect(first.locator(".attention-stage .segment :checked")).to_have_count(2)
    marked = first.locator('.matrix[data-path="worked.scores"] tr[data-chosen] th')
    expect(marked).to_have_text("clowns")
    assert "row=0" in first.url


def test_projections_make_query_key_and_value(
    first: Page, settled: Callable[[Page], Page]
) -> None:
    """The same numbers from X and W; a cell of W_K changes every key."""
    first.locator(".prose").get_by_label("X and W").check(force=True)
    settled(first)
    check_every_number(first, Q, Q, V, 1)
    cell = first.get_by_label("W_K, in 2, out 0")
    cell.focus()
    cell.press_sequentially("3")
    cell.press("Enter")
    settled(first)

    x = np.array([[1.0, 0, 0], [0, 1, 0], [1, 1, 1]])
    w_k = np.array([[1.0, 0], [0, 1], [3, 0]])
    check_every_number(first, Q, x @ w_k, V, 1)
    assert matrix(first, "worked.key")[2] == ["4", "1"]


def test_words_and_features_come_and_go(
    first: Page, settled: Callable[[Page], Page]
) -> None:
    """A word more is a row of zeros; a feature more changes sqrt(d_k)."""
    first.get_by_text("Other words, other sizes").click()
    first.get_by_label("Words").fill("clowns often wear shoes")
    settled(first)
    q = np.insert(Q, 1, 0, axis=0)
    v = np.insert(V, 1, 0, axis=0)
    check_every_number(first, q, q, v, 1)
    first.get_by_label("Features of Q and K").fill("3")
    settled(first)
    wide = np.pad(q, ((0, 0), (0, 1)))
    check_every_number(first, wide, wide, v, 1)
    first.get_by_label("Words").fill("clowns")
    settled(first)
    check_every_number(first, wide[:1], wide[:1], v[:1], 0)


def test_a_link_opens_exactly_this_view(
    first: Page, settled: Callable[[Page], Page], new_page: Callable[..., Page]
) -> None:
    """The address holds everything, and the server draws it before any script."""
    cell = first.get_by_label("K, key shoes, feature 0")
    cell.focus()
    cell.press_sequentially("0.25")
    cell.press("Enter")
    first.locator('.matrix[data-path="worked.scores"] tbody tr').nth(0).click()
    first.get_by_label("d_k, as a number").fill("7")
    settled(first)
    other = new_page(java_script_enabled=False)
    other.goto(first.url)
    k = Q.copy()
    k[2, 0] = 0.25
    check_every_number(other, Q, k, V, 0)
    expect(other.get_by_label("d_k, as a number")).to_have_value("7")


@pytest.mark.parametrize(
    "query", ["", "?query=1,0.25;-2,1;0,3&row=2&head_dim=9", "?mode=projections&seed=4"]
)
def test_numbers_are_the_same_with_and_without_script(
    same_with_and_without_script: Callable[..., None], query: str
) -> None:
    """The server and the script agree on every number and every shade."""
    same_with_and_without_script("attention", query)


def test_softmax_saturates_without_the_square_root(
    first: Page, settled: Callable[[Page], Page]
) -> None:
    """At 512 features one key takes nearly all; divided, it does not."""
    slider = first.get_by_role("slider")
    slider.focus()
    slider.press("End")
    settled(first)
    expect(first.get_by_label("d_k, as a number")).to_have_value("512")
    plain, divided = matrix(first, "spread.weights")
    assert max(map(float, plain)) > 0.95
    assert max(map(float, divided)) < 0.6
    slider.press("Home")
    settled(first)
    assert (
        matrix(first, "spread.dot_products")[0]
        == matrix(first, "spread.dot_products")[1]
    )


def test_the_same_step_in_a_real_model(
    first: Page, settled: Callable[[Page], Page]
) -> None:
    """*it* gives *animal* .640; with *wide* .266; the link opens that row."""
    weights = "real.weights.{place}"
    assert matrix(first, weights)[0][2] == "0.640"
    top = '[data-bind="real.weights.{place}.{real_scores.best.{place}}"]'
    expect(first.locator(top)).to_have_text("0.640")
    scores = [
        float(s.replace("−", "-"))
        for s in matrix(first, "real_scores.scores.{place}")[0]
    ]
    share = np.exp(scores) / np.exp(scores).sum()
    assert abs(share[2] - 0.640) < 0.005
    sentence = first.get_by_role("textbox", name="Your sentence")
    sentence.fill("The animal didn't cross the street because it was too wide")
    settled(first)
    assert matrix(first, weights)[0][2] == "0.266"
    first.get_by_role("link", name="Open this row in Explore").click()
    first.wait_for_selector('[data-view="reading"][data-ready]')
    expect(first.locator("#text")).to_have_value(re.compile("too wide$"))
    expect(first.locator(".reading")).to_contain_text("0.266")
