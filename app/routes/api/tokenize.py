"""Answer ``GET`` and ``POST /tokenize``."""

from dataclasses import replace

from fastapi import APIRouter, Request, Response

from app.dependencies import EngineDep
from app.disconnect import run_while_connected
from app.documents import tokens_document
from app.engine import Engine
from app.etags import answer_headers, etag_of, not_modified
from app.openapi import JSON_MEDIA_TYPE, answers, body_operation, query_operation
from app.request_reading import read_body, read_query
from app.routes.api.replies import choose_media_type
from app.routes.api.texts import BODY_ERRORS, TEXT_ERRORS, text_input
from app.schemas.tokenize import TokenizeRequest, Tokens
from app.version import VERSION
from app.wire import write_json

router = APIRouter(tags=["tokenize"])


@router.get(
    "/tokenize",
    summary="The tokens of a text, as a link",
    response_class=Response,
    responses=answers(Tokens, *TEXT_ERRORS, has_etag=True),
    openapi_extra=query_operation(TokenizeRequest),
)
async def tokenize_by_link(request: Request, engine: EngineDep) -> Response:
    """Make the tokens of a text, exactly as the model is fed them."""
    return await _answer(request, engine, read_query(request, TokenizeRequest))


@router.post(
    "/tokenize",
    summary="The tokens of a text",
    response_class=Response,
    responses=answers(Tokens, *TEXT_ERRORS, *BODY_ERRORS),
    openapi_extra=body_operation(TokenizeRequest),
)
async def tokenize_by_body(request: Request, engine: EngineDep) -> Response:
    """Make the tokens of a text, exactly as the model is fed them."""
    return await _answer(request, engine, await read_body(request, TokenizeRequest))


async def _answer(request: Request, engine: Engine, asked: TokenizeRequest) -> Response:
    choose_media_type(request, JSON_MEDIA_TYPE)
    description = engine.catalogue.describe(asked.model or engine.catalogue.default_id)
    etag = etag_of(
        request,
        VERSION,
        description.revision,
        {**asked.model_dump(), "model": description.id},
    )
    unchanged = not_modified(request, etag)
    if unchanged is not None:
        return unchanged
    text = replace(text_input(asked), side=asked.side)
    named, tokenized = await run_while_connected(request, engine.tokenize(text))
    return Response(
        write_json(tokens_document(named, tokenized)),
        media_type=JSON_MEDIA_TYPE,
        headers=answer_headers(request, etag),
    )
