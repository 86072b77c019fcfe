"""Write tables in Markdown.

Lives here: how a table looks. Not here: what stands in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a title and a sentence that says how to read it."""

    title: str
    note: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]

    def markdown(self) -> str:
        """Align the columns, so that it reads well as plain text too."""
        lines = [list(self.head), *map(list, self.rows)]
        widths = [max(len(line[i]) for line in lines) for i in range(len(self.head))]
        rule = ["-" * width for width in widths]
        body = [
            "| "
            + " | ".join(f"{c:<{w}}" for c, w in zip(line, widths, strict=True))
            + " |"
            for line in (lines[0], rule, *lines[1:])
        ]
        return "\n".join([f"### {self.title}", "", self.note, "", *body, ""])


def ms(value: float) -> str:
    """Write milliseconds with three figures."""
    return (
        f"{value:.2f}"
        if value < 10
        else f"{value:.0f}"
        if value >= 100
        else f"{value:.1f}"
    )


def times(value: float) -> str:
    """Write a ratio."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def size(n_bytes: float) -> str:
    """Write a number of bytes."""
    for unit, factor in (("MB", 1e6), ("kB", 1e3)):
        if n_bytes >= factor:
            return f"{n_bytes / factor:.3g} {unit}"
    return f"{n_bytes:.0f} B"
