"""Answer ``GET`` and ``POST /adapter-merging``."""

from dataclasses import replace

from fastapi import APIRouter, Request, Response

from app.adapter_documents import merging_document
from app.adapter_questions import MergingQuestion
from app.dependencies import EngineDep, SettingsDep
from app.engine import Engine
from app.openapi import answers, body_operation, query_operation
from app.request_reading import read_body, read_query
from app.routes.api.adapting import adapter_use, first_model
from app.routes.api.asking import answer_question
from app.routes.api.texts import BODY_ERRORS, TEXT_ERRORS, text_input
from app.schemas.adapter_merging import AdapterMerging, AdapterMergingRequest
from app.settings import Settings
from model import AdapterUse, UnsupportedByModel

router = APIRouter(tags=["adapter merging"])

_ERRORS = (*TEXT_ERRORS, "unknown_adapter")


@router.get(
    "/adapter-merging",
    summary="An adapter beside the matrices, and added to them, as a link",
    response_class=Response,
    responses=answers(AdapterMerging, *_ERRORS, has_etag=True),
    openapi_extra=query_operation(AdapterMergingRequest),
)
async def adapter_merging_by_link(
    request: Request, engine: EngineDep, settings: SettingsDep
) -> Response:
    """Compare states and times of an adapter merged, and one that isn't."""
    asked = read_query(request, AdapterMergingRequest)
    return await _answer(request, engine, settings, asked)


@router.post(
    "/adapter-merging",
    summary="An adapter beside the matrices, and added to them",
    response_class=Response,
    responses=answers(AdapterMerging, *_ERRORS, *BODY_ERRORS),
    openapi_extra=body_operation(AdapterMergingRequest),
)
async def adapter_merging_by_body(
    request: Request, engine: EngineDep, settings: SettingsDep
) -> Response:
    """Compare states and times of an adapter merged, and one that isn't."""
    asked = await read_body(request, AdapterMergingRequest)
    return await _answer(request, engine, settings, asked)


async def _answer(
    request: Request, engine: Engine, settings: Settings, asked: AdapterMergingRequest
) -> Response:
    model = asked.model or first_model(
        engine, lambda description: description.adapters, "has an adapter"
    )
    question = MergingQuestion(
        input=replace(text_input(asked), model=model),
        adapter=_adapter(engine, asked, model),
        runs=asked.runs,
    )
    return await answer_question(
        request, engine, settings, asked, question, merging_document
    )


def _adapter(engine: Engine, asked: AdapterMergingRequest, model: str) -> AdapterUse:
    """Take the adapter that is named, or the first of the model.

    Raises:
        UnsupportedByModel: none is named, and the model has none.
    """
    adapters = engine.catalogue.describe(model).adapters
    if asked.adapter is None and not adapters:
        raise UnsupportedByModel(
            f"{model} has no adapters.",
            hint="GET /api/v1/models lists the adapters of each model.",
        )
    implied = AdapterUse(adapters[0].id) if adapters else None
    use = adapter_use(asked, implied)
    assert use is not None, "one is named, or implied"
    return use
