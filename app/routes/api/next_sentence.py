"""Answer ``GET`` and ``POST /next-sentence``."""

from fastapi import APIRouter, Request, Response

from app.dependencies import EngineDep, SettingsDep
from app.engine import Engine
from app.openapi import answers, body_operation, query_operation
from app.prediction_documents import next_sentence_document
from app.predictions import NextSentenceQuestion
from app.request_reading import read_body, read_query
from app.routes.api.adapting import model_for, predicting_adapter
from app.routes.api.asking import answer_question
from app.routes.api.texts import BODY_ERRORS, TEXT_ERRORS
from app.schemas.next_sentence import NextSentence, NextSentenceRequest
from app.settings import Settings
from app.text_input import TextInput

router = APIRouter(tags=["next sentence"])

_OBJECTIVE = "next-sentence"
_ERRORS = (*TEXT_ERRORS, "unknown_adapter")


@router.get(
    "/next-sentence",
    summary="Whether a text follows another, as a link",
    response_class=Response,
    responses=answers(NextSentence, *_ERRORS, has_etag=True),
    openapi_extra=query_operation(NextSentenceRequest),
)
async def next_sentence_by_link(
    request: Request, engine: EngineDep, settings: SettingsDep
) -> Response:
    """Ask an encoder how likely the second text follows the first."""
    asked = read_query(request, NextSentenceRequest)
    return await _answer(request, engine, settings, asked)


@router.post(
    "/next-sentence",
    summary="Whether a text follows another",
    response_class=Response,
    responses=answers(NextSentence, *_ERRORS, *BODY_ERRORS),
    openapi_extra=body_operation(NextSentenceRequest),
)
async def next_sentence_by_body(
    request: Request, engine: EngineDep, settings: SettingsDep
) -> Response:
    """Ask an encoder how likely the second text follows the first."""
    asked = await read_body(request, NextSentenceRequest)
    return await _answer(request, engine, settings, asked)


async def _answer(
    request: Request, engine: Engine, settings: Settings, asked: NextSentenceRequest
) -> Response:
    model = model_for(
        engine, asked.model, _OBJECTIVE, "predicts whether a text follows another"
    )
    question = NextSentenceQuestion(
        input=TextInput(
            model=model,
            text=asked.text,
            text_pair=asked.text_pair,
            truncate=asked.truncate,
            split_special_tokens=asked.split_special_tokens,
        ),
        adapter=predicting_adapter(engine, asked, model, _OBJECTIVE),
    )
    return await answer_question(
        request, engine, settings, asked, question, next_sentence_document
    )
