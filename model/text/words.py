"""Group tokens into the words that people see.

Lives here: word boundaries of the user's text, a word number per token, and
the text of a word from its tokens. Not here: adding up the attention of a
word's pieces (``merging.py``).
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING
from unicodedata import category

import regex

from model.text.display_text import pair_indicators

if TYPE_CHECKING:
    from model.tokens import Token

Span = tuple[int, int]

_BOUNDARY = regex.compile(r"\b", flags=regex.WORD | regex.V1)


def number_words(
    text: str, spans: Sequence[Span | None], first: int
) -> list[int | None]:
    """Give each token the number of its word, the same for any tokenizer.

    Words are those of Unicode, so ``didn't`` is one word however it is cut,
    and each punctuation mark is its own. A token that reaches into several
    words joins them. A token of spaces alone, and one that stands for nothing
    in the text, belongs to the word after it, as the space inside ``Ġthe``
    does; at the end it is its own. Line breaks and tabs are words of their
    own, because a person typed them to be seen.

    Args:
        text: the user's text.
        spans: start and end of each token in it; None for special tokens,
            which have no word.
        first: the number of the first word.

    Source: Unicode Standard Annex 29, word boundaries.
    """
    place = _place_of_letters(text)
    numbers: list[int | None] = [None] * len(spans)
    current = first - 1
    covered = -1  # the last word of the text that word `current` reaches into
    waiting: list[int] = []  # spaces that will join the next word
    for index, span in enumerate(spans):
        if span is not None and _is_space(text, span):
            waiting.append(index)
            continue
        if span is None:
            current += bool(waiting)
            covered = -1
        else:
            current += place[span[0]] > covered
            covered = max(covered, place[span[1] - 1])
            numbers[index] = current
        for space in waiting:
            numbers[space] = current
        waiting.clear()
    for space in waiting:
        numbers[space] = current + 1
    return numbers


def join_texts(tokens: "Sequence[Token]") -> str:
    """Join the texts of one word's tokens; a shared character counts once.

    "1/3", "2/3" and "3/3" of 💩 are 💩, and ``cafe`` with "2/3" and "3/3" of é
    is ``café``.
    """
    joined = ""
    for token in tokens:
        added = token.text
        if token.piece is not None and not token.piece.startswith("1/"):
            size = min(len(joined), len(added))
            while not joined.endswith(added[:size]):
                size -= 1
            added = added[size:]
        joined += added
    return joined.lstrip("␣") or joined


def _place_of_letters(text: str) -> list[int]:
    """Return the index of the word that each letter of the text is in."""
    place: list[int] = []
    start, word, was_space = 0, -1, False
    cuts = [match.start() for match in _BOUNDARY.finditer(pair_indicators(text))]
    for end in [*cuts, len(text)]:
        if end == start:
            continue
        is_space = text[start:end].isspace()
        word += not (is_space and was_space)
        place.extend([word] * (end - start))
        start, was_space = end, is_space
    return place


def _is_space(text: str, span: Span) -> bool:
    """Whether a token is spaces alone; line breaks and tabs are not."""
    letters = text[slice(*span)]
    if letters.isascii():
        return not letters.strip(" ")
    return all(category(letter) == "Zs" for letter in letters)
