"""Lesson 10, the last part: a real training on the reader's own sentences."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lesson_checks import check_basics
from tests.browser.translation_numbers import bound

FORM = "[data-view='learn/adapting/fine-tuning']"
TRAINED_MS = 90_000


@pytest.fixture
def tuning(lesson: Callable[..., Page]) -> Page:
    """Open the lesson as a first visitor does."""
    return lesson("adapting")


def train(page: Page, method: str, steps: int) -> None:
    """Train, and wait for the end."""
    page.locator(f"{FORM} input[value={method}]").check(force=True)
    page.get_by_label("Steps", exact=True).fill(str(steps))
    page.get_by_role("button", name="Train", exact=True).click()
    expect(page.locator(".tune-said")).to_have_text("Done.", timeout=TRAINED_MS)
    ready = "[data-view='learn/adapting/own-sentence'][data-ready]"
    page.wait_for_selector(ready, timeout=TRAINED_MS)


def test_a_head_alone_learns_and_changes_no_attention(tuning: Page) -> None:
    expect(tuning.locator(".tune-counted")).to_have_text(
        "24 sentences to learn from, 8 left out for the test."
    )
    expect(tuning.locator(".tune-run")).to_be_hidden()
    train(tuning, "head", 20)
    # (384 states + 1) for each of two classes.
    assert bound(tuning, "tuned.n_trained") == "770"
    assert bound(tuning, "tuned.n_base_said") == "22,713,216"
    assert bound(tuning, "tuned.before.right") == "4"
    expect(tuning.locator(".left-out tbody tr")).to_have_count(8)
    wrong = tuning.locator(".left-out tbody tr[data-wrong]").count()
    assert bound(tuning, "tuned.after.right") == str(8 - wrong)
    # Every tenth step is tested, and the last.
    expect(tuning.locator(".curve-dot")).to_have_count(2)
    assert float(bound(tuning, "tuned_look.largest")) == 0
    expect(tuning.get_by_text("changes nothing below them")).to_be_visible()
    check_basics(tuning)


def test_low_rank_updates_move_attention(
    tuning: Page, settled: Callable[[Page], Page]
) -> None:
    train(tuning, "lora", 4)
    # 12 matrices x 4 x (384 + 384), and the head.
    assert bound(tuning, "tuned.n_lora") == "36,864"
    assert bound(tuning, "tuned.n_trained") == "37,634"
    assert float(bound(tuning, "tuned_look.largest")) > 0
    shares = tuning.locator(".tune-bars td:last-child").all_inner_texts()
    assert sum(map(float, shares)) == pytest.approx(1, abs=2e-3)
    own = tuning.get_by_label("A sentence of your own")
    own.fill("The man heard the owl.")
    tuning.wait_for_selector("[data-view='learn/adapting/own-sentence'][data-ready]")
    figure = tuning.locator(".heat[data-path^='tuned_look.heads']").first
    expect(figure.locator(".heat-label", has_text="owl")).to_have_count(2)
    tuning.locator(".tune-heads button").first.click()
    settled(tuning)
    name = tuning.locator(".tune-heads button").first.inner_text()
    layer, head = name.split()[:2]
    assert f"L{bound(tuning, 'layer')}" == layer
    assert f"H{bound(tuning, 'head')}" == head


def test_sentences_are_checked_and_kept_in_the_session(tuning: Page) -> None:
    first = tuning.get_by_label("Sentences of the first class")
    first.fill("One alone.")
    expect(tuning.locator(".tune-counted")).to_contain_text("two sentences or more")
    expect(tuning.get_by_role("button", name="Train", exact=True)).to_be_disabled()
    tuning.reload()
    expect(first).to_have_value("One alone.")
    tuning.get_by_role("button", name="weather and food").click()
    expect(tuning.get_by_label("Second class", exact=True)).to_have_value("food")
    expect(tuning.locator(".tune-counted")).to_have_text(
        "18 sentences to learn from, 6 left out for the test."
    )


def test_a_training_can_be_stopped(tuning: Page) -> None:
    tuning.get_by_label("Steps", exact=True).fill("200")
    tuning.get_by_role("button", name="Train", exact=True).click()
    expect(tuning.locator(".tune-said")).to_contain_text("of 200", timeout=TRAINED_MS)
    tuning.get_by_role("button", name="Stop", exact=True).click()
    expect(tuning.locator(".tune-said")).to_contain_text("Nothing of it was kept")
    expect(tuning.locator(".tune-results")).to_be_hidden()
    expect(tuning.get_by_role("button", name="Train", exact=True)).to_be_enabled()
