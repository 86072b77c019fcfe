"""Turn a body or a query string into one validated request.

Lives here: reading both forms so that the same fields give the same request,
and saying what is wrong with them. Not here: the fields (``schemas/``) and the
grammar of JSON (``strict_json.py``).
"""

from __future__ import annotations

import difflib
import functools
import json
import re
from typing import Any, TypeVar
from urllib.parse import parse_qsl

from pydantic import ValidationError
from pydantic_core import ErrorDetails
from starlette.requests import Request

from app.errors import (
    FieldError,
    InvalidRequest,
    UnsupportedEncoding,
    UnsupportedMediaType,
)
from app.schemas.fields import RequestModel
from app.strict_json import check_values, parse_json, spell

Asked = TypeVar("Asked", bound=RequestModel)

_MOST_QUERY_FIELDS = 64
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?|NaN|-?Infinity")
_PLAIN_WORDS = {
    "missing": "is required",
    "string_type": "should be text",
    "bool_type": "should be true or false",
    "list_type": "should be a list",
    "too_short": "should not be empty",
}
_EVERY_FIELD = "GET /openapi.json or open /docs for every field."


async def read_body(request: Request, kind: type[Asked]) -> Asked:
    """Read the JSON body of a request.

    Raises:
        UnsupportedMediaType, UnsupportedEncoding, MalformedJson, NotFinite,
        InvalidRequest, model.InvalidText: as their names say.
    """
    _check_content_headers(request)
    return _validate(parse_json(await request.body()), kind)


def read_query(request: Request, kind: type[Asked]) -> Asked:
    """Read the same fields from the query string.

    Lists are comma separated, ranges are ``2:7``, switches are ``true`` or
    ``false``; a key may stand there once.

    Raises:
        NotFinite, InvalidRequest, model.InvalidText: as their names say.
    """
    properties = _properties(kind)
    document = {
        name: _from_query(text, properties.get(name, {}))
        for name, text in _pairs(request).items()
    }
    return _validate(document, kind)


def _check_content_headers(request: Request) -> None:
    coding = request.headers.get("content-encoding", "identity").strip().lower()
    if coding not in ("", "identity"):
        raise UnsupportedEncoding(
            "Compressed bodies are not read.",
            hint="Send the body without Content-Encoding.",
        )
    media_type, _, parameters = request.headers.get("content-type", "").partition(";")
    charset = (
        parameters.lower().replace(" ", "").replace('"', "").removeprefix("charset=")
    )
    if media_type.strip().lower() != "application/json" or charset not in ("", "utf-8"):
        raise UnsupportedMediaType(
            "The body is not declared as JSON in UTF-8.",
            hint="Send Content-Type: application/json.",
        )


@functools.cache
def _properties(kind: type[RequestModel]) -> dict[str, Any]:
    properties: dict[str, Any] = kind.model_json_schema()["properties"]
    return properties


def _pairs(request: Request) -> dict[str, str]:
    """Split the query string; a byte that is no UTF-8 stays a surrogate."""
    query = request.scope["query_string"].decode("utf-8", "surrogateescape")
    try:
        pairs = parse_qsl(
            query,
            keep_blank_values=True,
            errors="surrogateescape",
            max_num_fields=_MOST_QUERY_FIELDS,
        )
    except ValueError:
        raise InvalidRequest(
            f"The query has more than {_MOST_QUERY_FIELDS} fields.", hint=_EVERY_FIELD
        ) from None
    names = [name for name, _ in pairs]
    doubled = [
        FieldError((name,), "repeated", "stands there more than once")
        for name in dict.fromkeys(names)
        if names.count(name) > 1
    ]
    if doubled:
        raise InvalidRequest(
            f"{spell(doubled[0].loc)} stands in the query more than once.",
            hint="Name each field once; lists are comma separated: layers=0,3.",
            errors=doubled,
        )
    return dict(pairs)


def _from_query(text: str, schema: dict[str, Any]) -> Any:
    """Read a query value as the JSON value it stands for.

    What can't be read stays text, so that validation names what is wanted.
    """
    choices = {choice.get("type"): choice for choice in schema.get("anyOf", [schema])}
    if "array" in choices:
        separator = ":" if choices["array"].get("maxItems") == 2 else ","
        items = choices["array"]["items"]
        return (
            [_from_query(item, items) for item in text.split(separator)] if text else []
        )
    if "boolean" in choices:
        return {"true": True, "false": False}.get(text, text)
    if "integer" in choices:
        return _number(text)
    return text


def _number(text: str) -> Any:
    if not _NUMBER.fullmatch(text):
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text


def _validate(document: Any, kind: type[Asked]) -> Asked:
    check_values(document)
    if not isinstance(document, dict):
        raise InvalidRequest("The body is not a JSON object.", hint=_EVERY_FIELD)
    try:
        return kind.model_validate(document)
    except ValidationError as error:
        details = error.errors(
            include_url=False, include_input=False, include_context=False
        )
        raise _invalid(details, kind) from None


def _invalid(details: list[ErrorDetails], kind: type[RequestModel]) -> InvalidRequest:
    fields = [_field_error(detail, kind) for detail in details]
    first = fields[0]
    more = f" (and {len(fields) - 1} more)" if len(fields) > 1 else ""
    return InvalidRequest(
        f"{spell(first.loc)}: {first.message}{more}.", hint=_EVERY_FIELD, errors=fields
    )


def _field_error(detail: ErrorDetails, kind: type[RequestModel]) -> FieldError:
    loc = tuple(part[:80] if isinstance(part, str) else part for part in detail["loc"])
    message = _PLAIN_WORDS.get(detail["type"], detail["msg"].removeprefix("Input "))
    if detail["type"] == "extra_forbidden":
        message = _unknown_field(str(loc[-1]), list(kind.model_fields))
    return FieldError(loc, detail["type"], message)


def _unknown_field(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    return f"is no field here; the nearest is {near[0]}" if near else "is no field here"
