"""Warn of what the model can't see of a text.

Lives here: the sentences. Not here: errors, which refuse the text
(``limits.py``).
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from model.text.frozen_tokenizer import FrozenTokenizer
from model.text.spans import count_left_out

if TYPE_CHECKING:
    from model.tokens import Token


def warn_of_tokens(
    frozen: FrozenTokenizer,
    texts: Sequence[str],
    tokens: "Sequence[Token]",
    *,
    is_cut: bool,
) -> tuple[str, ...]:
    """Say in sentences what is unknown, too long or left out."""
    warnings = []
    words = [token for token in tokens if not token.special]
    unknown = [token for token in words if token.id == frozen.unknown_id]
    longest = max(((t.end or 0) - (t.start or 0) for t in unknown), default=0)
    if frozen.longest_word is not None and longest > frozen.longest_word:
        warnings.append(
            f"A word of {longest:,} characters is longer than the "
            f"{frozen.longest_word:,} this model reads, so it is one unknown token."
        )
    if words and len(unknown) == len(words):
        warnings.append(
            "Every word of the text is unknown to this model, so it can't tell "
            "them apart."
        )
    left_out = sum(
        count_left_out(text, _spans_of(segment, tokens), is_cut=is_cut)
        for segment, text in enumerate(texts)
    )
    if left_out:
        warnings.append(
            "This model has no token for 1 character of the text and leaves it out."
            if left_out == 1
            else f"This model has no token for {left_out:,} characters of the text "
            "and leaves them out."
        )
    return tuple(warnings)


def _spans_of(segment: int, tokens: "Sequence[Token]") -> list[tuple[int, int]]:
    """Return the spans of one text's tokens."""
    return [
        (token.start, token.end)
        for token in tokens
        if token.segment == segment
        and token.start is not None
        and token.end is not None
    ]
