"""Send server-sent events, for as long as somebody reads them.

Lives here: the form of an event, and the answer that is made of them. Not
here: what happens at each (``fine_tunings.py``, ``generations.py``).

What is wrong before the first event is an ordinary answer; what goes wrong
later comes as an event of its own: ``problem``.
"""

from __future__ import annotations

import uuid
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any

import structlog
from asgi_correlation_id import correlation_id
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app.disconnect import run_while_connected
from app.errors import AppError, InternalError
from app.problems import problem_of
from app.wire import write_json
from model import ModelError

EVENT_MEDIA_TYPE = "text/event-stream"
# An event: its name, and the document it carries.
Event = tuple[str, Mapping[str, Any]]

_HEADERS = {
    "Cache-Control": "no-store",
    # Proxies that gather answers would hold each event back.
    "X-Accel-Buffering": "no",
}
_log = structlog.get_logger(__name__)


def described(events: str) -> dict[str, Any]:
    """Describe a stream in OpenAPI; ``events`` says which come, in order."""
    text = (
        f"Server-sent events, each with a JSON document: {events} What goes wrong "
        "after the first comes as `problem`, with the document of an error."
    )
    lines = {"event": {"type": "string"}, "data": {"type": "string"}}
    schema = {"type": "object", "required": list(lines), "properties": lines}
    return {EVENT_MEDIA_TYPE: {"schema": {**schema, "description": text}}}


def write_event(name: str, document: Mapping[str, Any]) -> bytes:
    """Write one event; JSON has no raw line break, so one line holds it."""
    return b"event: %b\ndata: %b\n\n" % (name.encode(), bytes(write_json(document)))


class EventStream(Response):
    """Answer with events; the work behind them ends when the client goes."""

    media_type = EVENT_MEDIA_TYPE

    def __init__(self, first: Event, others: AsyncGenerator[Event]) -> None:
        super().__init__(headers=_HEADERS)
        del self.headers["Content-Length"]
        self._first = first
        self._others = others

    @classmethod
    async def begin(
        cls, request: Request, events: AsyncGenerator[Event]
    ) -> EventStream:
        """Wait for the first event, so that a refusal is an answer of its own.

        Raises:
            AppError, ModelError: what happens before the first event.
            ClientGone: the client closed the connection first.
        """
        try:
            first = await run_while_connected(request, _next_of(events))
        except BaseException:
            await events.aclose()
            raise
        return cls(first, events)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events as they come.

        Raises:
            ClientGone: the client closed the connection first.
        """
        async with aclosing(self._others):
            await run_while_connected(Request(scope, receive), self._send_all(send))

    async def _send_all(self, send: Send) -> None:
        start = {"status": self.status_code, "headers": self.raw_headers}
        await send({"type": "http.response.start", **start})
        await _send_event(send, self._first)
        try:
            async for event in self._others:
                await _send_event(send, event)
        except (AppError, ModelError) as error:
            await _send_event(send, ("problem", problem_of(error).body()))
        except Exception as error:  # noqa: BLE001 - no handler can answer any more
            # The answer has begun.
            failure = InternalError(correlation_id.get() or uuid.uuid4().hex)
            _log.error("internal_error", error_id=failure.error_id, exc_info=error)
            await _send_event(send, ("problem", problem_of(failure).body()))
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _next_of(events: AsyncGenerator[Event]) -> Event:
    return await anext(events)


async def _send_event(send: Send, event: Event) -> None:
    body = write_event(*event)
    await send({"type": "http.response.body", "body": body, "more_body": True})
