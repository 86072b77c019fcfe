"""Answer ``GET /models`` and ``GET /models/{id}``."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from app.dependencies import EngineDep
from app.documents import current_description, model_document, models_document
from app.openapi import answers
from app.routes.api.replies import reply_document
from app.schemas.models import Model, ModelList

router = APIRouter(tags=["models"])

_ID = Path(
    description="An id from the catalogue; nothing else is looked for.",
    examples=["minilm"],
)
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
