"""Translate with the lesson's model by itself: the right numbers of lesson 7.

Lives here: the network read from its folder and run step by step with plain
loops, without the service, its search or its tables. Not here: what a test does
to the page.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from playwright.sync_api import Page
from tokenizers import Tokenizer

from model.lesson_network import read_network

FOLDER = Path(__file__).parents[2] / "model" / "weights" / "lesson-translator"
START, END = 1, 2
TIRED = "The animal didn't cross the street because it was too tired."
WIDE = "The animal didn't cross the street because it was too wide."


@dataclass
class Written:
    """What greedy search writes: ids with the end, and each step's log-odds."""

    source: list[int]
    ids: list[int]
    words: list[str]
    logs: Any


class Translator:
    """The shipped network with its tokenizer."""

    def __init__(self) -> None:
        network, _ = read_network(FOLDER)
        self.network: Any = network.double()
        self.tokenizer = Tokenizer.from_file(str(FOLDER / "tokenizer.json"))

    def source(self, text: str) -> list[int]:
        """Read a source: its words and the end."""
        ids: list[int] = self.tokenizer.encode(text).ids
        return ids

    def target(self, text: str) -> list[int]:
        """Read a target as the decoder is given it."""
        ids = self.tokenizer.encode(text, add_special_tokens=False).ids
        return [START, *ids]

    def word(self, token_id: int) -> str:
        """Name an entry of the vocabulary."""
        return str(self.tokenizer.id_to_token(token_id))

    def steps(self, source: list[int], target: list[int]) -> Any:
        """Run both stacks over both texts at once."""
        with torch.inference_mode():
            return self.network(torch.tensor([source]), torch.tensor([target]))

    def logs(self, source: list[int], target: list[int]) -> Any:
        """Give the log-probabilities of the word after each target position."""
        logits = self.steps(source, target).logits[0]
        return logits.log_softmax(-1).numpy()

    def write(self, text: str) -> Written:
        """Take the likeliest word, give it to the decoder, and so on."""
        source, target, rows = self.source(text), [START], []
        while len(target) < 64:
            rows.append(self.logs(source, target)[-1])
            best = int(rows[-1].argmax())
            target.append(best)
            if best == END:
                break
        ids = target[1:]
        return Written(
            source, ids, [self.word(token_id) for token_id in ids], np.stack(rows)
        )

    @contextmanager
    def without(self, part: str, layer: int, head: int) -> Iterator[None]:
        """Switch one head off: zero what its rows of W^O are given."""
        stack = self.network.encoder if part == "encoder" else self.network.decoder
        kind = "cross_attention" if part == "cross" else "self_attention"
        output = getattr(stack.layers[layer], kind).output
        width = output.weight.shape[1] // 4
        kept = output.weight.data.clone()
        output.weight.data[:, head * width : (head + 1) * width] = 0
        try:
            yield
        finally:
            output.weight.data = kept

    def effects(self, written: Written, place: int, ids: tuple[int, int]) -> Any:
        """Work out by how much each head moves the log-odds of two words."""
        target = [START, *written.ids[:-1]]

        def odds() -> float:
            row = self.logs(written.source, target)[place]
            return float(row[ids[0]] - row[ids[1]])

        before = odds()
        found: dict[str, Any] = {}
        for part in ("encoder", "decoder", "cross"):
            found[part] = np.zeros((3, 4))
            for layer in range(3):
                for head in range(4):
                    with self.without(part, layer, head):
                        found[part][layer, head] = odds() - before
        return before, found


def bound(page: Page, path: str) -> str:
    """Read a bound number off the page."""
    text = page.locator(f'[data-bind="{path}"]').first.text_content()
    assert text is not None
    return text


def number(text: str) -> float:
    """Read a printed number."""
    return float(text.replace("−", "-").replace(",", ""))


def effect_tables(page: Page, which: str) -> Mapping[str, Any]:
    """Read the three small tables of a sentence: (layer, head)."""
    read = """(box) => [...box.querySelectorAll('table')].map((table) => [
      table.caption.textContent,
      [...table.tBodies[0].rows].map((row) =>
        [...row.cells].slice(1).map((cell) => cell.textContent))])"""
    tables = page.locator(f'.effects[data-which="{which}"]').evaluate(read)
    names = {"encoder self-attention": "encoder", "decoder self-attention": "decoder"}
    return {
        names.get(caption, "cross"): np.array(
            [[number(cell) for cell in row] for row in rows]
        )
        for caption, rows in tables
    }


def said(page: Page, path: str) -> str:
    """Read what a heatmap says of the cell under the pointer."""
    text = page.locator(f'.heat[data-path="{path}"] .heat-said').text_content()
    return re.sub(r"\s+", " ", text or "")
