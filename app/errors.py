"""Name what can go wrong over HTTP, and give each class its status.

Lives here: the errors of the HTTP side, and the one table that gives each
error class, the domain's too, its status, code and title. Not here: the errors
of the domain (``model/errors.py``), the body they become (``problems.py``) and
the handlers that FastAPI calls (``error_handlers.py``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import model


@dataclass(frozen=True, slots=True)
class FieldError:
    """Say what is wrong with one field, never repeating its value."""

    loc: tuple[str | int, ...]
    type: str
    message: str


class AppError(Exception):
    """Base of all errors of the HTTP side.

    Attributes:
        detail: one sentence with both numbers, where there are two.
        hint: what to do about it.
        limit, actual: the two numbers, or None.
        retry_after_seconds: when to try again, or None.
        errors: one entry per field that is wrong.
        headers: sent with the answer, such as ``Allow``.
    """

    def __init__(
        self,
        detail: str,
        *,
        hint: str,
        limit: int | None = None,
        actual: int | None = None,
        retry_after_seconds: int | None = None,
        errors: Sequence[FieldError] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.hint = hint
        self.limit = limit
        self.actual = actual
        self.retry_after_seconds = retry_after_seconds
        self.errors = tuple(errors)
        self.headers = dict(headers or {})


class MalformedJson(AppError):
    """The body isn't one JSON document in UTF-8."""


class BadHost(AppError):
    """The Host header is missing, doubled or foreign."""


class BadOrigin(AppError):
    """Another site's page sent the request."""


class NotFound(AppError):
    """Nothing lives at this address."""


class MethodNotAllowed(AppError):
    """The address exists, but not for this verb."""


class NotAcceptable(AppError):
    """No representation that the Accept header takes."""


class UnsupportedMediaType(AppError):
    """The body isn't declared as JSON."""


class UnsupportedEncoding(AppError):
    """The body is compressed."""


class BodyTooLarge(AppError):
    """The body has more bytes than allowed."""


class ResponseTooLarge(AppError):
    """The answer would have more cells than allowed."""


class UriTooLong(AppError):
    """The address has more bytes than allowed."""


class HeadersTooLarge(AppError):
    """The headers are too many or too long."""


class InvalidRequest(AppError):
    """Fields are missing, unknown or of the wrong kind."""


# It means the same on both sides of the door, so both sides raise one class.
NotFinite = model.NotFinite


class TextTooLong(AppError):
    """The text has more characters than allowed."""


class TooManyRequests(AppError):
    """One client asks too often."""


class Busy(AppError):
    """The queue is full."""


class ShuttingDown(AppError):
    """The server is going away."""


class DeadlineExceeded(AppError):
    """The answer took longer than allowed."""


class InternalError(AppError):
    """Something broke; the log has it under the id."""

    def __init__(self, error_id: str) -> None:
        super().__init__(
            f"Something broke on the server. The log has it as {error_id}.",
            hint="Try again; if it happens again, report it with this id.",
        )
        self.error_id = error_id


class Kind(NamedTuple):
    """What a class of errors looks like from outside."""

    status: int
    code: str
    title: str


KINDS: dict[type[Exception], Kind] = {
    MalformedJson: Kind(400, "malformed_json", "The body is not valid JSON"),
    BadHost: Kind(400, "bad_host", "The host name is not served here"),
    BadOrigin: Kind(403, "bad_origin", "Requests from other sites are refused"),
    NotFound: Kind(404, "not_found", "Nothing lives at this address"),
    model.UnknownModel: Kind(404, "unknown_model", "There is no such model"),
    model.UnknownAdapter: Kind(404, "unknown_adapter", "There is no such adapter"),
    MethodNotAllowed: Kind(405, "method_not_allowed", "This verb is not answered here"),
    NotAcceptable: Kind(406, "not_acceptable", "No acceptable representation"),
    model.UnsupportedByModel: Kind(
        409, "unsupported_by_model", "This model can't answer that"
    ),
    BodyTooLarge: Kind(413, "body_too_large", "The body is too large"),
    ResponseTooLarge: Kind(413, "response_too_large", "The answer would be too large"),
    UriTooLong: Kind(414, "uri_too_long", "The address is too long"),
    UnsupportedMediaType: Kind(415, "unsupported_media_type", "The body must be JSON"),
    UnsupportedEncoding: Kind(
        415, "unsupported_encoding", "Compressed bodies are not read"
    ),
    InvalidRequest: Kind(422, "invalid_request", "The request is not valid"),
    model.EmptyText: Kind(422, "empty_text", "There is no text to look at"),
    TextTooLong: Kind(422, "text_too_long", "The text is too long"),
    model.TooManyTokens: Kind(
        422, "too_many_tokens", "More tokens than the model takes"
    ),
    model.InvalidText: Kind(422, "invalid_text", "The text is not Unicode text"),
    model.NoMask: Kind(422, "no_mask", "Nothing is masked in the text"),
    model.LayerOutOfRange: Kind(422, "layer_out_of_range", "There is no such layer"),
    model.HeadOutOfRange: Kind(422, "head_out_of_range", "There is no such head"),
    model.ShapeMismatch: Kind(422, "shape_mismatch", "Two shapes do not fit together"),
    model.NotFinite: Kind(422, "not_finite", "A number is not finite"),
    HeadersTooLarge: Kind(431, "headers_too_large", "The headers are too large"),
    TooManyRequests: Kind(429, "too_many_requests", "Too many requests"),
    InternalError: Kind(500, "internal_error", "Something broke on the server"),
    Busy: Kind(503, "busy", "The server is busy"),
    model.ModelUnavailable: Kind(
        503, "model_unavailable", "The model is not available"
    ),
    ShuttingDown: Kind(503, "shutting_down", "The server is shutting down"),
    model.Cancelled: Kind(503, "busy", "The server is busy"),
    DeadlineExceeded: Kind(504, "deadline_exceeded", "The answer took too long"),
    # What has no line of its own is a wrong request, whichever side says so.
    model.ModelError: Kind(422, "invalid_request", "The request is not valid"),
    AppError: Kind(422, "invalid_request", "The request is not valid"),
}


def kind_of(error: Exception) -> Kind:
    """Look an error's class up in the table, base classes last."""
    for ancestor in type(error).__mro__:
        if ancestor in KINDS:
            return KINDS[ancestor]
    raise TypeError(f"{type(error).__name__} is not in the table of errors")
