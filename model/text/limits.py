"""Refuse a text that the model can't take, or cut it.

Lives here: half characters, texts without tokens, and which tokens stay of a
text that is too long. Not here: what the tokens say (``tokens.py``).
"""

import re
from collections.abc import Sequence

from model.errors import EmptyText, InvalidText, TooManyTokens
from model.text.frozen_tokenizer import EncodedText

_SURROGATE = re.compile("[\ud800-\udfff]")
_NAMES = ("text", "second text")


def check_unicode(texts: Sequence[str], names: Sequence[str] = _NAMES) -> None:
    """Refuse half a character, which has no place in any encoding.

    Raises: InvalidText with the index of the first lone surrogate.
    """
    for name, text in zip(names, texts, strict=False):
        if match := _SURROGATE.search(text):
            raise InvalidText(
                f"The {name} is not valid Unicode: there is a lone surrogate "
                f"(U+{ord(match[0]):04X}) at index {match.start()}.",
                hint="Remove that half character, or send the whole one.",
                actual=match.start(),
            )


def count_tokens(encoded: EncodedText, n_texts: int) -> list[int]:
    """Count the tokens of each text, without added ones.

    Raises: EmptyText for a text that has none.
    """
    sizes = [encoded.segments.count(segment) for segment in range(n_texts)]
    for name, size in zip(_NAMES, sizes, strict=False):
        if size == 0:
            raise EmptyText(
                f"The {name} has no tokens but special ones.",
                hint="Type at least one word.",
            )
    return sizes


def kept_sizes(
    sizes: Sequence[int], n_tokens: int, max_length: int, *, truncate: bool
) -> list[int]:
    """Say how many tokens of each text stay.

    The longer text is cut first, down to the length of the other.

    Args:
        sizes: tokens of each text, without added ones.
        n_tokens: with added ones, which all stay.

    Invariants: the same as ``longest_first`` of the tokenizers library.
    Raises: TooManyTokens if nothing may be cut, or too little is left.
    """
    if n_tokens <= max_length:
        return list(sizes)
    room = max_length - (n_tokens - sum(sizes))
    if not truncate or room < len(sizes):
        raise TooManyTokens(
            f"The text has {n_tokens:,} tokens, and this model takes at most "
            f"{max_length:,}.",
            hint="Shorten the text, or ask for it to be cut (truncate=true).",
            limit=max_length,
            actual=n_tokens,
        )
    if len(sizes) == 1:
        return [room]
    first, second = sizes
    shorter = min(first, second, room // 2)
    return [room - shorter, shorter] if first > second else [shorter, room - shorter]


def kept_places(encoded: EncodedText, sizes: Sequence[int]) -> list[int]:
    """Return the places of the tokens that stay, added ones included."""
    left = list(sizes)
    places = []
    for place, segment in enumerate(encoded.segments):
        if segment is not None:
            left[segment] -= 1
            if left[segment] < 0:
                continue
        places.append(place)
    return places
