"""Source and target: what is written, forced, chosen and read."""

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.head_numbers import ANIMAL, drawn_cells, tick_labels
from tests.browser.pair_numbers import (
    TRANSLATOR,
    ask,
    own_target,
    shades,
    side,
    texts,
    weights_of,
)

Explore = Callable[..., Page]
OPEN = f"?model={TRANSLATOR}&layer=0&head=0"


def test_the_translation_follows_every_keystroke(
    explore: Explore, server_url: str, wait_ready: Callable[..., None]
) -> None:
    """The target field and both strips show what the model writes now."""
    page = explore(f"{OPEN}&text=The+dog+was+tired")
    target = page.get_by_label("Target", exact=True)
    expect(target).to_have_value(own_target(server_url, "The dog was tired"))
    expect(page.locator(".target-line")).to_contain_text("written by the model")
    page.get_by_label("Sentence", exact=True).press("End")
    page.keyboard.type(" and old")
    expect(target).to_have_value(own_target(server_url, "The dog was tired and old"))
    wait_ready(page)
    answer = ask(
        server_url, "/attention", part="cross", text="The dog was tired and old"
    )
    expect(side(page, "source")).to_have_text(texts(answer["source_tokens"]))
    expect(side(page, "target")).to_have_text(texts(answer["target_tokens"]))


def test_typing_in_the_target_forces_it_and_one_action_frees_it(
    explore: Explore, server_url: str, wait_ready: Callable[..., None]
) -> None:
    """Forced is said, drawn and in the address; so is the way back."""
    page = explore(OPEN)
    target = page.get_by_label("Target", exact=True)
    target.fill("Elle était large")
    expect(page.locator(".target-line")).to_contain_text("forced: typed here")
    fed = ask(server_url, "/tokenize", text="Elle était large", side="target")
    expect(side(page, "target")).to_have_text(texts(fed["tokens"]))
    wait_ready(page)
    expect(page).to_have_url(re.compile(r"target=Elle"))
    assert len(tick_labels(page, "y")) == len(fed["tokens"])
    page.get_by_role("button", name="back to the model's own").click()
    expect(target).to_have_value(own_target(server_url))
    expect(page).not_to_have_url(re.compile("target="))


def test_an_empty_target_is_forced_too(explore: Explore) -> None:
    """Only the start token is left, and the link keeps the empty text."""
    page = explore(f"{OPEN}&target=")
    expect(side(page, "target")).to_have_count(1)
    expect(page.locator(".target-line")).to_contain_text("forced")
    assert parse_qs(urlsplit(page.url).query, keep_blank_values=True)["target"] == [""]


def test_a_target_token_reads_its_source_and_a_source_token_its_target(
    explore: Explore, server_url: str
) -> None:
    """A row shades the source; a column shades the target and is listed."""
    page = explore(OPEN)
    weights = weights_of(server_url, "cross")
    side(page, "target").nth(1).click()
    page.mouse.move(5, 5)
    expect(side(page, "target").nth(1)).to_have_attribute("aria-pressed", "true")
    assert shades(page, "source") == [f"{weight:.3f}" for weight in weights[1]]
    expect(page).to_have_url(re.compile(r"[?&]row=1(&|$)"))
    side(page, "source").nth(1).click()
    page.mouse.move(5, 5)
    expect(side(page, "source").nth(1)).to_have_attribute("aria-pressed", "true")
    assert shades(page, "target") == [f"{weight:.3f}" for weight in weights[:, 1]]
    expect(page.locator(".reading-title")).to_have_text("animal is looked at by")
    most = page.locator(".reading-keys tbody .number").first
    expect(most).to_have_text(f"{weights[:, 1].max():.3f}")
    expect(page.locator(".mark-column-read")).to_be_visible()
    query = parse_qs(urlsplit(page.url).query)
    assert query["column"] == ["1"]
    assert "row" not in query
    page.keyboard.press("Escape")
    expect(page.locator(".mark-column-read")).to_be_hidden()


def test_a_choice_survives_edits_on_both_sides(
    explore: Explore, wait_ready: Callable[..., None]
) -> None:
    """The locked row follows its target token, the column its source token."""
    page = explore(f"{OPEN}&text=The+dog+was+tired&target=le+chien&row=2&column=1")
    expect(side(page, "target").nth(2)).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Target", exact=True).press("Home")
    page.keyboard.type("oui ")
    expect(side(page, "target")).to_have_count(4)
    wait_ready(page)
    expect(page).to_have_url(re.compile(r"row=3&column=1"))
    page.get_by_label("Sentence", exact=True).press("Home")
    page.keyboard.type("now ")
    expect(side(page, "source").first).to_have_text("now")
    wait_ready(page)
    expect(page).to_have_url(re.compile(r"row=3&column=2"))
    expect(page.locator(".head[aria-selected=true]")).to_have_attribute(
        "data-place", "0.0"
    )


def test_rows_are_named_by_what_is_read_or_written(
    explore: Explore, server_url: str
) -> None:
    """The same rows under another name; the sentence above says which."""
    answer = ask(server_url, "/attention", part="cross")
    page = explore(OPEN)
    assert tick_labels(page, "y") == texts(answer["target_tokens"])
    expect(page.locator(".hint")).to_contain_text("just read")
    page.get_by_label("written", exact=True).check()
    expect(page.locator(".hint")).to_contain_text("about to be written")
    assert tick_labels(page, "y") == texts(answer["next_tokens"])
    expect(page).to_have_url(re.compile("named=written"))


def test_a_row_says_what_it_is_about_to_write(
    explore: Explore, server_url: str
) -> None:
    """With the probability that the model gave it."""
    step = ask(server_url, "/translations")["steps"][1]
    page = explore(f"{OPEN}&row=1")
    said = page.locator(".reading-writing").first
    expect(said).to_have_text(
        f"about to write {step['token']['text']}: probability {step['probability']:.3f}"
    )


def test_unknown_words_are_said_and_marked(explore: Explore) -> None:
    """In a line and at the token, with the word that was typed."""
    page = explore(f"{OPEN}&text=The+xylophone+was+tired")
    expect(page.locator(".strip-warning")).to_contain_text("xylophone")
    unknown = side(page, "source").nth(1)
    expect(unknown).to_have_attribute("data-unknown", "")
    expect(unknown).to_contain_text("xylophone")
    expect(unknown).to_contain_text("<unk>")


def test_a_target_that_is_too_long_can_be_cut(
    explore: Explore, watch: object, wait_ready: Callable[..., None]
) -> None:
    """Said with both numbers, where it happened; the last good picture stays."""
    watch.expect("422")  # type: ignore[attr-defined]
    page = explore(f"{OPEN}&text=The+dog+was+tired&target=le+chien")
    page.get_by_label("Target", exact=True).fill("le " * 90)
    problem = page.locator('[data-view="problem"]')
    expect(problem).to_contain_text("64")
    expect(page.locator(".heatmap-plot")).to_be_visible()
    problem.get_by_role("button", name="Cut").click()
    expect(problem).to_be_hidden()
    wait_ready(page)
    assert len(tick_labels(page, "y")) > 0
    assert side(page, "target").count() == 64


@pytest.mark.parametrize("width", [1440, 390])
def test_source_and_target_fit_the_screen(
    new_page: Callable[..., Page], explore: Explore, width: int
) -> None:
    """Beside each other at a desk, under each other on a phone."""
    options = {"is_mobile": True, "has_touch": True} if width < 500 else {}
    page = explore(OPEN, on=new_page(width, 844, **options))
    sentence = page.get_by_label("Sentence", exact=True).bounding_box()
    target = page.get_by_label("Target", exact=True).bounding_box()
    assert sentence is not None
    assert target is not None
    if width < 500:
        assert target["y"] >= sentence["y"] + sentence["height"] - 1
        side(page, "target").nth(1).tap()
        expect(side(page, "target").nth(1)).to_have_attribute("data-read", "")
    else:
        assert target["x"] >= sentence["x"] + sentence["width"]
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_the_cells_are_the_models_own(explore: Explore, server_url: str) -> None:
    """A rectangle, as many rows as target tokens and columns as source tokens."""
    page = explore(f"?model={TRANSLATOR}&layer=1&head=2")
    weights = weights_of(server_url, "cross", 1, 2)
    np.testing.assert_allclose(drawn_cells(page), weights, rtol=0, atol=1e-6)
    answer = ask(server_url, "/attention", part="cross", text=ANIMAL)
    assert tick_labels(page, "x") == texts(answer["source_tokens"])
