"""Ask the API what a page ought to show, past the page's own scripts."""

from dataclasses import dataclass
from typing import Any

import httpx
import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Page

ANIMAL = "The animal didn't cross the street because it was too tired"
HEATMAP = ".heatmap-plot"


@dataclass(frozen=True, slots=True)
class HeadNumbers:
    """One head: tokens, (query, key) numbers, NaN where masked."""

    tokens: list[str]
    values: NDArray[np.float64]
    answer: dict[str, Any]


def ask_head(server_url: str, text: str = ANIMAL, **fields: Any) -> HeadNumbers:
    """Fetch one head as JSON decimals."""
    request: dict[str, Any] = {"model": "minilm", "text": text, "digits": 9}
    request |= {"layers": [3], "heads": [1], **fields}
    response = httpx.post(f"{server_url}/api/v1/attention", json=request, timeout=60)
    response.raise_for_status()
    answer = response.json()
    rows = answer["attention"]["data"][0][0]
    numbers = [[np.nan if value is None else value for value in row] for row in rows]
    tokens = [token["text"] for token in answer["key_tokens"]]
    values = np.array(numbers, dtype=np.float64)
    values[~np.array(answer["mask"]["data"], dtype=bool)] = np.nan
    return HeadNumbers(tokens, values, answer)


def drawn_cells(page: Page) -> NDArray[np.float64]:
    """Read the cells the heatmap draws; NaN is a gap."""
    rows = page.evaluate(
        f"""[...document.querySelector({HEATMAP!r}).data[0].z]
            .map(row => [...row].map(z => Number.isNaN(z) ? null : z))"""
    )
    return np.array(
        [[np.nan if z is None else z for z in row] for row in rows], dtype=np.float64
    )


def tick_labels(page: Page, axis: str) -> list[str]:
    """Read the labels along an axis ("x" or "y"), as they are painted."""
    return [
        (label or "").strip()
        for label in page.locator(f"{HEATMAP} .{axis}tick text").all_text_contents()
    ]


def cell_point(page: Page, row: float, column: float) -> tuple[float, float]:
    """Find the middle of a cell on the screen."""
    x, y = page.evaluate(
        """([selector, row, column]) => {
          const plot = document.querySelector(selector);
          plot.scrollIntoView({ block: "nearest" });
          const box = plot.getBoundingClientRect();
          const { xaxis, yaxis } = plot._fullLayout;
          return [box.left + xaxis._offset + xaxis.d2p(column),
                  box.top + yaxis._offset + yaxis.d2p(row)];
        }""",
        [HEATMAP, row, column],
    )
    return x, y


def hover_cell(page: Page, row: float, column: float) -> None:
    """Move the mouse onto a cell."""
    page.mouse.move(*cell_point(page, row, column))


def click_cell(page: Page, row: float, column: float) -> None:
    """Click a cell."""
    page.mouse.click(*cell_point(page, row, column))
