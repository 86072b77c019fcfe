"""Find the one token of a word that stands in no text.

Lives here: from a word in a request to an entry of a model's vocabulary. Not
here: words within a text (``word_questions.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from model import Token, WordNotFound

if TYPE_CHECKING:
    from model import LoadedModel


def token_of(loaded: LoadedModel, field: str, word: str) -> Token:
    """Read a word as the target's side does, into one token.

    Raises:
        WordNotFound: it is no word, several tokens, or unknown.
    """
    target, start = loaded.tokenize_target(word), loaded.tokenize_target("")
    n_start = len(start.tokenized.tokens)
    tokens = target.tokenized.tokens[n_start:]
    if len(tokens) != 1:
        raise WordNotFound(
            f"{field} is {len(tokens)} tokens of {loaded.description.id}; it must be "
            "one.",
            hint="POST /api/v1/tokenize with side=target shows the tokens of a word.",
            limit=1,
            actual=len(tokens),
        )
    if loaded.unknown_words(start.tokenized, target):
        raise WordNotFound(
            f"{field} has no entry in the vocabulary of {loaded.description.id}.",
            hint="Give a word that the model can write.",
        )
    return tokens[0]
