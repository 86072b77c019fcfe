"""A text of 300 tokens: pooled at first, exact where one looks."""

import re
from collections.abc import Callable
from itertools import pairwise
from urllib.parse import quote

import numpy as np
from playwright.sync_api import Page, expect

from tests.browser.head_numbers import ask_head, cell_point, drawn_cells, hover_cell

Explore = Callable[..., Page]
Wait = Callable[..., None]
WORDS = [
    "the",
    "quick",
    "brown",
    "fox",
    "jumps",
    "over",
    "a",
    "lazy",
    "dog",
    "while",
    "wizards",
    "brew",
]
TEXT = " ".join(WORDS[index % 12] for index in range(298))


def test_pooled_cells_are_maxima_and_say_so(explore: Explore, server_url: str) -> None:
    """150 cells a side, each the largest of 2 x 2."""
    page = explore("?text=" + quote(TEXT))
    exact = ask_head(server_url, TEXT).values
    blocks = exact.reshape(150, 2, 150, 2).max(axis=(1, 3))
    np.testing.assert_allclose(drawn_cells(page), blocks, rtol=0, atol=1e-6)
    expect(page.locator(".hint").first).to_contain_text("largest of 2 × 2")
    hover_cell(page, 100, 40)
    tip = page.locator(".mark-tip")
    expect(tip).to_contain_text(f"largest: {blocks[50, 20]:.3f}")
    expect(tip).to_contain_text("queries 100–101, keys 40–41")


def test_zoom_brings_exact_cells(
    explore: Explore, server_url: str, wait_ready: Wait
) -> None:
    """A dragged box of a pooled head shows single tokens again."""
    page = explore("?text=" + quote(TEXT))
    page.mouse.move(*cell_point(page, 100, 40))
    page.mouse.down()
    page.mouse.move(*cell_point(page, 110, 60), steps=4)
    page.mouse.move(*cell_point(page, 130, 80), steps=4)
    page.mouse.up()
    expect(page).to_have_url(re.compile("zoom="))
    wait_ready(page, "heatmap")
    expect(page.locator(".hint").first).to_contain_text("every cell is exact")
    numbers = re.search(r"zoom=(\d+)%3A(\d+)%2C(\d+)%3A(\d+)", page.url)
    assert numbers
    r0, r1, c0, c1 = map(int, numbers.groups())
    exact = ask_head(server_url, TEXT).values[r0:r1, c0:c1]
    np.testing.assert_allclose(drawn_cells(page), exact, rtol=0, atol=1e-6)


def test_row_is_read_from_exact_cells(explore: Explore, server_url: str) -> None:
    """The list beside a pooled head holds single keys."""
    page = explore("?text=" + quote(TEXT) + "&row=101")
    row = ask_head(server_url, TEXT).values[101]
    first = page.locator(".reading-keys tbody tr").first
    expect(first).to_contain_text(f"{row.max():.3f}")
    rest = np.sort(row)[:-6].sum()
    expect(page.locator(".reading-others")).to_contain_text(f"{rest:.3f}")


def test_hidden_tokens_move_no_exact_cell(
    explore: Explore, server_url: str, wait_ready: Wait
) -> None:
    """With [CLS] hidden the first row drawn is the second of the text."""
    page = explore("?text=" + quote(TEXT) + "&hide=special&zoom=0:20,0:20&row=5")
    wait_ready(page, "heatmap", "reading")
    exact = ask_head(server_url, TEXT).values
    np.testing.assert_allclose(drawn_cells(page), exact[1:21, 1:21], rtol=0, atol=1e-6)
    shown = exact[6, 1:-1]
    expect(page.locator(".reading-keys tbody tr").first).to_contain_text(
        f"{shown.max():.3f}"
    )


def test_labels_thin_out_evenly(explore: Explore) -> None:
    """Labels keep apart, and each says its position."""
    page = explore("?text=" + quote(TEXT))
    labels = page.locator(".heatmap-plot .ytick text").all_text_contents()
    positions = [int(label.split()[-1]) for label in labels]
    assert len(set(np.diff(positions))) == 1
    assert 10 <= len(positions) <= 60
    boxes = page.evaluate(
        """[...document.querySelectorAll(".heatmap-plot .ytick text")]
            .map(text => text.getBoundingClientRect()).map(box => [box.top, box.bottom])
            .sort((one, other) => one[0] - other[0])"""
    )
    assert all(after[0] >= before[1] - 3 for before, after in pairwise(boxes))
