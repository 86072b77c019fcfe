"""Tell machines whether the server lives and answers.

Lives here: ``/healthz`` and ``/readyz``. Not here: what makes the engine ready
(``engine.py``).
"""

from fastapi import APIRouter, Response

from app.dependencies import EngineDep
from app.schemas.health import Alive, ModelState, Readiness

router = APIRouter(tags=["health"])


@router.get("/healthz", summary="Whether the process answers")
async def healthz(response: Response) -> Alive:
    """Say that the process answers."""
    response.headers["Cache-Control"] = "no-store"
    return Alive()


@router.get(
    "/readyz",
    summary="Whether the default model answers",
    responses={503: {"model": Readiness}},
)
async def readyz(engine: EngineDep, response: Response) -> Readiness:
    """Say whether the default model answers now."""
    health = engine.health()
    response.headers["Cache-Control"] = "no-store"
    if not health.is_ready:
        response.status_code = 503
        response.headers["Retry-After"] = "1"
    return Readiness(
        status="ready" if health.is_ready else "not_ready",
        reason=health.reason,
        waiting=health.n_waiting,
        models=[
            ModelState(
                id=description.id,
                state="unavailable" if failure else description.state,
                reason=failure,
            )
            for description in engine.catalogue.describe_all()
            for failure in (engine.failure(description.id),)
        ],
    )
