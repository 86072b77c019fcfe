"""Lesson 8 as a page: on a phone, without script, with odd sentences."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.browser.lesson_checks import check_basics


def test_a_phone_scrolls_one_way_only(
    lesson: Callable[..., Page], new_page: Callable[..., Page]
) -> None:
    phone = new_page(390, 844, is_mobile=True, has_touch=True, color_scheme="dark")
    lesson("bert", "?hidden=1,5&rounds=200&word=unbelievably", on=phone)
    check_basics(phone)
    word = phone.locator(".bert-line button").first
    word.tap()
    expect(phone.locator(".bert-line [aria-pressed='true']")).to_have_count(3)


def test_a_desk_has_names_and_headings(lesson: Callable[..., Page]) -> None:
    check_basics(lesson("bert"))


def test_counts_and_curve_are_the_servers(
    same_with_and_without_script: Callable[..., None],
) -> None:
    same_with_and_without_script("bert", "?at=33")


def test_every_part_asks_first(lesson: Callable[..., Page]) -> None:
    """A question before each reveal; a right answer is said to be right."""
    page = lesson("bert")
    assert page.locator(".prediction").count() >= 10
    question = page.locator(".prediction", has_text="zorblatting")
    question.get_by_label("None").check()
    expect(question.locator(".prediction-verdict")).to_contain_text("right")


def test_an_empty_sentence_and_a_typed_mask(
    lesson: Callable[..., Page], settled: Callable[[Page], Page]
) -> None:
    """Nothing to read breaks nothing; a mask that was typed is filled, too."""
    page = lesson("bert", "?text=&hidden=")
    page.locator("#type-text").fill("a [MASK] of milk")
    settled(page)
    expect(page.locator(".bert-needs").first).to_be_visible()
    expect(page.locator('.bert-hero [data-of="filled"] tbody tr')).to_have_count(8)
    truth = page.locator('[data-when="filled.has_truth=true"]').first
    expect(truth).to_be_hidden()


def test_too_many_tokens_have_weights_and_no_influences(
    lesson: Callable[..., Page],
) -> None:
    """Seventy tokens: the page says what it leaves out."""
    page = lesson("bert", f"?text={'a+' * 70}&hidden=3")
    said = page.locator('[data-when="looks.is_measurable=false"]')
    expect(said).to_be_visible()
    expect(page.locator(".drawn-table tbody tr")).to_have_count(72)


def test_a_failed_answer_says_so_and_can_be_asked_again(
    lesson: Callable[..., Page], watch: Any, settled: Callable[[Page], Page]
) -> None:
    """The rest of the page goes on; the last good numbers stay."""
    watch.expect("503")
    page = lesson("bert")

    def refuse(route: Route) -> None:
        problem = {
            "title": "Too busy",
            "detail": "64 of 64 places are taken.",
            "hint": "Ask again.",
            "status": 503,
            "code": "shutting_down",
        }
        route.fulfill(status=503, json=problem)

    page.route("**/api/v1/masked-corruption", refuse)
    page.get_by_role("button", name="Draw again").click()
    settled(page)
    said = page.locator('[data-source="recipe"] > .source-problem')
    expect(said).to_contain_text("Too busy")
    page.unroute("**/api/v1/masked-corruption")
    said.get_by_role("button", name="Try again").click()
    settled(page)
    expect(said).to_be_hidden()
    expect(page.locator('[data-bind="recipe.rounds"]').first).to_have_text("2")
