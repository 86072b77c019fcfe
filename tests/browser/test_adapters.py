"""An adapter on the model, as strongly as one likes: a link, a curl, numbers."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

PATIENCE_MS = 60_000


@pytest.fixture(autouse=True)
def patient() -> None:
    """Wait longer than a busy machine takes."""
    expect.set_options(timeout=PATIENCE_MS)


def _weight(page: Page) -> str | None:
    return page.locator(".strip-tokens button").nth(2).get_attribute("title")


def test_the_choice_and_its_strength_are_in_the_link_and_change_the_heatmap(
    explore: Callable[..., Page], wait_ready: Callable[..., None]
) -> None:
    """0 is the model as it is: it looks at animal with .640; 1 is another."""
    page = explore()
    expect(page.get_by_label("Adapter", exact=True)).to_have_value("")
    page.get_by_label("Adapter", exact=True).select_option("minilm-words")
    title = page.locator('[data-view="heatmap"] .title')
    expect(title).to_contain_text("with minilm-words × 1.00")
    wait_ready(page)
    adapted = _weight(page)
    assert adapted != "0.640"
    assert page.url.endswith("/?adapter=minilm-words")
    page.get_by_label("strength").press("Home")
    expect(title).to_contain_text("with minilm-words × 0")
    wait_ready(page)
    assert _weight(page) == "0.640"
    expect(page).to_have_url(re.compile(r"\?adapter=minilm-words&strength=0$"))
    page.reload()
    wait_ready(page)
    assert _weight(page) == "0.640"
    expect(page.get_by_label("strength")).to_have_value("0")
    page.get_by_label("Adapter", exact=True).select_option("")
    expect(page.get_by_label("strength")).to_be_hidden()
    expect(title).not_to_contain_text("minilm-words")


def test_a_link_opens_adapted_and_its_data_are_preloaded(
    page: Page, server_url: str, wait_ready: Callable[..., None]
) -> None:
    """The server asks for the very addresses that the script asks for."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{server_url}/?adapter=minilm-words&strength=0.5")
    wait_ready(page)
    attention = [url for url in asked if "/attention" in url]
    assert len(attention) == len(set(attention)) == 2
    assert all("adapter=minilm-words&adapter_scale=0.5" in url for url in attention)


def test_curl_and_python_name_the_adapter(
    new_page: Callable[..., Page],
    explore: Callable[..., Page],
    tmp_path: Path,
) -> None:
    """What is taken along gives the numbers on screen."""
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    explore("?adapter=minilm-words&strength=0.5", on=page)
    for name, expected in (
        ("curl", "adapter=minilm-words&adapter_scale=0.5"),
        ("Python", '"adapter_scale": 0.5'),
    ):
        page.get_by_role("button", name=re.compile(f"Copy a {name}")).click()
        expect(page.locator(".exports-said")).to_contain_text(name)
        assert expected in page.evaluate("navigator.clipboard.readText()")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the numbers as CSV").click()
    assert "minilm-words-0.5" in download.value.suggested_filename


def test_an_unknown_adapter_is_said_with_a_way_out(
    page: Page, server_url: str, wait_ready: Callable[..., None], watch: object
) -> None:
    """Nothing is dropped in silence from somebody's link."""
    watch.expect("404")  # type: ignore[attr-defined]
    page.goto(f"{server_url}/?adapter=nothing")
    problem = page.locator('[data-view="problem"]')
    expect(problem).to_contain_text("There is no such adapter")
    problem.get_by_role("button", name="Without the adapter").click()
    wait_ready(page)
    assert _weight(page) == "0.640"
    assert page.url.endswith("/")


def test_another_model_leaves_the_adapter_behind(
    explore: Callable[..., Page], wait_ready: Callable[..., None]
) -> None:
    """An adapter belongs to the model it was made for."""
    page = explore("?adapter=minilm-words&strength=0.5&text=knight")
    page.get_by_label("Model", exact=True).select_option("g2p")
    expect(page.locator(".strip-tokens").first).to_contain_text("k")
    expect(page.locator('[data-later="adapter"]')).to_be_hidden()
    assert "adapter" not in page.url
