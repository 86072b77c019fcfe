"""Lesson 10 as a page: both servings, measuring, what can't be answered."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.lesson_checks import check_basics


def test_numbers_are_the_same_without_a_script(
    same_with_and_without_script: Callable[..., None],
) -> None:
    query = "?rank=5&on_key=true&bottleneck=100&top_layers=3&scale=0.3&up=0.1;0.2;0.7"
    same_with_and_without_script("adapting", query)


def test_cost_is_measured_when_told(
    lesson: Callable[..., Page], settled: Callable[[Page], Page]
) -> None:
    """No time before that; then merged and separate agree up to rounding."""
    asked: list[str] = []
    page = lesson("adapting")
    page.on("request", lambda request: asked.append(request.url))
    expect(page.locator(".merging-table")).to_be_hidden()
    page.get_by_label("Measure both on this server, now").check()
    settled(page)
    expect(page.locator(".merging-table")).to_be_visible()
    assert [url for url in asked if url.endswith("/adapter-merging")]
    gap = page.locator('[data-bind="merging.relative_gap"]').text_content() or ""
    assert gap == "0" or gap.split("⁻")[1] in {"⁶", "⁷", "⁸"}
    times = page.locator(".merging-table td:last-child").all_text_contents()
    assert all(float(time) > 0 for time in times)


def test_a_sentence_without_a_mask_is_told_what_it_lacks(
    lesson: Callable[..., Page], settled: Callable[[Page], Page], watch
) -> None:
    """Words say what is missing; attention goes on."""
    watch.expect("422")
    page = lesson("adapting", "?text=Nothing%20is%20hidden&layer=1&head=9")
    problem = page.locator('[data-source="guess"] > .source-problem')
    expect(problem).to_contain_text("[MASK]")
    assert page.locator('[data-bind="adapted.largest"]').text_content() != "–"
    page.get_by_label("Your sentence, with [MASK]").fill("A [MASK] sat on a [MASK].")
    settled(page)
    expect(problem).to_be_hidden()
    # Two hidden words: one is chosen.
    masks = page.locator('.adapting-masks input[name="mask"]')
    expect(masks).to_have_count(2)
    before = page.locator(".guess tbody").text_content()
    masks.nth(1).check(force=True)
    settled(page)
    assert page.locator(".guess tbody").text_content() != before
    assert "mask=1" in page.url


def test_words_along_the_strength_choose_one(
    lesson: Callable[..., Page], settled: Callable[[Page], Page]
) -> None:
    page = lesson("adapting")
    room = page.locator(".along-room")
    room.press("ArrowLeft")
    settled(page)
    assert "strength=0.95" in page.url
    box = room.bounding_box()
    assert box is not None
    # The scale begins 34 pixels from the left, where its numbers end.
    room.click(position={"x": 34, "y": 100})
    settled(page)
    assert "strength=0" in page.url
    link = page.get_by_role("link", name="Open this head in Explore").get_attribute(
        "href"
    )
    assert link is not None
    assert "adapter=minilm-words" in link
    assert "strength=0" in link


def test_a_phone_in_the_dark_has_all_of_it(
    lesson: Callable[..., Page], new_page: Callable[..., Page]
) -> None:
    phone = new_page(390, 844, color_scheme="dark", has_touch=True, is_mobile=True)
    page = lesson("adapting", on=phone)
    check_basics(page)
    heads = page.locator('.choosing[data-path="adapted.moved"] .matrix-box')
    assert heads.evaluate("(box) => box.scrollWidth <= box.clientWidth")
    lit = page.locator(".way-map").first.locator(".map-trained").first
    assert lit.evaluate("(box) => getComputedStyle(box).fill") == "rgb(168, 211, 239)"
