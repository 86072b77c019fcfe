"""Answer ``GET`` and ``POST /attention``."""

from typing import Any

import anyio
from anyio import to_thread
from fastapi import APIRouter, Request, Response

from app.dependencies import EngineDep, SettingsDep
from app.disconnect import run_while_connected
from app.documents import attention_json, attention_npz
from app.engine import AttentionAnswer, AttentionQuestion, Engine
from app.etags import answer_headers, etag_of, not_modified
from app.openapi import (
    JSON_MEDIA_TYPE,
    NPZ_MEDIA_TYPE,
    answers,
    body_operation,
    query_operation,
)
from app.request_reading import read_body, read_query
from app.routes.api.adapting import adapter_use
from app.routes.api.replies import choose_media_type
from app.routes.api.texts import BODY_ERRORS, TEXT_ERRORS, target_input, text_input
from app.schemas.attention import AttentionRequest
from app.schemas.attention_answer import Attention
from app.schemas.masks import mask_specification
from app.settings import Settings
from app.version import VERSION

router = APIRouter(tags=["attention"])

_ERRORS = (
    *TEXT_ERRORS,
    "layer_out_of_range",
    "head_out_of_range",
    "response_too_large",
    "shape_mismatch",
    "unknown_adapter",
)
_NPZ: dict[str, Any] = {
    NPZ_MEDIA_TYPE: {
        "schema": {
            "type": "string",
            "format": "binary",
            "description": "One NumPy .npz: attention, mask, hidden_share and each "
            "statistic as members, the rest in metadata.json.",
        }
    }
}

# A large answer takes several times its size while it is written.
_writers = anyio.CapacityLimiter(4)


@router.get(
    "/attention",
    summary="Attention of a text, as a link",
    response_class=Response,
    responses=answers(Attention, *_ERRORS, media_types=_NPZ, has_etag=True),
    openapi_extra=query_operation(AttentionRequest),
)
async def attention_by_link(
    request: Request, engine: EngineDep, settings: SettingsDep
) -> Response:
    """Read weights or scores of the layers and heads asked for."""
    asked = read_query(request, AttentionRequest)
    return await _answer(request, engine, settings, asked)


@router.post(
    "/attention",
    summary="Attention of a text",
    response_class=Response,
    responses=answers(Attention, *_ERRORS, *BODY_ERRORS, media_types=_NPZ),
    openapi_extra=body_operation(AttentionRequest),
)
async def attention_by_body(
    request: Request, engine: EngineDep, settings: SettingsDep
) -> Response:
    """Read weights or scores of the layers and heads asked for."""
    asked = await read_body(request, AttentionRequest)
    return await _answer(request, engine, settings, asked)


async def _answer(
    request: Request, engine: Engine, settings: Settings, asked: AttentionRequest
) -> Response:
    media_type = choose_media_type(request, JSON_MEDIA_TYPE, NPZ_MEDIA_TYPE)
    description = engine.catalogue.describe(asked.model or engine.catalogue.default_id)
    etag = etag_of(
        request,
        VERSION,
        settings.dtype,
        description.revision,
        media_type,
        {**asked.model_dump(), "model": description.id},
    )
    unchanged = not_modified(request, etag)
    if unchanged is not None:
        return unchanged
    is_npz = media_type == NPZ_MEDIA_TYPE
    question = AttentionQuestion(
        input=text_input(asked),
        selection=asked.selection(),
        cell_limit=settings.max_npz_cells if is_npz else settings.max_cells,
        mask=mask_specification(asked.mask),
        target=target_input(asked, asked.target, asked.model),
        adapter=adapter_use(asked),
    )
    answer = await run_while_connected(request, engine.attention(question))
    body = await to_thread.run_sync(_write, answer, asked, is_npz, limiter=_writers)
    headers = dict(answer_headers(request, etag))
    if is_npz:
        name = "".join(c if c.isalnum() else "-" for c in description.id)
        headers["Content-Disposition"] = f'attachment; filename="{name}-attention.npz"'
    return Response(body, media_type=media_type, headers=headers)


def _write(
    answer: AttentionAnswer, asked: AttentionRequest, is_npz: bool
) -> bytes | memoryview:
    return attention_npz(answer, asked) if is_npz else attention_json(answer, asked)
