"""Work lesson 4 out in float64, past the page's own scripts.

Lives here: both small heads, the rankings and the measures of real heads from
whole matrices of weights, and where the page shows them. Not here: what a test
does to the page.
"""

import io
from dataclasses import dataclass, field
from typing import Any

import httpx
import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Page

from tests.browser.lesson_numbers import matrix, printed
from tests.plain_arithmetic import plain_attention

Numbers = NDArray[np.float64]
TIRED = "The animal didn't cross the street because it was too tired"
WIDE = TIRED.replace("tired", "wide")
RANKING = """(table) => [...table.tBodies[0].rows].map((row) =>
  [...row.cells].filter((_, place) => place !== 2).map((cell) => cell.textContent))"""


def _weights() -> dict[str, Numbers]:
    query = np.array([[4.0, 0], [0, 4], [0, 0], [0, 0]])
    value = np.array([[0.0, 0], [0, 0], [1, 0], [0, 1]])
    return {
        "query_weights_0": query,
        "key_weights_0": np.array([[1.0, 0], [0, 1], [0, 0], [0, 0]]),
        "value_weights_0": value,
        "query_weights_1": query.copy(),
        "key_weights_1": np.array([[0.0, 1], [-1, 0], [0, 0], [0, 0]]),
        "value_weights_1": value.copy(),
    }


@dataclass
class SmallHeads:
    """The two heads that the lesson starts with; change what a test changes."""

    inputs: Numbers = field(
        default_factory=lambda: np.array([[1.0, 0, 1, 0], [0, 1, 0, 1], [-1, 0, 1, 0]])
    )
    weights: dict[str, Numbers] = field(default_factory=_weights)
    output_weights: Numbers = field(
        default_factory=lambda: np.array(
            [[1.0, 0, 0, 1], [0, 1, 1, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
        )
    )

    def steps(self) -> dict[str, Numbers]:
        """Compute every matrix that the page shows, by its path."""
        found: dict[str, Numbers] = {}
        for head in (0, 1):
            names = ("query", "key", "value")
            q, k, v = (self.inputs @ self.weights[f"{n}_weights_{head}"] for n in names)
            steps = plain_attention(q, k, v)
            found |= {f"{n}.{head}": m for n, m in zip(names, (q, k, v), strict=True)}
            found[f"weights.{head}"] = steps["weights"]
            found[f"head_outputs.{head}"] = steps["output"]
        joined = [found["head_outputs.0"], found["head_outputs.1"]]
        found["concatenated"] = np.concatenate(joined, axis=1)
        found["output"] = found["concatenated"] @ self.output_weights
        return found

    def check(self, page: Page) -> None:
        """Hold every matrix of the page to these."""
        for path, numbers in self.steps().items():
            right = [[printed(number, 3) for number in row] for row in numbers]
            assert matrix(page, f"worked.{path}") == right, path


@dataclass(frozen=True)
class RealHeads:
    """All weights of a text: (layer, head, query, key)."""

    tokens: list[str]
    weights: Numbers

    def compare(self, row: int, column: int) -> tuple[Numbers, Numbers]:
        """Give weights, and averages over the other rows: (layer, head)."""
        kept = [q for q in range(len(self.tokens)) if q not in (row, column)]
        others = self.weights[:, :, kept, column].mean(axis=-1)
        return self.weights[:, :, row, column], others

    def ranking(self, row: int, column: int, *, by_times: bool) -> list[list[str]]:
        """Write the first eight heads as the page does."""
        weight, others = self.compare(row, column)
        times = weight / others
        order = np.argsort(-(times if by_times else weight).ravel())[:8]
        return [
            [
                str(place + 1),
                f"L{at // 12} H{at % 12}",
                printed(weight.flat[at], 3),
                printed(others.flat[at], 3),
                "> 1000" if times.flat[at] > 1000 else printed(times.flat[at], 1),
            ]
            for place, at in enumerate(order)
        ]

    def check(self, page: Page, row: int, column: int) -> None:
        """Hold both rankings of the page to these."""
        for order in ("by_weight", "by_times"):
            shown = page.locator(f'.ranking[data-order="{order}"]').evaluate(RANKING)
            right = self.ranking(row, column, by_times=order == "by_times")
            assert shown == right, order

    def measures(self, layer: int) -> dict[str, Numbers]:
        """Measure the heads of a layer, the plain way."""
        n = len(self.tokens)
        heads = self.weights[layer]
        special = [at for at, token in enumerate(self.tokens) if token[0] == "["]
        gaps = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
        return {
            "entropy": -(heads * np.log(heads)).sum(-1).mean(-1),
            "itself": np.trace(heads, axis1=1, axis2=2) / n,
            "before": np.trace(heads, offset=-1, axis1=1, axis2=2) / (n - 1),
            "after": np.trace(heads, offset=1, axis1=1, axis2=2) / (n - 1),
            "special": heads[:, :, special].sum(-1).mean(-1),
            "distance": (heads * gaps).sum(-1).mean(-1),
        }


def ask_heads(server_url: str, text: str = TIRED) -> RealHeads:
    """Fetch whole matrices of all heads, as exact float32."""
    headers = {"Accept": "application/x-npz"}
    request: dict[str, Any] = {"model": "minilm", "text": text}
    path = f"{server_url}/api/v1"
    answer = httpx.post(f"{path}/attention", json=request, headers=headers, timeout=60)
    answer.raise_for_status()
    archive = np.load(io.BytesIO(answer.content), allow_pickle=False)
    weights = archive["attention"]
    tokens = httpx.post(f"{path}/tokenize", json=request, timeout=60).json()["tokens"]
    return RealHeads([t["text"] for t in tokens], weights.astype(np.float64))
