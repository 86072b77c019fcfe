"""Refuse requests that are too large, before anything reads them.

Lives here: the limits of address, headers and body. Not here: the limits of
the connection itself (``connection.py``). FastAPI's own ``max_body_size``
answers a declared length with plain text, outside of all other middleware;
here every refusal is a problem document.
"""

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.disconnect import ClientGone
from app.errors import AppError, BodyTooLarge, HeadersTooLarge, UriTooLong
from app.problems import problem_response
from app.settings import Settings

# Paths whose bodies may hold matrices, which take more bytes than a text.
_MATRIX_PATHS = frozenset(
    f"/api/v1/{name}"
    for name in (
        "attention",
        "next-token",
        "residual-stream",
        "scaled-dot-product",
        "masks",
        "positional-encodings",
        "multi-head-attention",
        "transformer-block",
    )
)


class RequestLimits:
    """Check the head, then read the body whole.

    Bodies are small (a quarter of a mebibyte, or two with matrices), and
    reading them here means that no route sees half a body or a broken
    connection.

    Units: bytes.
    """

    def __init__(self, app: ASGIApp, *, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the request if it is small enough."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            self._check_head(scope)
            body = await self._read_body(scope, receive)
        except AppError as refusal:
            await problem_response(refusal)(scope, receive, send)
            return
        await self._app(scope, _replay(body, receive), send)

    def _check_head(self, scope: Scope) -> None:
        n_url = len(scope.get("raw_path") or b"") + len(scope["query_string"])
        check_url(n_url, self._settings.max_url_bytes)
        headers = scope["headers"]
        check_header_count(len(headers), self._settings.max_header_count)
        n_header = sum(len(name) + len(value) + 4 for name, value in headers)
        check_headers(n_header, self._settings.max_header_bytes)

    async def _read_body(self, scope: Scope, receive: Receive) -> bytes:
        limit = self._settings.max_body_bytes
        if scope["path"] in _MATRIX_PATHS:
            limit = self._settings.max_matrix_body_bytes
        declared = Headers(scope=scope).get("content-length", "")
        if declared.isdecimal() and int(declared) > limit:
            raise _body_too_large(limit, int(declared))
        body = bytearray()
        has_more = True
        while has_more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientGone
            body += message.get("body", b"")
            if len(body) > limit:
                raise _body_too_large(limit, len(body))
            has_more = message.get("more_body", False)
        return bytes(body)


def check_url(actual: int, limit: int) -> None:
    """Refuse an address that is too long."""
    if actual > limit:
        raise UriTooLong(
            f"The address has {actual:,} bytes or more; at most {limit:,} are read.",
            hint="Send a long text with POST.",
            limit=limit,
            actual=actual,
        )


def check_headers(actual: int, limit: int) -> None:
    """Refuse headers that are too long."""
    if actual > limit:
        raise HeadersTooLarge(
            f"The headers have {actual:,} bytes or more; at most {limit:,} are read.",
            hint="Send fewer or shorter headers; clear the cookies of this host.",
            limit=limit,
            actual=actual,
        )


def check_header_count(actual: int, limit: int) -> None:
    """Refuse too many headers."""
    if actual > limit:
        raise HeadersTooLarge(
            f"The request has {actual:,} headers or more; at most {limit:,} are read.",
            hint="Send fewer headers.",
            limit=limit,
            actual=actual,
        )


def _body_too_large(limit: int, actual: int) -> BodyTooLarge:
    return BodyTooLarge(
        f"The body has {actual:,} bytes or more; at most {limit:,} are read.",
        hint="Send a shorter text; GET /api/v1/limits tells what fits.",
        limit=limit,
        actual=actual,
    )


def _replay(body: bytes, receive: Receive) -> Receive:
    is_given = False

    async def replayed() -> Message:
        nonlocal is_given
        if is_given:
            return await receive()
        is_given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replayed
