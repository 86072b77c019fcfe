"""The head in focus: labels, numbers, gaps, hover, lock, scales."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.head_numbers import (
    ask_head,
    cell_point,
    click_cell,
    drawn_cells,
    hover_cell,
    tick_labels,
)

Explore = Callable[..., Page]


def test_repeated_words_keep_their_columns(explore: Explore, server_url: str) -> None:
    """Eight tokens of *the cat sat on the mat* give eight columns, in order."""
    text = "the cat sat on the mat"
    page = explore(f"?text={quote(text)}")
    head = ask_head(server_url, text)
    assert tick_labels(page, "x") == head.tokens
    assert tick_labels(page, "y") == head.tokens
    np.testing.assert_allclose(drawn_cells(page), head.values, rtol=0, atol=1e-6)


@pytest.mark.parametrize("text", ["1 2 10 1", "2020-01-01 2020-01-02"])
def test_numbers_and_dates_stay_labels(
    explore: Explore, server_url: str, text: str
) -> None:
    """No number line and no calendar: one label a token."""
    page = explore(f"?text={quote(text)}")
    assert tick_labels(page, "x") == ask_head(server_url, text).tokens


def test_markup_is_shown_as_it_was_typed(explore: Explore) -> None:
    """HTML, links, formulas and templates are letters like any others."""
    page = explore("?text=" + quote("<b>x</b> %{z} $y$ </script> <extra></extra>"))
    labels = tick_labels(page, "x")
    assert labels[:5] == ["[CLS]", "<", "b", ">", "x"]
    assert {"$", "%"} <= set(labels)
    hover_cell(page, 1, 3)
    expect(page.locator(".mark-tip")).to_contain_text("< looks at >: 0.")


def test_hover_reads_a_row_and_says_the_exact_number(
    explore: Explore, server_url: str
) -> None:
    """Under the pointer: both words, both positions, three decimals."""
    page = explore()
    value = ask_head(server_url).values[6, 8]
    hover_cell(page, 6, 8)
    tip = page.locator(".mark-tip")
    expect(tip).to_contain_text(f"cross looks at street: {value:.3f}")
    expect(tip).to_contain_text("query 6, key 8")
    expect(page.locator(".reading-query")).to_have_text("cross")
    page.mouse.move(5, 5)
    expect(tip).to_be_hidden()
    expect(page.locator(".reading-query")).to_have_text("it")


def test_click_locks_row_and_cell_and_escape_frees_them(explore: Explore) -> None:
    """The lock outlives the pointer, and the address holds it."""
    page = explore()
    click_cell(page, 6, 8)
    page.mouse.move(5, 5)
    expect(page.locator(".reading-query")).to_have_text("cross")
    expect(page.locator(".mark-row-locked")).to_be_visible()
    expect(page.locator(".mark-cell-locked")).to_be_visible()
    expect(page).to_have_url(re.compile(r"[?&]row=6&column=8"))
    page.keyboard.press("Escape")
    expect(page.locator(".mark-cell-locked")).to_be_hidden()
    expect(page).not_to_have_url(re.compile(r"row=6"))


def test_a_drag_is_no_click(explore: Explore) -> None:
    """Zooming chooses no cell."""
    page = explore()
    page.mouse.move(*cell_point(page, 3, 3))
    page.mouse.down()
    page.mouse.move(*cell_point(page, 5, 5), steps=4)
    page.mouse.move(*cell_point(page, 8, 8), steps=4)
    page.mouse.up()
    expect(page).to_have_url(re.compile("zoom=3%3A9%2C3%3A9"))
    assert "column=" not in page.url
    assert drawn_cells(page).shape == (6, 6)


def test_zoom_stays_while_typing_and_double_click_ends_it(
    explore: Explore, wait_ready: Callable[..., None]
) -> None:
    """What was zoomed to is still there with the next letter."""
    page = explore("?zoom=3:9,3:9")
    page.get_by_label("Sentence", exact=True).press_sequentially("!")
    wait_ready(page, "heatmap")
    expect(page).to_have_url(re.compile("zoom=3%3A9%2C3%3A9"))
    assert tick_labels(page, "x") == ["didn", "'", "t", "cross", "the", "street"]
    page.mouse.dblclick(*cell_point(page, 5, 5))
    expect(page).not_to_have_url(re.compile("zoom="))
    expect(page.locator(".heatmap-plot .xtick text")).to_have_count(16)


def test_masked_cells_are_gaps_and_zeros_are_not(
    explore: Explore, server_url: str
) -> None:
    """A decoder: everything above the diagonal is a gap, with its legend."""
    page = explore("?model=smollm2-135m&layer=12&head=3")
    head = ask_head(server_url, model="smollm2-135m", layers=[12], heads=[3])
    cells = drawn_cells(page)
    assert np.array_equal(np.isnan(cells), np.triu(np.ones(cells.shape), 1) == 1)
    np.testing.assert_allclose(cells, head.values, rtol=0, atol=1e-6)
    expect(page.locator(".heatmap-plot .legendtext")).to_have_text(
        "masked: may not look"
    )
    hover_cell(page, 1, 5)
    expect(page.locator(".mark-tip")).to_contain_text("masked")


def test_color_bar_is_fixed_from_0_to_1(explore: Explore) -> None:
    """The same scale for every head, named."""
    page = explore()
    ticks = page.locator(".heatmap-plot .cbaxis text").all_text_contents()
    assert [tick.strip() for tick in ticks] == ["0", "0.25", "0.5", "0.75", "1"]
    assert (
        "weight" in page.locator(".heatmap-plot .annotation-text").all_text_contents()
    )


def test_an_error_dims_the_heatmap_and_leaves_it(explore: Explore, watch: Any) -> None:
    """The last good picture stays while the words say what is wrong."""
    watch.expect("422")
    page = explore()
    page.get_by_label("Sentence", exact=True).fill("word " * 600)
    expect(page.locator('[data-view="problem"]')).to_be_visible()
    assert drawn_cells(page).shape == (15, 15)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_labels_and_numbers_can_be_read(
    new_page: Callable[..., Page], explore: Explore, scheme: str
) -> None:
    """Every painted text has a contrast of at least 4.5 to 1 where it stands."""
    page = explore("?text=dogs+chase+cats", on=new_page(color_scheme=scheme))
    found = page.evaluate(
        """() => {
          const plot = document.querySelector(".heatmap-plot");
          const rgb = (text) => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
          const light = (color) => rgb(color).map((c) => c / 255)
            .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
            .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
          const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          const page = light(getComputedStyle(document.body).backgroundColor);
          const painted = plot.querySelectorAll(
            ".xtick text, .ytick text, .cbaxis text");
          return [...painted]
            .map((text) => ratio(light(getComputedStyle(text).fill), page));
        }"""
    )
    assert len(found) == 15
    assert min(found) >= 4.5


def test_nothing_blinks_while_typing(
    explore: Explore, wait_ready: Callable[..., None]
) -> None:
    """The picture is changed, never taken away: no frame is without cells."""
    page = explore()
    page.evaluate(
        """() => {
          const frame = document.querySelector(".heatmap-frame");
          window.blanks = 0;
          window.watching = true;
          const look = () => {
            const cells = frame.querySelector(".hm image");
            const isBlank = frame.hidden || !cells || !cells.getAttribute("width");
            if (isBlank) window.blanks += 1;
            if (window.watching) requestAnimationFrame(look);
          };
          look();
        }"""
    )
    page.get_by_label("Sentence", exact=True).press_sequentially(" and cold", delay=30)
    wait_ready(page, "heatmap")
    expect(page.locator(".heatmap-plot .ytick text")).to_have_count(17)
    page.evaluate("window.watching = false")
    assert page.evaluate("window.blanks") == 0


def test_labels_are_never_cut_where_there_is_room(
    explore: Explore, wait_ready: Callable[..., None]
) -> None:
    """While typing, the label of the row that is read fits the picture it is on."""
    page = explore("?model=smollm2-135m&text=a+cat&row=1")
    page.evaluate(
        """() => {
          const label = document.querySelector(".mark-label-row");
          window.cuts = [];
          new MutationObserver(() => {
            if (label.scrollWidth > label.clientWidth)
              window.cuts.push(label.textContent);
          }).observe(label, { attributes: true, childList: true });
          // A pointer that never rests: the label is placed in every frame.
          const strip = document.querySelector(".strip");
          const stir = () => {
            for (const kind of ["pointerout", "pointerover"])
              strip.querySelectorAll(".token")[1]
                ?.dispatchEvent(new PointerEvent(kind, { bubbles: true }));
            requestAnimationFrame(stir);
          };
          stir();
        }"""
    )
    for text in ("a street", "a cat", "an understanding street", "it is", "a street"):
        page.get_by_label("Sentence", exact=True).fill(text)
        wait_ready(page, "heatmap")
    expect(page.locator(".mark-label-row")).to_have_text("street")
    assert page.evaluate("window.cuts") == []


def test_phone_reads_and_locks_by_touch(
    new_page: Callable[..., Page], explore: Explore
) -> None:
    """The heatmap fits 390 pixels; a tap chooses a cell, a swipe scrolls."""
    phone = new_page(390, 844, has_touch=True, is_mobile=True)
    page = explore("", on=phone)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.touchscreen.tap(*cell_point(page, 6, 8))
    expect(page.locator(".reading-query")).to_have_text("cross")
    expect(page.locator(".mark-cell-locked")).to_be_visible()
    mode = page.evaluate("document.querySelector('.heatmap-plot').layout.dragmode")
    assert mode is False
