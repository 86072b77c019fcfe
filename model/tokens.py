"""Turn a text into the tokens a model is fed, and into what people read.

Lives here: ids, display text, offsets, words and segments. Not here: the
model's forward, which takes the ids (``huggingface.py``).
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Token:
    """One position of the model's input.

    Attributes:
        index: position in the sequence, from 0.
        id: the number fed to the model.
        text: what a person reads; spaces, newlines and bytes made visible.
        raw: the tokenizer's own piece, such as ``##ing`` or ``Ġthe``.
        start, end: code-point offsets into the user's text (of its segment);
            None for a token that was added.
        special: a special token, added or typed.
        typed: a special token that stands in the user's own text.
        word: groups the pieces of one word; None for special tokens.
        segment: 0 for the text, 1 for its pair, None for neither.
        piece: "2/3" where one character is several tokens, else None.
    """

    index: int
    id: int
    text: str
    raw: str
    start: int | None
    end: int | None
    special: bool
    typed: bool
    word: int | None
    segment: int | None
    piece: str | None


@dataclass(frozen=True, slots=True)
class TokenizedText:
    """The tokens of a text (and its pair), exactly as fed.

    Attributes:
        tokens: all of them, in order.
        segment_ids: what the model takes as ``token_type_ids``; empty where it
            takes none.
        dropped: how many tokens were cut off on request; 0 means none.
        warnings: sentences to show, such as "every word is unknown".
    """

    tokens: tuple[Token, ...]
    segment_ids: tuple[int, ...]
    dropped: int
    warnings: tuple[str, ...]

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids fed to the model."""
        return tuple(token.id for token in self.tokens)
