"""Answer ``GET`` and ``POST /residual-stream``."""

from functools import partial

from fastapi import APIRouter, Request, Response

from app.dependencies import EngineDep, SettingsDep
from app.engine import Engine
from app.forward_documents import residual_document
from app.openapi import answers, body_operation, query_operation
from app.questions import ResidualQuestion
from app.request_reading import read_body, read_query
from app.routes.api.adapting import adapter_use
from app.routes.api.asking import FORWARD_ERRORS, answer_question
from app.routes.api.texts import BODY_ERRORS, text_input
from app.routes.api.worked import NPZ
from app.schemas.masks import mask_specification
from app.schemas.residual_stream import ResidualStream, ResidualStreamRequest
from app.settings import Settings

router = APIRouter(tags=["residual stream"])

_ERRORS = (*FORWARD_ERRORS, "unknown_adapter")


@router.get(
    "/residual-stream",
    summary="The residual stream of a text, as a link",
    response_class=Response,
    responses=answers(ResidualStream, *_ERRORS, media_types=NPZ, has_etag=True),
    openapi_extra=query_operation(ResidualStreamRequest),
)
async def residual_stream_by_link(
    request: Request, engine: EngineDep, settings: SettingsDep
) -> Response:
    """Measure the residual stream by layer, and what each layer adds."""
    asked = read_query(request, ResidualStreamRequest)
    return await _answer(request, engine, settings, asked)


@router.post(
    "/residual-stream",
    summary="The residual stream of a text",
    response_class=Response,
    responses=answers(ResidualStream, *_ERRORS, *BODY_ERRORS, media_types=NPZ),
    openapi_extra=body_operation(ResidualStreamRequest),
)
async def residual_stream_by_body(
    request: Request, engine: EngineDep, settings: SettingsDep
) -> Response:
    """Measure the residual stream by layer, and what each layer adds."""
    asked = await read_body(request, ResidualStreamRequest)
    return await _answer(request, engine, settings, asked)


async def _answer(
    request: Request, engine: Engine, settings: Settings, asked: ResidualStreamRequest
) -> Response:
    question = ResidualQuestion(
        input=text_input(asked),
        mask=mask_specification(asked.mask),
        without_positions=asked.without_positions,
        adapter=adapter_use(asked),
    )
    write = partial(residual_document, without_positions=asked.without_positions)
    return await answer_question(request, engine, settings, asked, question, write)
