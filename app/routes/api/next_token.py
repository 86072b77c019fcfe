"""Answer ``GET`` and ``POST /next-token``."""

from fastapi import APIRouter, Request, Response

from app.dependencies import EngineDep, SettingsDep
from app.engine import Engine
from app.forward_documents import next_token_document
from app.openapi import answers, body_operation, query_operation
from app.questions import NextTokenQuestion
from app.request_reading import read_body, read_query
from app.routes.api.asking import FORWARD_ERRORS, answer_question
from app.routes.api.texts import BODY_ERRORS, text_input
from app.schemas.masks import mask_specification
from app.schemas.next_token import NextToken, NextTokenRequest
from app.settings import Settings

router = APIRouter(tags=["next token"])


@router.get(
    "/next-token",
    summary="The token that comes next, as a link",
    response_class=Response,
    responses=answers(NextToken, *FORWARD_ERRORS, has_etag=True),
    openapi_extra=query_operation(NextTokenRequest),
)
async def next_token_by_link(
    request: Request, engine: EngineDep, settings: SettingsDep
) -> Response:
    """Ask a decoder which tokens may come after a text, likeliest first."""
    asked = read_query(request, NextTokenRequest)
    return await _answer(request, engine, settings, asked)


@router.post(
    "/next-token",
    summary="The token that comes next",
    response_class=Response,
    responses=answers(NextToken, *FORWARD_ERRORS, *BODY_ERRORS),
    openapi_extra=body_operation(NextTokenRequest),
)
async def next_token_by_body(
    request: Request, engine: EngineDep, settings: SettingsDep
) -> Response:
    """Ask a decoder which tokens may come after a text, likeliest first."""
    asked = await read_body(request, NextTokenRequest)
    return await _answer(request, engine, settings, asked)


async def _answer(
    request: Request, engine: Engine, settings: Settings, asked: NextTokenRequest
) -> Response:
    question = NextTokenQuestion(
        input=text_input(asked),
        mask=mask_specification(asked.mask),
        temperature=asked.temperature,
        top_k=asked.top_k,
        top_p=asked.top_p,
    )
    return await answer_question(
        request, engine, settings, asked, question, next_token_document
    )
