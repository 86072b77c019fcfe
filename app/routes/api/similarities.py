"""Answer ``GET`` and ``POST /similarities``."""

from functools import partial

from fastapi import APIRouter, Request, Response

from app.dependencies import EngineDep, SettingsDep
from app.engine import Engine
from app.forward_documents import similarities_document
from app.openapi import answers, body_operation, query_operation
from app.request_reading import read_body, read_query
from app.routes.api.adapting import adapter_use
from app.routes.api.asking import answer_question
from app.routes.api.texts import BODY_ERRORS, TEXT_ERRORS
from app.routes.api.worked import NPZ
from app.schemas.similarities import Similarities, SimilaritiesRequest
from app.settings import Settings
from app.word_questions import SimilarityQuestion

router = APIRouter(tags=["similarities"])

_ERRORS = (*TEXT_ERRORS, "unknown_adapter")


@router.get(
    "/similarities",
    summary="One word in several texts, as a link",
    response_class=Response,
    responses=answers(Similarities, *_ERRORS, media_types=NPZ, has_etag=True),
    openapi_extra=query_operation(SimilaritiesRequest),
)
async def similarities_by_link(
    request: Request, engine: EngineDep, settings: SettingsDep
) -> Response:
    """Compare one word's states wherever it stands, layer by layer."""
    asked = read_query(request, SimilaritiesRequest)
    return await _answer(request, engine, settings, asked)


@router.post(
    "/similarities",
    summary="One word in several texts",
    response_class=Response,
    responses=answers(Similarities, *_ERRORS, *BODY_ERRORS, media_types=NPZ),
    openapi_extra=body_operation(SimilaritiesRequest),
)
async def similarities_by_body(
    request: Request, engine: EngineDep, settings: SettingsDep
) -> Response:
    """Compare one word's states wherever it stands, layer by layer."""
    asked = await read_body(request, SimilaritiesRequest)
    return await _answer(request, engine, settings, asked)


async def _answer(
    request: Request, engine: Engine, settings: Settings, asked: SimilaritiesRequest
) -> Response:
    question = SimilarityQuestion(
        model=asked.model,
        texts=tuple(asked.texts),
        word=asked.word,
        without_positions=asked.without_positions,
        adapter=adapter_use(asked),
    )
    write = partial(similarities_document, without_positions=asked.without_positions)
    return await answer_question(request, engine, settings, asked, question, write)
