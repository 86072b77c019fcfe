"""Arrange the positions of an axis into what is shown.

Lives here: joining tokens into words, choosing a range, hiding positions and
cutting what is left into cells, all on indices, with no tensor. Not here: the
same steps on weights, which ``reading.py`` takes with these indices.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from model.text.words import join_texts
from model.tokens import Token


@dataclass(frozen=True, slots=True)
class Unit:
    """A token, or the tokens of one word: positions ``start`` to ``stop``."""

    token: Token
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis of an answer.

    Attributes:
        units: every token or word of the text, in order.
        shown: indices into ``units`` that the answer shows, ascending.
        hidden: indices into ``units`` that were asked for but are hidden.
        factor: how many shown units share a cell; 1 means none.
    """

    units: tuple[Unit, ...]
    shown: tuple[int, ...]
    hidden: tuple[int, ...]
    factor: int

    @property
    def n_cells(self) -> int:
        """How many cells a side the answer has."""
        return -(-len(self.shown) // self.factor)

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The shown tokens or words, before pooling."""
        return tuple(self.units[index].token for index in self.shown)

    @property
    def is_whole(self) -> bool:
        """Whether every unit is shown."""
        return len(self.shown) == len(self.units)


def units_of(tokens: Sequence[Token], merge: str) -> tuple[Unit, ...]:
    """List the tokens, or join neighbours of the same word.

    A special token stands alone. A word's text is its pieces', joined; its id
    is the first piece's.
    """
    if merge == "tokens":
        return tuple(Unit(t, t.index, t.index + 1) for t in tokens)
    groups = groupby(
        tokens, key=lambda t: ("token", t.index) if t.word is None else ("word", t.word)
    )
    return tuple(
        _join(index, tuple(pieces)) for index, (_, pieces) in enumerate(groups)
    )


def _join(index: int, pieces: tuple[Token, ...]) -> Unit:
    first, last = pieces[0], pieces[-1]
    word = replace(
        first,
        index=index,
        text=join_texts(pieces),
        raw="".join(piece.raw for piece in pieces),
        end=last.end,
        piece=None if len(pieces) > 1 else first.piece,
    )
    return Unit(word, first.index, last.index + 1)


def hidden_indices(units: Sequence[Unit], hide: str) -> frozenset[int]:
    """Name the units that ``hide`` drops."""
    if hide == "special":
        return frozenset(i for i, unit in enumerate(units) if unit.token.special)
    if hide == "first":
        return frozenset({0}) if units else frozenset()
    return frozenset()


def blocks_of(axis: Axis, *, n_rows: int, whole: bool) -> list["RowBlock"]:
    """Cut a query axis into blocks of about ``n_rows`` tokens.

    A cell never straddles two blocks, nor does a word. With ``whole`` the
    blocks cover every unit, shown or not.
    """
    blocks: list[RowBlock] = []
    shown, units = axis.shown, axis.units
    start_cell = 0
    start_unit = 0 if whole else shown[0]
    while start_cell < axis.n_cells:
        stop_cell = start_cell + 1
        first = units[start_unit].start
        while stop_cell < axis.n_cells:
            last_unit = shown[min((stop_cell + 1) * axis.factor, len(shown)) - 1]
            if units[last_unit].stop - first > n_rows:
                break
            stop_cell += 1
        picked = shown[start_cell * axis.factor : stop_cell * axis.factor]
        is_last = stop_cell == axis.n_cells
        stop_unit = len(units) if whole and is_last else picked[-1] + 1
        blocks.append(RowBlock(start_cell, stop_cell, start_unit, stop_unit, picked))
        start_cell, start_unit = stop_cell, stop_unit
    return blocks


@dataclass(frozen=True, slots=True)
class RowBlock:
    """Rows that are computed together.

    Attributes:
        start_cell, stop_cell: the cells of the answer that it fills.
        start_unit, stop_unit: the units that it computes.
        shown: the units among them that the cells are made of.
    """

    start_cell: int
    stop_cell: int
    start_unit: int
    stop_unit: int
    shown: tuple[int, ...]
