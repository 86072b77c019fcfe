"""Errors, offline, hostile and unusual texts: said where they happen."""

import re
from collections.abc import Callable
from urllib.parse import quote

from playwright.sync_api import Page, Route, expect

from tests.browser.head_numbers import drawn_cells


def test_too_many_tokens_is_said_and_the_last_heatmap_stays(
    explore: Callable[..., Page], wait_ready: Callable[..., None], watch: object
) -> None:
    """Both numbers, what to do, the last good answer dimmed, and a way out."""
    watch.expect("422")  # type: ignore[attr-defined]
    page = explore("?text=a+good+one")
    page.get_by_label("Sentence", exact=True).fill("word " * 600)
    problem = page.locator('[data-view="problem"]')
    expect(problem).to_contain_text("602")
    expect(problem).to_contain_text("512")
    expect(page.locator("#main[data-stale]")).to_be_attached()
    expect(page.locator(".strip-tokens button")).to_have_text(
        ["[CLS]", "a", "good", "one", "[SEP]"]
    )
    problem.get_by_role("button", name="Cut the text to fit").click()
    expect(problem).to_be_hidden()
    wait_ready(page)
    expect(page.locator(".strip-tokens button")).to_have_count(512)
    assert (
        page.get_by_label("Sentence", exact=True).input_value()
        == ("word " * 510).rstrip()
    )


def test_a_first_text_that_is_too_long_leaves_no_empty_picture(
    page: Page, server_url: str, wait_ready: Callable[..., None], watch: object
) -> None:
    """What went wrong, both ways out, and nothing that needs an answer."""
    watch.expect("422")  # type: ignore[attr-defined]
    page.goto(f"{server_url}/?text={quote('word ' * 600)}")
    problem = page.locator('[data-view="problem"]')
    expect(problem).to_contain_text("602")
    expect(page.locator(".empty .example").first).to_be_visible()
    for part in (".bench", ".below", ".twin", ".empty-title", ".strip"):
        expect(page.locator(part)).to_be_hidden()
    page.get_by_label("Sentence", exact=True).press_sequentially("more ")
    expect(problem).to_contain_text("603")
    expect(page.locator(".bench")).to_be_hidden()
    problem.get_by_role("button", name="Cut the text to fit").click()
    wait_ready(page)
    expect(problem).to_be_hidden()
    assert len(drawn_cells(page)) == 256


def test_an_example_is_a_way_out_too(
    page: Page, server_url: str, wait_ready: Callable[..., None], watch: object
) -> None:
    """The picture that was out of sight is drawn at its full size."""
    watch.expect("422")  # type: ignore[attr-defined]
    page.goto(f"{server_url}/?text={quote('word ' * 600)}")
    page.locator(".empty .example").first.click()
    expect(page.locator(".strip-tokens button")).to_have_count(15)
    wait_ready(page)
    box = page.locator(".heatmap-plot").bounding_box()
    assert box
    assert box["width"] > 400


def test_an_error_goes_away_with_the_text_that_caused_it(
    explore: Callable[..., Page], watch: object
) -> None:
    """No reload, no button: the next good text is read as ever."""
    watch.expect("422")  # type: ignore[attr-defined]
    page = explore("?text=a+good+one")
    field = page.get_by_label("Sentence", exact=True)
    field.fill("word " * 600)
    expect(page.locator('[data-view="problem"]')).to_be_visible()
    field.fill("another good one")
    expect(page.locator('[data-view="problem"]')).to_be_hidden()
    expect(page.locator(".strip-tokens button").nth(1)).to_have_text("another")
    expect(page.locator("#main[data-stale]")).to_have_count(0)


def test_a_server_that_is_gone_is_said_and_found_again(
    explore: Callable[..., Page], wait_ready: Callable[..., None], watch: object
) -> None:
    """Offline: in words, with a button; the text typed meanwhile is read."""
    watch.expect("ERR_FAILED|ERR_INTERNET_DISCONNECTED")  # type: ignore[attr-defined]
    page = explore("?text=a")
    page.route("**/api/v1/attention*", lambda route: route.abort())
    page.keyboard.type(" cat")
    problem = page.locator('[data-view="problem"]')
    expect(problem).to_contain_text("can't be reached")
    page.unroute("**/api/v1/attention*")
    problem.get_by_role("button", name="Try again").click()
    wait_ready(page)
    expect(problem).to_be_hidden()
    expect(page.locator(".strip-tokens button").nth(2)).to_have_text("cat")


def test_a_busy_server_is_asked_once_more(
    explore: Callable[..., Page], wait_ready: Callable[..., None], watch: object
) -> None:
    """503 busy with Retry-After: waited for, not shown."""
    watch.expect("503")  # type: ignore[attr-defined]
    page = explore("?text=a")
    refused: list[str] = []

    def refuse_first(route: Route) -> None:
        if refused:
            route.continue_()
            return
        refused.append(route.request.url)
        route.fulfill(
            status=503,
            headers={"retry-after": "0", "content-type": "application/problem+json"},
            body='{"type":"about:blank","title":"Busy","status":503,'
            '"detail":"d","code":"busy","hint":"h"}',
        )

    page.route("**/api/v1/attention*", refuse_first)
    page.keyboard.type("b")
    expect(page.locator(".strip-tokens button").nth(1)).to_have_text("ab")
    wait_ready(page)
    assert len(refused) == 1
    expect(page.locator('[data-view="problem"]')).to_be_hidden()


def test_an_unknown_model_is_said(page: Page, server_url: str, watch: object) -> None:
    """The shell says so before any script; the script gives the hint, once."""
    watch.expect("404")  # type: ignore[attr-defined]
    page.goto(f"{server_url}/?model=minilmm")
    problem = page.locator('[data-view="problem"]')
    expect(problem).to_contain_text("Did you mean minilm?")
    assert problem.inner_text().count("no such model") == 1
    expect(page.locator("#model")).to_have_value("minilmm")
    expect(page.locator("#model option:checked")).to_have_text("minilmm (unknown)")
    problem.get_by_role("button", name="Use MiniLM").click()
    expect(problem).to_be_hidden()
    expect(page.locator(".strip-tokens button")).to_have_count(15)


def test_markup_in_the_text_is_text_everywhere(explore: Callable[..., Page]) -> None:
    """Tags, scripts, entities and formulas are shown, never obeyed."""
    text = '<b>bold</b> <img src=x onerror="alert(1)"> $x^2$ </script> &amp; %{z}'
    page = explore(f"?text={quote(text)}")
    expect(page.get_by_label("Sentence", exact=True)).to_have_value(text)
    tokens = page.locator(".strip-tokens button").all_inner_texts()
    assert tokens[:5] == ["[CLS]", "<", "b", ">", "bold"]
    assert "".join(tokens[1:-1]).replace(" ", "") == text.replace(" ", "")
    assert page.locator("main b:text-is('bold'), main img").count() == 0
    assert page.evaluate("document.querySelectorAll('main script').length") == 0


def test_right_to_left_text_is_isolated(explore: Callable[..., Page]) -> None:
    """Each token in its own direction, the order of tokens left to right."""
    page = explore(f"?text={quote('the שלום world')}")
    boxes = [item.bounding_box() for item in page.locator(".strip-tokens button").all()]
    lefts = [box["x"] for box in boxes if box]
    assert lefts == sorted(lefts)
    assert page.locator(".strip-tokens bdi").count() == len(boxes)


def test_a_long_text_is_pooled_scrolls_and_stays_exact_by_the_row(
    explore: Callable[..., Page],
) -> None:
    """400 tokens: bounded strip, whole sentence, exact numbers of the row."""
    page = explore(f"?text={quote(' '.join(['one', 'two', 'three', 'four'] * 100))}")
    tokens = page.locator(".strip-tokens button")
    expect(tokens).to_have_count(402)
    box = page.locator(".strip-tokens").bounding_box()
    assert box is not None
    assert box["height"] < 200
    tokens.nth(5).click()
    page.wait_for_function(
        """() => {
          const shown = [...document.querySelectorAll('.strip-tokens button')];
          const sum = shown.reduce((total, one) => total + Number(one.title), 0);
          return Math.abs(sum - 1) < 0.05;
        }"""
    )
    assert page.evaluate("document.documentElement.scrollWidth") == 1440


def test_slow_work_shows_a_line_then_words_and_can_be_cancelled(
    explore: Callable[..., Page],
) -> None:
    """Over 300 ms a quiet line, over 2 s what it is doing."""
    page = explore("?text=a")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/v1/attention*", hold)
    page.keyboard.type("b")
    expect(page.locator(".progress-line")).to_be_visible()
    note = page.locator(".progress-note")
    expect(note).to_contain_text(re.compile("MiniLM is reading"))
    said, heads = note.bounding_box(), page.locator(".bench").bounding_box()
    assert said
    assert heads
    assert said["y"] + said["height"] <= heads["y"], "it covers no heading"
    note.get_by_role("button", name="cancel").click()
    expect(note).to_be_hidden()
    expect(page.locator('[data-view="problem"]')).to_contain_text("Cancelled")
    page.unroute("**/api/v1/attention*")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".strip-tokens button").nth(1)).to_have_text("ab")
