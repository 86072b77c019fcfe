"""How the head is shown: quantity, words, hiding, scale."""

import re
from collections.abc import Callable

import numpy as np
from playwright.sync_api import Page, expect

from tests.browser.head_numbers import ask_head, drawn_cells, tick_labels

Explore = Callable[..., Page]
Wait = Callable[..., None]


def choose(page: Page, group: str, option: str) -> None:
    """Choose an option of a group as a person does."""
    page.get_by_role("group", name=group, exact=True).get_by_role(
        "radio", name=option, exact=True
    ).check()


def test_words_join_pieces(explore: Explore, server_url: str, wait_ready: Wait) -> None:
    """*didn't* is one word of three tokens; keys are summed, rows add up to 1."""
    page = explore()
    choose(page, "Pieces", "words")
    wait_ready(page, "heatmap")
    assert tick_labels(page, "x")[3] == "didn't"
    cells = drawn_cells(page)
    assert cells.shape == (13, 13)
    np.testing.assert_allclose(cells.sum(axis=1), 1, atol=1e-5)
    tokens = ask_head(server_url).values
    assert np.isclose(cells[1, 3], tokens[1, 3:6].sum(), atol=1e-6)
    expect(page).to_have_url(re.compile("merge=words"))


def test_hiding_prints_the_share_that_is_out_of_sight(
    explore: Explore, server_url: str, wait_ready: Wait
) -> None:
    """Special tokens go, their share of the shown rows stays in words."""
    page = explore()
    choose(page, "Special tokens", "hidden")
    wait_ready(page, "heatmap")
    assert "[CLS]" not in tick_labels(page, "x")
    weights = ask_head(server_url).values[1:-1]
    share = round(100 * (weights[:, 0] + weights[:, -1]).mean())
    line = f"{share} % of the weight lies on hidden tokens"
    expect(page.locator('[data-view="heatmap"] .title')).to_contain_text(line)
    expect(page.locator(".controls-note")).to_have_text(f"{share} % hidden")


def test_a_model_without_special_tokens_hides_its_first(explore: Explore) -> None:
    """The switch says what it does for this model."""
    page = explore("?model=smollm2-135m&layer=12&head=3")
    choose(page, "First token", "hidden")
    expect(page).to_have_url(re.compile("hide=first"))
    expect(page.locator('[data-view="heatmap"] .title')).to_contain_text(
        "hidden first token"
    )
    expect(page.locator(".heatmap-plot .xtick text")).to_have_count(11)


def test_scales(explore: Explore, server_url: str, wait_ready: Wait) -> None:
    """Per head ends at the largest weight; log says where it stops."""
    page = explore()
    largest = np.nanmax(ask_head(server_url).values)
    choose(page, "Scale", "per head")
    wait_ready(page, "heatmap")
    top = page.evaluate("document.querySelector('.heatmap-plot').data[0].zmax")
    assert np.isclose(top, largest, atol=1e-6)
    choose(page, "Scale", "log")
    expect(page.locator(".heatmap-plot .cbaxis")).to_contain_text("≤ 0.0001")
    cells = drawn_cells(page)
    assert cells.min() >= -4
    assert np.isclose(cells[10, 2], np.log10(0.640), atol=1e-3)


def test_scores_have_their_own_scale(explore: Explore, server_url: str) -> None:
    """From the smallest to the largest; the scale switch rests and says why."""
    page = explore()
    choose(page, "Quantity", "scores")
    expect(page.locator(".heatmap-plot .annotation-text").first).to_have_text("score")
    scores = ask_head(server_url, quantity="scores").values
    np.testing.assert_allclose(drawn_cells(page), scores, rtol=0, atol=1e-5)
    group = page.get_by_role("group", name="Scale", exact=True)
    for radio in group.get_by_role("radio").all():
        expect(radio).to_be_disabled()
    expect(group).to_have_attribute("title", re.compile("no common scale"))


def test_segments_are_radio_buttons(explore: Explore) -> None:
    """Arrows choose inside a group, and move no cell."""
    page = explore()
    page.get_by_role("radio", name="weights").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="scores")).to_be_checked()
    expect(page).to_have_url(re.compile("quantity=scores"))
    assert "column=" not in page.url
