"""Say in an answer what was read from, what was written, and what is unknown.

Lives here: the fields of a source and its target, which several answers share.
Not here: the answers (``documents.py``, ``translation_documents.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.targets import UnknownWord
from model import TargetText, TokenizedText

# A sentence with more words than this is no sentence.
_MOST_WORDS_NAMED = 12


def target_document(target: TargetText) -> dict[str, Any]:
    """Say which target the decoder was fed."""
    return {
        "text": target.text,
        "forced": target.is_forced,
        "finished": target.is_finished,
    }


def sides_document(tokenized: TokenizedText, target: TargetText) -> dict[str, Any]:
    """List the tokens of both sides, and the target they are read with."""
    return {
        "source_tokens": tokenized.tokens,
        "target_tokens": target.tokenized.tokens,
        "target": target_document(target),
    }


def cut_of(
    tokenized: TokenizedText,
    target: TargetText | None = None,
    unknown: Sequence[UnknownWord] = (),
) -> dict[str, Any]:
    """Say what was cut off the texts, and what is worth knowing of them."""
    texts = [tokenized] if target is None else [tokenized, target.tokenized]
    dropped = sum(text.dropped for text in texts)
    said = dict.fromkeys(warning for text in texts for warning in text.warnings)
    return {
        "truncated": dropped > 0,
        "dropped": dropped,
        "warnings": [*said, *_unknown_words(unknown)],
    }


def _unknown_words(unknown: Sequence[UnknownWord]) -> list[str]:
    words = list(dict.fromkeys(word.text for word in unknown))
    if not words:
        return []
    named, n_more = words[:_MOST_WORDS_NAMED], len(words) - _MOST_WORDS_NAMED
    more = f" and {n_more:,} more" if n_more > 0 else ""
    return [f"The model has no entry for: {', '.join(named)}{more}."]
