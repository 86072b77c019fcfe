"""The model side: PyTorch and numpy, and no word of HTTP.

This is the public door. What is needed to describe, tokenize and choose is
imported at once; ``LoadedModel`` and ``Capture``, which bring PyTorch with them,
when they are first used. The functions of ``worked`` import it when they are
first called.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from model.attention_reading import AttentionReading
from model.description import ModelDescription, Part, PartShape
from model.errors import (
    Cancelled,
    DuplicateIndex,
    EmptyText,
    HeadOutOfRange,
    InvalidText,
    LayerOutOfRange,
    MaskError,
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
    WordNotFound,
)
from model.mask_specification import MASK_KINDS, MaskKind, MaskSpecification
from model.next_token import NextTokens, most_likely
from model.registry import Catalogue
from model.selection import ResolvedSelection, Selection
from model.similarity import WordPlace, cosines, find_word, largest_differences
from model.text.vocabulary import VocabularyEntry
from model.tokens import Token, TokenizedText
from model.translation.records import (
    Beam,
    Candidate,
    TargetText,
    Translation,
    TranslationStep,
)
from model.worked.attention import (
    WorkedAttention,
    WorkedMask,
    scaled_dot_product,
    work_mask,
)
from model.worked.block import WorkedBlock, WorkedStep, transformer_block
from model.worked.heads import WorkedHeads, multi_head_attention
from model.worked.positions import (
    PositionKind,
    WorkedPositions,
    alibi_positions,
    learned_positions,
    rotary_positions,
    sinusoidal_positions,
    t5_positions,
)

if TYPE_CHECKING:
    from model.capture import Capture
    from model.loaded_model import LoadedModel
    from model.position_sources import RotaryParameters
    from model.residual import ResidualStream
    from model.translation.head_effects import HeadEffects
    from model.translation.tensors import NamedShape, TensorTable

__all__ = [
    "MASK_KINDS",
    "AttentionReading",
    "Beam",
    "Cancelled",
    "Candidate",
    "Capture",
    "Catalogue",
    "DuplicateIndex",
    "EmptyText",
    "HeadEffects",
    "HeadOutOfRange",
    "InvalidText",
    "LayerOutOfRange",
    "LoadedModel",
    "MaskError",
    "MaskKind",
    "MaskSpecification",
    "ModelDescription",
    "ModelError",
    "ModelUnavailable",
    "NamedShape",
    "NextTokens",
    "NotFinite",
    "NumberOutOfRange",
    "Part",
    "PartShape",
    "PositionKind",
    "RangeOutOfBounds",
    "ResidualStream",
    "ResolvedSelection",
    "RotaryParameters",
    "Selection",
    "SelectionError",
    "ShapeMismatch",
    "TargetText",
    "TensorTable",
    "TextError",
    "Token",
    "TokenizedText",
    "TooManyTokens",
    "Translation",
    "TranslationStep",
    "UnknownModel",
    "UnsupportedByModel",
    "VocabularyEntry",
    "WordNotFound",
    "WordPlace",
    "WorkedAttention",
    "WorkedBlock",
    "WorkedHeads",
    "WorkedMask",
    "WorkedPositions",
    "WorkedStep",
    "alibi_positions",
    "cosines",
    "find_word",
    "largest_differences",
    "learned_positions",
    "most_likely",
    "multi_head_attention",
    "rotary_positions",
    "scaled_dot_product",
    "sinusoidal_positions",
    "t5_positions",
    "transformer_block",
    "work_mask",
]

_LAZY = {
    "Capture": "model.capture",
    "HeadEffects": "model.translation.head_effects",
    "LoadedModel": "model.loaded_model",
    "NamedShape": "model.translation.tensors",
    "ResidualStream": "model.residual",
    "RotaryParameters": "model.position_sources",
    "TensorTable": "model.translation.tensors",
}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
