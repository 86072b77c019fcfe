"""The first view: the page a newcomer or a link opens."""

import json
import re
from collections.abc import Callable
from urllib.request import urlopen

from playwright.sync_api import Page, expect

TOKENS = "[CLS] the animal didn ' t cross the street because it was too tired [SEP]"


def test_first_view_shows_that_it_looks_at_animal(explore: Callable[..., Page]) -> None:
    """The default view: layer 3, head 1, row *it*, *animal* with .640."""
    page = explore()
    tokens = page.locator(".strip-tokens li")
    assert " ".join(tokens.all_inner_texts()) == TOKENS
    expect(page.locator(".strip [data-read]")).to_have_text("it")
    # 0.640 stands in the project's mission, measured with another program.
    expect(page.locator(".strip-tokens button").nth(2)).to_have_attribute(
        "title", "0.640"
    )
    reading = page.locator('[data-view="reading"]')
    expect(reading).to_contain_text("animal")
    expect(reading).to_contain_text("0.640")
    expect(page.locator('[data-view="heatmap"] .title')).to_contain_text(
        "Layer 3, head 1"
    )
    expect(
        page.get_by_role("option", name="Layer 3, head 1", exact=True)
    ).to_have_attribute("aria-selected", "true")
    assert page.url.endswith("/")


def test_sentence_is_focused_with_the_caret_at_its_end(
    explore: Callable[..., Page],
) -> None:
    """A newcomer types at once, behind the last word."""
    page = explore()
    expect(page.get_by_label("Sentence", exact=True)).to_be_focused()
    assert page.evaluate("document.activeElement.selectionStart") == 59


def test_server_renders_tokens_before_any_script(server_url: str) -> None:
    """A link shows its sentence, its tokens and its row without scripts."""
    with urlopen(server_url + "/?text=A+cat+sat&row=2") as answer:
        html = answer.read().decode()
    assert re.findall(r"<bdi>(.*?)</bdi>", html) == [
        "[CLS]",
        "a",
        "cat",
        "sat",
        "[SEP]",
    ]
    assert re.search(r"data-read[^>]*><bdi>cat<", html)
    assert "<title>A cat sat · Headlight</title>" in html


def test_preloads_are_the_requests_the_script_makes(
    page: Page, server_url: str, wait_ready: Callable[..., None]
) -> None:
    """The data are asked once: by the head of the page, used by the script."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{server_url}/?text=A+%22cat%22+*~%26%3C%C3%A9&pair=so%2C+it%3A+sat")
    wait_ready(page)
    attention = [url for url in asked if "/attention" in url]
    assert len(attention) == len(set(attention)) == 2


def test_boot_block_is_data_and_nothing_runs_inline(server_url: str) -> None:
    """Only files run; the state is JSON, closed against its own text."""
    with urlopen(server_url + "/?text=%3C/script%3E%3Cscript%3Ealert(1)") as answer:
        html = answer.read().decode()
    scripts = re.findall(r"<script([^>]*)>(.*?)</script>", html, re.DOTALL)
    inline = [(head, body) for head, body in scripts if body.strip()]
    assert [head for head, _ in inline] == [' type="application/json" id="boot"']
    boot = json.loads(inline[0][1])
    assert boot["view"]["text"] == "</script><script>alert(1)"


def test_nothing_is_asked_of_other_hosts(explore: Callable[..., Page]) -> None:
    """With every outside host unknown, the page is whole."""
    page = explore()
    expect(page.locator(".js-plotly-plot .heatmaplayer image").first).to_be_attached()
    assert page.evaluate("Boolean(globalThis.Plotly)")
