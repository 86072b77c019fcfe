"""Write an error as a problem document (RFC 9457).

Lives here: the fields every error answer has, and the JSON answer made of
them. Not here: which class has which status (``errors.py``) and when the
answer is a page instead (``error_handlers.py``).
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from starlette.responses import Response

from app.errors import AppError, FieldError, kind_of
from model import ModelError

PROBLEM_MEDIA_TYPE = "application/problem+json"
MOST_FIELD_ERRORS = 10
DEFAULT_RETRY_AFTER_SECONDS = 1
_RETRIED_STATUSES = frozenset({429, 503, 504})


@dataclass(frozen=True, slots=True)
class Problem:
    """The fields of an error answer, the same in JSON and on the page."""

    status: int
    code: str
    title: str
    detail: str
    hint: str
    errors: tuple[FieldError, ...] = ()
    limit: int | None = None
    actual: int | None = None
    id: str | None = None
    headers: dict[str, str] = field(default_factory=dict)

    def body(self) -> dict[str, Any]:
        """Write the members of RFC 9457, and ours, in reading order."""
        fields: dict[str, Any] = {
            "type": f"/docs#error-{self.code}",
            "title": self.title,
            "status": self.status,
            "detail": _unicode(self.detail),
            "code": self.code,
            "hint": _unicode(self.hint),
        }
        fields |= {
            name: value
            for name in ("limit", "actual", "id")
            if (value := getattr(self, name)) is not None
        }
        if self.errors:
            fields["errors"] = [_field_error(error) for error in self.errors]
        return fields


def problem_of(error: AppError | ModelError) -> Problem:
    """Describe an error as a problem, its ``Retry-After`` included."""
    kind = kind_of(error)
    headers = dict(getattr(error, "headers", {}))
    if kind.status in _RETRIED_STATUSES:
        seconds = (
            getattr(error, "retry_after_seconds", None) or DEFAULT_RETRY_AFTER_SECONDS
        )
        headers["Retry-After"] = str(seconds)
    return Problem(
        status=kind.status,
        code=kind.code,
        title=kind.title,
        detail=error.detail,
        hint=error.hint,
        errors=tuple(getattr(error, "errors", ()))[:MOST_FIELD_ERRORS],
        limit=error.limit,
        actual=error.actual,
        id=getattr(error, "error_id", None),
        headers=headers,
    )


def problem_response(error: AppError | ModelError) -> Response:
    """Answer with an error; also for middleware outside of FastAPI."""
    problem = problem_of(error)
    return Response(
        # Not orjson: an index that was refused may exceed 64 bits.
        json.dumps(problem.body(), ensure_ascii=False, separators=(",", ":")),
        status_code=problem.status,
        media_type=PROBLEM_MEDIA_TYPE,
        headers={"Cache-Control": "no-store", **problem.headers},
    )


def _field_error(error: FieldError) -> dict[str, Any]:
    loc = [_unicode(part) if isinstance(part, str) else part for part in error.loc]
    return {"loc": loc, "type": error.type, "message": _unicode(error.message)}


def _unicode(text: str) -> str:
    """Replace lone surrogates, which no JSON document can carry."""
    return text.encode("utf-8", "replace").decode("utf-8")
