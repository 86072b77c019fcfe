"""Turn an unforeseen exception into an answer like every other.

Lives here: the catching. Not here: what is said and logged, which is the
handler in ``error_handlers.py``. Starlette would call that handler outside of
all middleware, where the answer misses the headers, the request id and its
line in the log.
"""

from typing import Any

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.disconnect import ClientGone


class LastResort:
    """Answer with the app's own handler of ``Exception``."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the request, whatever happens inside."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        has_started = False

        async def noted_send(message: Message) -> None:
            nonlocal has_started
            has_started = True
            await send(message)

        try:
            await self._app(scope, receive, noted_send)
        except ClientGone:
            raise
        except Exception as error:
            handler: Any = scope["app"].exception_handlers.get(Exception)
            if handler is None or has_started:
                raise
            response = await handler(Request(scope), error)
            await response(scope, receive, send)
