"""Write words as people read them: spaces, apostrophes, capitals.

Lives here: the text of a sentence from the lower-case words of the lesson
models. Not here: cutting a text into words, which their tokenizer does, and
which gives the same words back.
"""

from collections.abc import Collection, Sequence

NARROW_SPACE = "\u202f"
"""What French puts before a question mark; it doesn't break a line."""

_ENDS = frozenset(".?!…")
_CLOSE_UP = frozenset(".,…)")
_AFTER_NARROW_SPACE = frozenset("?!;:")


def detokenize(
    words: Sequence[str], *, names: Collection[str] = (), is_french: bool = True
) -> str:
    """Join words into a text that is cut into the same words again.

    *l'* leans on the word after it, *n't* and *'s* on the one before. Unknown
    words stand as ``<unk>``.

    Args:
        names: words that have a capital wherever they stand.
        is_french: put a narrow space before ``? ! ; :``.
    """
    known = frozenset(names)
    text, last = "", "."
    for word in words:
        text += _space_between(last, word, is_french=is_french) if text else ""
        is_capital = last in _ENDS or word in known
        text += word[:1].upper() + word[1:] if is_capital else word
        last = word
    return text


def _space_between(last: str, word: str, *, is_french: bool) -> str:
    """Return what parts a word from the one before it."""
    if last.endswith(("'", "(")):
        return ""
    if word in _AFTER_NARROW_SPACE:
        return NARROW_SPACE if is_french else ""
    is_suffix = word == "n't" or (word.startswith("'") and len(word) > 1)
    return "" if word in _CLOSE_UP or (is_suffix and last.isalpha()) else " "
