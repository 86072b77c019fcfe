"""Write log lines that a program can read.

Lives here: the form of every line, ours and the libraries'. Not here: what is
logged of a request (``middleware/access_log.py``).
"""

import logging
import sys
from typing import Any, Literal, TextIO

import structlog
from asgi_correlation_id import correlation_id
from structlog.typing import EventDict, Processor, WrappedLogger

LogFormat = Literal["auto", "json", "console"]


class _Lines:
    """Write lines, and never let a full disk or a closed pipe stop an answer."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def msg(self, line: str) -> None:
        try:
            self._stream.write(line + "\n")
            self._stream.flush()
        except (OSError, ValueError):
            return

    debug = info = warning = error = critical = msg


class _LibraryLines(logging.Handler):
    """Send what libraries log the same way."""

    def emit(self, record: logging.LogRecord) -> None:
        structlog.get_logger(record.name).log(
            record.levelno,
            record.getMessage(),
            logger=record.name,
            exc_info=record.exc_info,
        )


def configure_logging(log_format: LogFormat, stream: TextIO | None = None) -> None:
    """Log to standard error: JSON, or words where a person watches."""
    stream = stream or sys.stderr
    is_console = log_format == "console" or (log_format == "auto" and stream.isatty())
    ending: list[Processor]
    if is_console:
        # Plain tracebacks: rich ones print local variables, people's texts too.
        ending = [
            structlog.dev.ConsoleRenderer(
                repr_native_str=True,
                exception_formatter=structlog.dev.plain_traceback,
            )
        ]
    else:
        ending = [
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ]
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _add_request_id,
            *ending,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=lambda *_: _Lines(stream),
    )
    logging.basicConfig(handlers=[_LibraryLines()], level=logging.WARNING, force=True)
    # It warns of every id it replaces; the access log has the new one anyway.
    logging.getLogger("asgi_correlation_id").setLevel(logging.ERROR)


def _add_request_id(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
    request_id: Any = correlation_id.get()
    if request_id is not None:
        event.setdefault("request_id", request_id)
    return event
