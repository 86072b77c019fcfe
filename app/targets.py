"""Find the target that a source is read with, and the capture of both.

Lives here: a target that was typed or the model's own, and which forwards a
kept capture makes needless. Not here: the tokens (``text_input.py``), and what
is read from a capture (``answering.py``).

A model of one text has no target, and all of this costs it nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.captures import CaptureCache, CaptureKey, forward_key
from app.model_thread import IsCancelled
from app.text_input import TextInput, target_of
from model import (
    AdapterUse,
    MaskSpecification,
    ModelDescription,
    Selection,
    TargetText,
    Token,
    TokenizedText,
    UnsupportedByModel,
)

if TYPE_CHECKING:
    # These bring PyTorch with them, which only the loading thread imports.
    from model import Capture, LoadedModel

_OWN = "own target"
_PAIRED = frozenset({"encoder-decoder", "rnn"})


@dataclass(frozen=True, slots=True)
class UnknownWord:
    """A word as it was typed, and where it stands in its text."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class OwnTarget:
    """What the model wrote, and the attention of the steps it wrote it in."""

    target: TargetText
    capture: Capture

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return self.capture.nbytes


def has_target(description: ModelDescription) -> bool:
    """Tell whether a model reads one text and writes another."""
    return description.family in _PAIRED


def reads_target(selection: Selection, description: ModelDescription) -> bool:
    """Tell whether what is asked for needs a target to be there."""
    if not has_target(description):
        return False
    own_part = "cross" if description.family == "rnn" else "encoder"
    return (selection.part or own_part) != "encoder"


def refuse_mask(mask: MaskSpecification | None, description: ModelDescription) -> None:
    """Refuse a mask where a target is read.

    Raises:
        UnsupportedByModel: there is one.
    """
    if mask is not None:
        raise UnsupportedByModel(
            f"{description.id} takes a mask of your own in its encoder only."
            if description.family == "encoder-decoder"
            else f"{description.id} takes no mask of your own.",
            hint="Leave the mask out, or ask for part=encoder."
            if description.family == "encoder-decoder"
            else "Leave the mask out.",
        )


def check_before_writing(
    loaded: LoadedModel, selection: Selection, tokenized: TokenizedText
) -> None:
    """Refuse what no target could make right, before one is written.

    Raises:
        SelectionError: no such layer or head.
        UnsupportedByModel: no such part.
    """
    anywhere = replace(selection, rows=None, columns=None, hide="none")
    loaded.resolve(anywhere, tokenized, loaded.tokenize_target(""))


def find_target(
    loaded: LoadedModel,
    tokenized: TokenizedText,
    typed: TextInput | None,
    captures: CaptureCache,
    is_cancelled: IsCancelled,
) -> TargetText:
    """Take the target that was typed, or let the model write its own."""
    if typed is not None:
        return target_of(loaded, typed, captures)
    return own_target(loaded, tokenized, captures, is_cancelled)[0].target


def own_target(
    loaded: LoadedModel,
    tokenized: TokenizedText,
    captures: CaptureCache,
    is_cancelled: IsCancelled,
) -> tuple[OwnTarget, bool]:
    """Let the model write, unless what it wrote is kept.

    Returns: the target with its capture, and whether both were kept.
    """
    key = forward_key(_OWN, loaded, tokenized)
    kept: OwnTarget | None = captures.find(key)
    if kept is not None:
        return kept, True
    written = OwnTarget(*loaded.generate(tokenized, is_cancelled=is_cancelled))
    captures.put(key, written)
    return written, False


def unknown_words(
    loaded: LoadedModel,
    source: TextInput,
    tokenized: TokenizedText,
    typed: TextInput | None = None,
    target: TargetText | None = None,
) -> tuple[UnknownWord, ...]:
    """List the words of both texts that the model has no entry for.

    Each as it was typed: its token can't tell, nor can the ids, under which
    answers are kept. Models of one text say in their warnings what they don't
    know.
    """
    if not has_target(loaded.description):
        return ()
    of_source = loaded.unknown_words(tokenized)
    found = _as_typed(source.text, of_source)
    if typed is None:
        return found
    of_both = loaded.unknown_words(tokenized, target)
    return (*found, *_as_typed(typed.text, of_both[len(of_source) :]))


def _as_typed(text: str, tokens: Sequence[Token]) -> tuple[UnknownWord, ...]:
    return tuple(
        UnknownWord(text[token.start : token.end], token.start, token.end)
        for token in tokens
        if token.start is not None and token.end is not None
    )


def capture_of(
    loaded: LoadedModel,
    tokenized: TokenizedText,
    target: TargetText | None,
    mask: MaskSpecification | None,
    adapter: AdapterUse | None,
    captures: CaptureCache,
    is_cancelled: IsCancelled,
) -> tuple[Capture, bool]:
    """Run the model on a text, and on a target that was typed, if it must.

    Returns: the capture, and whether it was kept.
    """
    description = loaded.description
    key = CaptureKey(
        description.id,
        description.revision,
        tokenized.ids,
        tokenized.segment_ids,
        mask,
        None if target is None else target.tokenized.ids,
        adapter,
    )
    kept = captures.get(key) or _own_capture(loaded, tokenized, key, captures)
    if kept is not None:
        return kept, True
    if target is None:
        capture = loaded.run(
            tokenized, mask=mask, adapter=adapter, is_cancelled=is_cancelled
        )
    else:
        capture = loaded.run(tokenized, target=target, is_cancelled=is_cancelled)
    captures.put(key, capture)
    return capture, False


def _own_capture(
    loaded: LoadedModel,
    tokenized: TokenizedText,
    key: CaptureKey,
    captures: CaptureCache,
) -> Capture | None:
    """Find the source in a capture that has the model's own target, too."""
    reads_source_alone = key.target is None and key.mask is None
    if not (reads_source_alone and has_target(loaded.description)):
        return None
    own: OwnTarget | None = captures.find(forward_key(_OWN, loaded, tokenized))
    return None if own is None else own.capture
