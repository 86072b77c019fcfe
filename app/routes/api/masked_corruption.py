"""Answer ``GET`` and ``POST /masked-corruption``."""

from dataclasses import replace

from fastapi import APIRouter, Request, Response

from app.corruption import CorruptionQuestion
from app.dependencies import EngineDep, SettingsDep
from app.engine import Engine
from app.openapi import answers, body_operation, query_operation
from app.prediction_documents import corruption_document
from app.request_reading import read_body, read_query
from app.routes.api.adapting import first_model
from app.routes.api.asking import answer_question
from app.routes.api.texts import BODY_ERRORS, TEXT_ERRORS, text_input
from app.schemas.masked_corruption import MaskedCorruption, MaskedCorruptionRequest
from app.settings import Settings

router = APIRouter(tags=["masked corruption"])


@router.get(
    "/masked-corruption",
    summary="A text as masked-language training feeds it, as a link",
    response_class=Response,
    responses=answers(MaskedCorruption, *TEXT_ERRORS, has_etag=True),
    openapi_extra=query_operation(MaskedCorruptionRequest),
)
async def masked_corruption_by_link(
    request: Request, engine: EngineDep, settings: SettingsDep
) -> Response:
    """Hide tokens as BERT's pre-training does: 15 in 100, in three ways."""
    asked = read_query(request, MaskedCorruptionRequest)
    return await _answer(request, engine, settings, asked)


@router.post(
    "/masked-corruption",
    summary="A text as masked-language training feeds it",
    response_class=Response,
    responses=answers(MaskedCorruption, *TEXT_ERRORS, *BODY_ERRORS),
    openapi_extra=body_operation(MaskedCorruptionRequest),
)
async def masked_corruption_by_body(
    request: Request, engine: EngineDep, settings: SettingsDep
) -> Response:
    """Hide tokens as BERT's pre-training does: 15 in 100, in three ways."""
    asked = await read_body(request, MaskedCorruptionRequest)
    return await _answer(request, engine, settings, asked)


async def _answer(
    request: Request, engine: Engine, settings: Settings, asked: MaskedCorruptionRequest
) -> Response:
    model = asked.model or first_model(
        engine, lambda description: description.mask_token, "has a mask token"
    )
    question = CorruptionQuestion(
        input=replace(text_input(asked), model=model),
        seed=asked.seed,
        rounds=asked.rounds,
        round=asked.round,
    )
    return await answer_question(
        request, engine, settings, asked, question, corruption_document
    )
