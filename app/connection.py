"""Bound what one connection may take: time, address, headers.

Lives here: the deadlines and limits that uvicorn doesn't have, as a subclass of
its protocol. Not here: the limits of a request that has arrived
(``middleware/request_limits.py``).
"""

import asyncio
import re
from collections.abc import Callable
from enum import Enum, auto
from typing import ClassVar

from starlette.responses import Response
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from app.errors import AppError
from app.middleware.request_limits import check_headers, check_url
from app.problems import problem_response
from app.settings import Settings

_VERBS = frozenset(b"CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT TRACE".split())
# The parser refuses verbs it has never heard of. They go through it as one
# that no route answers, and get the 405 and the Allow header they should.
_STAND_IN_VERB = b"TRACE"
_VERB_OF_REQUEST = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}) ")
# How long a refused client may go on sending before it must have read why.
_LINGER_SECONDS = 2.0
_HALF_SENT_SECONDS = 1.0


class _Phase(Enum):
    IDLE = auto()
    HEAD = auto()
    BODY = auto()
    ANSWER = auto()


class BoundedProtocol(HttpToolsProtocol):
    """Close silent, slow and unread connections; refuse endless heads.

    Units: seconds, bytes.
    """

    settings: ClassVar[Settings]

    _phase = _Phase.IDLE
    _deadline: asyncio.TimerHandle | None = None
    _unread_deadline: asyncio.TimerHandle | None = None
    _n_head_bytes = 0
    _is_refused = False
    _verb: str | None = None

    # uvicorn itself takes a narrower transport than asyncio's protocol promises.
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first byte, not for ever."""
        super().connection_made(transport)
        self._close_after(self.settings.silence_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the deadlines."""
        self._keep_open()
        self._forget_unread()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Count and time what arrives, then parse it."""
        if self._is_refused:
            return
        if self._phase is _Phase.IDLE:
            self._begin_head()
            data = self._with_known_verb(data)
        if self._phase is _Phase.HEAD:
            self._n_head_bytes += len(data)
        super().data_received(data)
        if self._phase is _Phase.HEAD:
            limit = self.settings.max_url_bytes + self.settings.max_header_bytes
            self._refuse_if(check_headers, self._n_head_bytes, limit)

    def on_message_begin(self) -> None:
        """Start the clock of a request's head."""
        super().on_message_begin()
        if self._phase is not _Phase.HEAD:
            self._begin_head()

    def on_url(self, url: bytes) -> None:
        """Refuse an address that grows too long."""
        super().on_url(url)
        self._refuse_if(check_url, len(self.url), self.settings.max_url_bytes)

    def on_headers_complete(self) -> None:
        """Start the clock of a request's body."""
        if self._is_refused:
            return
        self._phase = _Phase.BODY
        self._close_after(self.settings.body_seconds)
        super().on_headers_complete()
        if self._verb is not None:
            self.scope["method"], self._verb = self._verb, None

    def on_body(self, body: bytes) -> None:
        """Pass the body on, unless the request was refused."""
        if not self._is_refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """Stop the clock: from now on the client waits for us."""
        if self._is_refused:
            return
        self._keep_open()
        is_answered = self.cycle.response_complete
        self._phase = _Phase.IDLE if is_answered else _Phase.ANSWER
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        if self._phase is _Phase.ANSWER:
            self._phase = _Phase.IDLE

    def pause_writing(self) -> None:
        """Give a client that reads nothing only so long."""
        super().pause_writing()
        self._forget_unread()
        self._unread_deadline = self.loop.call_later(
            self.settings.unread_seconds, self.transport.abort
        )

    def resume_writing(self) -> None:
        """Go on with a client that reads again."""
        self._forget_unread()
        super().resume_writing()

    def shutdown(self) -> None:
        """End idle connections now, and half-sent requests soon."""
        super().shutdown()
        if self._phase is _Phase.BODY:
            self._close_after(_HALF_SENT_SECONDS)

    def _begin_head(self) -> None:
        self._phase = _Phase.HEAD
        self._n_head_bytes = 0
        self._close_after(self.settings.headers_seconds)

    def _close_after(self, seconds: float) -> None:
        self._keep_open()
        self._deadline = self.loop.call_later(seconds, self.transport.close)

    def _keep_open(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _forget_unread(self) -> None:
        if self._unread_deadline is not None:
            self._unread_deadline.cancel()
            self._unread_deadline = None

    def _with_known_verb(self, data: bytes) -> bytes:
        match = _VERB_OF_REQUEST.match(data)
        if match is None or match[1] in _VERBS:
            return data
        self._verb = match[1].decode("ascii")
        return _STAND_IN_VERB + data[match.end(1) :]

    def _refuse_if(
        self, check: Callable[[int, int], None], actual: int, limit: int
    ) -> None:
        try:
            check(actual, limit)
        except AppError as refusal:
            self._refuse(problem_response(refusal))

    def _refuse(self, response: Response) -> None:
        """Answer at once, then read on a while, so that the answer arrives."""
        if self._is_refused:
            return
        self._is_refused = True
        self._close_after(_LINGER_SECONDS)
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.keep_alive = False  # an earlier request is being answered
            return
        head = [*self.server_state.default_headers, *response.raw_headers]
        lines = [
            b"%b: %b\r\n" % header for header in [*head, (b"connection", b"close")]
        ]
        content = [STATUS_LINE[response.status_code], *lines, b"\r\n", response.body]
        self.transport.write(b"".join(content))
        if self.transport.can_write_eof():
            self.transport.write_eof()


def bounded_protocol(settings: Settings) -> type[BoundedProtocol]:
    """Make the protocol class that uvicorn is given."""
    return type("HeadlightProtocol", (BoundedProtocol,), {"settings": settings})
