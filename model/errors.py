"""Say what went wrong in the words of the domain.

Lives here: the tree of errors that the model side raises. Not here: HTTP
statuses, which stand in one table in ``app/errors.py``.

    ModelError
    ├── UnknownModel            no such id in the catalogue
    ├── ModelUnavailable        in the catalogue, but it can't be loaded
    ├── UnsupportedByModel      this architecture can't answer the question
    ├── UnknownAdapter          the model has no adapter of that id
    ├── TextError
    │   ├── EmptyText           no token but special ones
    │   ├── InvalidText         a lone surrogate, with its index
    │   ├── TooManyTokens       more than the model takes
    │   ├── NoMask              a masked word is asked for, and none is masked
    │   ├── NoPair              a second text is asked about, and there is none
    │   └── WordNotFound        a word that a text doesn't have
    ├── SelectionError
    │   ├── LayerOutOfRange
    │   ├── HeadOutOfRange
    │   ├── RangeOutOfBounds    rows or columns outside the text
    │   └── DuplicateIndex      a layer or head named twice
    ├── ShapeMismatch           two tensors that don't fit together, with both shapes
    ├── NotFinite               NaN, an infinity or an overflow, with its place
    ├── NumberOutOfRange        a length, width or other count that can't be
    ├── MaskError               a kind of mask without what it needs
    └── Cancelled               nobody waits for the answer any more
"""


class ModelError(Exception):
    """Base of all errors of the model side.

    Attributes:
        detail: one sentence with both numbers, where there are two.
        hint: what to do about it.
        limit, actual: the two numbers, or None.
    """

    def __init__(
        self,
        detail: str,
        *,
        hint: str,
        limit: int | None = None,
        actual: int | None = None,
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.hint = hint
        self.limit = limit
        self.actual = actual


class UnknownModel(ModelError):
    """No model of that id is in the catalogue."""


class ModelUnavailable(ModelError):
    """The catalogue lists the model, but it can't be loaded."""


class UnsupportedByModel(ModelError):
    """The architecture has no such part, head or input."""


class UnknownAdapter(ModelError):
    """The model has no adapter of that id."""


class TextError(ModelError):
    """Something is wrong with the text."""


class EmptyText(TextError):
    """The text has no token but special ones."""


class InvalidText(TextError):
    """The text is not Unicode text; ``actual`` is the index."""


class TooManyTokens(TextError):
    """The text has more tokens than the model takes."""


class NoMask(TextError):
    """The text has no mask whose word could be predicted."""


class NoPair(TextError):
    """A question about two texts came with one."""


class WordNotFound(TextError):
    """A word that is asked for doesn't stand in the text."""


class SelectionError(ModelError):
    """The layers, heads, rows or columns asked for don't exist."""


class LayerOutOfRange(SelectionError):
    """A layer index is below zero or past the last layer."""


class HeadOutOfRange(SelectionError):
    """A head index is below zero or past the last head."""


class RangeOutOfBounds(SelectionError):
    """A range of rows or columns is empty or leaves the text."""


class DuplicateIndex(SelectionError):
    """A layer or a head is named twice."""


class ShapeMismatch(ModelError):
    """Two tensors don't fit together; ``detail`` names both shapes."""


class NotFinite(ModelError):
    """A number is NaN or infinite, or became so; ``detail`` says where."""


class NumberOutOfRange(ModelError):
    """A length, a width or another number of a computation can't be."""


class MaskError(ModelError):
    """A mask lacks what its kind needs, or has what its kind doesn't take."""


class Cancelled(ModelError):
    """Nobody waits for the answer any more."""
