"""Answer ``GET /models``, ``/models/{id}`` and ``/models/{id}/card``."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from app.dependencies import EngineDep
from app.documents import current_description, model_document, models_document
from app.errors import NotFound
from app.openapi import answers
from app.routes.api.replies import reply_document
from app.schemas.model_card import ModelCard
from app.schemas.models import Model, ModelList

router = APIRouter(tags=["models"])

_ID = Path(
    description="An id from the catalogue; nothing else is looked for.",
    examples=["minilm"],
)
_TRAINED_ID = Path(
    description="The id of a model that this project trained.",
    examples=["lesson-translator"],
)
# An id may end like this, too: it is a path, and so is a hub's.
_CARD = "/card"
_COMMON = ("invalid_request", "not_acceptable")


@router.get(
    "/models",
    summary="All models",
    response_class=Response,
    responses=answers(ModelList, *_COMMON, has_etag=True),
)
async def list_models(request: Request, engine: EngineDep) -> Response:
    """List the catalogue, with what each model is and where it stands."""
    return reply_document(request, models_document(engine))


@router.get(
    "/models/{model_id:path}/card",
    summary="How a model was made",
    response_class=Response,
    responses=answers(ModelCard, "unknown_model", "not_found", *_COMMON, has_etag=True),
)
async def read_card(
    request: Request, engine: EngineDep, model_id: Annotated[str, _TRAINED_ID]
) -> Response:
    """Tell how a model of this project was trained, and how well it does."""
    whole = f"{model_id}{_CARD}"
    if whole in engine.catalogue.ids:
        return await read_model(request, engine, whole)
    card = engine.catalogue.card(model_id)
    if card is None:
        raise NotFound(
            f"{model_id} has no card: it was not trained here.",
            hint=f"GET /api/v1/models/{model_id} tells where it comes from.",
        )
    return reply_document(request, card)


@router.get(
    "/models/{model_id:path}",
    summary="One model",
    response_class=Response,
    responses=answers(Model, "unknown_model", *_COMMON, has_etag=True),
)
async def read_model(
    request: Request, engine: EngineDep, model_id: Annotated[str, _ID]
) -> Response:
    """Describe one model of the catalogue."""
    return reply_document(
        request, model_document(current_description(engine, model_id))
    )
