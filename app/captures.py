"""Keep what was made of recent texts: their tokens and what forwards gave.

Lives here: the two caches that let a new head, layer, zoom, encoding or
temperature of the same text do without tokenizer and model. Not here: making
either (the model side).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from cachetools import LRUCache

from model import MaskSpecification, TokenizedText

if TYPE_CHECKING:
    from model import Capture

# A token takes some 300 bytes, so these take 30 MB at most.
_MAX_TOKENS = 100_000


class Kept(Protocol):
    """Something that knows its size."""

    @property
    def nbytes(self) -> int:
        """Bytes held."""


K = TypeVar("K", bound=Kept)


class CaptureKey(NamedTuple):
    """What makes two captures equal."""

    model_id: str
    revision: str
    ids: tuple[int, ...]
    segment_ids: tuple[int, ...]
    mask: MaskSpecification | None


class TokenCache:
    """Keep the tokens of the texts asked last.

    Only the thread of the models touches it.
    """

    def __init__(self, max_tokens: int = _MAX_TOKENS) -> None:
        self._texts: LRUCache[Hashable, TokenizedText] = LRUCache(
            max_tokens, getsizeof=lambda tokenized: len(tokenized.tokens)
        )

    def get(self, key: Hashable, make: Callable[[], TokenizedText]) -> TokenizedText:
        """Find the tokens of a text, or make and keep them."""
        kept = self._texts.get(key)
        if kept is None:
            kept = make()
            if len(kept.tokens) <= self._texts.maxsize:
                self._texts[key] = kept
        return kept


class CaptureCache:
    """Keep the captures used last, and what else forwards gave.

    Attributes:
        tokens: of the same texts, and of others.

    Only the thread of the models touches it.
    """

    def __init__(self, max_bytes: int) -> None:
        self.tokens = TokenCache()
        self._captures: LRUCache[Hashable, Any] = LRUCache(
            max_bytes, getsizeof=lambda kept: kept.nbytes
        )

    @property
    def nbytes(self) -> int:
        """How many bytes all that is kept takes."""
        return int(self._captures.currsize)

    def get(self, key: CaptureKey) -> Capture | None:
        """Find a capture, and count it as used."""
        found: Capture | None = self._captures.get(key)
        return found

    def put(self, key: Hashable, kept: Kept) -> None:
        """Keep something, unless it is larger than the whole cache."""
        if kept.nbytes <= self._captures.maxsize:
            self._captures[key] = kept

    def find_or_make(self, key: Hashable, make: Callable[[], K]) -> K:
        """Find what a forward gave, or run it and keep what it gives.

        The key must say which kind of thing is kept.
        """
        found: K | None = self._captures.get(key)
        if found is None:
            found = make()
            self.put(key, found)
        return found

    def clear(self) -> None:
        """Give all memory back."""
        self._captures.clear()
