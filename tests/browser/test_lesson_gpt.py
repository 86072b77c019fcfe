"""Lesson 9: the distribution, the film, examples and costs, from the network."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.gpt_numbers import TEXT, Decoder, bound, close, counted, number
from tests.browser.lesson_checks import check_basics

FEW = "Write the past tense.\nwalk -> walked\nsee -> saw\ntake -> took\ncome ->"
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
ZERO = "Write the past tense.\ncome ->"


@pytest.fixture(scope="module")
def decoder(cache_folder: Path) -> Decoder:
    """Read the checkpoint once."""
    return Decoder(cache_folder)


@pytest.fixture(scope="module")
def patience(server_url: str) -> float:
    """Give the server's decoder time to load, and to write."""
    del server_url
    return 180_000


@pytest.fixture
def gpt(
    page: Page, patience: float, lesson: Callable[..., Page]
) -> Callable[..., Page]:
    """Open the lesson; it writes eight tokens, so that the tests are quick."""
    page.set_default_timeout(patience)

    def go(query: str = "", on: Page | None = None) -> Page:
        return lesson("gpt", f"?n_new=8{query}", **({"on": on} if on else {}))

    return go


def test_sliders_reshape_the_whole_distribution(
    gpt: Callable[..., Page], settled: Any, decoder: Decoder
) -> None:
    """Temperature, top-k and top-p against a softmax over all 49,152."""
    page = gpt()
    ids = decoder.ids(TEXT)
    with counted(page, "/next-token", "/generations") as asked:
        page.locator("#slide-temperature").evaluate(
            "(one) => { one.value = 150; one.dispatchEvent(new Event('input')); }"
        )
        page.locator("#slide-top_p").fill("0.6")
        settled(page)
    temperature = number(bound(page, "reweighed.temperature"))
    assert temperature > 1
    # One short question for the sum at that temperature, and no new text.
    assert set(asked) == {"next-token"}
    shares = decoder.shares(ids, temperature)
    order = np.argsort(-shares)
    reached = np.cumsum(shares[order])
    n_kept = int(np.searchsorted(reached, 0.6)) + 1
    assert bound(page, "reweighed.n_kept") == str(n_kept)
    close(bound(page, "reweighed.entropy"), -(shares * np.log(shares)).sum(), 3)
    rows = page.locator(".spread-table tbody tr")
    for place in range(12):
        cells = rows.nth(place).locator("th, td").all_inner_texts()
        assert cells[0].split("\n")[0].strip() == decoder.word(order[place])
        close(cells[1].split()[-1], shares[order[place]], 4)
        close(cells[2], shares[order[place]] / reached[n_kept - 1], 4)
    with counted(page, "/next-token", "/generations") as more:
        page.locator(".switch input").check()
        page.locator("#slide-top_k ~ .slider-number").fill("3")
        settled(page)
    assert more == []
    assert rows.nth(3).locator("td").last.inner_text() == "cut"
    close(rows.nth(0).locator("td").last.inner_text(), shares[order[0]] / reached[2], 4)
    rows.nth(5).locator("button").click()
    assert bound(page, "reweighed.rows.{place}.word") == decoder.word(order[5])
    expect(page.get_by_text("Its chance is exactly 0.")).to_be_visible()


def test_the_film_is_the_networks_own_text(
    gpt: Callable[..., Page], settled: Any, decoder: Decoder
) -> None:
    """Each choice, its probability, and the growing triangle."""
    page = gpt("&step=0&layer=5&head=3")
    ids = decoder.ids(TEXT)
    written = decoder.greedy(ids, 8)
    tokens = page.locator(".reel-token").all_text_contents()
    assert [word.strip() for word in tokens] == [decoder.word(one) for one in written]
    for step in (0, 1):
        shares = decoder.shares([*ids, *written[:step]])
        close(bound(page, "{film}.steps.{step}.probability"), shares[written[step]], 4)
        computed = bound(page, "{film}.steps.{step}.n_computed")
        assert computed == ("1" if step else str(len(ids)))
        page.locator(".reel-on").click()
    page.locator(".reel-scrub").fill("7")
    settled(page)
    expect(page.locator(".reel-on")).to_be_disabled()
    assert "step=7" in page.url
    n_rows = len(ids) + 7
    assert bound(page, "{film}.n_rows") == str(n_rows)
    assert bound(page, "{film}.n_again") == str(sum(range(len(ids), n_rows + 1)))
    weights = decoder.weights([*ids, *written[:7]])[5, 3]
    room = page.locator(".triangle-room")
    room.focus()
    for _ in range(n_rows):
        room.press("ArrowDown")
    said = page.locator(".triangle-said").inner_text()
    assert said.endswith("from the cache")
    close(said.split(";")[0].split()[-1], weights[-1, 0], 3)
    room.press("ArrowUp")
    room.press("Enter")
    assert page.locator(".triangle-key-new").count() == 1
    assert page.locator(".triangle-key-kept").count() == n_rows - 2
    room.press("ArrowDown")
    assert page.locator(".triangle-said").inner_text().endswith("not there yet")


def test_a_sampled_text_is_drawn_with_the_chances_shown(
    gpt: Callable[..., Page], settled: Any, decoder: Decoder
) -> None:
    """The number drawn lies on the token; another seed, another text."""
    page = gpt("&film=sampled&step=0&film_temperature=1.3&film_p=0.8")
    shares = decoder.shares(decoder.ids(TEXT), 1.3)
    reached = np.cumsum(np.sort(shares)[::-1])
    n_kept = int(np.searchsorted(reached, 0.8)) + 1
    assert bound(page, "{film}.steps.{step}.n_kept") == str(n_kept)
    chosen = bound(page, "{film}.steps.{step}.word")
    order = np.argsort(-shares)
    place = [decoder.word(one) for one in order[:n_kept]].index(chosen)
    chance = shares[order[place]] / reached[n_kept - 1]
    close(bound(page, "{film}.steps.{step}.sampled"), chance, 4)
    drawn = number(page.locator(".draw-said").inner_text().split()[1].rstrip("."))
    before = (reached[place] - shares[order[place]]) / reached[n_kept - 1]
    assert before - 1e-4 <= drawn <= before + chance + 1e-4
    first = page.locator('.reel-text[data-which="sampled"]').inner_text()
    page.locator(".settings-seed").click()
    settled(page)
    assert "seed=5" in page.url
    assert page.locator('.reel-text[data-which="sampled"]').inner_text() != first
    page.locator("#slide-top_p").fill("0.05")
    page.locator(".settings-take").click()
    settled(page)
    # Hardly anything is left: the likeliest, each time.
    assert bound(page, "two.n_unlikely") == "0"
    expect(page.locator(".settings-take")).to_be_disabled()


def test_examples_bring_the_right_answer(
    gpt: Callable[..., Page], settled: Any, decoder: Decoder
) -> None:
    """Both probabilities, and the head that looks most at the answers."""
    page = gpt()
    expect(page.locator('.shots-next:near(:text("came"))').nth(1)).to_be_hidden()
    page.get_by_role("button", name="Show it").click()
    (answer,) = decoder.ids(" came")
    few = decoder.ids(FEW)
    close(
        bound(page, "shots.zero.probability"),
        decoder.shares(decoder.ids(ZERO))[answer],
        4,
    )
    close(bound(page, "shots.few.probability"), decoder.shares(few)[answer], 4)
    last = decoder.weights(few)[:, :, -1, :]
    answers = [few.index(decoder.ids(word)[0]) for word in (" walked", " saw", " took")]
    shares = last[:, :, answers].sum(axis=-1)
    layer, head = np.unravel_index(shares.argmax(), shares.shape)
    assert bound(page, "few_looks.best.name") == f"layer {layer}, head {head}"
    close(bound(page, "few_looks.best.shares.answer"), shares.max(), 3)
    close(bound(page, "few_looks.mean.shares.answer"), shares.mean(), 3)
    assert bound(page, "few_looks.n_half") == str(int((shares > 0.5).sum()))
    shaded = page.locator('.shots-shaded[data-row="best"]').inner_text()
    assert shaded.replace("⏎", "").split() == FEW.split()
    page.get_by_role("button", name="French", exact=True).click()
    settled(page)
    assert bound(page, "prompts.zero").endswith("cat ->")
    assert number(bound(page, "shots.few.probability")) < 0.01


def test_the_cost_is_measured_at_the_press_of_a_button(
    gpt: Callable[..., Page], settled: Any
) -> None:
    """The cache saves positions; the tokens stay the same."""
    page = gpt()
    expect(page.locator(".times-table")).to_be_hidden()
    page.get_by_role("button", name="Measure here and now").click()
    settled(page)
    expect(page.locator(".times-table")).to_be_visible()
    assert bound(page, "cached.n_rows") == "17"
    assert bound(page, "again.n_rows") == str(sum(range(10, 18)))
    assert number(bound(page, "cached.step_ms")) > 0
    assert number(bound(page, "encoder.forward_ms")) > 0
    gap = bound(page, "beside.gap_text")
    assert gap == "0" or int(gap[-1].translate(SUPERSCRIPTS)) >= 5
    expect(page.get_by_role("button", name="Measure again")).to_be_enabled()


def test_the_page_holds_to_the_basics_on_a_phone(
    gpt: Callable[..., Page], new_page: Callable[..., Page], patience: float
) -> None:
    phone = new_page(390, 844, is_mobile=True, has_touch=True)
    phone.set_default_timeout(patience)
    check_basics(gpt("&shown=true", on=phone))
