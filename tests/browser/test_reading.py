"""The row that is read: numbers known from elsewhere, or worked out in numpy."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import numpy as np
from playwright.sync_api import Page, expect

from tests.browser.head_numbers import ANIMAL, ask_head

Explore = Callable[..., Page]


def rows_of(page: Page) -> list[list[str]]:
    """Read the table of keys: key, weight, times the others."""
    rows = page.locator(".reading-keys tbody tr").all()
    return [
        [text for text in row.locator("th, td").all_inner_texts() if text.strip()]
        for row in rows
    ]


def test_it_looks_at_animal_and_that_is_specific(explore: Explore) -> None:
    """.640 against .093: 6.9 times, as the mission's own measurement says."""
    page = explore()
    assert rows_of(page)[0] == ["animal", "0.640", "6.9"]
    expect(page.locator(".reading-comparison")).to_have_text(
        "animal: 6.9 times the average of the 13 other rows (0.093): "
        "specific to this row."
    )


def test_a_large_weight_can_be_merely_popular(explore: Explore) -> None:
    """Layer 5, head 11 gives *animal* .647, yet every row looks there."""
    page = explore("?layer=5&head=11&row=10&column=2")
    assert ["animal", "0.647", "1.8"] in rows_of(page)
    expect(page.locator(".reading-comparison")).to_contain_text("popular")


def test_wide_for_tired_lets_the_weight_fall(explore: Explore) -> None:
    """The honest lesson: .266, and *street* does not take over (.128)."""
    page = explore("?text=" + quote(ANIMAL.replace("tired", "wide")) + "&row=10")
    assert {"0.266", "0.128"} <= {row[1] for row in rows_of(page)}


def test_facts_are_those_of_the_row(explore: Explore, server_url: str) -> None:
    """Others, sum, entropy, special tokens and distance, in float64 by numpy."""
    page = explore()
    row = ask_head(server_url).values[10]
    order = np.argsort(-row)
    assert rows_of(page)[-1] == ["9 others", f"{row[order[6:]].sum():.3f}"]
    entropy = -(row * np.log(row)).sum()
    distance = (row * np.abs(np.arange(15) - 10)).sum()
    facts = page.locator(".reading-facts")
    expect(facts).to_contain_text("1.000")
    share = round(100 * entropy / np.log(15))
    expect(facts).to_contain_text(f"{entropy:.2f} nats, {share} %")
    special = round(100 * (row[0] + row[14]))
    expect(facts).to_contain_text("Goes to [CLS] and [SEP]")
    expect(facts).to_contain_text(f"{special} %")
    expect(facts).to_contain_text(f"{distance:.1f} tokens")


def test_words_that_look_alike_say_their_position(explore: Explore) -> None:
    """Two times *the*: each says which, in the list and in the title."""
    page = explore("?text=" + quote("the cat sat on the mat") + "&row=5")
    expect(page.locator(".reading-title")).to_have_text("the 5 looks at")
    named = page.locator(".reading-keys .reading-key").all_inner_texts()
    assert "the 1" in named
    assert "cat" in named


def test_a_key_is_a_button_that_chooses_its_cell(explore: Explore) -> None:
    """From the list to the cell, by mouse or keyboard."""
    page = explore()
    keys = page.locator(".reading-keys")
    keys.get_by_role("button", name="street", exact=True).press("Enter")
    expect(page.locator(".reading-comparison")).to_contain_text("street: 0.8 times")
    expect(page.locator(".mark-cell-locked")).to_be_visible()
    assert "column=8" in page.url


def test_no_other_row_may_look_at_the_last_token(explore: Explore) -> None:
    """A causal model: nothing to compare with, and it is said, not invented."""
    page = explore("?model=smollm2-135m&layer=12&head=3&row=11&column=11")
    expect(page.locator(".reading-comparison")).to_contain_text(
        "no other row may look at it"
    )


def test_caution_is_there_once(explore: Explore) -> None:
    """One line, with the papers."""
    page = explore()
    expect(page.get_by_text("Jain and Wallace 2019")).to_have_count(1)


def test_scores_are_ranked_without_shares(explore: Explore, server_url: str) -> None:
    """Before softmax there is no sum, and no comparison of weights."""
    page = explore("?quantity=scores&row=10")
    row = ask_head(server_url, quantity="scores").values[10]
    assert rows_of(page)[0] == ["animal", f"{row[2]:.3f}"]
    expect(page.locator(".reading-comparison")).to_have_count(0)
    expect(page.locator(".reading-facts")).not_to_contain_text("Sum")


def test_scores_say_where_the_weight_goes(explore: Explore, server_url: str) -> None:
    """SmolLM2 adds no special token: the share of the first one, from softmax."""
    where: dict[str, Any] = {"model": "smollm2-135m", "layers": [15], "heads": [3]}
    scores = ask_head(server_url, quantity="scores", **where).values[-1]
    weights = np.exp(scores) / np.exp(scores).sum()
    page = explore("?model=smollm2-135m&layer=15&head=3&quantity=scores")
    fact = page.locator(".reading-facts")
    expect(fact).to_contain_text(f"Goes to the first token{weights[0] * 100:.0f} %")
    pair = page.locator(".head-facts-pair")
    expect(pair).to_contain_text(re.compile(r", weight 0\.\d{3}$"))


def test_one_other_row_is_too_few_to_judge(explore: Explore) -> None:
    """Of three tokens of a decoder, one other row looks at the first."""
    page = explore("?model=smollm2-135m&text=The+cat+sat&layer=1&head=1&row=2&column=0")
    said = page.locator(".reading-comparison")
    expect(said).to_contain_text("what the one other row gives it")
    expect(said).to_contain_text("too few to call it specific or popular")
