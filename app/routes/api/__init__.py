"""Answer the API, version 1.

Lives here: the router of all its paths. Not here: pages, health and the
reference.
"""

from fastapi import APIRouter

from app.routes.api import (
    adapter_merging,
    adapters,
    attention,
    classifications,
    fill_mask,
    fine_tunings,
    generations,
    head_effects,
    limits,
    masked_corruption,
    masks,
    models,
    multi_head_attention,
    next_sentence,
    next_token,
    positional_encodings,
    residual_stream,
    scaled_dot_product,
    similarities,
    tensors,
    tokenize,
    transformer_block,
    translations,
)

router = APIRouter(prefix="/api/v1")
for module in (
    attention,
    tokenize,
    next_token,
    generations,
    fill_mask,
    next_sentence,
    masked_corruption,
    fine_tunings,
    classifications,
    residual_stream,
    similarities,
    translations,
    tensors,
    head_effects,
    scaled_dot_product,
    masks,
    positional_encodings,
    multi_head_attention,
    transformer_block,
    adapter_merging,
    adapters,
    models,
    limits,
):
    router.include_router(module.router)
