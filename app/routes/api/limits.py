"""Answer ``GET /limits``."""

from fastapi import APIRouter, Request, Response

from app.dependencies import SettingsDep
from app.openapi import answers
from app.routes.api.replies import reply_document
from app.schemas.attention import MOST_CELLS_A_SIDE
from app.schemas.forwards import MOST_DIGITS
from app.schemas.generations import MOST_NEW_TOKENS
from app.schemas.limits import Limits
from app.schemas.matrices import MOST_SIDE
from app.settings import Settings

router = APIRouter(tags=["limits"])


def limits_document(settings: Settings) -> Limits:
    """State the limits this server was started with."""
    return Limits(
        max_characters=settings.max_characters,
        max_body_bytes=settings.max_body_bytes,
        max_matrix_body_bytes=settings.max_matrix_body_bytes,
        max_matrix_side=MOST_SIDE,
        max_url_bytes=settings.max_url_bytes,
        max_cells=settings.max_cells,
        max_npz_cells=settings.max_npz_cells,
        max_pool=MOST_CELLS_A_SIDE,
        max_digits=MOST_DIGITS,
        max_new_tokens=MOST_NEW_TOKENS,
        max_generations=settings.max_generations,
        generation_seconds=settings.generation_seconds,
        max_fine_tunings=settings.max_fine_tunings,
        fine_tuning_seconds=settings.fine_tuning_seconds,
        max_tuned_adapters=settings.max_tuned_adapters,
        tuned_seconds=settings.tuned_seconds,
        queue_size=settings.queue_size,
        deadline_seconds=settings.deadline_seconds,
        long_text_characters=settings.long_text_characters,
        long_deadline_seconds=settings.long_deadline_seconds,
    )


@router.get(
    "/limits",
    summary="The limits of this server",
    response_class=Response,
    responses=answers(Limits, "invalid_request", "not_acceptable", has_etag=True),
)
async def read_limits(request: Request, settings: SettingsDep) -> Response:
    """State every limit a request can meet, as this server was started."""
    return reply_document(request, limits_document(settings).model_dump())
