"""Lesson 6 in a browser: alignments, scores and counts against numpy."""

import re
from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from app.lessons.recurrence_examples import EXAMPLES
from tests.browser.lesson_checks import check_basics
from tests.browser.recurrence_numbers import MODELS, ask, ask_alignment

TEXT = EXAMPLES[0].text
AREA, ECONOMIC, EUROPEAN = 6, 5, 4
PATIENCE_MS = 90_000


@pytest.fixture
def first(lesson: Callable[..., Page]) -> Page:
    """Open the lesson as a first visitor does."""
    return lesson("recurrence")


def shown(page: Page, path: str) -> str:
    """Read a number of the text."""
    return page.locator(f'[data-bind="{path}"]').first.text_content() or ""


def rows_of(page: Page, kind: str) -> list[str]:
    """List the words written so far, as the rows of an alignment name them."""
    rows = page.locator(f'[data-source="{kind}"] tbody tr:not([data-later]) th')
    return [text.strip() for text in rows.all_text_contents()]


def cell_of(page: Page, kind: str, row: int, column: int):
    lines = page.locator(f'[data-source="{kind}"] tbody tr')
    return lines.nth(row).locator("td").nth(column)


def test_first_view_stops_before_the_word_to_predict(
    first: Page, server_url: str
) -> None:
    """Four words are there, the fifth isn't; no chart answers its question."""
    for kind in MODELS:
        right = ask_alignment(server_url, TEXT, kind)
        assert rows_of(first, kind) == right.written[:4]
        lines = first.locator(f'[data-source="{kind}"] tbody tr')
        expect(lines).to_have_count(len(right.written))
        shares = lines.evaluate_all(
            """(all) => all.map((line) => [...line.querySelectorAll('td')]
                 .map((cell) => Number(cell.style.getPropertyValue('--share'))))"""
        )
        for row in range(len(right.written)):
            np.testing.assert_allclose(shares[row], right.weights(row), atol=1e-3)
    covered = first.locator("[data-covered] .curve")
    assert covered.count() > 0
    assert not any(line.is_visible() for line in covered.all())
    check_basics(first)


def test_words_come_one_by_one_and_the_order_turns(
    first: Page, settled: Callable[[Page], Page], server_url: str
) -> None:
    """zone looks at area, économique at economic, européenne at european."""
    right = ask_alignment(server_url, TEXT, "additive")
    assert right.written[4:7] == ["zone", "économique", "européenne"]
    best = [int(right.weights(row).argmax()) for row in (4, 5, 6)]
    assert best == [AREA, ECONOMIC, EUROPEAN]
    said = first.locator('[data-source="additive"] .alignment-said')
    turned = first.locator('[data-source="additive"] .alignment-turns')
    for row, word in ((4, "zone"), (5, "économique"), (6, "européenne")):
        expect(turned).to_be_empty()
        first.get_by_role("button", name="Next word").click()
        settled(first)
        assert rows_of(first, "additive") == right.written[: row + 1]
        expect(said).to_contain_text(f"To write “{word}” it looks at")
    expect(turned).to_contain_text("zone économique européenne")
    expect(turned).to_contain_text("european economic area")
    assert "written=7" in first.url


def test_the_film_plays_to_the_end_and_begins_again(
    first: Page, settled: Callable[[Page], Page], server_url: str
) -> None:
    """The range scrubs; play at the end starts over, and pause holds it."""
    right = ask_alignment(server_url, TEXT, "additive")
    slide = first.get_by_label("Words written")
    slide.focus()
    first.keyboard.press("End")
    settled(first)
    assert rows_of(first, "additive") == right.written
    writer = first.locator('[data-writer="additive"]')
    expect(writer.locator("span")).to_have_text(right.written[:-1])
    later = first.locator('[data-source="additive"] tbody tr[data-later]')
    play = first.locator(".scrub button").first
    # Both presses at once: a slow machine must not play in between.
    play.evaluate("(button) => { button.click(); button.click(); }")
    expect(later).to_have_count(len(right.written))
    expect(play).to_have_text("Play")
    play.click()
    expect(later).to_have_count(0, timeout=PATIENCE_MS)
    expect(play).to_have_text("Play")


@pytest.mark.parametrize("kind", MODELS)
def test_the_score_of_any_cell_is_worked_out(
    lesson: Callable[..., Page],
    settled: Callable[[Page], Page],
    server_url: str,
    kind: str,
) -> None:
    """Click cells: terms, rest, total, weight and context are numpy's."""
    page = lesson("recurrence", f"?written=64&scored={kind}")
    right = ask_alignment(server_url, TEXT, kind)
    np.testing.assert_allclose(
        [right.context(row) for row in range(len(right.written))],
        right.tensors["contexts"],
        atol=5e-4,
    )
    for row, column in ((1, 1), (4, AREA), (6, 2)):
        cell_of(page, kind, row, column).click()
        settled(page)
        right.check_cell(page, row, column)
        assert shown(page, "{scored}.written.{row}") == right.written[row]
        assert shown(page, "{scored}.source.{column}") == right.source[column]
    rows = page.locator(f'.matrix[data-path^="{kind}_score"] tr[data-chosen] th')
    assert set(rows.all_text_contents()) == {right.source[2]}


def test_arrow_keys_choose_a_cell_of_the_other_model(
    lesson: Callable[..., Page], settled: Callable[[Page], Page], server_url: str
) -> None:
    """From Bahdanau's cell to Luong's, and one to the right."""
    page = lesson("recurrence", "?written=64&row=4&column=2")
    page.get_by_label("Alignment of Luong; arrow keys choose a cell").focus()
    page.keyboard.press("ArrowRight")
    settled(page)
    assert "scored=multiplicative" in page.url
    assert "column=3" in page.url
    right = ask_alignment(server_url, TEXT, "multiplicative")
    right.check_cell(page, 4, 3)
    expect(page.get_by_role("heading", name="Multiplicative")).to_be_visible()
    expect(page.get_by_role("heading", name="Additive")).to_be_hidden()


def test_the_readers_own_sentence_and_words_nobody_knows(
    first: Page, settled: Callable[[Page], Page], server_url: str
) -> None:
    """Every keystroke counts; an unknown word is said and not dropped."""
    first.get_by_label("Your sentence").fill("The zebra sleeps.")
    settled(first)
    note = first.locator(".look-note:visible")
    expect(note).to_contain_text("zebra")
    expect(note).to_contain_text("no entry")
    right = ask_alignment(server_url, "The zebra sleeps.", "additive")
    columns = first.locator('[data-source="additive"] thead th:not(.matrix-axis)')
    assert columns.all_text_contents() == right.source
    assert len(right.source) == 5
    first.get_by_label("Your sentence").fill("")
    settled(first)
    note = first.locator(".look-note:visible").first
    expect(note).to_contain_text("Write a sentence")
    assert "text=&" in first.url or first.url.endswith("text=")


def test_too_many_words_are_said_where_they_stand(
    first: Page, settled: Callable[[Page], Page], watch
) -> None:
    """The last translation stays, dimmed, with the limit in words."""
    watch.expect("422")
    first.get_by_label("Your sentence").fill("it is " * 35)
    settled(first)
    problem = first.locator(".alignments .source-problem:visible").first
    expect(problem).to_contain_text("64")
    expect(first.locator('[data-source="additive"] tbody tr').first).to_be_visible()
    first.get_by_label("Your sentence").fill("The cat sleeps.")
    settled(first)
    expect(first.locator(".source-problem:visible")).to_have_count(0)


def test_what_the_text_says_of_these_models_is_so(server_url: str) -> None:
    """européenne from economic; the bottleneck gets the short one right."""
    luong = ask_alignment(server_url, TEXT, "multiplicative")
    assert luong.written[6] == "européenne"
    assert luong.weights(6)[ECONOMIC] > 0.95
    short = EXAMPLES[1]
    answer = ask(server_url, "translations", model="lesson-bottleneck", text=short.text)
    words = [step["token"]["text"] for step in answer["steps"]][:-1]
    assert words == short.french.split()


def test_a_long_sentence_beside_what_it_should_be(
    first: Page, settled: Callable[[Page], Page], server_url: str
) -> None:
    """The bottleneck's words, and exactly those that are wrong marked."""
    long = EXAMPLES[2]
    first.get_by_label("Words written").focus()
    first.keyboard.press("End")
    # Who is at the end stays there, though this one has more words.
    first.locator(".look-examples .segment", has_text="long").click()
    settled(first)
    answer = ask(server_url, "translations", model="lesson-bottleneck", text=long.text)
    words = [step["token"]["text"] for step in answer["steps"]][:-1]
    line = first.locator('[data-writer="fixed"]')
    expect(line.locator("span")).to_have_text(words)
    wrong = line.locator("[data-wrong]").all_text_contents()
    assert words != long.french.split()
    assert wrong
    assert set(wrong) <= set(words)
    right = first.locator('[data-writer="additive"] span')
    expect(right).to_have_text(long.french.split())
    expect(first.locator('[data-writer="additive"] [data-wrong]')).to_have_count(0)
    expect(first.locator("[data-correct] dd")).to_have_text(long.french)


def test_a_prediction_uncovers_its_chart(
    first: Page, settled: Callable[[Page], Page], server_url: str
) -> None:
    """The curves are the cards' own numbers; the table says them."""
    part = first.locator("section[aria-labelledby=bottleneck]")
    expect(part.locator(".curve").first).to_be_hidden()
    part.get_by_label("It collapses for the bottleneck, the others stay high").check()
    settled(first)
    expect(part.locator(".prediction-verdict")).to_contain_text("right")
    expect(part.locator(".curve").first).to_be_visible()
    assert "curves=true" in first.url
    expect(part.locator(".curve > text")).to_have_text(
        ["transformer", "Bahdanau", "Luong", "bottleneck"]
    )
    time = first.locator("section[aria-labelledby=time]")
    expect(time.locator(".curve").first).to_be_hidden()
    time.get_by_label("Show the times").check()
    expect(time.locator(".curve").first).to_be_visible()


def test_counts_follow_the_sliders(
    first: Page, settled: Callable[[Page], Page]
) -> None:
    """300 words of 64 numbers: attention is dearer, in one step."""
    first.get_by_label("words, n, as a number").fill("300")
    first.get_by_label("width, d, as a number").fill("64")
    settled(first)
    table = first.locator(".kinds tbody tr")
    cells = [line.locator("td").all_text_contents() for line in table.all()]
    assert cells == [
        ["5.76 million", "1", "1"],
        ["1.23 million", "300", "300"],
        ["3.69 million", "1", "6"],
        ["307,200", "1", "19"],
    ]
    assert shown(first, "counts.ratio") == "4.688"
    assert re.search(r"length=300&width=64", first.url)


@pytest.mark.parametrize("query", ["", "?length=999&width=100&times=true&curves=true"])
def test_same_with_and_without_script(
    same_with_and_without_script: Callable[..., None], query: str
) -> None:
    """What the server writes, the script leaves as it is."""
    same_with_and_without_script("recurrence", query)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_needs_no_sideways_scroll(
    new_page: Callable[..., Page], lesson: Callable[..., Page], scheme: str
) -> None:
    """At 390 x 844, both alignments written out."""
    phone = new_page(390, 844, is_mobile=True, has_touch=True, color_scheme=scheme)
    page = lesson("recurrence", "?written=64&curves=true&times=true", on=phone)
    check_basics(page)
    expect(page.locator(".alignment table").first).to_be_visible()


def test_the_sentence_opens_in_explore(first: Page) -> None:
    """The link names the model, the part and the text."""
    link = first.get_by_role("link", name="Open your sentence in Explore")
    href = link.get_attribute("href") or ""
    assert "model=lesson-bahdanau" in href
    assert "part=cross" in href
    assert "European" in href
