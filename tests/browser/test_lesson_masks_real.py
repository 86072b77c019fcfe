"""Lesson 2 in a browser: the same masks, run through a real model."""

from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.lesson_checks import check_basics
from tests.browser.lesson_numbers import matrix
from tests.browser.masks_numbers import cell, grid, painted, painter, text_of

Settled = Callable[[Page], Page]
FRANCE = (
    "?model=smollm2-135m&text=The+capital+of+France+is&layer=23&head=4&place=4"
    "&real_padded=3"
)
IT, ANIMAL, CROSS = 10, 2, 6


@pytest.fixture
def first(lesson: Callable[..., Page]) -> Page:
    """Open the lesson as a first visitor does: MiniLM, causal."""
    return lesson("masks")


def test_causal_on_minilm_leaves_nothing_above_the_diagonal(first: Page) -> None:
    """Rows add up to 1 before and after; "it" gives animal .640, then less."""
    own, masked = grid(first, "masked.own"), grid(first, "masked.weights")
    assert own.shape == masked.shape == (15, 15)
    assert np.all(masked[np.triu_indices(15, 1)] == 0)
    assert np.any(own[np.triu_indices(15, 1)] > 0.1)
    # Fifteen numbers, each rounded to three decimals.
    assert np.allclose(own.sum(axis=1), 1, atol=0.008)
    assert np.allclose(masked.sum(axis=1), 1, atol=0.008)
    assert own[IT, ANIMAL] == 0.640
    assert masked[IT, ANIMAL] != 0.640
    check_basics(first)


def test_the_difference_is_said_in_words_with_its_numbers(first: Page) -> None:
    """Each number of the sentence, from the two grids on the page."""
    own, masked = grid(first, "masked.own"), grid(first, "masked.weights")
    said = first.locator(".masks-real .prose").filter(has_text="looks most at")
    best = f"it looks most at animal, with {own[IT, ANIMAL]:.3f};"
    assert best in said.first.inner_text()
    largest = int(np.argmax(np.abs(masked[IT] - own[IT])))
    assert largest == CROSS
    assert text_of(first, "masked.tokens.{masked.largest.{place}}") == "cross"
    moved = np.abs(masked - own).sum(axis=1) / 2
    assert float(text_of(first, "masked.mean_moved")) == pytest.approx(
        moved.mean(), abs=0.005
    )
    assert text_of(first, "masked.tokens.{masked.most}") == "cross"
    closed = own[IT, IT + 1 :].sum()
    assert float(text_of(first, "masked.closed_before.{place}")) == pytest.approx(
        closed, abs=0.003
    )
    assert text_of(first, "masked.closed_after") == "0"
    assert np.array_equal(grid(first, "masked.pairs.{place}"), [own[IT], masked[IT]])
    expect(first.get_by_text("MiniLM came without a prediction head.")).to_be_visible()
    expect(first.get_by_role("heading", name="What comes next")).to_be_hidden()


def test_layer_0_is_renormalised_exactly_and_layer_3_is_not(
    first: Page, settled: Settled
) -> None:
    """What the prediction promises, for the head that is shown."""
    bound = '[data-bind="masked.renormalised_difference"]'
    assert float(first.locator(bound).text_content() or "") > 0.1
    first.get_by_label("Layer", exact=True).select_option("0")
    settled(first)
    assert float(first.locator(bound).text_content() or "") < 1e-6
    assert "layer=0" in first.url


def test_the_prediction_changes_when_france_is_closed(
    lesson: Callable[..., Page], settled: Settled
) -> None:
    """Paris .773 with its own mask; without France it falls to almost nothing."""
    page = lesson("masks", FRANCE)
    rows = matrix(page, "after.table")
    names = page.locator('.matrix[data-path="after.table"] tbody th').all_inner_texts()
    assert names[:2] == ["Paris", "the"]
    assert rows[0][0] == "0.773"
    assert float(rows[0][1]) < 0.01
    assert float(text_of(page, "after.entropy_after")) > 3 + float(
        text_of(page, "after.entropy_before")
    )
    assert grid(page, "masked.own")[4, 3] == 0.903
    assert grid(page, "masked.weights")[4, 3] == 0
    given = [row[1] for row in rows]
    page.get_by_text("Show the answer").last.click()
    page.get_by_role("link", name="Write Germany").click()
    settled(page)
    now = dict(
        zip(
            page.locator('.matrix[data-path="after.table"] tbody th').all_inner_texts(),
            [row[1] for row in matrix(page, "after.table")],
            strict=True,
        )
    )
    assert "Berlin" in now
    # What the mask lets through is the same, so the numbers are the same.
    assert [now[name] for name in names if name in now] == [
        number for name, number in zip(names, given, strict=True) if name in now
    ]
    assert len(set(names) & set(now)) >= 5


def test_a_mask_that_is_the_models_own_changes_nothing(
    lesson: Callable[..., Page], settled: Settled
) -> None:
    """SmolLM2 is causal: the page says so instead of inventing a difference."""
    page = lesson("masks", FRANCE.replace("&real_padded=3", ""))
    expect(page.get_by_text("This is the model’s own mask")).to_be_visible()
    rows = matrix(page, "after.table")
    assert all(own == given for own, given in rows)
    page.locator(".masks-real .pad").nth(3).click()
    settled(page)
    expect(page.get_by_text("This is the model’s own mask")).to_be_hidden()


def test_painting_on_the_real_sentence_and_its_link(
    first: Page, new_page: Callable[..., Page], settled: Settled
) -> None:
    """Close "it" to animal; open one more; the link brings the mask back."""
    cell(first, IT, ANIMAL, "real_").click()
    cell(first, 0, 14, "real_").click()
    settled(first)
    masked = grid(first, "masked.weights")
    assert masked[IT, ANIMAL] == 0
    assert masked[0, 14] > 0 or masked[0].sum() == pytest.approx(1, abs=0.008)
    rows = painted(first, "real_")
    assert rows[IT] == "110111111110000"
    assert rows[0] == "100000000000001"
    other = new_page()
    other.goto(first.url)
    settled(other)
    assert painted(other, "real_") == rows
    assert np.array_equal(grid(other, "masked.weights"), masked)


def test_editing_the_sentence_keeps_the_painted_mask(
    first: Page, settled: Settled
) -> None:
    """A word more is a row and a column more, open; nothing is refused."""
    cell(first, IT, ANIMAL, "real_").click()
    settled(first)
    first.get_by_label("Your sentence", exact=True).fill(
        "The animal didn't cross the street because it was too tired today"
    )
    settled(first)
    rows = painted(first, "real_")
    assert len(rows) == 16
    assert rows[IT] == "110111111110000" + "1"
    assert grid(first, "masked.weights").shape == (16, 16)
    expect(first.locator(".masks-real .source-problem:visible")).to_have_count(0)


def test_a_real_row_with_no_open_key_is_named(
    lesson: Callable[..., Page], settled: Settled
) -> None:
    """Padding at the first position of a causal mask, in a real model."""
    page = lesson("masks", "?text=clowns+wear+shoes&place=0&real_padded=0")
    assert matrix(page, "masked.pairs.{place}")[1] == ["0"] * 6
    said = page.locator(".masks-real").get_by_text("Fully masked:")
    expect(said).to_be_visible()
    expect(said.locator("..")).to_contain_text("[CLS]")


def test_long_sentences_have_the_kinds_and_then_explore(
    first: Page, settled: Settled
) -> None:
    """Over 24 tokens nothing can be painted, over 48 nothing drawn: both said."""
    words = " ".join(["one"] * 28)
    first.get_by_label("Your sentence", exact=True).fill(words)
    settled(first)
    expect(painter(first, "real_")).to_contain_text(
        "Your sentence has 30 tokens; cells can be painted up to 24."
    )
    assert grid(first, "masked.weights").shape == (30, 30)
    first.get_by_label("Your sentence", exact=True).fill(" ".join(["one"] * 50))
    settled(first)
    note = first.locator(".masks-note:visible")
    expect(note).to_contain_text("52 tokens; this page draws up to 48")
    expect(note.get_by_role("link", name="Explore")).to_have_attribute(
        "href", "/?model=minilm&text=" + "+".join(["one"] * 50) + "&layer=3&head=1"
    )
    expect(first.locator(".masks-grids")).to_be_hidden()
    first.get_by_label("Your sentence", exact=True).fill("")
    expect(first.get_by_text("Type a sentence")).to_be_visible()


def test_switching_the_model_brings_its_example(first: Page, settled: Settled) -> None:
    """MiniLM to SmolLM2: its sentence, its head, France closed; Explore follows."""
    first.get_by_label("SmolLM2", exact=True).check()
    settled(first)
    expect(first.get_by_label("Your sentence", exact=True)).to_have_value(
        "The capital of France is"
    )
    expect(first.get_by_label("Layer", exact=True)).to_have_value("23")
    assert len(painted(first, "real_")) == 5
    link = first.get_by_role("link", name="Open this head in Explore")
    expect(link).to_have_attribute(
        "href",
        "/?model=smollm2-135m&text=The+capital+of+France+is&layer=23&head=4&row=4",
    )


def test_a_grid_is_read_by_pointer_and_by_keys(first: Page) -> None:
    """Pointing says both weights; arrow keys choose a row, and the text follows."""
    rows = first.locator('.matrix[data-path="masked.weights"] tbody tr')
    rows.nth(IT).locator("td").nth(ANIMAL).hover()
    expect(first.locator(".grids-said")).to_contain_text("it → animal: own mask 0.640")
    rows.nth(IT).locator("td").nth(12).hover()
    expect(first.locator(".grids-said")).to_contain_text("this mask 0, closed")
    first.locator('.matrix[data-path="masked.weights"] .matrix-box').focus()
    first.keyboard.press("ArrowUp")
    assert text_of(first, "masked.tokens.{place}") == "because"
