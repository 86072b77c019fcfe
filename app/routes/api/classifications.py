"""Answer ``GET`` and ``POST /classifications``."""

from fastapi import APIRouter, Request, Response

from app.classifications import ClassificationQuestion
from app.dependencies import EngineDep, SettingsDep
from app.engine import Engine
from app.fine_tuning_documents import classification_document
from app.openapi import answers, body_operation, query_operation
from app.request_reading import read_body, read_query
from app.routes.api.adapting import first_model
from app.routes.api.asking import answer_question
from app.routes.api.texts import BODY_ERRORS, TEXT_ERRORS
from app.schemas.classifications import Classification, ClassificationRequest
from app.settings import Settings
from app.text_input import TextInput
from model import AdapterUse

router = APIRouter(tags=["classifications"])

_ERRORS = (*TEXT_ERRORS, "unknown_adapter")


@router.get(
    "/classifications",
    summary="Which of two classes a text is, as a link",
    response_class=Response,
    responses=answers(Classification, *_ERRORS, has_etag=True),
    openapi_extra=query_operation(ClassificationRequest),
)
async def classification_by_link(
    request: Request, engine: EngineDep, settings: SettingsDep
) -> Response:
    """Ask an encoder that was fine-tuned here which of two classes a text is."""
    asked = read_query(request, ClassificationRequest)
    return await _answer(request, engine, settings, asked)


@router.post(
    "/classifications",
    summary="Which of two classes a text is",
    response_class=Response,
    responses=answers(Classification, *_ERRORS, *BODY_ERRORS),
    openapi_extra=body_operation(ClassificationRequest),
)
async def classification_by_body(
    request: Request, engine: EngineDep, settings: SettingsDep
) -> Response:
    """Ask an encoder that was fine-tuned here which of two classes a text is."""
    asked = await read_body(request, ClassificationRequest)
    return await _answer(request, engine, settings, asked)


async def _answer(
    request: Request, engine: Engine, settings: Settings, asked: ClassificationRequest
) -> Response:
    model = asked.model or first_model(
        engine, lambda d: d.family == "encoder", "is an encoder"
    )
    question = ClassificationQuestion(
        input=TextInput(
            model=model,
            text=asked.text,
            truncate=asked.truncate,
            split_special_tokens=asked.split_special_tokens,
        ),
        adapter=AdapterUse(asked.adapter, asked.adapter_scale, asked.adapter_rank),
    )
    return await answer_question(
        request, engine, settings, asked, question, classification_document
    )
