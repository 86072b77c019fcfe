"""Read lesson 2 off the page, and hold it to numpy.

Lives here: where the page shows a mask and its numbers. Not here: the right
numbers (``tests/masked_arithmetic.py``) and what a test does to the page.
"""

import re
from typing import Any

import numpy as np
from playwright.sync_api import Locator, Page

from tests.browser.lesson_numbers import matrix, printed
from tests.masked_arithmetic import masked_attention


def shown(number: float, digits: int = 3) -> str:
    """Print a number as the page promises to."""
    return "−∞" if number == -np.inf else printed(number, digits)


def check_every_number(page: Page, allowed: Any, row: int) -> None:
    """Hold every matrix and every number of the text to numpy."""
    right = masked_attention(allowed)
    weights = [[shown(cell) for cell in line] for line in right["weights"]]
    assert matrix(page, "worked.weights") == weights
    assert matrix(page, "worked.score_rows.{row}") == [
        [shown(cell) for cell in right[name][row]] for name in ("scores", "masked")
    ]
    assert matrix(page, "worked.weight_rows.{row}") == [
        [shown(cell) for cell in right[name][row]] for name in ("plain", "weights")
    ]
    assert matrix(page, "worked.additive") == [
        ["0" if cell else "−∞" for cell in line] for line in allowed
    ]
    assert painted(page) == [
        "".join("1" if cell else "0" for cell in line) for line in allowed
    ]
    count = len(allowed)
    n_open = int(np.sum(allowed))
    assert text_of(page, "worked.n_open") == str(n_open)
    assert text_of(page, "worked.fraction") == shown(n_open / count**2)
    assert text_of(page, "worked.way_difference") == "0"
    _check_text(page, right, row)


def _check_text(page: Page, right: dict[str, Any], row: int) -> None:
    bound = page.locator(".prose [data-bind]").evaluate_all(
        """(all) => all.filter((one) => !one.closest('[hidden]')).map((one) =>
             [one.dataset.bind, Number(one.dataset.digits ?? 3), one.textContent])"""
    )
    seen = 0
    for path, digits, text in bound:
        found = re.fullmatch(r"worked\.(\w+)\.\{row\}(?:\.(\d+))?", path)
        if not found or found[1] not in right:
            continue
        number = right[found[1]][row]
        number = number[int(found[2])] if found[2] else number
        assert text == shown(number, digits), path
        seen += 1
    assert seen >= 2 * right["weights"].shape[0]


def text_of(page: Page, path: str) -> str:
    """Read the first place where a number is shown."""
    return page.locator(f'[data-bind="{path}"]').first.text_content() or ""


def painter(page: Page, prefix: str = "") -> Locator:
    """Find the mask to paint: that of the small example, or ``real_``."""
    return page.locator(f'.paint[data-prefix="{prefix}"]')


def painted(page: Page, prefix: str = "") -> list[str]:
    """Read a mask as rows of 1 (open) and 0."""
    rows: list[str] = painter(page, prefix).evaluate(
        """(figure) => [...figure.querySelectorAll('tbody tr')].map((row) =>
             [...row.querySelectorAll('td')].map((cell) =>
               cell.dataset.cell === 'open' ? 1 : 0).join(''))"""
    )
    return rows


def cell(page: Page, row: int, key: int, prefix: str = "") -> Locator:
    """Find one cell of a mask."""
    line = painter(page, prefix).locator("tbody tr").nth(row)
    return line.locator("button").nth(key)


def grid(page: Page, path: str) -> Any:
    """Read the weights of the reader's sentence."""
    cells = matrix(page, path)
    return np.array([[float(text.replace("−", "-")) for text in row] for row in cells])
