"""Answer ``GET /models/{id}/adapters/{adapter}`` and its ``/card``."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from app.adapter_documents import adapter_document
from app.adapter_questions import AdapterQuestion
from app.dependencies import EngineDep
from app.disconnect import run_while_connected
from app.errors import NotFound
from app.openapi import answers
from app.routes.api.models import read_model
from app.routes.api.replies import reply_document
from app.schemas.adapter_card import AdapterCard
from app.schemas.adapter_details import AdapterDetails

router = APIRouter(tags=["models"])

ModelId = Annotated[
    str, Path(description="The id of a model that has adapters.", examples=["minilm"])
]
AdapterId = Annotated[
    str, Path(description="One of the model's `adapters`.", examples=["minilm-words"])
]
_ERRORS = ("unknown_model", "unknown_adapter", "invalid_request", "not_acceptable")
_LOADING = ("model_unavailable", "busy", "deadline_exceeded")


@router.get(
    "/models/{model_id:path}/adapters/{adapter_id}/card",
    summary="How an adapter was made",
    response_class=Response,
    responses=answers(AdapterCard, *_ERRORS, "not_found", has_etag=True),
)
async def read_adapter_card(
    request: Request, engine: EngineDep, model_id: ModelId, adapter_id: AdapterId
) -> Response:
    """Tell how an adapter of this project was trained, and how well it does."""
    whole = f"{model_id}/adapters/{adapter_id}/card"
    if whole in engine.catalogue.ids:
        return await read_model(request, engine, whole)
    card = engine.catalogue.adapter_card(model_id, adapter_id)
    if card is None:
        raise NotFound(
            f"{adapter_id} has no card: it was not trained here.",
            hint=f"GET /api/v1/models/{model_id}/adapters/{adapter_id} tells where it "
            "comes from.",
        )
    return reply_document(request, card)


@router.get(
    "/models/{model_id:path}/adapters/{adapter_id}",
    summary="One adapter of a model",
    response_class=Response,
    responses=answers(AdapterDetails, *_ERRORS, *_LOADING, has_etag=True),
)
async def read_adapter(
    request: Request, engine: EngineDep, model_id: ModelId, adapter_id: AdapterId
) -> Response:
    """Describe an adapter, and measure what it adds to each matrix."""
    whole = f"{model_id}/adapters/{adapter_id}"
    if whole in engine.catalogue.ids:
        return await read_model(request, engine, whole)
    if engine.catalogue.loaded(model_id) is None:
        # What no list names can't be there yet: nothing is loaded to say so.
        engine.catalogue.adapter(model_id, adapter_id)
    question = AdapterQuestion(model=model_id, adapter_id=adapter_id)
    answer = await run_while_connected(request, engine.ask(question))
    return reply_document(request, adapter_document(answer))
