"""Encoder, decoder, cross, joint: switched, linked, exported; and none at all."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit
from urllib.request import urlopen

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.head_numbers import drawn_cells, tick_labels
from tests.browser.pair_numbers import (
    TRANSLATOR,
    ask,
    own_target,
    side,
    texts,
    weights_of,
)

Explore = Callable[..., Page]
OPEN = f"?model={TRANSLATOR}&layer=0&head=0"


@pytest.mark.parametrize(
    ("part", "title"),
    [("Encoder", "Encoder attention"), ("Decoder", "Decoder attention")],
)
def test_the_switch_shows_another_part(
    explore: Explore,
    server_url: str,
    wait_ready: Callable[..., None],
    part: str,
    title: str,
) -> None:
    """The picture, its title and the address follow; the target stays."""
    page = explore(OPEN)
    written = page.get_by_label("Target", exact=True).input_value()
    page.get_by_role("radio", name=part, exact=True).check()
    heading = page.locator('[data-view="heatmap"] .title')
    expect(heading).to_contain_text(title)
    wait_ready(page)
    place = page.locator(".head[aria-selected=true]").get_attribute("data-place")
    layer, head = map(int, (place or "").split("."))
    weights = weights_of(server_url, part.lower(), layer, head)
    cells = drawn_cells(page)
    np.testing.assert_allclose(np.nan_to_num(cells), weights, rtol=0, atol=1e-6)
    assert np.isnan(cells).any() == (part == "Decoder")
    expect(page).to_have_url(re.compile(f"part={part.lower()}"))
    expect(page.get_by_label("Target", exact=True)).to_have_value(written)
    page.get_by_role("radio", name="Cross", exact=True).check()
    expect(heading).to_contain_text("Cross attention, layer 0, head 0")
    expect(page).not_to_have_url(re.compile("part="))


def test_the_joint_picture_holds_all_three(explore: Explore, server_url: str) -> None:
    """Encoder top left, cross bottom left, decoder bottom right, a gap beside."""
    page = explore(f"{OPEN}&part=joint")
    cells = drawn_cells(page)
    n = side(page, "source").count()
    parts = {part: weights_of(server_url, part) for part in ("encoder", "cross")}
    np.testing.assert_allclose(cells[:n, :n], parts["encoder"], rtol=0, atol=1e-6)
    np.testing.assert_allclose(cells[n:, :n], parts["cross"], rtol=0, atol=1e-6)
    assert np.isnan(cells[:n, n:]).all()
    np.testing.assert_allclose(np.nansum(cells[n:], axis=1), 2, rtol=0, atol=1e-5)
    expect(page.locator('[data-view="heatmap"] .title')).to_contain_text(
        "a source row adds up to 1, a target row to 2"
    )
    drawn = page.locator(".heatmap-plot .annotation").all_text_contents()
    said = " ".join(drawn).replace("\n", " ")
    for label in ("source looks at source", "target looks at source", "hatched"):
        assert label in said
    expect(page.locator(".head-facts")).to_contain_text("two distributions")
    expect(page.locator(".order")).to_be_hidden()
    expect(page.locator(".reading-side")).to_have_text(
        [re.compile("in the source.*1.000"), re.compile("in the target.*1.000")]
    )


def test_keys_step_through_parts_and_cells(
    explore: Explore, wait_ready: Callable[..., None]
) -> None:
    """``p`` takes the next part; arrows stay inside the rectangle."""
    page = explore(OPEN)
    page.locator(".heatmap-plot").focus()
    page.keyboard.press("p")
    expect(page).to_have_url(re.compile("part=joint"))
    page.keyboard.press("p")
    expect(page).to_have_url(re.compile("part=encoder"))
    wait_ready(page)
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    last = side(page, "source").count() - 1
    expect(page).to_have_url(re.compile(f"column={last}"))


@pytest.mark.parametrize(
    "query",
    [
        f"{OPEN}&part=joint",
        f"{OPEN}&part=decoder&named=written&row=0",
        f"{OPEN}&target=&column=0",
        f"{OPEN}&part=encoder&target=0&text=a",
    ],
)
def test_a_link_opens_and_stays_as_it_is(explore: Explore, query: str) -> None:
    """Part, target and row names survive, 0 and empty included."""
    page = explore(query)
    wanted = parse_qs(query.lstrip("?"), keep_blank_values=True)
    found = parse_qs(urlsplit(page.url).query, keep_blank_values=True)
    assert found == wanted


def test_the_server_draws_the_source_before_any_script(
    server_url: str, page: Page, wait_ready: Callable[..., None]
) -> None:
    """The shell has tokens, target and switch, and asks what the script asks."""
    ask(server_url, "/tokenize")
    address = f"{server_url}/{OPEN}&part=decoder&target=le+chien"
    with urlopen(address) as answer:
        html = answer.read().decode()
    assert re.findall(r"<bdi>(.*?)</bdi>", html)[:2] == ["the", "animal"]
    assert re.search(r"<textarea id=\"target\"[^>]*>\s*le chien<", html)
    assert re.search(r'value="decoder" checked', html)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    wait_ready(page)
    attention = [url for url in asked if "/attention?" in url]
    assert len(attention) == len(set(attention)) == 2


def test_a_model_with_one_head_has_no_grid_of_heads(
    explore: Explore, server_url: str
) -> None:
    """Bahdanau's: one matrix, its reading beside it."""
    page = explore("?model=lesson-bahdanau")
    expect(page.locator(".heads")).to_be_hidden()
    expect(page.locator('[data-view="part"]')).to_be_hidden()
    expect(page.locator('[data-view="heatmap"] .title b')).to_have_text(
        "Cross attention"
    )
    weights = weights_of(server_url, "cross", model="lesson-bahdanau")
    np.testing.assert_allclose(drawn_cells(page), weights, rtol=0, atol=1e-6)


def test_a_model_without_attention_says_why_and_still_translates(
    page: Page, server_url: str
) -> None:
    """No empty grid: the reason, its translation, the lesson, the others."""
    page.goto(f"{server_url}/?model=lesson-bottleneck")
    section = page.locator('[data-view="no-attention"]')
    expect(section).to_contain_text("one vector holds the whole sentence")
    link = section.get_by_role("link", name=re.compile("bottleneck"))
    expect(link).to_have_attribute("href", "/learn/recurrence")
    written = own_target(server_url, model="lesson-bottleneck")
    expect(page.get_by_label("Target", exact=True)).to_have_value(written)
    expect(page.locator(".bench")).to_be_hidden()
    section.get_by_role("button").first.click()
    expect(page.locator(".bench")).to_be_visible()
    expect(section).to_be_hidden()


def test_a_translator_keeps_the_text_and_goes_again(explore: Explore) -> None:
    """Another model: the sentence stays, the target comes and leaves."""
    page = explore("?text=The+dog+was+tired")
    expect(page.get_by_label("Target", exact=True)).to_be_hidden()
    page.locator("#model").select_option(TRANSLATOR)
    expect(page.get_by_label("Target", exact=True)).to_be_visible()
    expect(page.get_by_label("Sentence", exact=True)).to_have_value("The dog was tired")
    expect(page.locator('[data-view="heatmap"] .title')).to_contain_text("Cross")
    page.locator("#model").select_option("minilm")
    expect(page.get_by_label("Target", exact=True)).to_be_hidden()
    expect(page.locator('[data-view="heatmap"] .title')).to_contain_text("Layer")


def test_exports_hold_part_and_target(
    new_page: Callable[..., Page], explore: Explore, tmp_path: Path
) -> None:
    """The file names the part; curl and JSON ask for the same."""
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    explore(f"{OPEN}&target=le+chien", on=page)
    page.locator(".export", has_text="curl").click()
    expect(page.locator(".exports-said")).to_contain_text("copied")
    curl = page.evaluate("navigator.clipboard.readText()")
    assert "part=cross" in curl
    assert "target=le+chien" in curl
    saved: dict[str, Any] = {}
    for name in ("JSON", "CSV"):
        with page.expect_download() as download:
            page.locator(".export", has_text=name).click()
        path = tmp_path / download.value.suggested_filename
        download.value.save_as(path)
        saved[path.name] = path.read_text("utf-8-sig")
    stem = f"headlight-{TRANSLATOR}-cross-layer0-head0-weights"
    answer = json.loads(saved[f"{stem}.json"])
    assert answer["target"] == {"text": "le chien", "forced": True, "finished": True}
    header = saved[f"{stem}.csv"].splitlines()[0]
    assert header.startswith("query_position,query,writes,")
    assert tick_labels(page, "y") == texts(answer["query_tokens"])
