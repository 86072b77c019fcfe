"""Lesson 10 in a browser: counts, the small example, the adapter turned."""

import itertools
import json
from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser import adapting_numbers as right
from tests.browser.lesson_checks import check_basics
from tests.browser.lesson_numbers import matrix, printed

# Inputs and outputs of the six matrices, in all six layers.
SIDES = 6 * (4 * (384 + 384) + 2 * (384 + 1536))


@pytest.fixture
def shipped_rank() -> int:
    """Read the rank off the adapter's own configuration."""
    file = right.WEIGHTS / "adapter_config.json"
    rank: int = json.loads(file.read_text(encoding="utf-8"))["r"]
    return rank


@pytest.fixture
def first(lesson: Callable[..., Page]) -> Page:
    """Open the lesson as a first visitor does."""
    return lesson("adapting")


def shown(page: Page, path: str) -> str:
    """Read a number of the text."""
    return page.locator(f'[data-bind="{path}"]').first.text_content() or ""


def slide(page: Page, field: str, value: str) -> None:
    """Type a number beside a slider."""
    page.locator(f'.slider[data-field="{field}"] .slider-number').fill(value)


def grid(page: Page, path: str) -> list[list[str]]:
    """Read a matrix whose cells choose."""
    cells: list[list[str]] = page.locator(f'.choosing[data-path="{path}"]').evaluate(
        """(one) => [...one.querySelector('tbody').rows].map((row) =>
          [...row.querySelectorAll('button')].map((cell) => cell.textContent))"""
    )
    return cells


def test_what_is_trained_follows_what_is_chosen(
    first: Page, settled: Callable[[Page], Page], shipped_rank: int
) -> None:
    """LoRA of the adapter's own size; one layer more; the picture to scale."""
    added = first.locator('.way-map[data-way="lora"] .map-added')
    assert added.count() == 12 + 1
    first.get_by_role("button", name="As in the adapter of this page").click()
    settled(first)
    assert shown(first, "counted.lora.trained") == f"{shipped_rank * SIDES + 770:,}"
    expect(added).to_have_count(36 + 1)
    slide(first, "top_layers", "0")
    settled(first)
    assert shown(first, "counted.frozen.trained") == f"{147_840 + 770:,}"
    assert "top_layers=0" in first.url
    assert f"rank={shipped_rank}" in first.url
    slide(first, "bottleneck", "8")
    settled(first)
    trained = 12 * (2 * 384 * 8 + 8 + 384) + 12 * 768 + 770
    assert shown(first, "counted.adapters.trained") == f"{trained:,}"
    check_basics(first)


def test_the_small_update_is_worked_out_both_ways(
    first: Page, settled: Callable[[Page], Page]
) -> None:
    """Cells typed, s turned, B set to zero: numpy agrees with every matrix."""
    w = np.array([[1.0, 0, 2], [0, 1, 0], [1, 1, 0]])
    b, a, x = (
        np.array([[1.0], [0.5], [-1]]),
        np.array([[1.0, 2, 0]]),
        np.array([[1.0], [1], [2]]),
    )
    cell = first.get_by_label("A, rank 0, input 2")
    cell.focus()
    cell.press_sequentially("-3")
    cell.press("Enter")
    slide(first, "scale", "-1.5")
    settled(first)
    a[0, 2] = -3
    for update in (-1.5 * b @ a, np.zeros((3, 3))):
        for path, numbers in (
            ("hand.scaled", update),
            ("hand.merged", w + update),
            ("hand.separate", w @ x + update @ x),
            ("hand.at_once", (w + update) @ x),
        ):
            want = [[printed(number, 3) for number in row] for row in numbers]
            assert matrix(first, path) == want, path
        first.get_by_role("button", name="Set B to 0").click()
        settled(first)
    assert "up=0;0;0" in first.url


def test_strength_turns_words_and_attention(
    first: Page, server_url: str, settled: Callable[[Page], Page]
) -> None:
    """Strength 1 and 0.5 against the API; at 0 nothing has moved at all."""
    base = after = right.look(server_url)
    for strength in (1, 0.5, 0):
        slide(first, "strength", str(strength))
        settled(first)
        word = right.first_word(server_url, strength)
        assert shown(first, "guess.said.{mask}.first") == word["text"]
        row = first.locator(".guess tbody tr").first.locator("th, td")
        assert row.nth(0).text_content() == word["text"]
        assert row.nth(2).text_content() == printed(word["probability"], 3)
        after = right.look(server_url, **right.use(strength))
        far = right.moved(base, after)
        want = [[printed(head, 2) for head in layer] for layer in far]
        assert grid(first, "adapted.moved") == want
        largest = printed(np.abs(after - base).max(), 3)
        assert shown(first, "adapted.largest") == largest
    assert shown(first, "adapted.largest") == "0"
    assert np.array_equal(base, after)
    assert "strength=0" in first.url


def test_a_chosen_head_shows_before_after_and_difference(
    first: Page, server_url: str, settled: Callable[[Page], Page]
) -> None:
    """A cell of the grid, by mouse and by keys; the cells under the heats."""
    first.get_by_role("button", name="layer 1, head 9: ").click()
    first.keyboard.press("ArrowDown")
    first.keyboard.press("ArrowLeft")
    settled(first)
    assert "layer=2" not in first.url
    assert "head=8" in first.url
    base = right.look(server_url)[2, 8]
    after = right.look(server_url, **right.use(1))[2, 8]
    change = after - base
    for name, cells in (("before", base), ("after", after), ("change", change)):
        path = f"adapted.heads.{{layer}}.{{head}}.{name}"
        heat = first.locator(f'.heat[data-path="{path}"]')
        heat.locator(".heat-room").press("ArrowRight")
        cell = printed(cells[0, 1], 3)
        sign = "+" if name == "change" and cells[0, 1] > 0 else ""
        said = heat.locator(".heat-said").text_content()
        assert said == f"[CLS] → she: {sign}{cell}", name
    query, key = np.unravel_index(np.abs(change).argmax(), change.shape)
    path = "adapted.heads.{layer}.{head}.largest."
    assert shown(first, path + "after") == printed(after[query, key], 3)
    assert shown(first, path + "before") == printed(base[query, key], 3)


def test_singular_values_are_those_of_the_file(
    first: Page, settled: Callable[[Page], Page]
) -> None:
    """Layer 0 W_Q, then layer 3 of the second feed-forward matrix."""
    path = "adapter.matrices.{target}.{matrix_layer}."
    for layer, target, name in (
        (0, "attention.self.query", None),
        (3, "output.dense", "layer 3, matrix W2: "),
    ):
        if name is not None:
            first.get_by_role("button", name=name).click()
            settled(first)
        values = right.singular_values(layer, target)
        assert shown(first, path + "first") == printed(values[0], 3)
        assert shown(first, path + "last") == printed(values[-1], 3)
        shares = np.cumsum(values**2) / np.sum(values**2)
        half = int(np.argmax(shares >= 0.5)) + 1
        assert shown(first, path + "half") == str(half)
        expect(first.locator(".spectrum-bar")).to_have_count(len(values))
        room = first.locator(".spectrum-room")
        room.press("Home")
        room.press("ArrowRight")
        said = first.locator(".spectrum-said").text_content() or ""
        assert said.endswith(f"{printed(100 * shares[1], 1)} % of the squared size")
    assert "matrix_layer=3" in first.url
    assert "target=output" in first.url


def test_smaller_ranks_stand_side_by_side(first: Page, server_url: str) -> None:
    """First words and attention of each rank, asked for one by one."""
    rows = first.locator(".ranks-table tbody tr")
    words = rows.nth(4).locator("td").all_text_contents()
    far = rows.nth(2).locator("td").all_text_contents()
    whole = right.look(server_url, **right.use(1))
    for place, rank in enumerate((1, 2, 4, 8, 16), 1):
        assert words[place] == right.first_word(server_url, 1, rank)["text"]
        cut = right.look(server_url, **right.use(1, rank))
        assert far[place] == printed(right.moved(whole, cut).mean(), 3)
    assert words[0] == right.first_word(server_url, 0)["text"]
    assert far[-1] == "0"
    expect(first.locator(".ranks-picture")).to_have_count(7)


@pytest.mark.parametrize("width", [390, 1440])
def test_numbers_under_the_singular_values_have_room(first: Page, width: int) -> None:
    """From the first to the last, none over another, none cut at the edge."""
    first.set_viewport_size({"width": width, "height": 900})
    labels = first.locator(".spectrum-room text:not([text-anchor='end'])")
    expect(labels.first).to_have_text("1")
    boxes = labels.evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).map(({left, right}) => "
        "[left, right])"
    )
    edge = first.locator(".spectrum-room").evaluate(
        "(room) => room.getBoundingClientRect().right"
    )
    assert len(boxes) > 3
    for (_, right_end), (left_end, _) in itertools.pairwise(boxes):
        assert right_end + 4 < left_end
    assert boxes[-1][1] <= edge
