"""Ask a model of the lessons what it computes from a source and its target.

Lives here: the questions about tensors, and about what each head does to the
choice between two words. Not here: translations (``translation_questions.py``)
and all computing (the model side).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from app.answering import check_cells
from app.captures import CaptureCache, forward_key
from app.model_thread import IsCancelled
from app.targets import UnknownWord, find_target, unknown_words
from app.text_input import TextInput, tokens_of
from app.words import token_of
from model import ModelDescription, TargetText, Token, TokenizedText, WordNotFound

if TYPE_CHECKING:
    # These bring PyTorch with them, which only the loading thread imports.
    from model import HeadEffects, LoadedModel, NamedShape, TensorTable

_FLOAT_BYTES = 4


@dataclass(frozen=True, slots=True)
class Pair:
    """A source, its target, and what the model doesn't know of them."""

    description: ModelDescription
    tokenized: TokenizedText
    target: TargetText
    unknown_words: tuple[UnknownWord, ...]


@dataclass(frozen=True, slots=True)
class PairQuestion:
    """Base of the questions about a source and its target.

    No target means the model's own.
    """

    input: TextInput
    target: TextInput | None

    @property
    def model(self) -> str | None:
        """The model's id; None means the default."""
        return self.input.model

    @property
    def n_characters(self) -> int:
        """How much text it brings along, on both sides."""
        n_target = 0 if self.target is None else self.target.n_characters
        return self.input.n_characters + n_target

    def of(self, model_id: str) -> Any:
        """Ask the same of this model."""
        target = self.target and replace(self.target, model=model_id)
        return replace(self, input=replace(self.input, model=model_id), target=target)

    def _pair(
        self, loaded: LoadedModel, captures: CaptureCache, is_cancelled: IsCancelled
    ) -> Pair:
        tokenized = tokens_of(loaded, self.input, captures)
        target = find_target(loaded, tokenized, self.target, captures, is_cancelled)
        unknown = unknown_words(loaded, self.input, tokenized, self.target, target)
        return Pair(loaded.description, tokenized, target, unknown)


@dataclass(frozen=True, slots=True)
class KeptTable:
    """The tensors of a pair, and their size."""

    table: TensorTable

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return sum(_FLOAT_BYTES * prod(each.shape) for each in self.table.index)


@dataclass(frozen=True, slots=True)
class TensorsAnswer:
    """Which tensors there are of a pair, and those that are wanted.

    Attributes:
        arrays: by name; read on the thread of the models, like any tensor.
    """

    pair: Pair
    index: tuple[NamedShape, ...]
    arrays: dict[str, NDArray[np.float32]]
    axes: dict[str, tuple[str, ...]]
    vocabulary: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TensorsQuestion(PairQuestion):
    """What does the model compute on its way? At most ``cell_limit`` numbers."""

    names: tuple[str, ...]
    cell_limit: int

    def answer(
        self, loaded: LoadedModel, captures: CaptureCache, is_cancelled: IsCancelled
    ) -> TensorsAnswer:
        """Run the model on both texts, unless the tensors are kept.

        Raises:
            SelectionError: a name that is none, with the nearest.
            ResponseTooLarge: more cells than the limit.
        """
        pair = self._pair(loaded, captures, is_cancelled)
        key = forward_key("tensors", loaded, pair.tokenized, pair.target.tokenized.ids)
        table = captures.find_or_make(
            key, lambda: KeptTable(loaded.tensors(pair.tokenized, pair.target))
        ).table
        shapes = [table.shape(name) for name in self.names]
        check_cells(sum(prod(each.shape) for each in shapes), self.cell_limit)
        return TensorsAnswer(
            pair=pair,
            index=table.index,
            arrays={name: table[name] for name in self.names},
            axes={each.name: each.axes for each in shapes},
            vocabulary=table.vocabulary,
        )


@dataclass(frozen=True, slots=True)
class HeadEffectsAnswer:
    """What each head does to a choice, and which choice that is."""

    pair: Pair
    place: int
    token: Token
    other: Token
    effects: HeadEffects


@dataclass(frozen=True, slots=True)
class KeptEffects:
    """The effects of all heads, and their size."""

    effects: HeadEffects

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return sum(values.nbytes for values in self.effects.effects.values())


@dataclass(frozen=True, slots=True)
class HeadEffectsQuestion(PairQuestion):
    """Which heads carry the choice between two words at one place?

    No token means the one that is written at the place; no place means the
    first at which one of the two is written.
    """

    other_token: str
    token: str | None = None
    place: int | None = None

    def answer(
        self, loaded: LoadedModel, captures: CaptureCache, is_cancelled: IsCancelled
    ) -> HeadEffectsAnswer:
        """Take out each head in turn, unless that was done before.

        Raises:
            WordNotFound: a word that is no single token, or not written.
            RangeOutOfBounds: no such place.
            UnsupportedByModel: heads can't be taken out of this model.
        """
        pair = self._pair(loaded, captures, is_cancelled)
        other = token_of(loaded, "other_token", self.other_token)
        token, place = self._choice(loaded, pair.target, other)

        def measure() -> KeptEffects:
            return KeptEffects(
                loaded.head_effects(
                    pair.tokenized,
                    pair.target,
                    place=place,
                    token_id=token.id,
                    other_id=other.id,
                    is_cancelled=is_cancelled,
                )
            )

        wanted = (pair.target.tokenized.ids, place, token.id, other.id)
        key = forward_key("head effects", loaded, pair.tokenized, *wanted)
        effects = captures.find_or_make(key, measure).effects
        return HeadEffectsAnswer(pair, place, token, other, effects)

    def _choice(
        self, loaded: LoadedModel, target: TargetText, other: Token
    ) -> tuple[Token, int]:
        """Find what is written, and where, as far as it isn't said."""
        written = target.next_tokens
        if self.token is not None:
            token = token_of(loaded, "token", self.token)
            place = self.place
            if place is None:
                place = first_place(written, {token.id, other.id})
            return token, place
        assert self.place is not None, "the request has been checked"
        within = range(len(written))
        place = self.place if self.place in within else within[-1]
        return written[place], self.place


def first_place(written: tuple[Token, ...], ids: set[int]) -> int:
    """Find the first row after which one of these tokens is written.

    Raises:
        WordNotFound: none is.
    """
    for place, token in enumerate(written):
        if token.id in ids:
            return place
    raise WordNotFound(
        "Neither of the two words is written in the target.",
        hint="Give the place of the choice, or a target that has one of them.",
    )
