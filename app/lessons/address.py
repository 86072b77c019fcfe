"""Read a lesson's state from its address; what can't be read is said.

Lives here: the spelling of every kind of field. Its twin, which only writes,
is ``static/js/learn/address.js``; ``tests/golden/lesson_addresses.json`` holds
both to the same strings. Not here: which fields a lesson has.

    numbers    ``1``, ``-0.5``, ``2e3``
    matrices   rows parted by semicolons, cells by commas: ``1,0;0,1``
    tokens     parted by spaces; inside a token a space is a no-break space
    flags      ``true``, ``false``
    nothing    an empty value
"""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

Matrix = tuple[tuple[float, ...], ...]
T = TypeVar("T")

LARGEST_SIDE = 8
LARGEST_NUMBER = 1e6
LONGEST_TOKEN = 24
_NUMBER = re.compile(r"-?[0-9]{1,24}(\.[0-9]{1,24})?(e[+-]?[0-9]{1,3})?")
_COUNT = re.compile(r"-?[0-9]{1,9}")
_SHOWN = 40


class Unreadable(Exception):
    """A value of the address that makes no sense; its text says why."""


@dataclass(slots=True)
class AddressReader:
    """Read field after field, and keep a note of each that can't be read.

    A field that is absent has its default; so has one that can't be read, and
    ``notes`` then says so. The other fields are never touched by it.
    """

    query: Mapping[str, str]
    notes: list[str] = field(default_factory=list)

    def matrix(
        self,
        name: str,
        default: Matrix,
        *,
        rows: int | None = None,
        columns: int | None = None,
        most: int = LARGEST_SIDE,
    ) -> Matrix:
        """Read a matrix; ``rows`` and ``columns`` are what it must have."""
        return self.read(name, default, lambda t: _matrix(t, rows, columns, most))

    def tokens(
        self, name: str, default: tuple[str, ...], *, most: int = LARGEST_SIDE
    ) -> tuple[str, ...]:
        """Read the tokens of a small example; an empty one is a token too."""

        def parse(text: str) -> tuple[str, ...]:
            tokens = tuple(text.split(" "))
            if len(tokens) > most:
                raise Unreadable(f"{len(tokens)} tokens are more than {most}")
            if max(map(len, tokens)) > LONGEST_TOKEN:
                raise Unreadable(f"a token has more than {LONGEST_TOKEN} characters")
            return tuple(token.replace("\u00a0", " ") for token in tokens)

        return self.read(name, default, parse)

    def number(self, name: str, default: float, *, low: float, high: float) -> float:
        """Read a number in a closed range."""
        return self.read(name, default, lambda t: _in_range(_number(t), low, high))

    def count(self, name: str, default: int, *, low: int, high: int) -> int:
        """Read a whole number in a closed range."""

        def parse(text: str) -> int:
            if not _COUNT.fullmatch(text):
                raise Unreadable("it is no whole number")
            return _in_range(int(text), low, high)

        return self.read(name, default, parse)

    def counts(
        self, name: str, default: tuple[int, ...], *, low: int, high: int, most: int
    ) -> tuple[int, ...]:
        """Read a list of whole numbers, parted by commas; empty is a list too."""

        def parse(text: str) -> tuple[int, ...]:
            parts = text.split(",") if text else []
            if len(parts) > most or not all(_COUNT.fullmatch(p) for p in parts):
                raise Unreadable(f"it is no list of up to {most} whole numbers")
            return tuple(_in_range(int(part), low, high) for part in parts)

        return self.read(name, default, parse)

    def choice(self, name: str, default: str, options: tuple[str, ...]) -> str:
        """Read one of a few words."""

        def parse(text: str) -> str:
            if text not in options:
                raise Unreadable(f"it is none of {', '.join(options)}")
            return text

        return self.read(name, default, parse)

    def flag(self, name: str, default: bool) -> bool:
        """Read ``true`` or ``false``."""
        word = "true" if default else "false"
        return self.choice(name, word, ("true", "false")) == "true"

    def text(self, name: str, default: str, *, most: int = 2000) -> str:
        """Read a text as it is; empty is a text too."""

        def parse(text: str) -> str:
            if len(text) > most:
                raise Unreadable(f"{len(text)} characters are more than {most}")
            if any("\ud800" <= character <= "\udfff" for character in text):
                raise Unreadable("it holds half a character")
            return text

        return self.read(name, default, parse)

    def read(self, name: str, default: T, parse: Callable[[str], T]) -> T:
        """Read a field of any kind; ``parse`` raises ``Unreadable``."""
        text = self.query.get(name)
        if text is None:
            return default
        try:
            return parse(text)
        except Unreadable as error:
            shown = text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
            shown = shown.encode("utf-8", "replace").decode("utf-8")
            self.notes.append(
                f"“{name}” in the address was left aside: {error} (“{shown}”)."
            )
            return default


def _matrix(text: str, rows: int | None, columns: int | None, most: int) -> Matrix:
    lines = text.split(";")
    n_columns = len(lines[0].split(","))
    if len(lines) > most or n_columns > most:
        raise Unreadable(f"{len(lines)} × {n_columns} is more than {most} × {most}")
    matrix = tuple(tuple(_number(cell) for cell in line.split(",")) for line in lines)
    for place, row in enumerate(matrix):
        if len(row) != n_columns:
            raise Unreadable(
                f"row {place} has {len(row)} numbers where row 0 has {n_columns}"
            )
    if rows is not None and len(lines) != rows:
        raise Unreadable(f"it has {len(lines)} rows where {rows} are needed")
    if columns is not None and n_columns != columns:
        raise Unreadable(f"it has {n_columns} columns where {columns} are needed")
    return matrix


def _number(text: str) -> float:
    if not _NUMBER.fullmatch(text):
        raise Unreadable("it holds something that is no number")
    number = float(text)
    if not math.isfinite(number) or abs(number) > LARGEST_NUMBER:
        raise Unreadable("it holds a number beyond a million")
    # A negative zero would read as a number of its own.
    return number + 0.0


N = TypeVar("N", int, float)


def _in_range(number: N, low: N, high: N) -> N:
    if not low <= number <= high:
        raise Unreadable(f"it is not between {low} and {high}")
    return number
