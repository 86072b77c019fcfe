"""The model picker when not every model can be used."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect


@pytest.fixture(scope="module")
def poor_url(start_server: Callable[..., object]) -> str:
    """Return a server that lists a checkpoint which isn't there."""
    server = start_server(HEADLIGHT_MODELS="minilm,./no-such-checkpoint")
    return str(server.url)  # type: ignore[attr-defined]


def test_an_unavailable_model_is_listed_with_its_reason(
    page: Page, poor_url: str, wait_ready: Callable[..., None]
) -> None:
    """It can't be chosen, and says why before any click."""
    page.goto(poor_url)
    wait_ready(page)
    option = page.locator("#model option", has_text="no-such-checkpoint")
    expect(option).to_be_disabled()
    expect(option).to_contain_text("unavailable:")
    expect(page.locator("#model")).to_have_value("minilm")


def test_a_link_to_an_unavailable_model_says_so(
    page: Page, poor_url: str, watch: object
) -> None:
    """In words and at once; another model is one choice away."""
    watch.expect("503")  # type: ignore[attr-defined]
    page.goto(poor_url)
    model_id = page.locator("#model option").nth(1).get_attribute("value")
    page.goto(f"{poor_url}/?model={model_id}")
    expect(page.locator('[data-view="problem"]')).to_be_visible()
    expect(page.locator('[data-view="problem"]')).to_contain_text("no-such-checkpoint")
    page.locator("#model").select_option("minilm")
    expect(page.locator('[data-view="problem"]')).to_be_hidden()
    expect(page.locator(".strip-tokens button")).to_have_count(15)


def test_the_server_says_which_model_it_waits_for(
    start_server: Callable[..., object],
    page: Page,
    wait_ready: Callable[..., None],
    watch: object,
) -> None:
    """Nothing preloaded: the page comes first, the data when the model is in."""
    # Where loading takes longer than the deadline, the first calls say 503.
    watch.expect("503")  # type: ignore[attr-defined]
    server = start_server(
        until="/healthz", HEADLIGHT_MODELS="minilm", HEADLIGHT_PRELOAD="false"
    )
    page.goto(server.url + "/?text=a+b")  # type: ignore[attr-defined]
    wait_ready(page)
    expect(page.locator(".strip-tokens button")).to_have_text(
        ["[CLS]", "a", "b", "[SEP]"]
    )
    expect(page.locator("#model option:checked")).not_to_contain_text("loading")
