"""Answer ``GET`` and ``POST /translations``."""

from fastapi import APIRouter, Request, Response

from app.dependencies import EngineDep, SettingsDep
from app.engine import Engine
from app.openapi import answers, body_operation, query_operation
from app.request_reading import read_body, read_query
from app.routes.api.asking import answer_question
from app.routes.api.texts import BODY_ERRORS, TEXT_ERRORS, source_input
from app.schemas.translations import Translation, TranslationRequest
from app.settings import Settings
from app.translation_documents import translation_document
from app.translation_questions import TranslationQuestion

router = APIRouter(tags=["translations"])


@router.get(
    "/translations",
    summary="A translation, as a link",
    response_class=Response,
    responses=answers(Translation, *TEXT_ERRORS, has_etag=True),
    openapi_extra=query_operation(TranslationRequest),
)
async def translation_by_link(
    request: Request, engine: EngineDep, settings: SettingsDep
) -> Response:
    """Let a model write a target, and say how sure it was of each token."""
    asked = read_query(request, TranslationRequest)
    return await _answer(request, engine, settings, asked)


@router.post(
    "/translations",
    summary="A translation",
    response_class=Response,
    responses=answers(Translation, *TEXT_ERRORS, *BODY_ERRORS),
    openapi_extra=body_operation(TranslationRequest),
)
async def translation_by_body(
    request: Request, engine: EngineDep, settings: SettingsDep
) -> Response:
    """Let a model write a target, and say how sure it was of each token."""
    asked = await read_body(request, TranslationRequest)
    return await _answer(request, engine, settings, asked)


async def _answer(
    request: Request, engine: Engine, settings: Settings, asked: TranslationRequest
) -> Response:
    question = TranslationQuestion(
        input=source_input(asked, engine),
        max_new_tokens=asked.max_new_tokens,
        n_beams=asked.n_beams,
        length_penalty=asked.length_penalty,
        top_k=asked.top_k,
    )
    return await answer_question(
        request, engine, settings, asked, question, translation_document
    )
