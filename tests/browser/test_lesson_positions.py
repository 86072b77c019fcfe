"""Lesson 3's numbers: every one on the page against numpy, and as it moves."""

import math
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.lesson_numbers import matrix, printed
from tests.browser.position_readings import vector
from tests.plain_arithmetic import plain_waves

Settled = Callable[[Page], Page]


@pytest.fixture
def first(lesson: Callable[..., Page]) -> Page:
    """Open the lesson as a first visitor does."""
    return lesson("positions")


def shown(page: Page, path: str) -> str:
    """Read a bound number where it is seen first."""
    text = page.locator(f'[data-bind="{path}"]').first.text_content()
    assert text is not None
    return text


def slide(page: Page, settled: Settled, field: str, value: float) -> None:
    """Type a number beside its slider."""
    page.locator(f'.slider[data-field="{field}"] .slider-number').fill(str(value))
    settled(page)


def check_waves(page: Page, start: int, row: int, width: int, base: float) -> None:
    """Hold the formulas, the vector and its length to numpy."""
    right = plain_waves([start + row], width, base)[0]
    half = width // 2
    assert shown(page, "waves.names.{row}.0") == f"{start + row:,}"
    for pair in range(min(4, half)):
        divisor = base ** (2 * pair / width)
        assert shown(page, f"waves.divisors.{pair}") == printed(divisor, 3)
        assert shown(page, f"waves.sines.{{row}}.{pair}") == printed(right[2 * pair], 4)
        cosine = printed(right[2 * pair + 1], 4)
        assert shown(page, f"waves.cosines.{{row}}.{pair}") == cosine
    seen = right if width <= 16 else [*right[:8], *right[-8:]]
    wanted = [printed(number, 4) for number in seen]
    assert vector(page) == wanted
    assert shown(page, "waves.squares.{row}") == printed(half, 4)


def test_first_view_has_the_numbers_of_the_mission(first: Page) -> None:
    """PE(1) at d = 8, both dot products at d = 512, the longest wave."""
    assert vector(first) == [
        "0.8415",
        "0.5403",
        "0.0998",
        "0.9950",
        "0.0100",
        "1.0000",
        "0.0010",
        "1.0000",
    ]
    assert [shown(first, f"waves.divisors.{i}") for i in range(4)] == [
        *("1", "10", "100", "1000")
    ]
    assert shown(first, "waves.squares.{row}") == "4"
    assert shown(first, "alike_near.dot") == "173.7897"
    assert shown(first, "alike_far.dot") == "173.7897"
    assert shown(first, "alike_near.square") == "256"
    slow = first.get_by_text("The slowest wave is long")
    expect(slow).to_contain_text("it takes 60,611 positions a turn")
    expect(slow).to_contain_text("not 2π × 10000 = 62,832")


def test_sliders_move_every_number(first: Page, settled: Settled) -> None:
    """Row, start, width and base, one after the other."""
    check_waves(first, 0, 1, 8, 10_000)
    slide(first, settled, "row", 21)
    check_waves(first, 0, 21, 8, 10_000)
    slide(first, settled, "d_model", 12)
    check_waves(first, 0, 21, 12, 10_000)
    slide(first, settled, "base", 50)
    check_waves(first, 0, 21, 12, 50)
    first.get_by_label("start at, as a number").fill("700")
    check_waves(settled(first), 700, 21, 12, 50)
    slide(first, settled, "d_model", 64)
    check_waves(first, 700, 21, 64, 50)


def test_arrow_keys_and_a_click_choose_the_row(first: Page, settled: Settled) -> None:
    """The waves are a slider of their own; a click chooses what it hits."""
    waves = first.get_by_role("slider", name="Position", exact=True)
    waves.focus()
    first.keyboard.press("ArrowDown")
    first.keyboard.press("PageDown")
    settled(first)
    check_waves(first, 0, 10, 8, 10_000)
    expect(waves).to_have_attribute("aria-valuenow", "10")
    expect(waves).to_have_attribute(
        "aria-valuetext", "position 10: −0.5440, −0.8391, 0.8415, 0.5403 and so on"
    )
    box = waves.bounding_box()
    assert box is not None
    waves.click(position={"x": box["width"] - 30, "y": 40 + 8 * 33 + 4})
    settled(first)
    check_waves(first, 0, 33, 8, 10_000)
    first.keyboard.press("End")
    check_waves(settled(first), 0, 63, 8, 10_000)


def turn(page: Page, name: str, pair: int) -> float:
    """Read an angle in degrees."""
    return float(shown(page, f"{name}.degrees.{{pair}}"))


def test_same_offset_is_the_same_rotation(first: Page, settled: Settled) -> None:
    """Wherever both start, and for each pair; on the page and in the drawing."""
    for start, offset, pair in [(5, 10, 0), (40, 10, 0), (40, 3, 1), (0, 63, 2)]:
        slide(first, settled, "first", start)
        slide(first, settled, "offset", offset)
        first.locator(f'.clock[value="{pair}"]').click()
        settled(first)
        right = math.degrees(offset / 10**pair) % 360
        assert shown(first, "near.degrees.{pair}") == printed(right, 2)
        assert shown(first, "far.degrees.{pair}") == printed(right, 2)
        a, b = plain_waves([start, start + offset], 8)[:, 2 * pair : 2 * pair + 2]
        assert shown(first, "near.sines.{pair}") == printed(a[0], 3)
        assert shown(first, "near.partner_cosines.{pair}") == printed(b[1], 3)
        assert shown(first, "near.turn_cosines.{pair}") == printed(
            math.cos(math.radians(right)), 3
        )
        drawn = f"turns by {round(right)} degrees"
        label = first.locator(".dials").get_attribute("aria-label")
        assert label is not None
        assert drawn in label


def test_one_pair_repeats_and_the_others_tell_apart(
    first: Page, settled: Settled
) -> None:
    """Pair 0 is back 44 positions on; the other tips are far away."""
    first.get_by_role("button", name="Go to where pair 0 is back").click()
    settled(first)
    waves = plain_waves([5, 49], 8)
    gaps = np.linalg.norm((waves[0] - waves[1]).reshape(4, 2), axis=1)
    assert matrix(first, "near.leading_gaps") == [[printed(gap, 3) for gap in gaps]]
    assert gaps[0] < 0.02 < 1.5 < gaps[1]
    assert shown(first, "near.total_gap") == printed(
        float(np.linalg.norm(waves[0] - waves[1])), 3
    )
    first.locator('.clock[value="2"]').click()
    expect(first.get_by_role("button", name="Pair 2 is not back")).to_be_disabled()


def test_distance_alone_decides_at_any_width(first: Page, settled: Settled) -> None:
    """Two couples so far apart agree, and with numpy."""
    for width, offset, second in [(512, 10, 105), (64, 33, 90), (2, 1, 0)]:
        slide(first, settled, "width", width)
        slide(first, settled, "offset", offset)
        slide(first, settled, "second", second)
        waves = plain_waves([5, 5 + offset, second, second + offset], width)
        assert shown(first, "alike_near.dot") == printed(waves[0] @ waves[1], 4)
        assert shown(first, "alike_far.dot") == printed(waves[2] @ waves[3], 4)
        assert shown(first, "alike_near.square") == printed(width / 2, 4)


def test_waves_go_on_and_a_table_ends(first: Page, settled: Settled) -> None:
    """Position 511 is MiniLM's last; a thousand million is right all the same."""
    first.get_by_label("480", exact=True).check()
    slide(first, settled, "row", 31)
    table = first.locator('.matrix[data-path="table_row.numbers"]')
    expect(table).to_be_visible()
    expect(table.locator("tbody th")).to_have_text("511")
    slide(first, settled, "row", 32)
    expect(table).to_be_hidden()
    expect(
        first.get_by_text("has no row 512: it ends with position 511")
    ).to_be_visible()
    first.get_by_label("up to 10⁹").check()
    slide(first, settled, "row", 63)
    assert shown(first, "waves.names.{row}.0") == "1,000,000,000"
    assert vector(first)[:2] == ["0.5458", "0.8379"]
    expect(first).to_have_url(re.compile("row=63&start=999999937"))


def test_five_ways_read_at_the_chosen_distance(first: Page, settled: Settled) -> None:
    """Sinusoids, rotary, ALiBi and T5 by their formulas; MiniLM's from the API."""
    slide(first, settled, "distance", 20)
    slide(first, settled, "n_heads", 4)
    waves = plain_waves([0, 20], 64)
    assert shown(first, "sinusoidal.by_distance.{distance}") == printed(
        waves[0] @ waves[1] / 32, 3
    )
    turned = plain_waves([0, 20], 64, 100_000)
    assert shown(first, "rotary.by_distance.{distance}") == printed(
        turned[0] @ turned[1] / 32, 3
    )
    assert shown(first, "rotary.base") == "100000"
    assert shown(first, "rotary.head_dim") == "64"
    longest = 2 * math.pi * 100_000 ** (62 / 64)
    assert shown(first, "rotary.longest") == printed(longest, 0)
    assert shown(first, "alibi.steepest") == "0.25"
    assert shown(first, "alibi.steepest_bias.{distance}") == "−5"
    assert shown(first, "alibi.flattest_bias.{distance}") == printed(-20 / 256, 3)
    assert shown(first, "t5.before.{distance}") == "10"
    assert shown(first, "t5.after.{distance}") == "26"


def test_learned_positions_are_minilms_own(
    first: Page, settled: Settled, server_url: str
) -> None:
    """Its table from the API, measured here once more."""
    address = f"{server_url}/api/v1/positional-encodings"
    body = {"kind": "learned", "model": "minilm", "n_positions": 128, "digits": 9}
    answer = first.request.post(address, data=body).json()
    table = np.array(answer["encoding"]["data"])
    units = table / np.linalg.norm(table, axis=1, keepdims=True)
    cosines = np.diag(units @ units.T, 8)
    assert shown(first, "learned.by_distance.{distance}") == printed(cosines.mean(), 3)
    assert shown(first, "learned.least.{distance}") == printed(cosines.min(), 3)
    assert shown(first, "learned.most.{distance}") == printed(cosines.max(), 3)
    read_cell(first, first.locator('[data-path="learned.table"] .cells-room'), table)


def read_cell(page: Page, room: Locator, table: Any) -> None:
    """Read a cell with the arrow keys."""
    room.focus()
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    said = room.locator("xpath=..").get_by_role("status")
    expect(said).to_have_text(f"position 3, feature 1: {printed(table[3, 1], 4)}")


def test_order_is_lost_without_positions(first: Page, settled: Settled) -> None:
    """The same word in two orders: float noise without, far apart with."""
    for word in ("man", "dog"):
        first.get_by_label("The word to compare").fill(word)
        settled(first)
        without = [float(shown(first, f"unplaced.differences.{n}")) for n in range(7)]
        placed = [float(shown(first, f"placed.differences.{n}")) for n in range(7)]
        assert max(without) < 1e-5
        assert min(placed) > 0.1
        expect(first.locator(".layers caption")).to_contain_text(f"vectors of {word}?")
