"""Lesson 5 in real models: lengths and cosines against transformers itself."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
import torch
from playwright.sync_api import Page, Route, expect
from transformers import AutoModel, AutoTokenizer

from tests.browser.lesson_checks import check_basics
from tests.browser.lesson_numbers import matrix, printed

MOLES = (
    "The American shrew mole digs in wet soil.",
    "One mole of carbon dioxide weighs 44 grams.",
    "The doctor took a biopsy of the mole on her arm.",
)
PAIRS = ((0, 1), (0, 2), (1, 2))


@pytest.fixture(scope="module")
def states(cache_folder: Path) -> Callable[[str], tuple[list[str], Any]]:
    """Return a function that runs MiniLM by itself: tokens and hidden states."""
    folder = cache_folder / "minilm"
    tokenizer = AutoTokenizer.from_pretrained(folder)
    network = AutoModel.from_pretrained(folder, dtype=torch.float32).eval()

    def run(text: str) -> tuple[list[str], Any]:
        encoded = tokenizer(text, return_tensors="pt")
        with torch.inference_mode():
            hidden = network(**encoded, output_hidden_states=True).hidden_states
        ids = encoded["input_ids"][0].tolist()
        tokens = [str(piece) for piece in tokenizer.convert_ids_to_tokens(ids)]
        return tokens, torch.stack(hidden)[:, 0].double().numpy()

    return run


@pytest.fixture
def block(lesson: Callable[..., Page]) -> Page:
    """Open the lesson as a first visitor does."""
    return lesson("block")


def cosines(run: Callable[..., Any], texts: tuple[str, ...], word: str) -> Any:
    """Compare the word in every two texts, layer by layer."""
    found = []
    for text in texts:
        tokens, hidden = run(text)
        rows = hidden[:, tokens.index(word)]
        found.append(rows / np.linalg.norm(rows, axis=1, keepdims=True))
    return np.stack([(found[i] * found[j]).sum(axis=1) for i, j in PAIRS], axis=1)


def bound(page: Page, path: str) -> str:
    text = page.locator(f'[data-bind="{path}"]').first.text_content()
    assert text is not None
    return text


def test_mole_in_three_sentences(block: Page, states: Callable[..., Any]) -> None:
    """Every cosine is what transformers gives; the first is not 1."""
    right = cosines(states, MOLES, "mole")
    shown = matrix(block, "moles.layers")
    np.testing.assert_allclose(np.array(shown, float), right, atol=6e-4)
    assert shown[0] == ["0.957", "0.961", "0.944"]
    assert shown[3] == ["0.837", "0.873", "0.815"]
    assert shown[6] == ["0.688", "0.847", "0.691"]
    assert bound(block, "moles.low.{moles.n_layers}") == "0.688"
    assert bound(block, "moles.most_alike") == "1 and 3"
    assert bound(block, "moles.least_alike") == "1 and 2"


def test_without_positions_the_word_starts_the_same(
    block: Page, settled: Callable[[Page], Page]
) -> None:
    """The proof that what differs before any layer is the position."""
    block.get_by_label("Positions added").uncheck()
    settled(block)
    shown = matrix(block, "moles.layers")
    assert shown[0] == ["1", "1", "1"]
    assert all(float(cell) < 0.99 for cell in shown[6])
    assert "with_positions=false" in block.url


def test_sentences_and_word_are_the_readers(
    block: Page, settled: Callable[[Page], Page], states: Callable[..., Any]
) -> None:
    """Other sentences, another word, upper case: measured again."""
    texts = ("The bank closed early.", "We sat on the bank.", "A bank lends money.")
    for place, text in enumerate(texts, 1):
        block.get_by_label(f"Sentence {place}").fill(text)
    block.get_by_role("textbox", name="Word", exact=True).fill("Bank")
    settled(block)
    right = cosines(states, texts, "bank")
    shown = np.array(matrix(block, "moles.layers"), float)
    np.testing.assert_allclose(shown, right, atol=6e-4)
    link = block.get_by_role("link", name="sentence 2").get_attribute("href")
    assert link is not None
    query = parse_qs(urlsplit(link).query)
    assert query["text"] == [texts[1]]
    assert states(texts[1])[0][int(query["row"][0])] == "bank"


def test_a_word_that_is_missing_is_said_and_recovers(
    block: Page, settled: Callable[[Page], Page]
) -> None:
    """The page says which sentence lacks it, and compares the others."""
    word = block.get_by_role("textbox", name="Word", exact=True)
    said = block.locator(".block-missing")
    word.fill("whale")
    settled(block)
    expect(said).to_contain_text("“whale” is not in any sentence.")
    assert matrix(block, "moles.layers")[0] == ["0.957", "0.961", "0.944"]
    assert bound(block, "moles.word") == "mole"
    word.fill("of")
    settled(block)
    expect(said).to_contain_text("“of” is not in sentence 1. The other two")
    heads = block.locator('.matrix[data-path="moles.layers"] thead bdi')
    assert heads.all_inner_texts() == ["2 and 3"]
    word.fill("mole")
    settled(block)
    expect(said).to_have_text("")
    assert matrix(block, "moles.layers")[6] == ["0.688", "0.847", "0.691"]


def test_a_failure_stands_beside_its_figure_and_goes(
    block: Page, settled: Callable[[Page], Page], watch: Any
) -> None:
    """The last good numbers stay, dimmed; Try again brings the new ones."""
    watch.expect("409")

    def refuse(route: Route) -> None:
        body = '{"title": "No", "detail": "Not this model.", "hint": "Another."}'
        route.fulfill(status=409, content_type="application/problem+json", body=body)

    block.route("**/api/v1/similarities", refuse)
    block.get_by_label("Positions added").uncheck()
    settled(block)
    source = block.locator('.source[data-source="moles"]')
    expect(source.locator(".source-problem")).to_contain_text("Not this model.")
    expect(source).to_have_attribute("data-stale", "")
    assert matrix(block, "moles.layers")[0] == ["0.957", "0.961", "0.944"]
    block.unroute("**/api/v1/similarities")
    source.get_by_role("button", name="Try again").click()
    settled(block)
    expect(source.locator(".source-problem")).to_be_hidden()
    assert matrix(block, "moles.layers")[0] == ["1", "1", "1"]


def test_lengths_of_the_stream_in_minilm(
    block: Page, settled: Callable[[Page], Page], states: Callable[..., Any]
) -> None:
    """The stream of every layer is the length of transformers' hidden state."""
    text = "A mole is a spy."
    block.get_by_role("textbox", name="Your sentence").fill(text)
    settled(block)
    tokens, hidden = states(text)
    words = block.locator('.segments[data-field="place"]')
    words.get_by_label("mole").check(force=True)
    settled(block)
    place = tokens.index("mole")
    right = np.linalg.norm(hidden[:, place], axis=1)
    table = matrix(block, "minilm.by_token.{place}.table")
    stream = [float(row[2]) for row in table]
    np.testing.assert_allclose(stream, right, atol=6e-3)
    path = "minilm.by_token.{place}.largest"
    assert bound(block, path) == printed(float(max(right)), 1)
    fed = [float(row[1]) > float(row[0]) for row in table[1:]]
    assert bound(block, "minilm.by_token.{place}.n_fed_more") == str(sum(fed))


def test_norm_before_lets_the_stream_grow(
    block: Page, page: Page, server_url: str
) -> None:
    """SmolLM2's lengths are the API's own; the text says what they say."""
    asked = {"model": "smollm2-135m", "text": MOLES[0]}
    answer = page.request.post(f"{server_url}/api/v1/residual-stream", data=asked)
    found = json.loads(answer.text())
    stream = np.array(found["residual_norms"]["data"])
    added = np.array(found["feed_forward_norms"]["data"])
    place = [token["text"] for token in found["tokens"]].index("mole")
    table = matrix(block, "smollm.by_token.{pre_place}.table")
    assert [row[2] for row in table] == [printed(x, 2) for x in stream[:, place]]
    assert [row[1] for row in table[1:]] == [printed(x, 2) for x in added[:, place]]
    layer, token = np.unravel_index(stream.argmax(), stream.shape)
    assert bound(block, "smollm.top.layer") == str(layer)
    assert bound(block, "smollm.top.token") == found["tokens"][token]["text"]
    growth = stream[-1, place] / stream[0, place]
    path = "smollm.by_token.{pre_place}.growth"
    assert bound(block, path) == printed(growth, 1)


def test_a_layer_is_read_by_keyboard_and_pointer(block: Page) -> None:
    """The chart says each layer's numbers; its name says first and last."""
    chart = block.locator('.lines[data-path="moles.lines"]')
    room = chart.locator(".lines-room")
    expect(room).to_have_attribute("aria-label", re.compile(r"^Cosine.*6 layers"))
    room.press("Home")
    room.press("ArrowRight")
    expect(chart.locator(".lines-said")).to_have_text(
        "1 layer passed: 1 and 2 0.906, 1 and 3 0.899, 2 and 3 0.856"
    )
    room.press("End")
    expect(chart.locator(".lines-said")).to_contain_text("1 and 3 0.847")
    room.hover(position={"x": 47, "y": 60})
    expect(chart.locator(".lines-said")).to_contain_text("0 layers passed")


def test_shorter_sentences_keep_a_token_chosen(
    block: Page, settled: Callable[[Page], Page]
) -> None:
    """A place that is gone becomes the last; no sentence at all is no error."""
    sentence = block.get_by_role("textbox", name="Your sentence")
    sentence.fill("Hi")
    settled(block)
    assert bound(block, "minilm.tokens.{place}") == "[SEP]"
    assert bound(block, "smollm.tokens.{pre_place}") == "Hi"
    sentence.fill("")
    settled(block)
    assert "text=&" in f"{block.url}&"
    expect(block.locator('.source[data-source="minilm"]')).to_be_visible()
    check_basics(block)
