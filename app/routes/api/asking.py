"""Answer the paths that take one forward and keep no attention.

Lives here: what they share: the errors they may give, the answer's name, its
turn on the thread of the models, and its writing. Not here: the questions (one
file a path).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from anyio import to_thread
from fastapi import Request, Response

from app.array_documents import Document, json_of, npz_of
from app.disconnect import run_while_connected
from app.engine import Engine
from app.etags import answer_headers, etag_of, not_modified
from app.openapi import JSON_MEDIA_TYPE, NPZ_MEDIA_TYPE
from app.questions import Question
from app.routes.api.replies import choose_media_type
from app.routes.api.texts import TEXT_ERRORS
from app.schemas.fields import RequestModel
from app.schemas.forwards import ArrayRequest
from app.settings import Settings
from app.version import VERSION
from app.wire import write_json

A = TypeVar("A")

FORWARD_ERRORS = (*TEXT_ERRORS, "shape_mismatch")


async def answer_question(
    request: Request,
    engine: Engine,
    settings: Settings,
    asked: RequestModel,
    question: Question[A],
    document_of: Callable[[A], Document],
) -> Response:
    """Ask the engine and write what it says, unless the client has it.

    Requests for arrays may be answered as .npz, too.

    Raises:
        NotAcceptable: the client takes nothing that is offered.
        AppError, ModelError: as the engine does.
    """
    offers = (JSON_MEDIA_TYPE, NPZ_MEDIA_TYPE)
    n_offers = 2 if isinstance(asked, ArrayRequest) else 1
    media_type = choose_media_type(request, *offers[:n_offers])
    model_id = question.model or engine.catalogue.default_id
    etag = etag_of(
        request,
        VERSION,
        request.url.path,
        settings.dtype,
        engine.catalogue.describe(model_id).revision,
        media_type,
        {**asked.model_dump(), "model": model_id},
    )
    unchanged = not_modified(request, etag)
    if unchanged is not None:
        return unchanged
    answer = await run_while_connected(request, engine.ask(question))
    body = await to_thread.run_sync(_write, document_of, answer, asked, media_type)
    headers = dict(answer_headers(request, etag))
    if media_type == NPZ_MEDIA_TYPE:
        name = request.url.path.rpartition("/")[2]
        headers["Content-Disposition"] = f'attachment; filename="{name}.npz"'
    return Response(body, media_type=media_type, headers=headers)


def _write(
    document_of: Callable[[A], Document],
    answer: A,
    asked: RequestModel,
    media_type: str,
) -> bytes | memoryview:
    document = document_of(answer)
    if not isinstance(asked, ArrayRequest):
        return write_json(document)
    if media_type == NPZ_MEDIA_TYPE:
        return npz_of(document)
    return json_of(document, asked.encoding, asked.digits)
