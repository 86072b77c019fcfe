"""A decoder goes on with the text: shown as it comes, stopped, taken back."""

import json
import re
from collections.abc import Callable
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, Route, expect

START = "Once upon a time"
OPEN = "?" + urlencode({"model": "smollm2-135m", "text": START, "layer": 3, "head": 1})
PATIENCE_MS = 120_000


@pytest.fixture(autouse=True)
def patient() -> None:
    """Wait longer than a busy machine takes."""
    expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture
def decoder(page: Page, server_url: str) -> Page:
    """Return the page with a decoder and its predictions."""
    page.set_default_timeout(PATIENCE_MS)
    page.goto(f"{server_url}/{OPEN}")
    _settle(page)
    page.keyboard.press("Escape")
    return page


def _settle(page: Page) -> None:
    page.wait_for_selector(
        '[data-later="predictions"][data-ready]', state="attached", timeout=PATIENCE_MS
    )


def _ask(url: str, path: str, **fields: str) -> dict:  # type: ignore[type-arg]
    asked = urlencode({"model": "smollm2-135m", **fields})
    with urlopen(f"{url}/api/v1{path}?{asked}") as answer:
        found: dict = json.load(answer)  # type: ignore[type-arg]
    return found


def test_the_likeliest_words_come_one_by_one_and_the_heatmap_follows(
    decoder: Page, server_url: str, wait_ready: Callable[..., None]
) -> None:
    """Greedy: what the API writes; undo brings the old text back."""
    field = decoder.get_by_label("Sentence", exact=True)
    decoder.keyboard.press("c")
    expect(decoder.locator("[data-running] button")).to_contain_text("stop")
    decoder.wait_for_selector("[data-running]", state="detached")
    expected = _ask(server_url, "/generations", text=START, max_new_tokens="32")
    expect(field).to_have_value(expected["text"])
    _settle(decoder)
    wait_ready(decoder)
    tokens = decoder.locator(".strip-tokens button")
    expect(tokens).to_have_count(len(expected["tokens"]))
    expect(decoder.locator(".strip [data-read]")).to_have_text(
        expected["tokens"][-1]["text"]
    )
    decoder.keyboard.press("u")
    expect(field).to_have_value(START)
    expect(tokens).to_have_count(4)


def test_stop_keeps_what_was_written_and_typing_ends_it_too(decoder: Page) -> None:
    """No more tokens come after either."""
    field = decoder.get_by_label("Sentence", exact=True)
    decoder.keyboard.press("c")
    button = decoder.locator('[data-later="continue"] button')
    expect(button).to_contain_text(re.compile(r"stop, [2-9]"))
    decoder.keyboard.press("c")
    expect(button).to_contain_text("continue")
    stopped = field.input_value()
    assert stopped.startswith(START)
    assert len(stopped) > len(START)
    _settle(decoder)
    assert field.input_value() == stopped
    field.focus()
    decoder.keyboard.press("Control+Enter")
    expect(button).to_contain_text(re.compile(r"stop, [1-9]"))
    field.fill("Mine")
    expect(button).to_contain_text("continue")
    _settle(decoder)
    assert field.input_value() == "Mine"


def test_a_locked_row_is_where_it_goes_on(decoder: Page, server_url: str) -> None:
    """Predictions of that row; a word that is chosen takes the rest's place."""
    decoder.locator(".strip-tokens button").nth(1).click()
    button = decoder.locator('[data-later="continue"] button')
    expect(button).to_contain_text("continue after upon")
    expect(decoder.locator(".predicted-title")).to_contain_text("upon is followed by")
    _settle(decoder)
    expected = _ask(server_url, "/next-token", text="Once upon", top_k="6")
    words = decoder.locator(".predicted-words .reading-key")
    assert words.first.inner_text() == expected["tokens"][0]["text"]
    words.first.click()
    added = expected["tokens"][0]["raw"].replace("Ġ", " ")
    field = decoder.get_by_label("Sentence", exact=True)
    expect(field).to_have_value(f"Once upon{added}")
    decoder.keyboard.press("u")
    expect(field).to_have_value(START)


def test_temperature_is_sent_and_a_refusal_is_said(
    decoder: Page, watch: object
) -> None:
    """A busy server says so beside the button; the text stays."""
    watch.expect("503")  # type: ignore[attr-defined]
    asked: list[dict[str, object]] = []

    def refuse(route: Route) -> None:
        asked.append(json.loads(route.request.post_data or "{}"))
        problem = {"code": "busy", "title": "Busy", "status": 503}
        body = json.dumps({**problem, "detail": "Eight are at work.", "hint": "Wait."})
        route.fulfill(status=503, body=body, content_type="application/problem+json")

    decoder.route("**/generations", refuse)
    decoder.get_by_label("How each token is chosen").select_option("0.8")
    decoder.locator('[data-later="continue"] button').click()
    expect(decoder.locator(".continue-note")).to_have_text("Eight are at work. Wait.")
    assert asked[0]["temperature"] == 0.8
    assert "seed" in asked[0]
    expect(decoder.get_by_label("Sentence", exact=True)).to_have_value(START)
    expect(decoder.locator('[data-later="undo"]')).to_be_hidden()
