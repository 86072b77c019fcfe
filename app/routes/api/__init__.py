"""Answer the API, version 1.

Lives here: the router of all its paths. Not here: pages, health and the
reference.
"""

from fastapi import APIRouter

from app.routes.api import attention, limits, models, tokenize

router = APIRouter(prefix="/api/v1")
for module in (attention, tokenize, models, limits):
    router.include_router(module.router)
