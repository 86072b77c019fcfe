"""Dark, phone, other settings of the system, and the list of keys."""

from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

PAPER = {"light": "rgb(251, 250, 246)", "dark": "rgb(19, 21, 26)"}


def _paper(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_theme_follows_the_system_and_the_switch_is_remembered(
    new_page: Callable[..., Page], explore: Callable[..., Page]
) -> None:
    """Dark system: dark; switched to light: light after a reload too."""
    page = explore(on=new_page(color_scheme="dark"))
    assert _paper(page) == PAPER["dark"]
    page.get_by_role("button", name="Switch to light").click()
    assert _paper(page) == PAPER["light"]
    page.reload()
    assert _paper(page) == PAPER["light"]
    page.get_by_role("button", name="Switch to dark").click()
    assert _paper(page) == PAPER["dark"]
    assert page.evaluate("localStorage.length") == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_token_text_is_readable_on_every_shade(
    new_page: Callable[..., Page], explore: Callable[..., Page], scheme: str
) -> None:
    """At least 4.5 to 1, in both themes, on all shades of the strip."""
    page = explore(on=new_page(color_scheme=scheme))
    lowest = page.evaluate(
        """() => {
          const light = (color) => {
            const parts = color.match(/[\\d.]+/g).slice(0, 3).map((part) => {
              const share = part / 255;
              const bent = ((share + 0.055) / 1.055) ** 2.4;
              return share <= 0.04045 ? share / 12.92 : bent;
            });
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
          };
          const tokens = document.querySelectorAll('.strip-tokens button');
          const ratios = [...tokens].map((one) => {
            const { color, backgroundColor } = getComputedStyle(one);
            const [a, b] = [light(color), light(backgroundColor)];
            return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          });
          return Math.min(...ratios);
        }"""
    )
    assert lowest >= 4.5


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?model=smollm2-135m",
        "?text=",
        f"?text={quote('Donaudampfschifffahrtsgesellschaft' * 8)}",
        "?text=a&pair=b",
        "?order=entropy&merge=words",
    ],
)
def test_phone_has_no_sideways_scroll_and_large_targets(
    new_page: Callable[..., Page],
    server_url: str,
    wait_ready: Callable[..., None],
    query: str,
) -> None:
    """390 x 844, by touch: nothing cut off, no keyboard by itself."""
    page = new_page(390, 844, is_mobile=True, has_touch=True, device_scale_factor=2)
    page.goto(f"{server_url}/{query}")
    wait_ready(page, "mosaic", "strip")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert page.evaluate("document.activeElement === document.body")
    small = page.evaluate(
        """() => [...document.querySelectorAll(
             'button, select, textarea, .segments-box, .order label')]
           .filter((one) => one.checkVisibility() && !one.classList.contains('term'))
           .filter((one) => one.getBoundingClientRect().height < 40)
           .map((one) => one.outerHTML.slice(0, 90))"""
    )
    assert small == []


def test_phone_heads_are_a_strip_to_swipe_and_tap(
    new_page: Callable[..., Page],
    explore: Callable[..., Page],
    wait_ready: Callable[..., None],
) -> None:
    """The chosen head is in sight; a tap chooses another."""
    page = explore(
        on=new_page(390, 844, is_mobile=True, has_touch=True, device_scale_factor=2)
    )
    chosen = page.locator(".head[aria-selected=true]")
    chosen.scroll_into_view_if_needed()
    expect(chosen).to_be_in_viewport()
    page.locator('.head[data-place="3.2"]').tap()
    wait_ready(page)
    expect(page.locator('[data-view="heatmap"] .title')).to_contain_text(
        "Layer 3, head 2"
    )


def test_regions_of_a_phone_stand_in_reading_order(
    new_page: Callable[..., Page], explore: Callable[..., Page]
) -> None:
    """Sentence, strip, heatmap, heads, what the row says."""
    page = explore(on=new_page(390, 844, is_mobile=True, has_touch=True))
    tops = [
        page.locator(name).first.bounding_box()
        for name in ("#text", ".strip", ".heatmap", ".mosaic", ".reading", ".controls")
    ]
    places = [box["y"] for box in tops if box]
    assert places == sorted(places)
    assert len(places) == 6


def test_keys_are_listed_by_key_and_by_button(explore: Callable[..., Page]) -> None:
    """Both ways in; Escape out."""
    page = explore()
    page.get_by_role("button", name="keys").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("edit the sentence")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.keyboard.press("Escape")
    page.locator("body").press("?")
    expect(dialog).to_be_visible()


def test_a_term_opens_its_definition(explore: Callable[..., Page]) -> None:
    """One sentence, from the glossary."""
    page = explore()
    page.locator(".head-facts .term", has_text="Entropy").click()
    expect(page.locator("#define-entropy")).to_be_visible()
    expect(page.locator("#define-entropy")).to_contain_text("in nats")


def test_reduced_motion_stops_what_moves(
    new_page: Callable[..., Page], explore: Callable[..., Page]
) -> None:
    """The progress line stands still."""
    page = explore(on=new_page(reduced_motion="reduce"))
    duration = page.evaluate(
        "getComputedStyle(document.querySelector('.progress'), null).transitionDuration"
    )
    assert duration == "0s"
