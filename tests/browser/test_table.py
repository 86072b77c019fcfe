"""The heatmap's twin: a real table with the API's numbers."""

from collections.abc import Callable
from urllib.parse import quote

from playwright.sync_api import Page, expect

from tests.browser.head_numbers import ask_head

Explore = Callable[..., Page]


def open_table(page: Page) -> None:
    """Press t, outside of the sentence."""
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    expect(page.locator(".twin-numbers")).to_be_visible()


def test_table_holds_the_numbers_of_the_api(explore: Explore, server_url: str) -> None:
    """Each cell: three decimals, and all of float32 on hover."""
    page = explore()
    open_table(page)
    head = ask_head(server_url)
    shown = page.evaluate(
        """[...document.querySelectorAll(".twin-numbers tbody tr")].map(row =>
            [...row.querySelectorAll("td")]
                .map(cell => [cell.textContent, cell.title]))"""
    )
    assert [[text for text, _ in row] for row in shown] == [
        [f"{value:.3f}" for value in row] for row in head.values
    ]
    for row, values in zip(shown, head.values, strict=True):
        for (_, title), value in zip(row, values, strict=True):
            assert abs(float(title) - value) < 1e-7


def test_table_is_a_table_to_a_screen_reader(explore: Explore) -> None:
    """Caption, and a header for each row and column."""
    page = explore()
    open_table(page)
    table = page.get_by_role("table", name="Layer 3, head 1: weights")
    expect(table).to_be_visible()
    expect(table.get_by_role("columnheader")).to_have_count(16)
    expect(table.get_by_role("rowheader")).to_have_count(15)


def test_masked_cells_say_so(explore: Explore) -> None:
    """Not a zero, not a blank."""
    page = explore("?model=smollm2-135m&layer=12&head=3")
    open_table(page)
    first = page.locator(".twin-numbers tbody tr").first.locator("td")
    assert first.all_inner_texts() == ["1.000", *["masked"] * 11]


def test_markup_is_text(explore: Explore) -> None:
    """A token of HTML is a word like any other."""
    page = explore("?text=" + quote("<b>x"))
    open_table(page)
    headers = page.locator(".twin-numbers thead bdi").all_inner_texts()
    assert headers == ["[CLS]", "<", "b", ">", "x", "[SEP]"]


def test_a_part_is_said_to_be_one(explore: Explore) -> None:
    """Over 64 tokens a side the caption names the part shown."""
    page = explore("?text=" + quote("word " * 90) + "&row=50&column=50")
    open_table(page)
    expect(page.locator(".twin-numbers caption")).to_contain_text(
        "rows 18 to 81 of 92, columns 18 to 81 of 92"
    )
    expect(page.locator(".twin-numbers tbody tr")).to_have_count(64)


def test_the_caption_fits_a_phone(
    new_page: Callable[..., Page], explore: Explore
) -> None:
    """The table is wider than the screen, what it says of itself is not."""
    page = explore("", on=new_page(390, 844))
    page.get_by_role("button", name="Table of numbers").click()
    box = page.locator(".twin-numbers caption").bounding_box()
    assert box is not None
    assert box["width"] <= 390
    page.locator(".twin-box").evaluate("box => { box.scrollLeft = 300; }")
    moved = page.locator(".twin-numbers caption").bounding_box()
    assert moved is not None
    assert moved["x"] == box["x"]
