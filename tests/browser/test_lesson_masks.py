"""Lesson 2 in a browser: paint a mask, and every number follows."""

from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.lesson_checks import check_basics
from tests.browser.lesson_numbers import matrix
from tests.browser.masks_numbers import (
    cell,
    check_every_number,
    painted,
    painter,
    text_of,
)

CAUSAL = np.tri(3, dtype=bool)
Settled = Callable[[Page], Page]


@pytest.fixture
def first(lesson: Callable[..., Page]) -> Page:
    """Open the lesson as a first visitor does."""
    return lesson("masks")


def test_first_view_shows_the_missions_numbers(first: Page) -> None:
    """Causal: wear .330 .670 0 and .660 1.340; the first row is 1, 0, 0."""
    weights = matrix(first, "worked.weights")
    assert weights[1] == ["0.330", "0.670", "0"]
    assert weights[0] == ["1", "0", "0"]
    assert text_of(first, "worked.output.{row}.0") == "0.660"
    assert text_of(first, "worked.output.{row}.1") == "1.340"
    assert matrix(first, "worked.score_rows.{row}") == [
        ["0", "0.707", "0.707"],
        ["0", "0.707", "−∞"],
    ]
    check_every_number(first, CAUSAL, 1)
    check_basics(first)


def test_a_click_opens_a_cell_and_every_number_follows(
    first: Page, settled: Settled
) -> None:
    """wear may look at shoes again: no mask left in its row."""
    cell(first, 1, 2).click()
    settled(first)
    allowed = CAUSAL.copy()
    allowed[1, 2] = True
    check_every_number(first, allowed, 1)
    assert matrix(first, "worked.weights")[1] == ["0.198", "0.401", "0.401"]
    expect(first.get_by_label("Painted").first).to_be_checked()
    expect(cell(first, 1, 2)).to_have_attribute("aria-pressed", "true")
    assert "kind=painted&painted=100-111-111" in first.url
    cell(first, 2, 0).click()
    settled(first)
    allowed[2, 0] = False
    check_every_number(first, allowed, 1)


def test_a_drag_paints_what_it_crosses(first: Page, settled: Settled) -> None:
    """From an open cell: all are closed on the way, and stay so on the way back."""
    cell(first, 2, 0).hover()
    first.mouse.down()
    for key in (1, 2, 1):
        cell(first, 2, key).hover()
    first.mouse.up()
    settled(first)
    assert painted(first) == ["100", "110", "000"]
    cell(first, 2, 1).hover()
    assert painted(first) == ["100", "110", "000"]
    expect(first.locator(".masks-full")).to_contain_text("Fully masked: shoes")


def test_keys_move_and_paint(first: Page, settled: Settled) -> None:
    """One Tab stop; arrows move, space toggles, focus stays."""
    assert painter(first).locator('button[tabindex="0"]').count() == 1
    painter(first).locator('button[tabindex="0"]').focus()
    first.keyboard.press("ArrowRight")
    first.keyboard.press("Space")
    settled(first)
    focused = first.locator(":focus")
    expect(focused).to_have_attribute("aria-label", "query clowns, key wear: open")
    allowed = CAUSAL.copy()
    allowed[0, 1] = True
    check_every_number(first, allowed, 1)
    first.keyboard.press("ArrowDown")
    first.keyboard.press("Enter")
    settled(first)
    allowed[1, 1] = False
    check_every_number(first, allowed, 1)
    first.keyboard.press("ArrowDown")
    expect(first.locator(":focus")).to_have_attribute(
        "aria-label", "query shoes, key wear: open"
    )


def test_padding_closes_a_column_anywhere(first: Page, settled: Settled) -> None:
    """In the middle, and with no causal mask: a column, to every query alike."""
    first.locator(".masks-stage .pad").nth(1).click()
    settled(first)
    allowed = CAUSAL.copy()
    allowed[:, 1] = False
    check_every_number(first, allowed, 1)
    first.get_by_label("No mask").first.check(force=True)
    settled(first)
    allowed[:] = True
    allowed[:, 1] = False
    check_every_number(first, allowed, 1)
    cell(first, 0, 1).click()
    settled(first)
    expect(painter(first)).to_contain_text("wear counts as padding")
    check_every_number(first, allowed, 1)
    assert first.url.endswith("?kind=none&padded=1")


def test_a_row_with_no_open_key_is_named_and_zero(
    first: Page, settled: Settled
) -> None:
    """Padding in front under the causal mask: never NaN, never 1/3."""
    first.get_by_role("link", name="Padding in front, and causal").click()
    settled(first)
    allowed = CAUSAL.copy()
    allowed[:, 0] = False
    check_every_number(first, allowed, 0)
    assert matrix(first, "worked.weights")[0] == ["0", "0", "0"]
    assert text_of(first, "worked.output.{row}.0") == "0"
    expect(first.locator(".masks-full")).to_contain_text(
        "Fully masked: clowns. No open key, so no distribution"
    )
    assert "NaN" not in first.locator(".masks-stage").inner_text()
    cell(first, 0, 0).click()
    first.locator(".masks-stage .pad").nth(0).click()
    settled(first)
    expect(first.locator(".masks-full")).to_be_hidden()


@pytest.mark.parametrize(
    ("kind", "more", "rows"),
    [
        ("Window", "window=2", ["100000", "110000", "011000", "001100", "000110"]),
        ("Prefix", "prefix=3", ["111000", "111000", "111000", "111100", "111110"]),
        ("Packed", "cut=3", ["100000", "110000", "111000", "000100", "000110"]),
    ],
)
def test_painting_starts_from_any_kind(
    lesson: Callable[..., Page],
    settled: Settled,
    kind: str,
    more: str,
    rows: list[str],
) -> None:
    """Six words, a kind, then one cell of one's own."""
    page = lesson("masks", f"?n_words=6&{more}&row=4")
    page.locator(".masks-stage").get_by_label(kind, exact=True).check()
    settled(page)
    assert painted(page)[:5] == rows
    cell(page, 0, 5).click()
    settled(page)
    allowed = np.array([[c == "1" for c in row] for row in painted(page)])
    assert "".join(map(str, allowed[0].astype(int))) == rows[0][:5] + "1"
    check_every_number(page, allowed, 4)


def test_painted_begins_with_the_shape_that_was_there(
    lesson: Callable[..., Page], settled: Settled
) -> None:
    """Choosing "Painted" changes no cell; fewer words cut the pattern."""
    page = lesson("masks", "?n_words=5&kind=sliding_window&window=2&causal=false")
    before = painted(page)
    page.locator(".masks-stage").get_by_label("Painted", exact=True).check()
    settled(page)
    assert painted(page) == before == ["11000", "11100", "01110", "00111", "00011"]
    page.locator('input[name="n_words"][value="3"]').check()
    settled(page)
    check_every_number(page, [[True, True, False], [True] * 3, [False, True, True]], 1)


def test_an_address_brings_the_painted_mask_back(
    lesson: Callable[..., Page], new_page: Callable[..., Page], settled: Settled
) -> None:
    """Paint, pad, choose a row; the link shows the same in another browser."""
    page = lesson("masks", "?n_words=4")
    cell(page, 3, 1).click()
    cell(page, 0, 2).click()
    page.locator(".masks-stage .pad").nth(3).click()
    page.locator('.matrix[data-path="worked.weights"] tbody tr').nth(3).click()
    settled(page)
    other = new_page()
    other.goto(page.url)
    settled(other)
    allowed = [[int(c) for c in row] for row in ("1010", "1100", "1110", "1010")]
    for each in (page, other):
        check_every_number(each, np.array(allowed, dtype=bool), 3)
    assert other.url == page.url


def test_numbers_are_the_same_with_and_without_script(
    same_with_and_without_script: Callable[..., None],
) -> None:
    """The two twins agree, on the first view and on others."""
    same_with_and_without_script("masks")
    same_with_and_without_script("masks", "?kind=causal&padded=0&row=0")
    same_with_and_without_script(
        "masks", "?n_words=5&kind=painted&painted=10010-11000-11111-00000-10101&row=2"
    )


def test_small_pictures_say_how_much_is_open(first: Page) -> None:
    """Every kind's share, counted from the cells that are drawn."""
    sections = first.locator(".masks-three > section, .masks-kinds > section")
    wrong = sections.evaluate_all(
        """(all) => all.filter((one) => {
             const cells = [...one.querySelectorAll('.pattern td')];
             const open = cells.filter((cell) => cell.dataset.cell === 'open').length;
             const said = `${open} of ${cells.length} cells open`;
             const share = Number(one.querySelector('.value').textContent);
             return !one.textContent.includes(said)
               || Math.abs(share - open / cells.length) > 0.0005;
           }).map((one) => one.textContent)"""
    )
    assert wrong == []
    assert first.locator(".pattern").count() == 11
