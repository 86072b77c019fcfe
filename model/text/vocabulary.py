"""Show the entries of a vocabulary, which stand in no text.

Lives here: the label of a token id alone. Not here: the tokens of a text, which
know the letters they came from (``tokens.py``).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from model.text.display_text import make_label, make_visible
from model.text.frozen_tokenizer import frozen_copy


@dataclass(frozen=True, slots=True)
class VocabularyEntry:
    """One entry.

    Attributes:
        text: what a person reads; without the space that begins a word.
        raw: the tokenizer's own spelling.
    """

    text: str
    raw: str


def read_entries(tokenizer: Any, ids: Sequence[int]) -> tuple[VocabularyEntry, ...]:
    """Read some entries.

    A part of a character is shown as its bytes in hexadecimal; an id beyond the
    tokenizer's vocabulary, which some models have for padding, as a number.
    """
    frozen = frozen_copy(tokenizer, splits_special=False)
    entries = []
    for token_id in ids:
        raw = tokenizer.convert_ids_to_tokens(token_id)
        if raw is None:
            entries.append(VocabularyEntry(f"id {token_id}", ""))
        elif token_id in frozen.special:
            entries.append(VocabularyEntry(make_visible(raw), raw))
        else:
            said = frozen.style.decode(raw).decode(errors="backslashreplace")
            entries.append(VocabularyEntry(make_label(said) or make_visible(raw), raw))
    return tuple(entries)
