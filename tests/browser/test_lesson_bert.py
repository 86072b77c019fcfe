"""Lesson 8: hidden words, both directions, influences, the recipe, pairs."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from playwright.sync_api import Page, expect

from model.predicting.corruption import corrupt
from tests.browser.bert_numbers import MASK, Guesser, causal, divergence, without

TEXT = "The doctor told the patient to rest in bed."
HIDDEN = "The [MASK] told the patient to rest in bed."
PLACE = 2


@pytest.fixture(scope="module")
def guesser(cache_folder: Path) -> Guesser:
    """Merge the shipped adapter into transformers' own network."""
    return Guesser(cache_folder / "minilm")


@pytest.fixture
def bert(lesson: Callable[..., Page]) -> Page:
    """Open the lesson as a first visitor does."""
    return lesson("bert")


def bound(page: Page, path: str) -> str:
    """Read the first number at a path."""
    found = page.locator(f'[data-bind="{path}"]').first.text_content()
    return found or ""


def number(text: str) -> float:
    """Read a number as the page prints it."""
    return float(text.replace("−", "-").replace(",", ""))


def close(shown: str, right: float, digits: int = 3) -> None:
    """Hold a printed number to the right one, to its last digit."""
    assert abs(number(shown) - right) <= 1.5 * 10**-digits


def rows_of(page: Page, selector: str) -> list[list[str]]:
    """List a table's cells as text."""
    lines = page.locator(f"{selector} tbody tr")
    return [row.locator("th, td").all_inner_texts() for row in lines.all()]


def test_the_guesses_are_the_networks_own(bert: Page, guesser: Guesser) -> None:
    """Eight tokens in order, their probabilities, and the hidden one's place."""
    right = guesser.probabilities(guesser.ids(HIDDEN), PLACE)
    best = right.topk(8)
    rows = rows_of(bert, '.bert-hero [data-of="filled"]')
    words = [guesser.word(i) for i in best.indices.tolist()]
    assert [row[0].split()[0] for row in rows] == words
    for row, value in zip(rows, best.values.tolist(), strict=True):
        close(row[1], value)
    hidden = guesser.ids(TEXT)[PLACE]
    rank = 1 + int((right > right[hidden]).sum())
    assert bound(bert, "filled.masks.{which}.truth.rank") == str(rank)
    entropy = float(-(right * right.log()).sum())
    close(bound(bert, "filled.masks.{which}.entropy"), entropy, 2)


def test_a_click_hides_a_word_and_another_brings_it_back(
    bert: Page, settled: Callable[[Page], Page], guesser: Guesser
) -> None:
    """Two masks, each with its own list; none, and nothing is said."""
    line = bert.locator(".bert-line")
    line.get_by_role("button", name="told").click()
    settled(bert)
    assert "hidden=1,2" in bert.url
    expect(line).to_have_text("The [MASK] [MASK] the patient to rest in bed.")
    both = guesser.ids("The [MASK] [MASK] the patient to rest in bed.")
    assert [at for at, i in enumerate(both) if i == MASK] == [2, 3]
    bert.locator("input[name='which']").nth(1).check(force=True)
    settled(bert)
    right = guesser.probabilities(both, 3)
    first = rows_of(bert, '.bert-hero [data-of="filled"]')[0]
    assert first[0].split()[0] == guesser.word(int(right.argmax()))
    close(first[1], float(right.max()))
    for place in (0, 0):
        line.locator("[aria-pressed='true']").nth(place).click()
    settled(bert)
    expect(line).to_have_text(TEXT)
    expect(bert.locator(".bert-nothing").first).to_be_visible()
    expect(bert.locator(".bert-needs").first).to_be_hidden()


def test_words_typed_before_it_leave_the_hidden_word_hidden(
    bert: Page, settled: Callable[[Page], Page]
) -> None:
    area = bert.locator("#type-text")
    area.fill("The old doctor told the patient to rest in bed.")
    settled(bert)
    expect(bert.locator(".bert-line")).to_contain_text("The old [MASK] told")
    bert.get_by_role("button", name="two words").click()
    settled(bert)
    expect(bert.locator(".bert-line")).to_have_text(
        "She wrote a [MASK] and sent it to her [MASK]."
    )


def test_the_causal_mask_cuts_the_right_side_off(bert: Page, guesser: Guesser) -> None:
    """Other guesses, and not one bit of influence from the right."""
    ids = guesser.ids(HIDDEN)
    right = guesser.probabilities(ids, PLACE, causal(len(ids)))
    rows = rows_of(bert, '[data-of="causal"]')
    assert rows[0][0].split()[0] == guesser.word(int(right.argmax()))
    close(rows[0][1], float(right.max()))
    at = "measured_causal.masks.{which}"
    assert bound(bert, f"{at}.right") == "0"
    both = guesser.probabilities(ids, PLACE)
    moved = [
        divergence(both, guesser.probabilities(ids, PLACE, without(len(ids), j)))
        for j in range(PLACE + 1, len(ids))
    ]
    close(bound(bert, "measured.masks.{which}.right"), max(moved))


def test_weights_and_influences_stand_side_by_side(
    bert: Page, settled: Callable[[Page], Page], guesser: Guesser
) -> None:
    """The row of [MASK] in the chosen head, and KL without each token."""
    bert.locator("input[name='layer'][value='5']").check(force=True)
    bert.locator("input[name='head'][value='7']").check(force=True)
    settled(bert)
    ids = guesser.ids(HIDDEN)
    attentions = torch.stack(guesser.run(ids).attentions)[:, 0, :, PLACE]
    rows = rows_of(bert, ".drawn-table")
    assert [row[0] for row in rows] == [guesser.word(i) for i in ids]
    before = guesser.probabilities(ids, PLACE)
    others = [j for j in range(len(ids)) if j != PLACE]
    moved = {
        j: divergence(before, guesser.probabilities(ids, PLACE, without(len(ids), j)))
        for j in others
    }
    for place, row in enumerate(rows):
        close(row[1], float(attentions[5, 7, place]))
        if place == PLACE:
            assert row[2] == "–"
        else:
            close(row[2], moved[place])
    top = max(moved, key=lambda place: moved[place])
    best = attentions[..., others].argmax(-1).flatten().tolist()
    n_same = sum(others[place] == top for place in best)
    assert bound(bert, "measured.masks.{which}.n_same") == str(n_same)
    assert bound(bert, "measured.masks.{which}.n_heads") == "72"


def test_a_word_falls_into_its_pieces(
    bert: Page, settled: Callable[[Page], Page]
) -> None:
    """The longest beginning, then the longest of the rest; letters of the text."""
    bert.locator("#type-word").fill("unbelievably")
    settled(bert)
    assert rows_of(bert, ".steps-table") == [
        ["unbelievably", "un", "4895", "0–2"],
        ["believably", "##bel", "8671", "2–5"],
        ["ievably", "##ie", "2666", "5–7"],
        ["vably", "##va", "3567", "7–9"],
        ["bly", "##bly", "6321", "9–12"],
    ]
    bert.get_by_role("button", name="an emoji").click()
    settled(bert)
    assert rows_of(bert, ".steps-table") == [["🙂", "[UNK]", "100", "0–1"]]
    ids = bert.locator('[data-bind^="specials.ids."]').all_inner_texts()
    assert ids == ["0", "100", "101", "102", "103"]


def draw(guesser: Guesser, seed: int, n_rounds: int) -> list[Any]:
    """Draw the recipe as the API says: a generator of its own each round."""
    ids = np.array(guesser.ids(TEXT))
    open_to = np.array([i not in {101, 102} for i in ids.tolist()])
    return [
        corrupt(
            ids,
            open_to,
            mask_id=MASK,
            vocab_size=30_522,
            generator=np.random.default_rng([seed, round_]),
        )
        for round_ in range(1, n_rounds + 1)
    ]


def test_the_recipe_is_drawn_again_and_again(
    bert: Page, settled: Callable[[Page], Page], guesser: Guesser
) -> None:
    """The last round's tokens, the counts of all, and shares near the recipe."""
    bert.get_by_role("button", name="Ten more").click()
    settled(bert)
    drawn = draw(guesser, seed=2, n_rounds=11)
    tokens = bert.locator(".recipe-token .recipe-now").all_inner_texts()
    assert tokens == [guesser.word(i) for i in drawn[-1].ids.tolist()]
    kinds = [
        token.get_attribute("data-action")
        for token in bert.locator(".recipe-token").all()
    ]
    assert kinds[1:-1] == [drawn[-1].action(at) or "none" for at in range(1, 11)]
    count = sum(int(one.selected.sum()) for one in drawn)
    assert bound(bert, "recipe.shares.selected.count") == str(count)
    bert.locator(".slider-number").fill("1000")
    settled(bert)
    assert bound(bert, "recipe.rounds") == "1000"
    for name, right, spread in [
        ("selected", 15, 1),
        ("mask", 80, 3),
        ("random", 10, 2),
        ("keep", 10, 2),
    ]:
        percent = number(bound(bert, f"recipe.shares.{name}.percent"))
        assert abs(percent - right) < spread
    label = bert.locator(".shares-room").get_attribute("aria-label")
    assert re.match(r"After 1000 rounds: 1[45]\.\d %", str(label))
    bert.get_by_role("button", name="Start over").click()
    settled(bert)
    assert "seed=3" in bert.url


def test_a_pair_and_what_is_added_for_each_token(bert: Page, guesser: Guesser) -> None:
    """Three probabilities; piece, position and segment of every token."""
    first = "She opened the old book and began to read."
    second = "The first page was missing."
    close(bound(bert, "pair.probability"), guesser.follows(first, second))
    close(bound(bert, "swapped.probability"), guesser.follows(second, first))
    encoded = guesser.tokenizer.encode(first, second)
    lines = bert.locator(".sum-table tbody tr").all()
    piece, position, segment = (row.locator("td").all_inner_texts() for row in lines)
    assert piece == [str(i) for i in encoded.ids]
    assert position == [str(at) for at in range(len(encoded.ids))]
    assert segment == ["AB"[kind] for kind in encoded.type_ids]


def test_the_curve_follows_the_slider(
    bert: Page, settled: Callable[[Page], Page]
) -> None:
    """At x = 1 GELU is .8413 and ReLU 1."""
    bert.locator(".curve-range input").fill("100")
    settled(bert)
    assert bound(bert, "gelu.points.{at}.x") == "1"
    assert bound(bert, "gelu.points.{at}.gelu") == "0.8413"
    label = bert.locator(".curve-room").get_attribute("aria-label")
    assert str(label).endswith("at 1 GELU is 0.841 and ReLU 1")
