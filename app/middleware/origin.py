"""Refuse requests that another site's page sends.

Lives here: the comparison of Origin and Host. Not here: answering a configured
origin, which is Starlette's CORS middleware.
"""

from collections.abc import Sequence

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from app.errors import BadOrigin
from app.problems import problem_response


class OriginCheck:
    """Let requests without an origin, or of our own or a configured one, pass.

    Browsers always tell the origin of a request from another site's script,
    and nothing else can tell it for them.
    """

    def __init__(self, app: ASGIApp, *, allowed_origins: Sequence[str]) -> None:
        self._app = app
        self._allowed = frozenset(allowed_origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the request if it may come from where it comes from."""
        if scope["type"] == "http" and not self._is_allowed(scope):
            refusal = BadOrigin(
                "A page of another origin sent this request.",
                hint="HEADLIGHT_CORS_ORIGINS names the origins that may.",
            )
            await problem_response(refusal)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _is_allowed(self, scope: Scope) -> bool:
        headers = Headers(scope=scope)
        own = f"{scope['scheme']}://{headers.get('host', '')}".lower()
        return all(
            origin.lower() == own or origin.lower() in self._allowed
            for origin in headers.getlist("origin")
        )
