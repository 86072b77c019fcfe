"""Answer ``GET`` and ``POST /head-effects``."""

from fastapi import APIRouter, Request, Response

from app.dependencies import EngineDep, SettingsDep
from app.engine import Engine
from app.errors import FieldError, InvalidRequest
from app.openapi import answers, body_operation, query_operation
from app.pair_questions import HeadEffectsQuestion
from app.request_reading import read_body, read_query
from app.routes.api.asking import answer_question
from app.routes.api.texts import BODY_ERRORS, TEXT_ERRORS, pair_input
from app.routes.api.worked import NPZ
from app.schemas.head_effects import HeadEffects, HeadEffectsRequest
from app.settings import Settings
from app.translation_documents import head_effects_document

router = APIRouter(tags=["head effects"])


@router.get(
    "/head-effects",
    summary="What each head does to a choice of words, as a link",
    response_class=Response,
    responses=answers(HeadEffects, *TEXT_ERRORS, media_types=NPZ, has_etag=True),
    openapi_extra=query_operation(HeadEffectsRequest),
)
async def head_effects_by_link(
    request: Request, engine: EngineDep, settings: SettingsDep
) -> Response:
    """Take each head out in turn, and see the choice between two words move."""
    asked = read_query(request, HeadEffectsRequest)
    return await _answer(request, engine, settings, asked)


@router.post(
    "/head-effects",
    summary="What each head does to a choice of words",
    response_class=Response,
    responses=answers(HeadEffects, *TEXT_ERRORS, *BODY_ERRORS, media_types=NPZ),
    openapi_extra=body_operation(HeadEffectsRequest),
)
async def head_effects_by_body(
    request: Request, engine: EngineDep, settings: SettingsDep
) -> Response:
    """Take each head out in turn, and see the choice between two words move."""
    asked = await read_body(request, HeadEffectsRequest)
    return await _answer(request, engine, settings, asked)


async def _answer(
    request: Request, engine: Engine, settings: Settings, asked: HeadEffectsRequest
) -> Response:
    if asked.token is None and asked.place is None:
        said = "is required where there is no token"
        raise InvalidRequest(
            f"place {said}.",
            hint="Give the place of the choice, or both words.",
            errors=[FieldError(("place",), "missing", said)],
        )
    source, target = pair_input(asked, engine)
    question = HeadEffectsQuestion(
        input=source,
        target=target,
        other_token=asked.other_token,
        token=asked.token,
        place=asked.place,
    )
    return await answer_question(
        request, engine, settings, asked, question, head_effects_document
    )
