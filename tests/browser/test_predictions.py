"""Predictions beside the heatmap, masks in the strip, adapters on the model."""

import json
import re
from collections.abc import Callable
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, Route, expect

MASKED = "?text=The+%5BMASK%5D+sat+on+the+mat&row=3"
PATIENCE_MS = 60_000


@pytest.fixture(autouse=True)
def patient() -> None:
    """Wait longer than a busy machine takes."""
    expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture
def settle() -> Callable[[Page], None]:
    """Return a function that waits until the newest predictions are there."""

    def wait(page: Page) -> None:
        ready = '[data-later="predictions"][data-ready]'
        page.wait_for_selector(ready, state="attached", timeout=PATIENCE_MS)

    return wait


def _ask(url: str, path: str, **fields: str) -> dict:  # type: ignore[type-arg]
    with urlopen(f"{url}/api/v1{path}?{urlencode(fields)}") as answer:
        found: dict = json.load(answer)  # type: ignore[type-arg]
    return found


def _words(page: Page) -> list[str]:
    return page.locator(".predicted-words .reading-key").all_inner_texts()


def _text(page: Page) -> str:
    return page.get_by_label("Sentence", exact=True).input_value()


def test_words_for_a_mask_come_after_the_heatmap_as_the_api_gives_them(
    page: Page, server_url: str, settle: Callable[[Page], None]
) -> None:
    """Six words and their numbers; the first picture waits for none of it."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{server_url}/{MASKED}")
    settle(page)
    answer = _ask(server_url, "/fill-mask", text="The [MASK] sat on the mat", top_k="6")
    expected = answer["masks"][0]["tokens"]
    assert _words(page) == [word["text"] for word in expected]
    numbers = page.locator(".predicted-words tbody td.number").all_inner_texts()
    assert numbers[:6] == [f"{word['probability']:.3f}" for word in expected]
    rest = 1 - sum(word["probability"] for word in expected)
    assert float(numbers[6]) == pytest.approx(rest, abs=6e-4)
    expect(page.locator(".predicted-note")).to_contain_text("the model without it")
    places = {name: [name in url for url in asked] for name in ("pool=32", "fill-mask")}
    last_of_heads = max(i for i, is_it in enumerate(places["pool=32"]) if is_it)
    assert places["fill-mask"].index(True) > last_of_heads
    later = [i for i, url in enumerate(asked) if "/later/" in url]
    assert later
    assert min(later) > last_of_heads


def test_a_word_is_masked_with_its_pieces_and_comes_back(
    explore: Callable[..., Page],
    wait_ready: Callable[..., None],
    settle: Callable[[Page], None],
) -> None:
    """The tab over a token masks it; locking a row is another click."""
    page = explore("?text=He+didn%27t+see+the+mole&row=1")
    tokens = page.locator(".strip-tokens button")
    expect(tokens).to_have_count(9)
    tokens.nth(3).hover()
    page.locator(".strip-tab").click()
    expect(tokens).to_have_text(
        ["[CLS]", "he", "[MASK]", "see", "the", "mole", "[SEP]"]
    )
    assert _text(page) == "He [MASK] see the mole"
    wait_ready(page)
    settle(page)
    assert len(_words(page)) == 6
    # The row that was locked is still the same word.
    expect(page.locator(".strip [aria-pressed=true]")).to_have_text("he")
    tokens.nth(2).hover()
    expect(page.locator(".strip-tab")).to_have_text("↩ didn't")
    page.locator(".strip-tab").click()
    expect(tokens).to_have_count(9)
    assert _text(page) == "He didn't see the mole"
    expect(page.locator(".predicted-hint")).to_contain_text("Mask a word")


def test_keys_mask_the_token_in_focus_and_undo(
    explore: Callable[..., Page], settle: Callable[[Page], None]
) -> None:
    """With the keyboard alone: to the strip, along it, mask, back, undo."""
    page = explore("?text=a+small+cat&row=1")
    action = page.locator('[data-later="mask"] button')
    expect(action).to_contain_text("mask a")
    page.locator(".strip-tokens button").nth(1).focus()
    page.keyboard.press("ArrowRight")
    expect(action).to_contain_text("mask small")
    page.keyboard.press("m")
    expect(page.get_by_label("Sentence", exact=True)).to_have_value("a [MASK] cat")
    settle(page)
    page.locator(".predicted-words button").nth(1).press("Enter")
    filled = _text(page)
    assert re.fullmatch(r"a \S+ cat", filled)
    page.keyboard.press("u")
    expect(page.get_by_label("Sentence", exact=True)).to_have_value("a [MASK] cat")
    settle(page)
    page.get_by_role("button", name="back to small").first.click()
    expect(page.get_by_label("Sentence", exact=True)).to_have_value("a small cat")


def test_touch_masks_the_token_that_was_tapped(
    new_page: Callable[..., Page],
    server_url: str,
    wait_ready: Callable[..., None],
) -> None:
    """No hover there: the button below the strip is always to be seen."""
    page = new_page(390, 844, has_touch=True, is_mobile=True)
    page.goto(f"{server_url}/?text=a+small+cat&row=1")
    wait_ready(page)
    button = page.locator('[data-later="mask"] button')
    expect(button).to_be_visible()
    box = button.bounding_box()
    assert box is not None
    assert box["height"] >= 42
    page.locator(".strip-tokens button").nth(3).tap()
    expect(button).to_contain_text("mask cat")
    button.tap()
    expect(page.get_by_label("Sentence", exact=True)).to_have_value("a small [MASK]")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_last_text_wins_over_slow_predictions(
    page: Page, server_url: str, settle: Callable[[Page], None]
) -> None:
    """An older answer is dimmed, then replaced; a later one is never drawn."""
    held: list[Route] = []
    page.goto(f"{server_url}/{MASKED}")
    settle(page)
    first = _words(page)

    def hold(route: Route) -> None:
        if "held" in (route.request.post_data or ""):
            held.append(route)
        else:
            route.continue_()

    page.route("**/fill-mask", hold)
    field = page.get_by_label("Sentence", exact=True)
    with page.expect_request("**/fill-mask"):
        field.fill("held [MASK] here")
    expect(page.locator(".predicted-body[data-stale]")).to_be_attached()
    assert _words(page) == first
    field.fill("The capital of France is [MASK].")
    settle(page)
    newest = _words(page)
    assert newest != first
    for route in held:
        route.abort()
    page.keyboard.press("Escape")
    page.keyboard.press("]")
    settle(page)
    assert _words(page) == newest


def test_what_goes_wrong_is_said_there_and_asked_again(
    page: Page, server_url: str, settle: Callable[[Page], None], watch: object
) -> None:
    """The heatmap stays as it is; only the prediction is missing."""
    watch.expect("504")  # type: ignore[attr-defined]
    problem = {"code": "deadline_exceeded", "title": "Too slow", "status": 504}
    body = json.dumps({**problem, "detail": "It took too long.", "hint": "Try again."})
    page.route(
        "**/fill-mask",
        lambda route: route.fulfill(
            status=504, body=body, content_type="application/problem+json"
        ),
    )
    page.goto(f"{server_url}/{MASKED}")
    note = page.locator(".predicted-note")
    expect(note).to_have_text("It took too long. Try again.")
    expect(page.locator('[data-view="problem"]')).to_be_hidden()
    page.unroute("**/fill-mask")
    page.locator(".predicted-again").click()
    settle(page)
    expect(page.locator(".predicted-words .reading-key")).to_have_count(6)
    expect(page.locator(".predicted-again")).to_be_hidden()


def test_two_masks_and_whether_the_second_sentence_follows(
    explore: Callable[..., Page], settle: Callable[[Page], None], server_url: str
) -> None:
    """Each mask has its words; a click fills the one it stands under."""
    page = explore("?text=The+%5BMASK%5D+sat.&pair=It+%5BMASK%5D+there.")
    settle(page)
    expect(page.locator(".predicted-words")).to_have_count(2)
    answer = _ask(
        server_url,
        "/next-sentence",
        text="The [MASK] sat.",
        text_pair="It [MASK] there.",
    )
    expect(page.locator(".predicted-chance td.number")).to_have_text(
        f"{answer['is_next_probability']:.3f}"
    )
    second = page.locator(".predicted-words").nth(1).locator("button").first
    word = second.inner_text()
    second.click()
    expect(page.get_by_label("Second sentence")).to_have_value(f"It {word} there.")
    assert _text(page) == "The [MASK] sat."
    expect(page.locator(".predicted-words")).to_have_count(1)
