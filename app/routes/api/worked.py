"""Answer the paths that compute without a model.

Lives here: what they share: the errors they may give, the answer's name, its
turn on the thread of the lessons, and its writing, which happens there too.
Not here: the questions (one file a path).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from fastapi import Request, Response

from app.arithmetic import Arithmetic
from app.array_documents import json_of, npz_of
from app.disconnect import run_while_connected
from app.etags import answer_headers, etag_of, not_modified
from app.openapi import JSON_MEDIA_TYPE, NPZ_MEDIA_TYPE
from app.routes.api.replies import choose_media_type
from app.schemas.matrices import ArithmeticRequest
from app.version import VERSION

Asked = TypeVar("Asked", bound=ArithmeticRequest)
# A document in which arrays still are arrays, wherever they stand.
Worked = dict[str, Any]

WORKED_ERRORS = (
    "invalid_request",
    "invalid_text",
    "shape_mismatch",
    "not_finite",
    "not_acceptable",
    "busy",
    "deadline_exceeded",
)
NPZ: dict[str, Any] = {
    NPZ_MEDIA_TYPE: {
        "schema": {
            "type": "string",
            "format": "binary",
            "description": "One NumPy .npz: the arrays as members, the rest in "
            "metadata.json.",
        }
    }
}


async def answer_worked(
    request: Request,
    arithmetic: Arithmetic,
    asked: Asked,
    work: Callable[[Asked], Worked],
    *named_by: Any,
) -> Response:
    """Compute and write an answer, off the event loop, if it is new.

    ``named_by`` is what the answer depends on beside the request.

    Raises:
        NotAcceptable: the client takes neither JSON nor .npz.
        AppError, ModelError: as the arithmetic does.
    """
    media_type = choose_media_type(request, JSON_MEDIA_TYPE, NPZ_MEDIA_TYPE)
    etag = etag_of(
        request, VERSION, request.url.path, media_type, asked.model_dump(), *named_by
    )
    unchanged = not_modified(request, etag)
    if unchanged is not None:
        return unchanged

    def compute() -> bytes | memoryview:
        worked = work(asked)
        if media_type == NPZ_MEDIA_TYPE:
            return npz_of(worked)
        return json_of(worked, asked.encoding, asked.digits)

    body = await run_while_connected(request, arithmetic.run(compute))
    headers = dict(answer_headers(request, etag))
    if media_type == NPZ_MEDIA_TYPE:
        name = request.url.path.rpartition("/")[2]
        headers["Content-Disposition"] = f'attachment; filename="{name}.npz"'
    return Response(body, media_type=media_type, headers=headers)
