"""Answer ``/docs`` and ``/openapi.json``, with nothing from outside.

FastAPI's own page loads its scripts from another host, which neither an
offline laptop nor our content security policy lets through.
"""

from typing import Any, cast

from fastapi import APIRouter, Request, Response
from starlette.templating import Jinja2Templates

from app.openapi import JSON_MEDIA_TYPE, build_openapi
from app.reference import reference_page
from app.wire import write_json

router = APIRouter(include_in_schema=False)

_HEADERS = {"Cache-Control": "no-cache"}


@router.get("/openapi.json")
async def read_openapi(request: Request) -> Response:
    """Answer with the OpenAPI document."""
    body = write_json(_document(request))
    return Response(body, media_type=JSON_MEDIA_TYPE, headers=_HEADERS)


@router.get("/docs")
async def read_reference(request: Request) -> Response:
    """Answer with the reference for people."""
    host = f"{request.url.scheme}://{request.url.netloc}"
    page = reference_page(_document(request), host)
    templates = cast(Jinja2Templates, request.app.state.templates)
    return templates.TemplateResponse(
        request, "docs.html", {"page": page}, headers=_HEADERS
    )


def _document(request: Request) -> dict[str, Any]:
    """Make the document once an app: its routes don't change."""
    state = request.app.state
    if not hasattr(state, "openapi_document"):
        state.openapi_document = build_openapi(request.app)
    return cast("dict[str, Any]", state.openapi_document)
