"""Send large bodies in pieces, so that other requests get their turn.

Lives here: the cutting. The compression around it then works piece by piece,
and compressing tens of megabytes never holds the event loop for long.
"""

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

PIECE_BYTES = 128 * 1024


class Pacing:
    """Cut bodies that are sent at once."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the request, large bodies in pieces."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_in_pieces(message: Message) -> None:
            body = message.get("body", b"")
            if len(body) <= PIECE_BYTES:
                await send(message)
                return
            last = range(0, len(body), PIECE_BYTES)[-1]
            for start in range(0, last, PIECE_BYTES):
                piece = body[start : start + PIECE_BYTES]
                await send(
                    {"type": "http.response.body", "body": piece, "more_body": True}
                )
                await asyncio.sleep(0)
            await send({**message, "body": body[last:]})

        await self._app(scope, receive, send_in_pieces)
