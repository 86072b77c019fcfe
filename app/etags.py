"""Name an answer before it is computed, so that it needn't be.

Lives here: the weak ETag of a request and its test against If-None-Match. An
answer depends on nothing but the program, the model's revision, the request
and the form it is sent in, so their hash names it. Not here: static files,
whose addresses carry their hash.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

CACHED_HEADERS = {
    "Cache-Control": "private, no-cache",
    "Vary": "Accept, Accept-Encoding",
}


def etag_of(request: Request, *parts: Any) -> str:
    """Hash what an answer depends on.

    Weak, because timings differ from one computing to the next. What the
    client decompresses is part of it: one tag per representation.
    """
    codings = request.headers.get("accept-encoding", "").replace(" ", "").lower()
    hashed = json.dumps([*parts, codings], sort_keys=True).encode()
    return f'W/"{hashlib.blake2b(hashed, digest_size=12).hexdigest()}"'


def headers_of(etag: str) -> dict[str, str]:
    """Give the headers that an answer and its 304 share."""
    return {**CACHED_HEADERS, "ETag": etag}


def not_modified(request: Request, etag: str) -> Response | None:
    """Answer 304 if the client holds this very answer.

    ``*`` is not honoured: it would say that a request is valid unread.
    """
    if request.method not in ("GET", "HEAD"):
        return None
    held = {tag.strip() for tag in request.headers.get("if-none-match", "").split(",")}
    if _opaque(etag) not in {_opaque(tag) for tag in held}:
        return None
    return Response(status_code=304, headers=headers_of(etag))


def answer_headers(request: Request, etag: str) -> dict[str, str]:
    """Give an answer its headers; only what can be asked again has a tag."""
    return headers_of(etag) if request.method in ("GET", "HEAD") else CACHED_HEADERS


def _opaque(tag: str) -> str:
    """Compare weakly: the mark of a weak tag doesn't count."""
    return tag.removeprefix("W/")
