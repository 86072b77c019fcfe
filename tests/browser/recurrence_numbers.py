"""Work the scores of lesson 6 out in float64, past the page's own scripts.

Lives here: the models' own vectors as the API gives them, and what a score, a
weight and a context vector must be. Not here: what a test does to the page.
"""

import io
from dataclasses import dataclass
from typing import Any

import httpx
import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Page

from tests.browser.lesson_numbers import printed

Numbers = NDArray[np.float64]
MODELS = {"additive": "lesson-bahdanau", "multiplicative": "lesson-luong"}
SHARED = ("queries", "keys", "scores", "weights", "encoder_states", "contexts")
PATIENCE_SECONDS = 120


@dataclass(frozen=True)
class Alignment:
    """One translation with attention, and the vectors behind it."""

    kind: str
    source: list[str]
    written: list[str]
    tensors: dict[str, Numbers]

    def products(self, row: int, column: int) -> Numbers:
        """Multiply what the score of one cell adds up."""
        query, key = self.tensors["queries"][row], self.tensors["keys"][column]
        products: Numbers = query * key
        if self.kind == "additive":
            products = self.tensors["attention_vector"] * np.tanh(query + key)
        return products

    def weights(self, row: int) -> Numbers:
        """Turn a row of scores, each worked out here, into weights."""
        scores = [self.products(row, c).sum() for c in range(len(self.source))]
        raised = np.exp(np.array(scores) - max(scores))
        weights: Numbers = raised / raised.sum()
        return weights

    def context(self, row: int) -> Numbers:
        """Average the states of the encoder by weight."""
        context: Numbers = self.weights(row) @ self.tensors["encoder_states"]
        return context

    def check_cell(self, page: Page, row: int, column: int) -> None:
        """Hold every number of the chosen cell on the page to this one."""
        products = self.products(row, column)
        largest = np.argsort(-np.abs(products), kind="stable")[:3]
        right = {
            "total": products.sum(),
            "rest": products.sum() - products[largest].sum(),
            "n_rest": len(products) - 3,
            **{f"terms.{i}.product": products[f] for i, f in enumerate(largest)},
            **{f"terms.{i}.feature": f for i, f in enumerate(largest)},
        }
        for name, number in right.items():
            # What both models share stands in the text under one path for both.
            either = f'[data-bind$="_score.rows.{{row}}.cells.{{column}}.{name}"]'
            said = page.locator(either).locator("visible=true").first.text_content()
            assert said == printed(number, 3), (name, said, float(number))
        weight = page.locator('[data-bind$=".cells.{column}.weight"]').first
        said = weight.text_content()
        assert close(said, self.weights(row)[column]), said
        for feature in range(3):
            path = f"{{scored}}_score.rows.{{row}}.context.features.{feature}.total"
            said = page.locator(f'[data-bind="{path}"]').first.text_content()
            assert close(said, self.context(row)[feature]), (feature, said)


def close(said: str | None, number: Any) -> bool:
    """Tell whether three decimals are right, but for what float32 loses."""
    shown = float((said or "").replace("−", "-"))
    return abs(shown - float(number)) <= 5e-4 + 1e-4


def ask(server_url: str, path: str, **body: Any) -> Any:
    """Ask the API."""
    answer = httpx.post(
        f"{server_url}/api/v1/{path}", json=body, timeout=PATIENCE_SECONDS
    )
    assert answer.status_code == 200, answer.text
    return answer.json()


def ask_alignment(server_url: str, text: str, kind: str) -> Alignment:
    """Ask for the vectors of one translation, in full."""
    own = ("attention_vector",) if kind == "additive" else ()
    body = {"model": MODELS[kind], "text": text, "names": [*SHARED, *own]}
    said = ask(server_url, "tensors", **{**body, "names": ["scores"]})
    answer = httpx.post(
        f"{server_url}/api/v1/tensors",
        json=body,
        headers={"accept": "application/x-npz"},
        timeout=PATIENCE_SECONDS,
    )
    with np.load(io.BytesIO(answer.content)) as arrays:
        tensors = {name: arrays[name].astype(np.float64) for name in body["names"]}
    return Alignment(
        kind=kind,
        source=[token["text"] for token in said["source_tokens"]],
        written=[token["text"] for token in said["next_tokens"]],
        tensors=tensors,
    )
