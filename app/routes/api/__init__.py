"""Answer the API, version 1.

Lives here: the router of all its paths. Not here: pages, health and the
reference.
"""

from fastapi import APIRouter

from app.routes.api import (
    attention,
    head_effects,
    limits,
    masks,
    models,
    multi_head_attention,
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
    models,
    limits,
):
    router.include_router(module.router)
