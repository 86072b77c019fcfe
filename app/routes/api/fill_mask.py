"""Answer ``GET`` and ``POST /fill-mask``."""

from dataclasses import replace

from fastapi import APIRouter, Request, Response

from app.dependencies import EngineDep, SettingsDep
from app.engine import Engine
from app.openapi import answers, body_operation, query_operation
from app.prediction_documents import fill_mask_document
from app.predictions import FillMaskQuestion
from app.request_reading import read_body, read_query
from app.routes.api.adapting import model_for, predicting_adapter
from app.routes.api.asking import FORWARD_ERRORS, answer_question
from app.routes.api.texts import BODY_ERRORS, text_input
from app.schemas.fill_mask import FillMask, FillMaskRequest
from app.schemas.masks import mask_specification
from app.settings import Settings

router = APIRouter(tags=["fill mask"])

_OBJECTIVE = "fill-mask"
_ERRORS = (*FORWARD_ERRORS, "unknown_adapter", "no_mask", "response_too_large")


@router.get(
    "/fill-mask",
    summary="The words that may stand at a mask, as a link",
    response_class=Response,
    responses=answers(FillMask, *_ERRORS, has_etag=True),
    openapi_extra=query_operation(FillMaskRequest),
)
async def fill_mask_by_link(
    request: Request, engine: EngineDep, settings: SettingsDep
) -> Response:
    """Ask an encoder which words may stand where a text is masked."""
    asked = read_query(request, FillMaskRequest)
    return await _answer(request, engine, settings, asked)


@router.post(
    "/fill-mask",
    summary="The words that may stand at a mask",
    response_class=Response,
    responses=answers(FillMask, *_ERRORS, *BODY_ERRORS),
    openapi_extra=body_operation(FillMaskRequest),
)
async def fill_mask_by_body(
    request: Request, engine: EngineDep, settings: SettingsDep
) -> Response:
    """Ask an encoder which words may stand where a text is masked."""
    asked = await read_body(request, FillMaskRequest)
    return await _answer(request, engine, settings, asked)


async def _answer(
    request: Request, engine: Engine, settings: Settings, asked: FillMaskRequest
) -> Response:
    model = model_for(engine, asked.model, _OBJECTIVE, "predicts masked words")
    question = FillMaskQuestion(
        input=replace(text_input(asked), model=model),
        adapter=predicting_adapter(engine, asked, model, _OBJECTIVE),
        mask=mask_specification(asked.mask),
        top_k=asked.top_k,
        influences=asked.influences,
    )
    return await answer_question(
        request, engine, settings, asked, question, fill_mask_document
    )
