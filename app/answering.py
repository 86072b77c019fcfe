"""Answer one question on the thread of the models.

Lives here: the steps from a text to its attention, and which of them a kept
capture makes needless. Not here: threads, queues and deadlines (``engine.py``).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeVar

from app.captures import CaptureCache, CaptureKey
from app.errors import Busy, ResponseTooLarge
from app.faults import is_out_of_memory
from model import MaskSpecification, ModelDescription, Selection, TokenizedText

if TYPE_CHECKING:
    # These bring PyTorch with them, which only the loading thread imports.
    from model import AttentionReading, Capture, LoadedModel

IsCancelled = Callable[[], bool]
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class TextInput:
    """A text, and how to make tokens of it; no model means the default."""

    model: str | None
    text: str
    text_pair: str | None = None
    truncate: bool = False
    split_special_tokens: bool = False

    @property
    def n_characters(self) -> int:
        """How long it is, its pair included."""
        return len(self.text) + len(self.text_pair or "")


@dataclass(frozen=True, slots=True)
class AttentionQuestion:
    """What to read for a text; at most ``cell_limit`` numbers.

    A mask replaces the model's own in every layer.
    """

    input: TextInput
    selection: Selection
    cell_limit: int
    mask: MaskSpecification | None = None


@dataclass(frozen=True, slots=True)
class AttentionAnswer:
    """The numbers, what they belong to, and how long they took.

    Units: milliseconds.
    """

    description: ModelDescription
    tokenized: TokenizedText
    reading: AttentionReading
    queue_ms: float
    forward_ms: float
    reduce_ms: float
    cache: Literal["hit", "miss"]


def tokenize(loaded: LoadedModel, asked: TextInput) -> TokenizedText:
    """Make the tokens of a text."""
    return loaded.tokenize(
        asked.text,
        asked.text_pair,
        truncate=asked.truncate,
        split_special_tokens=asked.split_special_tokens,
    )


def tokens_of(
    loaded: LoadedModel, asked: TextInput, captures: CaptureCache
) -> TokenizedText:
    """Find the tokens of a text, or make them."""
    description = loaded.description
    return captures.tokens.get(
        (description.id, description.revision, asked), lambda: tokenize(loaded, asked)
    )


def answer(
    loaded: LoadedModel,
    question: AttentionQuestion,
    captures: CaptureCache,
    *,
    asked_at: float,
    is_cancelled: IsCancelled,
) -> AttentionAnswer:
    """Read the attention, running the model only where it must.

    Raises:
        ModelError: the text, the selection or the mask doesn't fit the model.
        ResponseTooLarge: more cells than the limit.
        Busy: not enough memory, even with the cache emptied.
    """
    began_at = time.perf_counter()
    tokenized = tokens_of(loaded, question.input, captures)
    resolved = loaded.resolve(question.selection, tokenized)
    check_cells(resolved.n_cells, question.cell_limit)

    def compute() -> AttentionAnswer:
        forward_at = time.perf_counter()
        capture, is_hit = _capture(
            loaded, tokenized, question.mask, captures, is_cancelled
        )
        read_at = time.perf_counter()
        reading = loaded.read(capture, resolved, is_cancelled=is_cancelled)
        return AttentionAnswer(
            description=loaded.description,
            tokenized=tokenized,
            reading=reading,
            queue_ms=_ms(asked_at, began_at),
            forward_ms=0.0 if is_hit else _ms(forward_at, read_at),
            reduce_ms=_ms(read_at, time.perf_counter()),
            cache="hit" if is_hit else "miss",
        )

    return with_memory(compute, captures)


def check_cells(n_cells: int, limit: int) -> None:
    """Refuse an answer of too many numbers before it is computed."""
    if n_cells > limit:
        raise ResponseTooLarge(
            f"The answer would have {n_cells:,} cells; at most {limit:,} are sent.",
            hint="Name fewer layers or heads, pool the cells, "
            "or ask for application/x-npz, which may be larger.",
            limit=limit,
            actual=n_cells,
        )


def _capture(
    loaded: LoadedModel,
    tokenized: TokenizedText,
    mask: MaskSpecification | None,
    captures: CaptureCache,
    is_cancelled: IsCancelled,
) -> tuple[Capture, bool]:
    description = loaded.description
    key = CaptureKey(
        description.id,
        description.revision,
        tokenized.ids,
        tokenized.segment_ids,
        mask,
    )
    kept = captures.get(key)
    if kept is not None:
        return kept, True
    capture = loaded.run(tokenized, mask=mask, is_cancelled=is_cancelled)
    captures.put(key, capture)
    return capture, False


def with_memory(compute: Callable[[], A], captures: CaptureCache) -> A:
    """Empty the cache and try once more when memory runs out.

    Raises:
        Busy: even then there isn't enough.
    """
    try:
        return compute()
    except Exception as error:
        if not is_out_of_memory(error):
            raise
    # Outside of the handler, whose traceback would keep the tensors alive.
    captures.clear()
    try:
        return compute()
    except Exception as error:
        if not is_out_of_memory(error):
            raise
        raise Busy(
            "The device has too little memory for this text right now.",
            hint="Try a shorter text, or ask again in a moment.",
            retry_after_seconds=5,
        ) from None


def _ms(start: float, end: float) -> float:
    return (end - start) * 1000
