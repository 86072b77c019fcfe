"""Lesson 5 in a browser: the small block, every shown number against numpy."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.block_numbers import INPUTS, drawn, moved, normed, run_block
from tests.browser.lesson_checks import check_basics
from tests.browser.lesson_numbers import matrix, printed

POSITION, FEATURE = 1, 0


@pytest.fixture
def block(lesson: Callable[..., Page]) -> Page:
    """Open the lesson as a first visitor does."""
    return lesson("block")


def changed(inputs: Any, amount: float, position: int = POSITION) -> Any:
    other = inputs.copy()
    other[position, FEATURE] += amount
    return other


def bound(page: Page, path: str) -> str:
    text = page.locator(f'[data-bind="{path}"]').first.text_content()
    assert text is not None
    return text


def check_trace(page: Page, inputs: Any, after: Any, **how: Any) -> None:
    """Hold every cell of the figure to the block worked out twice in numpy."""
    norm = how.get("norm", "post")
    right = moved(run_block(inputs, **how), run_block(after, **how))
    names = page.locator(f'.matrix[data-path="{norm}.moved"] tbody th')
    assert names.all_inner_texts() == list(right)
    shown = matrix(page, f"{norm}.moved")
    assert shown == [[printed(cell, 3) for cell in row] for row in right.values()]


def columns_that_move(page: Page, norm: str = "post") -> list[list[bool]]:
    """Say of each step which positions are not exactly 0."""
    return [[cell != "0" for cell in row] for row in matrix(page, f"{norm}.moved")]


def test_first_view_is_right_in_every_cell(block: Page) -> None:
    """One number of wear changes; attention takes it to all four."""
    check_trace(block, INPUTS, changed(INPUTS, 1))
    assert columns_that_move(block)[3] == [False, True, False, False]
    assert columns_that_move(block)[7] == [True] * 4
    assert bound(block, "{norm}.before_attention") == "wear"
    assert bound(block, "{norm}.after_attention") == "clowns, wear, red, shoes"
    check_basics(block)


def test_an_edited_number_changes_every_step(
    block: Page, settled: Callable[[Page], Page]
) -> None:
    """By keyboard: the figure, the norm, the feed-forward and the sum follow."""
    cell = block.get_by_label("The stream that comes in, position red, feature 2")
    cell.focus()
    block.keyboard.type("-1.75")
    block.keyboard.press("Enter")
    settled(block)
    inputs = INPUTS.copy()
    inputs[2, 2] = -1.75
    after = run_block(changed(inputs, 1))
    check_trace(block, inputs, changed(inputs, 1))

    row, column, unit = 1, 0, 0
    weights = drawn(1)
    for path, number, digits in (
        ("{norm}.norms.0.mean.{row}", after["sum 1"][row].mean(), 3),
        ("{norm}.norms.0.variance.{row}", after["sum 1"][row].var(), 4),
        ("{norm}.norms.0.made.{row}.{column}", after["norm 1"][row, column], 3),
        ("{norm}.norms.0.made_variance.{row}", after["norm 1"][row].var(), 6),
        ("{norm}.network.hidden.{row}.{unit}", after["widened"][row, unit], 3),
        ("{norm}.network.widen.2.{unit}", weights["widen"][2, unit], 3),
        ("{norm}.network.activated.{row}.{unit}", after["ReLU"][row, unit], 3),
        ("{norm}.residual.sum.{row}.{column}", after["sum 2"][row, column], 3),
        ("post.lengths.attention_sum.{row}", np.linalg.norm(after["sum 1"][row]), 2),
    ):
        assert bound(block, path) == printed(number, digits), path
    products = matrix(block, "{norm}.network.products.{row}.{column}")
    weighed = after["ReLU"][row] * weights["narrow"][:, column]
    assert [line[2] for line in products] == [printed(one, 3) for one in weighed]
    assert "inputs=1,0,0.5,-1;0,1,-0.5,0.5;1,1,-1.75,-0.5;-1,0.5,1,1" in block.url


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_a_causal_mask_moves_later_positions_only(
    block: Page, settled: Callable[[Page], Page], norm: str
) -> None:
    """Positions before the changed one stay at exactly 0 in every step."""
    stage = block.locator(".block-stage")
    stage.get_by_label("before" if norm == "pre" else "after").check(force=True)
    stage.get_by_label("earlier").check(force=True)
    block.get_by_role("slider").press("ArrowRight")
    settled(block)
    check_trace(block, INPUTS, changed(INPUTS, 1.25), norm=norm, mask="causal")
    moves = columns_that_move(block, norm)
    assert not any(row[0] for row in moves)
    assert moves[-1] == [False, True, True, True]
    assert bound(block, "{norm}.after_attention") == "wear, red, shoes"


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_with_attention_closed_only_the_changed_position_moves(
    lesson: Callable[..., Page], norm: str
) -> None:
    """The feed-forward, the sums and the norms reach no other position."""
    page = lesson("block", f"?mask=self&norm={norm}&position=2&amount=-2")
    after = changed(INPUTS, -2, position=2)
    check_trace(page, INPUTS, after, norm=norm, mask="self")
    for row in columns_that_move(page, norm):
        assert row in ([False, False, True, False], [False] * 4)
    assert bound(page, "{norm}.after_feed_forward") == "red"


def test_the_feed_forward_never_reaches_a_new_position(block: Page) -> None:
    """What moves after it has moved before it, step by step."""
    moves = np.array(columns_that_move(block))
    for step in range(9, 15):
        assert (moves[step] <= moves[step - 1]).all()


def test_a_step_is_chosen_and_shown_in_numbers(
    block: Page, settled: Callable[[Page], Page]
) -> None:
    """Arrow keys in the figure; before, after and change of one position."""
    box = block.locator('.matrix[data-path="post.moved"] .matrix-box')
    box.focus()
    for _ in range(3):
        box.press("ArrowUp")
    settled(block)
    assert "step=4" in block.url
    before, after = run_block(INPUTS), run_block(changed(INPUTS, 1))
    shown = matrix(block, "{norm}.shown.{step}.{row}")
    was, became = before["scores"][1], after["scores"][1]
    rows = (was, became, became - was)
    assert shown == [[printed(cell, 3) for cell in row] for row in rows]
    heads = block.locator('.matrix[data-path*=".shown"] thead th[scope=col] bdi')
    assert heads.all_inner_texts()[:2] == ["0·clowns", "0·wear"]
    assert bound(block, "{norm}.shapes.{step}") == "2 × 4 × 4 (head, query, key)"
    expect(block.get_by_text("Positions meet:")).to_be_visible()
    expect(block.get_by_text("Positions mix:")).to_be_hidden()
    block.locator(".block-tokens").get_by_label("weights").check(force=True)
    settled(block)
    weights = matrix(block, "{norm}.shown.{step}.{row}")[1]
    assert weights == [printed(cell, 3) for cell in after["weights"][1]]


def test_norm_after_resets_the_length_and_norm_before_does_not(block: Page) -> None:
    """The drawn routes carry the lengths of the chosen position."""
    after = changed(INPUTS, 1)
    post, pre = run_block(after), run_block(after, norm="pre")
    for path, rows in (
        ("post.lengths.feed_forward_norm.{row}", post["norm 2"]),
        ("post.lengths.feed_forward_sum.{row}", post["sum 2"]),
        ("pre.lengths.attention_sum.{row}", pre["sum 1"]),
        ("pre.lengths.feed_forward_sum.{row}", pre["sum 2"]),
    ):
        drawing = block.locator(f'svg [data-bind="{path}"]')
        expect(drawing).to_have_text(printed(np.linalg.norm(rows[1]), 2))
    drawing = block.locator('svg [data-bind="post.lengths.attention_norm.{row}"]')
    expect(drawing).to_have_text("2.00")
    np.testing.assert_allclose(normed(post["sum 2"]), post["norm 2"])


def test_other_weights_move_other_amounts_at_the_same_places(
    block: Page, settled: Callable[[Page], Page]
) -> None:
    """The weights are random; what can move doesn't hang on them."""
    before = columns_that_move(block)
    block.get_by_role("button", name="Draw other weights").click()
    settled(block)
    check_trace(block, INPUTS, changed(INPUTS, 1), seed=2)
    assert columns_that_move(block)[:9] == before[:9]
    assert "seed=2" in block.url


@pytest.mark.parametrize(
    "query", ["", "?norm=pre&mask=causal&step=4&row=3&tokens=a+b+c&unit=5&amount=-0.5"]
)
def test_numbers_are_the_same_with_and_without_script(
    same_with_and_without_script: Callable[..., None], query: str
) -> None:
    """The server and the script agree on every number and every shade."""
    same_with_and_without_script("block", query)
