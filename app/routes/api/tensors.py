"""Answer ``GET`` and ``POST /tensors``."""

from fastapi import APIRouter, Request, Response

from app.dependencies import EngineDep, SettingsDep
from app.engine import Engine
from app.openapi import answers, body_operation, query_operation
from app.pair_questions import TensorsQuestion
from app.request_reading import read_body, read_query
from app.routes.api.asking import answer_question
from app.routes.api.replies import takes_npz
from app.routes.api.texts import BODY_ERRORS, TEXT_ERRORS, pair_input
from app.routes.api.worked import NPZ
from app.schemas.tensors import Tensors, TensorsRequest
from app.settings import Settings
from app.translation_documents import tensors_document

router = APIRouter(tags=["tensors"])

_ERRORS = (*TEXT_ERRORS, "response_too_large")


@router.get(
    "/tensors",
    summary="Every tensor of a translation, as a link",
    response_class=Response,
    responses=answers(Tensors, *_ERRORS, media_types=NPZ, has_etag=True),
    openapi_extra=query_operation(TensorsRequest),
)
async def tensors_by_link(
    request: Request, engine: EngineDep, settings: SettingsDep
) -> Response:
    """Read what a model of the lessons computes from a source and its target."""
    asked = read_query(request, TensorsRequest)
    return await _answer(request, engine, settings, asked)


@router.post(
    "/tensors",
    summary="Every tensor of a translation",
    response_class=Response,
    responses=answers(Tensors, *_ERRORS, *BODY_ERRORS, media_types=NPZ),
    openapi_extra=body_operation(TensorsRequest),
)
async def tensors_by_body(
    request: Request, engine: EngineDep, settings: SettingsDep
) -> Response:
    """Read what a model of the lessons computes from a source and its target."""
    asked = await read_body(request, TensorsRequest)
    return await _answer(request, engine, settings, asked)


async def _answer(
    request: Request, engine: Engine, settings: Settings, asked: TensorsRequest
) -> Response:
    source, target = pair_input(asked, engine)
    question = TensorsQuestion(
        input=source,
        target=target,
        names=tuple(asked.names or ()),
        cell_limit=settings.max_npz_cells if takes_npz(request) else settings.max_cells,
    )
    return await answer_question(
        request, engine, settings, asked, question, tensors_document
    )
