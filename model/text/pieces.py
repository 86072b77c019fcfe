"""Read the tokens of one text: what is shown, and where it stands.

Lives here: a token's label, its span, and "2/3" where one character is several
tokens. Not here: the tokenizer's spelling (``piece_style.py``), symbols for
what can't be seen (``display_text.py``), and words (``words.py``).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from operator import sub

from model.text.display_text import (
    LONGEST_CHARACTER,
    find_characters,
    make_label,
    make_visible,
)
from model.text.piece_style import PieceStyle
from model.text.spans import Span, follow_bytes, repair_spans


@dataclass(frozen=True, slots=True)
class Piece:
    """A token as the tokenizer gives it.

    Attributes:
        raw: its own spelling.
        span: the letters it says it stands for.
        is_fixed: shown as it is spelled: a special token or an unknown word.
    """

    raw: str
    span: Span
    is_fixed: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """A token as people read it; the fields are those of ``Token``."""

    text: str
    start: int
    end: int
    piece: str | None


def read_pieces(
    text: str, pieces: Sequence[Piece], style: PieceStyle, n_kept: int
) -> list[Reading]:
    """Read the first ``n_kept`` pieces of a text.

    A token inside a character that several tokens share shows the whole
    character, and which part it is. The pieces after those kept only count as
    parts of a character that was cut (see ``n_near``).
    """
    contents = [_content(text, piece, style) for piece in pieces]
    spans = [piece.span for piece in pieces]
    if style.is_exact:
        spans = follow_bytes(text, spans, contents)
    spans = repair_spans(text, spans, contents)
    parts = _share_characters(text, spans)
    readings: list[Reading] = []
    for i in range(n_kept):
        content, part = contents[i], parts[i]
        if content is None:
            label, name = make_visible(pieces[i].raw), None
        elif part is not None and part.reach == part.span:
            label, name = make_label(text[slice(*part.span)]), part.name
        else:
            label, name = _label(text, pieces[i].raw, content, part)
        readings.append(Reading(label, *spans[i], name))
    return readings


def n_near(spans: Sequence[Span], n_kept: int) -> int:
    """Count the tokens that may share a character with the first ones."""
    if n_kept == 0:
        return 0
    limit = spans[n_kept - 1][1] + LONGEST_CHARACTER
    near = n_kept
    while near < len(spans) and spans[near][0] < limit:
        near += 1
    return near


@dataclass(frozen=True, slots=True)
class _Part:
    """Which part of a shared character a token is.

    ``span`` is the character's; ``reach`` is that of all the characters that
    the token touches.
    """

    name: str
    span: Span
    reach: Span


def _share_characters(text: str, spans: Sequence[Span]) -> list[_Part | None]:
    """Say which part of a character each token is; None if of no shared one.

    A token between its first and its last character is alone there, so only
    these two are counted: the work is the same for any length of token. Where
    both are shared, the later one, which begins in the token, counts.
    """
    starts = find_characters(text)
    place = [
        i for i, size in enumerate(map(sub, starts[1:], starts)) for _ in range(size)
    ]
    edges = [sorted({place[s], place[e - 1]}) if s < e else [] for s, e in spans]
    sizes = Counter(chain.from_iterable(edges))
    seen: Counter[int] = Counter()
    parts: list[_Part | None] = []
    for touched in edges:
        part = None
        for character in touched:
            if sizes[character] > 1:
                seen[character] += 1
                part = _Part(
                    f"{seen[character]}/{sizes[character]}",
                    (starts[character], starts[character + 1]),
                    (starts[touched[0]], starts[touched[-1] + 1]),
                )
        parts.append(part)
    return parts


def _content(text: str, piece: Piece, style: PieceStyle) -> bytes | None:
    """Return what a piece stands for; None where it is shown as spelled."""
    if piece.is_fixed:
        return None
    start, end = piece.span
    if style.is_byte_level and len(piece.raw) == 1:
        return style.decode(piece.raw)  # ``¶`` spells the byte B6, a half of ¶
    # What looks like the tokenizer's spelling may be what the person typed.
    if len(piece.raw) == end - start and text.startswith(piece.raw, start):
        return piece.raw.encode()
    return style.decode(piece.raw)


def _label(
    text: str, raw: str, content: bytes, part: _Part | None
) -> tuple[str, str | None]:
    """Show what a piece says; the characters it touches if it says half."""
    try:
        return make_label(content.decode()) or make_visible(raw), None
    except UnicodeDecodeError:
        if part is None or part.reach[1] - part.reach[0] > 2 * LONGEST_CHARACTER:
            return make_visible(raw), None
        return make_visible(text[slice(*part.reach)]), part.name
