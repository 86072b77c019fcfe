"""The model side: PyTorch and numpy, and no word of HTTP.

This is the public door. What is needed to describe, tokenize and choose is
imported at once; ``LoadedModel`` and ``Capture``, which bring PyTorch with them,
when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from model.attention_reading import AttentionReading
from model.description import ModelDescription
from model.errors import (
    Cancelled,
    DuplicateIndex,
    EmptyText,
    HeadOutOfRange,
    InvalidText,
    LayerOutOfRange,
    ModelError,
    ModelUnavailable,
    NotFinite,
    NumberOutOfRange,
    RangeOutOfBounds,
    SelectionError,
    ShapeMismatch,
    TextError,
    TooManyTokens,
    UnknownModel,
    UnsupportedByModel,
)
from model.registry import Catalogue
from model.selection import ResolvedSelection, Selection
from model.tokens import Token, TokenizedText

if TYPE_CHECKING:
    from model.capture import Capture
    from model.huggingface import LoadedModel

__all__ = [
    "AttentionReading",
    "Cancelled",
    "Capture",
    "Catalogue",
    "DuplicateIndex",
    "EmptyText",
    "HeadOutOfRange",
    "InvalidText",
    "LayerOutOfRange",
    "LoadedModel",
    "ModelDescription",
    "ModelError",
    "ModelUnavailable",
    "NotFinite",
    "NumberOutOfRange",
    "RangeOutOfBounds",
    "ResolvedSelection",
    "Selection",
    "SelectionError",
    "ShapeMismatch",
    "TextError",
    "Token",
    "TokenizedText",
    "TooManyTokens",
    "UnknownModel",
    "UnsupportedByModel",
]

_LAZY = {
    "Capture": "model.capture",
    "LoadedModel": "model.huggingface",
}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
