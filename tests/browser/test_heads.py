"""All heads: choosing by mouse and keys, ordering, another model."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect


def _chosen(page: Page) -> str | None:
    return page.locator(".head[aria-selected=true]").get_attribute("data-place")


def test_click_chooses_a_head_and_back_returns(
    explore: Callable[..., Page], wait_ready: Callable[..., None]
) -> None:
    """A click is a step in the history; the row stays."""
    page = explore()
    page.locator('.head[data-place="5.11"]').click()
    wait_ready(page)
    expect(page.locator('[data-view="heatmap"] .title')).to_contain_text(
        "Layer 5, head 11"
    )
    # Layer 5 head 11 gives animal .647, says the project's mission.
    expect(page.locator(".strip-tokens button").nth(2)).to_have_attribute(
        "title", "0.647"
    )
    expect(page).to_have_url(re.compile(r"layer=5&head=11$"))
    page.go_back()
    wait_ready(page)
    assert _chosen(page) == "3.1"
    expect(page.locator('[data-view="heatmap"] .title')).to_contain_text(
        "Layer 3, head 1"
    )


def test_arrow_keys_walk_the_heads_and_say_what_they_do(
    explore: Callable[..., Page], wait_ready: Callable[..., None]
) -> None:
    """One tab stop; arrows choose; the name tells the strongest pair."""
    page = explore()
    page.locator(".head[tabindex='0']").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert _chosen(page) == "4.2"
    expect(page.locator(":focus")).to_have_accessible_name(
        re.compile(r"^Layer 4, head 2, strongest pair .+ to .+, 0\.\d\d$")
    )
    page.keyboard.press("Home")
    wait_ready(page)
    assert _chosen(page) == "4.0"
    assert page.locator(".head[tabindex='0']").count() == 1


def test_bracket_keys_step_through_heads_and_layers(
    explore: Callable[..., Page], wait_ready: Callable[..., None]
) -> None:
    """From anywhere outside the sentence."""
    page = explore("?layer=0&head=11")
    page.keyboard.press("Escape")
    page.keyboard.press("]")
    wait_ready(page)
    assert _chosen(page) == "1.0"
    page.keyboard.press("}")
    wait_ready(page)
    assert _chosen(page) == "2.0"


def test_hover_names_a_head_and_its_strongest_pair(
    explore: Callable[..., Page],
) -> None:
    """Without choosing it; the chosen one is back when the mouse leaves."""
    page = explore()
    facts = page.locator('[data-view="head-facts"]')
    expect(facts).to_contain_text("Layer 3, head 1")
    expect(facts).to_contain_text("it → animal 0.640")
    page.locator('.head[data-place="0.2"]').hover()
    expect(facts).to_contain_text("Layer 0, head 2")
    page.mouse.move(5, 5)
    expect(facts).to_contain_text("Layer 3, head 1")


def test_order_ranks_heads_by_the_number_shown(
    explore: Callable[..., Page],
) -> None:
    """Most on the first token first; each keeps its own name."""
    page = explore()
    page.get_by_label("first token").check()
    expect(page.locator('[data-view="order"] .title')).to_contain_text(
        "most on the first token first"
    )
    assert "order=sink" in page.url
    shares = []
    for place in (0, 20, 50, 71):
        page.locator(".head").nth(place).hover()
        row = page.locator(".head-facts-row").nth(1)
        shares.append(int((row.locator("dd").inner_text()).split()[0].strip("<")))
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > shares[-1]
    first = page.locator(".head").first
    assert first.get_attribute("data-name") == (
        first.get_attribute("data-place") or ""
    ).replace(".", "·")


def test_the_mosaic_is_painted_head_by_head(explore: Callable[..., Page]) -> None:
    """Layer 0, head 2 looks at the token before: a dark line beside the diagonal."""
    page = explore()
    dark, light = page.evaluate(
        """() => {
          const canvas = document.querySelector('.mosaic-canvas');
          const tile = document.querySelector('.head[data-place="0.2"]');
          const side = tile.offsetWidth;
          const { data } = canvas.getContext('2d').getImageData(
            tile.offsetLeft, tile.offsetTop, side, side);
          const place = (cell) => Math.floor(((cell + 0.5) * side) / 15);
          const red = (row, column) => data[4 * (place(row) * side + place(column))];
          return [red(7, 6), red(12, 2)];
        }"""
    )
    assert dark < 80
    assert light > 200


def test_another_model_keeps_the_text_and_picks_a_head(
    explore: Callable[..., Page], wait_ready: Callable[..., None]
) -> None:
    """SmolLM2: 30 x 9 heads, a causal mask, a head in the middle layer."""
    page = explore()
    page.locator("#model").select_option("smollm2-135m")
    wait_ready(page)
    assert page.locator(".head").count() == 270
    place = _chosen(page) or ""
    assert place.startswith("15.")
    expect(page).to_have_url(re.compile(r"model=smollm2-135m&layer=15&head=\d"))
    expect(page.locator(".strip [data-read]")).to_have_text("it")
    expect(page.locator('[data-view="order"] .title')).to_contain_text(
        "30 layers down, 9 heads across"
    )
    # A decoder's row can't look ahead: the last word is masked, not zero.
    last = page.locator(".strip-tokens button").last
    expect(last).to_have_attribute("title", "masked")
    page.locator("#model").select_option("minilm")
    wait_ready(page)
    assert _chosen(page) == "3.1"
    expect(page.locator(".strip [data-read]")).to_have_text("it")


def test_model_card_tells_licence_and_source(explore: Callable[..., Page]) -> None:
    """What a model is, one click away."""
    page = explore()
    page.get_by_role("button", name="About this model").click()
    card = page.locator("#about-model")
    for words in ("6 × 12", "512 tokens", "licence", "MIT"):
        expect(card).to_contain_text(words)
