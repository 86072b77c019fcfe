"""Spell a mask that was drawn by hand: rows of 1 (open) and 0, such as 100-110-111.

Lives here: reading that spelling, and the default. Its twin is
``static/js/learn/masks-pattern.js``. Not here: what a mask does.
"""

import re

from app.lessons.address import AddressReader, Unreadable

Painted = str
# A longer sentence has the kinds, but no cells to paint.
MOST_PAINTED = 24
_PATTERN = re.compile(r"[01]{1,64}(-[01]{1,64}){0,63}")


def read_pattern(
    address: AddressReader, name: str, default: Painted, side: int | None
) -> Painted:
    """Read a square of ones and zeros; ``side`` is what it must have."""

    def parse(text: str) -> Painted:
        if text == "" and side is None:
            return text
        if not _PATTERN.fullmatch(text):
            raise Unreadable("it is no rows of 1 and 0, parted by -")
        rows = text.split("-")
        wanted = side or len(rows)
        if len(rows) > MOST_PAINTED:
            raise Unreadable(f"{len(rows)} rows are more than {MOST_PAINTED}")
        if len(rows) != wanted or any(len(row) != wanted for row in rows):
            raise Unreadable(f"it is no square of {wanted} × {wanted}")
        return text

    return address.read(name, default, parse)


def causal_pattern(side: int) -> Painted:
    """Spell the causal mask."""
    return "-".join("1" * (row + 1) + "0" * (side - row - 1) for row in range(side))


def pattern_cells(painted: Painted) -> tuple[tuple[bool, ...], ...]:
    """Give a pattern's cells, True where open."""
    return tuple(tuple(cell == "1" for cell in row) for row in painted.split("-"))
