"""Work lesson 9 out with the network itself, past the page and the API.

Lives here: SmolLM2 read with transformers, its whole distribution in float64,
its greedy text and its weights; and where the page shows them. Not here: what a
test does to the page.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from playwright.sync_api import Page
from transformers import AutoModelForCausalLM, AutoTokenizer

Numbers = NDArray[np.float64]
TEXT = "In the morning I like to drink a cup of"


class Decoder:
    """The converted checkpoint, with attention that can be read."""

    def __init__(self, cache_folder: Path) -> None:
        folder = str(cache_folder / "smollm2-135m")
        self.tokenizer = AutoTokenizer.from_pretrained(folder)
        self.network: Any = AutoModelForCausalLM.from_pretrained(
            folder, attn_implementation="eager"
        ).eval()

    def ids(self, text: str) -> list[int]:
        """Split a text."""
        return list(self.tokenizer(text)["input_ids"])

    def word(self, token_id: int) -> str:
        """Write a token as the page does."""
        return str(self.tokenizer.decode([token_id])).strip() or "␣"

    def shares(self, ids: list[int], temperature: float = 1.0) -> Numbers:
        """Give the whole distribution after these tokens."""
        with torch.inference_mode():
            logits = self.network(torch.tensor([ids])).logits[0, -1]
        scaled = logits.double().numpy() / temperature
        weights = np.exp(scaled - scaled.max())
        return np.asarray(weights / weights.sum())

    def greedy(self, ids: list[int], count: int) -> list[int]:
        """Write so many tokens, reading the whole text again for each."""
        written = list(ids)
        for _ in range(count):
            written.append(int(self.shares(written).argmax()))
        return written[len(ids) :]

    def weights(self, ids: list[int]) -> Numbers:
        """Give all attention: (layer, head, query, key)."""
        with torch.inference_mode():
            found = self.network(torch.tensor([ids]), output_attentions=True)
        return np.stack([one[0].double().numpy() for one in found.attentions])


def bound(page: Page, path: str) -> str:
    """Read the first number at a path, in a closed answer as well."""
    return page.locator(f'[data-bind="{path}"]').first.text_content() or ""


def number(text: str) -> float:
    """Read a number as printed."""
    return float(text.replace("−", "-").replace(",", ""))


def close(shown: str, right: float, digits: int) -> None:
    """Hold a printed number to the right one, to half its last digit."""
    assert abs(number(shown) - right) <= 0.51 * 10**-digits + 1e-5, (shown, right)


@contextmanager
def counted(page: Page, *paths: str) -> Iterator[list[str]]:
    """Count the requests to these paths of the API while something is done."""
    seen: list[str] = []

    def hear(request: Any) -> None:
        if request.url.endswith(paths):
            seen.append(request.url.rsplit("/", 1)[1])

    page.on("request", hear)
    yield seen
    page.remove_listener("request", hear)
