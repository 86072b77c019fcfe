"""Answer with a document, or say that the client has it.

Lives here: what the small answers share. Not here: ``/attention``, whose
answer is named before it is computed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import Request, Response

from app.errors import InvalidRequest, NotAcceptable
from app.etags import answer_headers, etag_of, not_modified
from app.negotiation import preferred
from app.openapi import JSON_MEDIA_TYPE, NPZ_MEDIA_TYPE
from app.wire import write_json


def choose_media_type(request: Request, *offers: str) -> str:
    """Choose among the media types offered.

    Raises:
        NotAcceptable: the client takes none of them.
    """
    chosen = preferred(request.headers.get("accept"), offers)
    if chosen is None:
        raise NotAcceptable(
            f"This path answers with {' or '.join(offers)}.",
            hint=f"Send Accept: {offers[0]}.",
        )
    return chosen


def takes_npz(request: Request) -> bool:
    """Tell whether arrays are sent as .npz, which may be larger.

    Raises:
        NotAcceptable: the client takes neither JSON nor .npz.
    """
    return choose_media_type(request, JSON_MEDIA_TYPE, NPZ_MEDIA_TYPE) == NPZ_MEDIA_TYPE


def reply_document(request: Request, document: Mapping[str, Any]) -> Response:
    """Answer a GET without fields with a JSON document.

    Raises:
        NotAcceptable: the client takes no JSON.
        InvalidRequest: there is a query, and no field it could name.
    """
    choose_media_type(request, JSON_MEDIA_TYPE)
    if request.url.query:
        raise InvalidRequest("This path takes no fields.", hint="Leave the query out.")
    body = write_json(document)
    etag = etag_of(request, body.decode())
    return not_modified(request, etag) or Response(
        body, media_type=JSON_MEDIA_TYPE, headers=answer_headers(request, etag)
    )
