"""Answer HEAD and OPTIONS wherever they make sense.

Lives here: HEAD as a GET whose body stays here, and OPTIONS with the verbs of
a path. Not here: 405 with its Allow header (``error_handlers.py``).
"""

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.error_handlers import allowed_methods


class Verbs:
    """Give every GET route its HEAD, and every path its OPTIONS."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the request, translating the two verbs."""
        if scope["type"] == "http" and scope["method"] == "HEAD":
            await self._app({**scope, "method": "GET"}, receive, _without_body(send))
            return
        if scope["type"] == "http" and scope["method"] == "OPTIONS":
            verbs = allowed_methods(Request(scope))
            if len(verbs) > 1:
                allow = {"Allow": ", ".join(verbs)}
                await Response(status_code=204, headers=allow)(scope, receive, send)
                return
        await self._app(scope, receive, send)


def _without_body(send: Send) -> Send:
    async def send_head(message: Message) -> None:
        if message["type"] != "http.response.body":
            await send(message)
        elif not message.get("more_body", False):
            await send({"type": "http.response.body", "body": b""})

    return send_head
