"""The model side: PyTorch and numpy, and no word of HTTP.

This is the public door. What is needed to describe, tokenize and choose is
imported at once; ``LoadedModel`` and ``Capture``, which bring PyTorch with them,
when they are first used. The functions of ``worked`` import it when they are
first called.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from model.adapters.description import AdapterDescription, AdapterUse
from model.adapters.two_classes import (
    LabelledText,
    LeftOut,
    Scores,
    TuningRecipe,
    TuningStart,
    TuningStep,
    check_tunable,
)
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
    NoMask,
    NoPair,
    NotFinite,
    NumberOutOfRange,
    RangeOutOfBounds,
    SelectionError,
    ShapeMismatch,
    TextError,
    TooManyTokens,
    UnknownAdapter,
    UnknownModel,
    UnsupportedByModel,
    WordNotFound,
)
from model.mask_specification import MASK_KINDS, MaskKind, MaskSpecification
from model.predicting.corruption import Corruption, corrupt
from model.predicting.generation import (
    GeneratedStep,
    GeneratedText,
    Generation,
    GenerationRules,
)
from model.predicting.influences import Influences
from model.predicting.masked_words import MaskedWord, likeliest_words
from model.predicting.next_token import NextTokens, most_likely
from model.predicting.sampling import Chance, Choice, Sampling
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
    from model.adapters.class_head import TunedAdapter
    from model.adapters.fine_tuning import TuningEnd
    from model.adapters.loaded_adapter import AdaptedMatrix, LoadedAdapter
    from model.adapters.merging import Merging
    from model.capture import Capture
    from model.loaded_model import LoadedModel
    from model.position_sources import RotaryParameters
    from model.residual import ResidualStream
    from model.translation.head_effects import HeadEffects
    from model.translation.tensors import NamedShape, TensorTable

__all__ = [
    "MASK_KINDS",
    "AdaptedMatrix",
    "AdapterDescription",
    "AdapterUse",
    "AttentionReading",
    "Beam",
    "Cancelled",
    "Candidate",
    "Capture",
    "Catalogue",
    "Chance",
    "Choice",
    "Corruption",
    "DuplicateIndex",
    "EmptyText",
    "GeneratedStep",
    "GeneratedText",
    "Generation",
    "GenerationRules",
    "HeadEffects",
    "HeadOutOfRange",
    "Influences",
    "InvalidText",
    "LabelledText",
    "LayerOutOfRange",
    "LeftOut",
    "LoadedAdapter",
    "LoadedModel",
    "MaskError",
    "MaskKind",
    "MaskSpecification",
    "MaskedWord",
    "Merging",
    "ModelDescription",
    "ModelError",
    "ModelUnavailable",
    "NamedShape",
    "NextTokens",
    "NoMask",
    "NoPair",
    "NotFinite",
    "NumberOutOfRange",
    "Part",
    "PartShape",
    "PositionKind",
    "RangeOutOfBounds",
    "ResidualStream",
    "ResolvedSelection",
    "RotaryParameters",
    "Sampling",
    "Scores",
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
    "TunedAdapter",
    "TuningEnd",
    "TuningRecipe",
    "TuningStart",
    "TuningStep",
    "UnknownAdapter",
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
    "check_tunable",
    "corrupt",
    "cosines",
    "find_word",
    "largest_differences",
    "learned_positions",
    "likeliest_words",
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
    "TunedAdapter": "model.adapters.class_head",
    "TuningEnd": "model.adapters.fine_tuning",
    "AdaptedMatrix": "model.adapters.loaded_adapter",
    "Capture": "model.capture",
    "HeadEffects": "model.translation.head_effects",
    "LoadedAdapter": "model.adapters.loaded_adapter",
    "LoadedModel": "model.loaded_model",
    "Merging": "model.adapters.merging",
    "NamedShape": "model.translation.tensors",
    "ResidualStream": "model.residual",
    "RotaryParameters": "model.position_sources",
    "TensorTable": "model.translation.tensors",
}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
