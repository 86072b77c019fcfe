"""Read lesson 3 off the page.

Lives here: where its numbers are shown. Not here: what they must be.
"""

from playwright.sync_api import Page

from tests.browser.lesson_numbers import MATRIX


def vector(page: Page) -> list[str]:
    """Read the chosen position's vector, which two figures show alike."""
    tables = page.locator('.matrix[data-path="waves.shown.{row}"] table').all()
    first, second = (table.evaluate(MATRIX) for table in tables)
    assert first == second
    assert len(first) == 1
    row: list[str] = first[0]
    return row
