"""Lesson 4 in a browser: both small heads and both rankings against numpy."""

import itertools
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.heads_numbers import TIRED, WIDE, SmallHeads, ask_heads
from tests.browser.lesson_checks import check_basics
from tests.browser.lesson_numbers import matrix, printed

IT, ANIMAL, STREET = 10, 2, 8


@pytest.fixture
def first(lesson: Callable[..., Page]) -> Page:
    """Open the lesson as a first visitor does."""
    return lesson("heads")


def shown(page: Page, path: str) -> str:
    """Read a number of the text."""
    return page.locator(f'[data-bind="{path}"]').first.text_content() or ""


def math_of(page: Page, part: str, place: int) -> str:
    """Read a line of arithmetic as it is painted: spaces and hidden parts off."""
    formula = page.locator(f"section[aria-labelledby={part}] .formula:visible")
    return re.sub(r"\s", "", formula.nth(place).inner_text())


def choose_word(page: Page, field: str, place: int) -> None:
    """Choose the word that looks ("row") or is looked at ("column")."""
    page.locator(f'.heads-words input[name="{field}"]').nth(place).check(force=True)


def test_first_view_shows_the_missions_numbers(first: Page, server_url: str) -> None:
    """Every small matrix; L5H11, L3H1 and L4H11 in both rankings."""
    SmallHeads().check(first)
    heads = ask_heads(server_url)
    heads.check(first, IT, ANIMAL)
    by_weight = heads.ranking(IT, ANIMAL, by_times=False)
    by_times = heads.ranking(IT, ANIMAL, by_times=True)
    assert by_weight[0] == ["1", "L5 H11", "0.647", "0.362", "1.8"]
    assert by_weight[1] == ["2", "L3 H1", "0.640", "0.093", "6.9"]
    assert by_times[0] == ["1", "L4 H11", "0.210", "0.018", "11.8"]
    assert shown(first, "wide.animal.heads.3.1.weight") == "0.266"
    assert shown(first, "wide.street.heads.3.1.weight") == "0.128"
    assert shown(first, "tired.animal.heads.5.11.others") == "0.362"
    expect(first.get_by_text("it gives “animal” 0.647")).to_be_visible()
    check_basics(first)


def test_cells_edited_by_keyboard_change_every_number(
    first: Page, settled: Callable[[Page], Page]
) -> None:
    """A cell of X, one of W_K in head 1, one of W_O: all later numbers follow."""
    right = SmallHeads()
    first.get_by_label("X, word clowns, feature 0").focus()
    for key in ("ArrowDown", "ArrowRight"):
        first.keyboard.press(key)
    focused = first.locator(":focus")
    expect(focused).to_have_attribute("aria-label", "X, word wear, feature 1")
    first.keyboard.type("-0.5")
    first.keyboard.press("Enter")
    settled(first)
    right.inputs[1, 1] = -0.5
    right.check(first)

    first.get_by_label("head 1", exact=True).check(force=True)
    cell = first.get_by_label("W_K, in 3, out 0").locator("visible=true")
    cell.focus()
    cell.press_sequentially("2")
    cell.press("Enter")
    settled(first)
    right.weights["key_weights_1"][3, 0] = 2
    right.check(first)

    cell = first.get_by_label("W_O, in h1·1, out 3")
    cell.focus()
    cell.press_sequentially("-3")
    cell.press("Enter")
    settled(first)
    right.output_weights[3, 3] = -3
    right.check(first)
    assert "key_weights_1=0,1;-1,0;0,0;2,0" in first.url
    assert "shown=1" in first.url


def test_the_chosen_cell_is_worked_out(
    first: Page, settled: Callable[[Page], Page]
) -> None:
    """Concatenation and output of any word and column, term by term."""
    steps = SmallHeads().steps()
    assert math_of(first, "joined", 0) == "0.053×0+0.894×1+0.053×0=0.894"
    assert math_of(first, "joined", 1) == "0.944×1+0.056×0+0.106×0+0.894×1=1.839"
    part = first.locator("section[aria-labelledby=joined]")
    part.locator(".segment", has_text="wear").click()
    part.locator('.segment:has(input[name="feature"])').nth(0).click()
    settled(first)
    weights, value = steps["weights.0"][1], steps["value.0"][:, 0]
    terms = "+".join(
        f"{printed(w, 3)}×{printed(v, 3)}" for w, v in zip(weights, value, strict=True)
    )
    total = printed(steps["concatenated"][1, 0], 3)
    assert math_of(first, "joined", 0) == f"{terms}={total}"
    joined, column = steps["concatenated"][1], SmallHeads().output_weights[:, 0]
    terms = "+".join(
        f"{printed(c, 3)}×{printed(w, 3)}" for c, w in zip(joined, column, strict=True)
    )
    total = printed(steps["output"][1, 0], 3)
    assert math_of(first, "joined", 1) == f"{terms}={total}"
    chosen = '.matrix[data-path="worked.output"] tr[data-chosen] th'
    expect(first.locator(chosen)).to_have_text("wear")


def test_heads_differ_because_a_projection_differs(
    first: Page, settled: Callable[[Page], Page]
) -> None:
    """With one W_K for both, the heads are one; the way back restores them."""
    before = matrix(first, "worked.weights.0")
    assert matrix(first, "worked.weights.1") != before
    first.get_by_role("button", name="Give head 1 the W").click()
    settled(first)
    assert matrix(first, "worked.weights.1") == matrix(first, "worked.weights.0")
    assert matrix(first, "worked.weights.0") == before
    first.get_by_role("button", name="Turn it a quarter again").click()
    settled(first)
    SmallHeads().check(first)
    assert "?" not in first.url


def test_any_number_of_heads_costs_the_same(
    first: Page, settled: Callable[[Page], Page]
) -> None:
    """512 features in 1, 8 or 32 heads: 1,048,576 parameters."""
    assert math_of(first, "cost", 0) == "8×3×512×64+512×512"
    cost = first.locator("section[aria-labelledby=cost]")
    for count in (1, 32):
        cost.locator(f'input[value="{count}"][name="n_heads"]').check(force=True)
        settled(first)
        assert math_of(first, "cost", 0) == f"{count}×3×512×{512 // count}+512×512"
        assert math_of(first, "cost", 1) == "=786,432+262,144=1,048,576"


def test_heads_of_a_layer_are_measured(
    first: Page, settled: Callable[[Page], Page], server_url: str
) -> None:
    """All twelve, in another layer, by every measure; one is chosen by keys."""
    first.locator('input[name="layer"][value="5"]').check(force=True)
    settled(first)
    tiles = first.locator(".heads-tile")
    first.locator(".heads-tile[aria-checked=true]").focus()
    first.keyboard.press("ArrowDown")
    first.keyboard.press("ArrowRight")
    expect(tiles.nth(6)).to_be_focused()
    expect(tiles.nth(6)).to_have_attribute("aria-checked", "true")
    for name, numbers in ask_heads(server_url).measures(5).items():
        first.locator(f'input[name="measure"][value="{name}"]').check(force=True)
        settled(first)
        assert tiles.locator(".value").all_text_contents() == [
            printed(number, 2) for number in numbers
        ]
        fact = f"pictures.measures.{name}.{{head}}"
        assert shown(first, fact) == printed(numbers[6], 2)
        assert shown(first, f"pictures.most.{name}") == str(numbers.argmax())
        assert shown(first, f"pictures.least.{name}") == str(numbers.argmin())
    link = first.get_by_role("link", name="Open this head in Explore")
    assert "layer=5&head=6&row=10" in (link.get_attribute("href") or "")


def test_tiles_are_painted_on_one_scale(first: Page, server_url: str) -> None:
    """Every cell of head 1: the darker, the larger its weight."""
    weights = ask_heads(server_url).weights[3, 1].ravel()
    light = (
        first.locator(".heads-tile canvas")
        .nth(1)
        .evaluate(
            """(canvas) => {
          const side = canvas.width;
          const { data } = canvas.getContext('2d').getImageData(0, 0, side, side);
          const at = (place) => Math.floor(((place + 0.5) * side) / 15);
          return Array.from({ length: 225 }, (_, cell) => {
            const start = 4 * (at(Math.floor(cell / 15)) * side + at(cell % 15));
            return data[start] + data[start + 1] + data[start + 2];
          });
        }"""
        )
    )
    order = weights.argsort()
    painted = [light[cell] for cell in order]
    assert all(a >= b for a, b in itertools.pairwise(painted))
    assert painted[0] - painted[-1] > 500


@pytest.mark.parametrize(("row", "column"), [(IT, STREET), (6, STREET), (2, 2)])
def test_rankings_of_any_two_words(
    first: Page,
    settled: Callable[[Page], Page],
    server_url: str,
    row: int,
    column: int,
) -> None:
    """Both rankings, the column and the fraction, against whole matrices."""
    choose_word(first, "row", row)
    choose_word(first, "column", column)
    settled(first)
    heads = ask_heads(server_url)
    heads.check(first, row, column)
    weight, others = heads.compare(row, column)
    one = "ranking.heads.{layer}.{head}"
    assert shown(first, f"{one}.weight") == printed(weight[3, 1], 3)
    assert shown(first, f"{one}.others") == printed(others[3, 1], 3)
    place = int((weight > weight[3, 1]).sum()) + 1
    assert shown(first, f"{one}.weight_rank") == str(place)
    bars = first.locator('[data-kind="column"] .bars tbody tr td:last-child')
    assert bars.all_text_contents() == [
        printed(number, 3) for number in heads.weights[3, 1, :, column]
    ]
    note = first.locator('[data-kind="column"] .bars-note')
    expect(note).to_contain_text(printed(others[3, 1], 3))


def test_a_head_is_chosen_in_a_ranking_and_opened_in_explore(
    first: Page,
    settled: Callable[[Page], Page],
    wait_ready: Callable[..., Any],
) -> None:
    """By keyboard: layer 4, head 11, marked in both lists; the link opens it."""
    button = first.get_by_role("button", name="L4 H11").last
    button.focus()
    first.keyboard.press("Enter")
    settled(first)
    expect(first.locator(".ranking tr[aria-current]")).to_have_count(2)
    expect(first.locator(".rankings-lines line[data-chosen]")).to_have_count(1)
    assert shown(first, "ranking.heads.{layer}.{head}.times") == "11.8"
    assert "layer=4&head=11" in first.url
    first.get_by_role("link", name="Open this head, row and cell").click()
    wait_ready(first)
    expect(first.get_by_text("Layer 4, head 11").first).to_be_visible()
    expect(first.locator(".reading-query").first).to_have_text("it")
    expect(first.locator(".reading-keys tr[aria-current]")).to_contain_text("0.210")


def test_wide_for_tired(
    first: Page, settled: Callable[[Page], Page], server_url: str
) -> None:
    """The sentence changes by a button: 0.266 on animal, 0.128 on street."""
    first.locator(".segment", has_text="… too wide").click()
    settled(first)
    heads = ask_heads(server_url, WIDE)
    heads.check(first, IT, ANIMAL)
    assert shown(first, "ranking.heads.{layer}.{head}.weight") == "0.266"
    choose_word(first, "column", STREET)
    settled(first)
    heads.check(first, IT, STREET)
    assert shown(first, "ranking.heads.{layer}.{head}.weight") == "0.128"
    both = [ask_heads(server_url, text) for text in (TIRED, WIDE)]
    for name, one in zip(("tired", "wide"), both, strict=True):
        animal, street = (one.weights[:, :, IT, key] for key in (ANIMAL, STREET))
        assert shown(first, f"{name}.n_street") == str(int((street > animal).sum()))
        assert shown(first, f"{name}.animal.mean") == printed(animal.mean(), 3)
        assert shown(first, f"{name}.street.mean") == printed(street.mean(), 3)
    growth = both[1].weights[:, :, IT, STREET] - both[0].weights[:, :, IT, STREET]
    assert divmod(int(growth.argmax()), 12) == (4, 0)
