"""List every request and answer that OpenAPI describes.

Lives here: the list, in the order in which the reference shows them. Not here:
the document made of it (``openapi.py``) and the fields (one file each).
"""

from __future__ import annotations

from pydantic import BaseModel

from app.schemas.adapter_card import AdapterCard
from app.schemas.adapter_details import AdapterDetails
from app.schemas.adapter_merging import AdapterMerging, AdapterMergingRequest
from app.schemas.attention import AttentionRequest
from app.schemas.attention_answer import Attention
from app.schemas.classifications import Classification, ClassificationRequest
from app.schemas.fill_mask import FillMask, FillMaskRequest
from app.schemas.fine_tuning_answer import FineTuning
from app.schemas.fine_tunings import FineTuningRequest
from app.schemas.generations import Generation, GenerationRequest
from app.schemas.head_effects import HeadEffects, HeadEffectsRequest
from app.schemas.health import Alive, Readiness
from app.schemas.limits import Limits
from app.schemas.mask_answer import MaskAnswer, MaskRequest
from app.schemas.masked_corruption import MaskedCorruption, MaskedCorruptionRequest
from app.schemas.model_card import ModelCard
from app.schemas.models import ModelList
from app.schemas.multi_head_attention import (
    MultiHeadAttention,
    MultiHeadAttentionRequest,
)
from app.schemas.next_sentence import NextSentence, NextSentenceRequest
from app.schemas.next_token import NextToken, NextTokenRequest
from app.schemas.positional_encodings import (
    PositionalEncodings,
    PositionalEncodingsRequest,
)
from app.schemas.problem import Problem
from app.schemas.residual_stream import ResidualStream, ResidualStreamRequest
from app.schemas.scaled_dot_product import ScaledDotProduct, ScaledDotProductRequest
from app.schemas.similarities import Similarities, SimilaritiesRequest
from app.schemas.tensors import Tensors, TensorsRequest
from app.schemas.tokenize import TokenizeRequest, Tokens
from app.schemas.transformer_block import TransformerBlock, TransformerBlockRequest
from app.schemas.translations import Translation, TranslationRequest

DOCUMENTED: tuple[type[BaseModel], ...] = (
    AttentionRequest,
    Attention,
    TokenizeRequest,
    Tokens,
    NextTokenRequest,
    NextToken,
    GenerationRequest,
    Generation,
    FillMaskRequest,
    FillMask,
    NextSentenceRequest,
    NextSentence,
    MaskedCorruptionRequest,
    MaskedCorruption,
    FineTuningRequest,
    FineTuning,
    ClassificationRequest,
    Classification,
    ResidualStreamRequest,
    ResidualStream,
    SimilaritiesRequest,
    Similarities,
    TranslationRequest,
    Translation,
    TensorsRequest,
    Tensors,
    HeadEffectsRequest,
    HeadEffects,
    ScaledDotProductRequest,
    ScaledDotProduct,
    MaskRequest,
    MaskAnswer,
    PositionalEncodingsRequest,
    PositionalEncodings,
    MultiHeadAttentionRequest,
    MultiHeadAttention,
    TransformerBlockRequest,
    TransformerBlock,
    ModelList,
    ModelCard,
    AdapterDetails,
    AdapterCard,
    AdapterMergingRequest,
    AdapterMerging,
    Limits,
    Alive,
    Readiness,
    Problem,
)
