"""Write one line for each request.

Lives here: what is logged of a request, which never includes its text. Not
here: the form of the lines (``logs.py``).
"""

import time

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.disconnect import ClientGone

# What nginx calls a client that closed the connection before the answer.
CLIENT_CLOSED_REQUEST = 499
_LONGEST_PATH = 200

_log = structlog.get_logger(__name__)


class AccessLog:
    """Log each request once, when it is over."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the request and count what is sent."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began_at = time.perf_counter()
        status = CLIENT_CLOSED_REQUEST
        n_bytes = 0

        async def counted_send(message: Message) -> None:
            nonlocal status, n_bytes
            if message["type"] == "http.response.start":
                status = message["status"]
            else:
                n_bytes += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive, counted_send)
        except ClientGone:
            pass  # nobody to tell, nothing to repair
        finally:
            _log.info(
                "request",
                method=scope["method"],
                path=scope["path"][:_LONGEST_PATH],
                status=status,
                ms=round((time.perf_counter() - began_at) * 1000, 1),
                bytes=n_bytes,
            )
