"""Keep what was made of recent texts: their tokens and their captures.

Lives here: the two caches that let a new head, layer, zoom or encoding of the
same text do without tokenizer and model. Not here: making either (the model
side).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, NamedTuple

from cachetools import LRUCache

from model import TokenizedText

if TYPE_CHECKING:
    from model import Capture

# A token takes some 300 bytes, so these take 30 MB at most.
_MAX_TOKENS = 100_000


class CaptureKey(NamedTuple):
    """What makes two captures equal."""

    model_id: str
    revision: str
    ids: tuple[int, ...]
    segment_ids: tuple[int, ...]


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
    """Keep the captures used last.

    Attributes:
        tokens: of the same texts, and of others.

    Only the thread of the models touches it.
    """

    def __init__(self, max_bytes: int) -> None:
        self.tokens = TokenCache()
        self._captures: LRUCache[CaptureKey, Capture] = LRUCache(
            max_bytes, getsizeof=lambda capture: capture.nbytes
        )

    @property
    def nbytes(self) -> int:
        """How many bytes the captures take."""
        return int(self._captures.currsize)

    def get(self, key: CaptureKey) -> Capture | None:
        """Find a capture, and count it as used."""
        return self._captures.get(key)

    def put(self, key: CaptureKey, capture: Capture) -> None:
        """Keep a capture, unless it is larger than the whole cache."""
        if capture.nbytes <= self._captures.maxsize:
            self._captures[key] = capture

    def clear(self) -> None:
        """Give all memory back."""
        self._captures.clear()
