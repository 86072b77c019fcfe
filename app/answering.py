"""Answer one question on the thread of the models.

Lives here: the steps from a text to its attention, and which of them a kept
capture makes needless. Not here: threads, queues and deadlines (``engine.py``).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

from app.captures import CaptureCache
from app.errors import Busy, ResponseTooLarge
from app.faults import is_out_of_memory
from app.model_thread import IsCancelled
from app.targets import (
    UnknownWord,
    capture_of,
    check_before_writing,
    own_target,
    reads_target,
    refuse_mask,
    unknown_words,
)
from app.text_input import TextInput, target_of, tokens_of
from model import (
    AdapterUse,
    MaskSpecification,
    ModelDescription,
    ResolvedSelection,
    Selection,
    TargetText,
    TokenizedText,
)

if TYPE_CHECKING:
    # These bring PyTorch with them, which only the loading thread imports.
    from model import AttentionReading, Capture, LoadedModel

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class AttentionQuestion:
    """What to read for a text; at most ``cell_limit`` numbers.

    A mask replaces the model's own in every layer. No target means the model's
    own, where the part needs one; no adapter the model as it is.
    """

    input: TextInput
    selection: Selection
    cell_limit: int
    mask: MaskSpecification | None = None
    target: TextInput | None = None
    adapter: AdapterUse | None = None

    @property
    def n_characters(self) -> int:
        """How much text it brings along, on both sides."""
        n_target = 0 if self.target is None else self.target.n_characters
        return self.input.n_characters + n_target

    def of(self, model_id: str) -> AttentionQuestion:
        """Ask the same of this model."""
        target = self.target and replace(self.target, model=model_id)
        return replace(self, input=replace(self.input, model=model_id), target=target)


@dataclass(frozen=True, slots=True)
class AttentionAnswer:
    """The numbers, what they belong to, and how long they took.

    Attributes:
        target: what the decoder was fed; None where nothing was.
        unknown_words: of both texts, where a model reads one and writes another.

    Units: milliseconds.
    """

    description: ModelDescription
    adapter: AdapterUse | None
    tokenized: TokenizedText
    target: TargetText | None
    unknown_words: tuple[UnknownWord, ...]
    reading: AttentionReading
    queue_ms: float
    forward_ms: float
    reduce_ms: float
    cache: Literal["hit", "miss"]


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
        ModelError: a text, the selection, the mask or the adapter doesn't fit
            the model.
        ResponseTooLarge: more cells than the limit.
        Busy: not enough memory, even with the cache emptied.
    """
    began_at = time.perf_counter()
    # Before anything kept is looked at: an adapter may have gone since.
    loaded.check_adapter(question.adapter)
    tokenized = tokens_of(loaded, question.input, captures)

    def compute() -> AttentionAnswer:
        forward_at = time.perf_counter()
        seen = _see(loaded, question, tokenized, captures, is_cancelled)
        read_at = time.perf_counter()
        reading = loaded.read(seen.capture, seen.resolved, is_cancelled=is_cancelled)
        return AttentionAnswer(
            description=loaded.description,
            adapter=question.adapter,
            tokenized=tokenized,
            target=seen.target,
            unknown_words=unknown_words(
                loaded, question.input, tokenized, question.target, seen.target
            ),
            reading=reading,
            queue_ms=_ms(asked_at, began_at),
            forward_ms=0.0 if seen.is_hit else _ms(forward_at, read_at),
            reduce_ms=_ms(read_at, time.perf_counter()),
            cache="hit" if seen.is_hit else "miss",
        )

    return with_memory(compute, captures)


class _Seen(NamedTuple):
    """What a forward left, and what is to be read from it."""

    capture: Capture
    is_hit: bool
    resolved: ResolvedSelection
    target: TargetText | None


def _see(
    loaded: LoadedModel,
    question: AttentionQuestion,
    tokenized: TokenizedText,
    captures: CaptureCache,
    is_cancelled: IsCancelled,
) -> _Seen:
    """Find the capture to read, after every check that needs no forward."""
    selection, mask = question.selection, question.mask
    target = question.target
    typed = None if target is None else target_of(loaded, target, captures)
    needs_target = reads_target(selection, loaded.description)
    if needs_target:
        refuse_mask(mask, loaded.description)
    if needs_target and typed is None:
        check_before_writing(loaded, selection, tokenized)
        own, is_hit = own_target(loaded, tokenized, captures, is_cancelled)
        resolved = loaded.resolve(selection, tokenized, own.target)
        check_cells(resolved.n_cells, question.cell_limit)
        return _Seen(own.capture, is_hit, resolved, own.target)
    read = typed if needs_target else None
    resolved = loaded.resolve(selection, tokenized, read)
    check_cells(resolved.n_cells, question.cell_limit)
    capture, is_hit = capture_of(
        loaded, tokenized, read, mask, question.adapter, captures, is_cancelled
    )
    return _Seen(capture, is_hit, resolved, typed)


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
