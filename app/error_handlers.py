"""Catch every error of a request and answer in the one form.

Lives here: the handlers FastAPI calls, the translation of its own errors, and
the choice between the problem document and the error page. Not here: the table
of statuses (``errors.py``) and the document itself (``problems.py``).
"""

from __future__ import annotations

import uuid
from typing import cast

import structlog
from asgi_correlation_id import correlation_id
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match
from starlette.templating import Jinja2Templates

from app import errors
from app.errors import AppError, FieldError
from app.negotiation import preferred
from app.problems import PROBLEM_MEDIA_TYPE, problem_of, problem_response
from model import ModelError

_VERBS = ("GET", "POST", "PUT", "PATCH", "DELETE")
_MACHINE_PATHS = (
    "/api/",
    "/static/",
    "/healthz",
    "/readyz",
    "/metrics",
    "/openapi.json",
)

_log = structlog.get_logger(__name__)


def install_error_handlers(app: FastAPI) -> None:
    """Make every error of the app one of ours."""
    app.add_exception_handler(AppError, _answer_known)
    app.add_exception_handler(ModelError, _answer_known)
    app.add_exception_handler(HTTPException, _answer_http)
    app.add_exception_handler(RequestValidationError, _answer_validation)
    app.add_exception_handler(Exception, _answer_unknown)


def allowed_methods(request: Request) -> tuple[str, ...]:
    """List the verbs answered at the request's path, HEAD and OPTIONS too."""
    verbs = [
        verb
        for verb in _VERBS
        if any(
            route.matches({**request.scope, "method": verb})[0] is Match.FULL
            for route in request.app.routes
        )
    ]
    if "GET" in verbs:
        verbs.insert(1, "HEAD")
    return (*verbs, "OPTIONS")


def answer_error(request: Request, error: AppError | ModelError) -> Response:
    """Answer with a problem document, or with a page to a browser."""
    templates: Jinja2Templates | None = getattr(request.app.state, "templates", None)
    if templates is None or not _wants_page(request):
        return problem_response(error)
    problem = problem_of(error)
    return templates.TemplateResponse(
        request,
        "error.html",
        {"problem": problem, "page": {"here": ""}},
        status_code=problem.status,
        headers={"Cache-Control": "no-store", "Vary": "Accept", **problem.headers},
    )


def _wants_page(request: Request) -> bool:
    if request.url.path.startswith(_MACHINE_PATHS):
        return False
    accept = request.headers.get("accept")
    return (
        preferred(accept, (PROBLEM_MEDIA_TYPE, "application/json", "text/html"))
        == "text/html"
    )


async def _answer_known(request: Request, error: Exception) -> Response:
    return answer_error(request, cast("AppError | ModelError", error))


async def _answer_http(request: Request, error: Exception) -> Response:
    refused = cast(HTTPException, error)
    if refused.status_code < 400:
        return Response(status_code=refused.status_code, headers=refused.headers)
    return answer_error(request, _from_http(request, refused))


async def _answer_validation(request: Request, error: Exception) -> Response:
    found = cast(RequestValidationError, error).errors()
    fields = [FieldError(tuple(e["loc"]), e["type"], e["msg"]) for e in found]
    return answer_error(
        request,
        errors.InvalidRequest(
            f"{len(fields)} field(s) are not valid.",
            hint="See errors; /docs lists every field.",
            errors=fields,
        ),
    )


async def _answer_unknown(request: Request, error: Exception) -> Response:
    error_id = correlation_id.get() or uuid.uuid4().hex
    _log.error("internal_error", error_id=error_id, exc_info=error)
    return answer_error(request, errors.InternalError(error_id))


def _from_http(request: Request, error: HTTPException) -> AppError:
    """Translate an error of Starlette's or FastAPI's own."""
    path = request.url.path
    match error.status_code:
        case 404:
            return errors.NotFound(
                f"Nothing lives at {path}.", hint="/docs lists every path."
            )
        case 405:
            allowed = ", ".join(allowed_methods(request))
            return errors.MethodNotAllowed(
                f"{path} does not answer {request.method}.",
                hint=f"Use one of {allowed}.",
                headers={"Allow": allowed},
            )
        case 413:
            return errors.BodyTooLarge(
                "The body is larger than this path takes.",
                hint="GET /api/v1/limits tells how many bytes are allowed.",
            )
        case status if status >= 500:
            return errors.InternalError(correlation_id.get() or uuid.uuid4().hex)
        case _:
            return errors.InvalidRequest(
                "The request could not be read.",
                hint="/docs shows what each path takes.",
            )
