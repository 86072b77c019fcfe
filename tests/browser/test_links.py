"""Links: the address is the whole state, and opens at exactly this view."""

from collections.abc import Callable
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx
import pytest
from playwright.sync_api import Page, expect

EVERYTHING = (
    "?text=The+man+bit+the+dog&pair=0&layer=0&head=0&row=0&column=0"
    "&quantity=scores&merge=words&hide=special&scale=log&order=previous"
    "&zoom=0:2,0:3"
)


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?row=",
        "?row=0",
        "?text=a&row=0&column=0&layer=0&head=0",
        "?text=a&pair=",
        EVERYTHING.replace("hide=special&", "").replace("0:2,0:3", "0%3A2%2C0%3A3"),
        "?model=smollm2-135m&text=a+b&layer=0&head=0&hide=first",
    ],
)
def test_a_link_opens_and_stays_as_it_is(
    explore: Callable[..., Page], query: str
) -> None:
    """Every field, with 0 and empty, survives opening and drawing."""
    page = explore(query)
    wanted = parse_qs(query.lstrip("?"), keep_blank_values=True)
    found = parse_qs(urlsplit(page.url).query, keep_blank_values=True)
    assert found == wanted


def test_a_link_shows_what_it_says(explore: Callable[..., Page]) -> None:
    """All choices at once, in every view."""
    page = explore(EVERYTHING)
    expect(page.get_by_label("Sentence", exact=True)).to_have_value(
        "The man bit the dog"
    )
    expect(page.get_by_label("Second sentence")).to_have_value("0")
    expect(page.locator(".head[aria-selected=true]")).to_have_attribute(
        "data-place", "0.0"
    )
    words = ["The", "man", "bit", "the", "dog", "0"]
    expect(page.locator(".strip-tokens button")).to_have_text(words, ignore_case=True)
    expect(page.locator(".strip [data-read]")).to_have_text("the", ignore_case=True)
    for name in ("scores", "words", "hidden", "token before"):
        expect(page.get_by_label(name, exact=True)).to_be_checked()


def test_a_head_outside_the_model_opens_on_its_last(
    explore: Callable[..., Page],
) -> None:
    """A link made for a larger model still shows something true."""
    page = explore("?layer=99&head=99")
    expect(page.locator(".head[aria-selected=true]")).to_have_attribute(
        "data-place", "5.11"
    )


def test_a_very_long_text_has_a_link_too(
    explore: Callable[..., Page], wait_ready: Callable[..., None]
) -> None:
    """It stands behind the hash, where no server limit cuts it."""
    page = explore("?text=a")
    text = "Pneumonoultramicroscopicsilicovolcanoconiosis" * 90
    page.get_by_label("Sentence", exact=True).fill(text + " end")
    expect(page.locator(".strip-tokens button").last).to_have_text("[SEP]")
    page.wait_for_function("location.hash.length > 4000")
    wait_ready(page)
    page.reload()
    wait_ready(page)
    expect(page.get_by_label("Sentence", exact=True)).to_have_value(text + " end")
    expect(page.locator(".strip-tokens button")).to_have_count(4)


def test_a_link_without_a_head_does_not_wait_for_all_heads(
    page: Page, server_url: str, wait_ready: Callable[..., None]
) -> None:
    """The head is the one that looks least at the first token, mid-model."""
    fields = {"model": "smollm2-135m", "text": "A head of one's own"}
    every = httpx.post(
        f"{server_url}/api/v1/attention",
        json={**fields, "pool": 1, "statistics": ["head"]},
        timeout=60,
    ).json()
    shares = every["statistics"]["sink_share"]["data"][15]
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{server_url}/?{urlencode(fields)}")
    wait_ready(page)
    head = page.locator(".head[aria-selected=true]")
    place = f"15.{shares.index(min(shares))}"
    expect(head).to_have_attribute("data-place", place)
    answers = [url for url in asked if "/attention?" in url]
    assert "layers=15&pool=1&" in answers[0]
    assert "layers=15&heads=" in next(url for url in answers if "pool=1&" not in url)


def test_tokens_of_another_text_are_never_shown(
    page: Page, server_url: str, wait_ready: Callable[..., None]
) -> None:
    """Behind "#" stands a text that the server couldn't draw."""
    page.route("**/api/v1/attention*", lambda _: None)
    page.goto(f"{server_url}/#text=another+one")
    expect(page.get_by_label("Sentence", exact=True)).to_have_value("another one")
    expect(page.get_by_text("animal", exact=True)).to_be_hidden()
    page.unroute("**/api/v1/attention*")
    page.reload()
    wait_ready(page)
    expect(page.locator(".strip-tokens button").nth(1)).to_have_text("another")
