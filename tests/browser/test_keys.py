"""Everything by keyboard, and said aloud."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.head_numbers import ask_head

Explore = Callable[..., Page]


def leave_sentence(page: Page) -> None:
    """Escape leaves the sentence for the heatmap."""
    page.keyboard.press("Escape")
    expect(page.locator(".heatmap-plot")).to_be_focused()


def test_arrows_move_the_cell_and_say_it(explore: Explore, server_url: str) -> None:
    """Row *it*: the first step stands on key 0, two more on *animal*."""
    page = explore()
    leave_sentence(page)
    said = page.get_by_role("status").filter(has_text="looks at")
    first = ask_head(server_url).values[10, 0]
    page.keyboard.press("ArrowRight")
    expect(said).to_have_text(f"it looks at [CLS]: {first:.3f}")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(said).to_have_text("it looks at animal: 0.640")
    page.keyboard.press("ArrowUp")
    expect(said).to_contain_text("because looks at animal: 0.")
    expect(page).to_have_url(re.compile("row=9&column=2"))


def test_arrows_stop_at_the_edge(explore: Explore) -> None:
    """No wrapping round."""
    page = explore("?row=0&column=0")
    leave_sentence(page)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile("row=0&column=0"))


def test_keys_choose_head_layer_and_modes(explore: Explore) -> None:
    """[ ] { } w s q l, each seen in the address."""
    page = explore()
    leave_sentence(page)
    title = page.locator('[data-view="heatmap"] .title')
    for key, line in [
        ("]", "Layer 3, head 2"),
        ("[", "Layer 3, head 1"),
        ("}", "Layer 4, head 1"),
        ("{", "Layer 3, head 1"),
    ]:
        page.keyboard.press(key)
        expect(title).to_contain_text(line)
    for key, part in [
        ("w", "merge=words"),
        ("s", "hide=special"),
        ("l", "scale=head"),
        ("l", "scale=log"),
        ("q", "quantity=scores"),
    ]:
        page.keyboard.press(key)
        expect(page).to_have_url(re.compile(part))


def test_plus_and_minus_zoom(explore: Explore) -> None:
    """A zoom without a mouse, around the chosen cell."""
    page = explore("?row=10&column=2")
    leave_sentence(page)
    page.keyboard.press("+")
    expect(page).to_have_url(re.compile("zoom=7%3A15%2C0%3A8"))
    page.keyboard.press("0")
    expect(page).not_to_have_url(re.compile("zoom="))


def test_arrows_take_the_window_along(explore: Explore) -> None:
    """A cell is never moved out of sight."""
    page = explore("?row=8&column=5&zoom=3:9,3:9")
    leave_sentence(page)
    page.keyboard.press("ArrowDown")
    expect(page).to_have_url(re.compile("row=9&column=5&zoom=4%3A10%2C3%3A9"))


def test_no_key_fires_while_typing(explore: Explore) -> None:
    """Letters and brackets belong to the sentence."""
    page = explore("?text=a&row=1")
    sentence = page.get_by_label("Sentence", exact=True)
    sentence.press_sequentially(" w[]qslt?")
    expect(sentence).to_have_value("a w[]qslt?")
    expect(page.get_by_role("radio", name="tokens")).to_be_checked()
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_slash_goes_back_to_the_sentence_and_question_mark_lists_keys(
    explore: Explore,
) -> None:
    """The way there and back."""
    page = explore()
    leave_sentence(page)
    page.keyboard.press("?")
    expect(page.locator("#keys-help")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#keys-help")).to_be_hidden()
    page.keyboard.press("/")
    expect(page.get_by_label("Sentence", exact=True)).to_be_focused()
    expect(page.get_by_label("Sentence", exact=True)).not_to_have_value(re.compile("/"))
