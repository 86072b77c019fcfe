"""Keep what was made of recent texts: their tokens and what forwards gave.

Lives here: the two caches that let a new head, layer, zoom, encoding or
temperature of the same text do without tokenizer and model. Not here: making
either (the model side).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from cachetools import LRUCache

from model import AdapterUse, MaskSpecification, TargetText, TokenizedText

if TYPE_CHECKING:
    from model import Capture, LoadedModel

# A token takes some 300 bytes, so these take 30 MB at most.
_MAX_TOKENS = 100_000


class Kept(Protocol):
    """Something that knows its size."""

    @property
    def nbytes(self) -> int:
        """Bytes held."""


K = TypeVar("K", bound=Kept)
T = TypeVar("T")


class CaptureKey(NamedTuple):
    """What makes two captures equal.

    ``target`` holds the ids of a target that was typed; None where the model
    read its source alone. A target of the model's own is kept together with
    its capture, under another name (``targets.py``).
    """

    model_id: str
    revision: str
    ids: tuple[int, ...]
    segment_ids: tuple[int, ...]
    mask: MaskSpecification | None
    target: tuple[int, ...] | None = None
    adapter: AdapterUse | None = None


class ForwardKey(NamedTuple):
    """What makes what else a forward gave equal to another's."""

    what: str
    model_id: str
    revision: str
    ids: tuple[int, ...]
    segment_ids: tuple[int, ...]
    conditions: tuple[Any, ...]


def forward_key(
    what: str, loaded: LoadedModel, tokenized: TokenizedText, *conditions: Any
) -> ForwardKey:
    """Name what a forward of a text gives, under these conditions."""
    description = loaded.description
    return ForwardKey(
        what,
        description.id,
        description.revision,
        tokenized.ids,
        tokenized.segment_ids,
        conditions,
    )


class TokenCache(Generic[T]):
    """Keep the tokens of the texts asked last.

    Only the thread of the models touches it.
    """

    def __init__(
        self, n_tokens: Callable[[T], int], max_tokens: int = _MAX_TOKENS
    ) -> None:
        self._n_tokens = n_tokens
        self._texts: LRUCache[Hashable, T] = LRUCache(max_tokens, getsizeof=n_tokens)

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Find the tokens of a text, or make and keep them."""
        kept = self._texts.get(key)
        if kept is None:
            kept = make()
            if self._n_tokens(kept) <= self._texts.maxsize:
                self._texts[key] = kept
        return kept


class CaptureCache:
    """Keep the captures used last, and what else forwards gave.

    Attributes:
        tokens: of the same texts, and of others.
        targets: that were typed, as the decoder is fed them.

    Only the thread of the models touches it.
    """

    def __init__(self, max_bytes: int) -> None:
        self.tokens: TokenCache[TokenizedText] = TokenCache(
            lambda tokenized: len(tokenized.tokens)
        )
        self.targets: TokenCache[TargetText] = TokenCache(
            lambda target: len(target.tokenized.tokens)
        )
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

    def find(self, key: ForwardKey) -> Any:
        """Find what else a forward gave, and count it as used."""
        return self._captures.get(key)

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
