"""Say which text is asked about, and find its tokens.

Lives here: a text with what makes tokens of it, for the source or for the
target of a model that has both. Not here: keeping the tokens
(``captures.py``) and making them (the model side).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from app.captures import CaptureCache
from model import TargetText, TokenizedText, UnsupportedByModel

if TYPE_CHECKING:
    from model import LoadedModel

Side = Literal["source", "target"]


@dataclass(frozen=True, slots=True)
class TextInput:
    """A text, and how to make tokens of it; no model means the default."""

    model: str | None
    text: str
    text_pair: str | None = None
    truncate: bool = False
    split_special_tokens: bool = False
    side: Side = "source"

    @property
    def n_characters(self) -> int:
        """How long it is, its pair included."""
        return len(self.text) + len(self.text_pair or "")


def tokenize(loaded: LoadedModel, asked: TextInput) -> TokenizedText:
    """Make the tokens of a text, as its side is fed to the model."""
    if asked.side == "target":
        return tokenize_target(loaded, asked).tokenized
    return loaded.tokenize(
        asked.text,
        asked.text_pair,
        truncate=asked.truncate,
        split_special_tokens=asked.split_special_tokens,
    )


def tokenize_target(loaded: LoadedModel, asked: TextInput) -> TargetText:
    """Make the tokens of a target that somebody typed.

    Raises:
        UnsupportedByModel: a pair, or a model that writes no target.
        TextError: the text is wrong or too long.
    """
    if asked.text_pair is not None:
        raise UnsupportedByModel(
            "A target is one text, not a pair.", hint="Leave out text_pair."
        )
    return loaded.tokenize_target(
        asked.text,
        truncate=asked.truncate,
        split_special_tokens=asked.split_special_tokens,
    )


def tokens_of(
    loaded: LoadedModel, asked: TextInput, captures: CaptureCache
) -> TokenizedText:
    """Find the tokens of a source, or make them."""
    return captures.tokens.get(_key(loaded, asked), lambda: tokenize(loaded, asked))


def target_of(
    loaded: LoadedModel, asked: TextInput, captures: CaptureCache
) -> TargetText:
    """Find the tokens of a target that somebody typed, or make them."""
    return captures.targets.get(
        _key(loaded, asked), lambda: tokenize_target(loaded, asked)
    )


def _key(loaded: LoadedModel, asked: TextInput) -> tuple[str, str, TextInput]:
    description = loaded.description
    return description.id, description.revision, asked
