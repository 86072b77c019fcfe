"""Work lesson 1 out in float64, and read it off the page.

Lives here: the right numbers, independent of the server, and where the page
shows them. Not here: what a test does to the page.
"""

import re
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, SupportsFloat

import numpy as np
from playwright.sync_api import Page

Q = np.array([[1.0, 0], [0, 1], [1, 1]])
V = np.array([[2.0, 0], [0, 2], [1, 3]])

MATRIX = """(element) => [...element.tBodies[0].rows].map((row) =>
  [...row.cells].slice(1).map((cell) =>
    cell.querySelector('input')?.value ?? cell.textContent))"""


def printed(number: SupportsFloat, digits: int) -> str:
    """Print a number as the page promises to, worked out with Decimal."""
    exact = float(number)
    rounded = Decimal(exact).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    is_grouped = digits == 0 and abs(rounded) >= 10_000
    text = f"{rounded:,f}" if is_grouped else f"{rounded:f}"
    if abs(float(rounded) - exact) <= 1e-12 * abs(float(rounded)) or exact == 0:
        text = text.rstrip("0").rstrip(".") if digits else text
    if float(rounded) == 0:
        text = text.removeprefix("-")
    return text.replace("-", "−")


def matrix(page: Page, path: str) -> list[list[str]]:
    """Read a matrix of the page, cell by cell."""
    table = page.locator(f'.matrix[data-path="{path}"] table')
    cells: list[list[str]] = table.evaluate(MATRIX)
    return cells


def steps(q: Any, k: Any, v: Any) -> dict[str, Any]:
    """Attend in float64, independently of the server."""
    dots = q @ k.T
    scores = dots / np.sqrt(q.shape[1])
    raised = np.exp(scores)
    weights = raised / raised.sum(axis=1, keepdims=True)
    return {
        "dot_products": (dots, 3),
        "scores": (scores, 4),
        "weights": (weights, 3),
        "output": (weights @ v, 3),
        "exponentials": (raised, 3),
        "totals": (raised.sum(axis=1), 3),
    }


def check_every_number(page: Page, q: Any, k: Any, v: Any, row: int) -> None:
    """Hold every matrix, and every number of the text, to numpy."""
    right = steps(q, k, v)
    for name in ("dot_products", "scores", "weights", "output"):
        numbers, digits = right[name]
        wanted = [[printed(cell, digits) for cell in line] for line in numbers]
        assert matrix(page, f"worked.{name}") == wanted, name
    bound = page.locator(".prose [data-bind]").evaluate_all(
        """(all) => all.filter((one) => !one.closest('[hidden]')).map((one) =>
             [one.dataset.bind, Number(one.dataset.digits ?? 3), one.textContent])"""
    )
    seen = 0
    for path, digits, text in bound:
        found = re.fullmatch(r"worked\.(\w+)\.\{row\}(?:\.(\d+))?", path)
        if not found or found[1] not in right:
            continue
        number = right[found[1]][0][row]
        number = number[int(found[2])] if found[2] else number
        assert text == printed(number, digits), path
        seen += 1
    assert seen > 10
