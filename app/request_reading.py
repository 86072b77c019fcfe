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
from collections.abc import Iterator
from typing import Any, TypeVar, get_args
from urllib.parse import parse_qsl

import anyio
from anyio import to_thread
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails
from starlette.requests import Request

from app.errors import (
    FieldError,
    InvalidRequest,
    MalformedJson,
    UnsupportedEncoding,
    UnsupportedMediaType,
)
from app.schemas.fields import RequestModel
from app.strict_json import check_values, parse_json, spell

Asked = TypeVar("Asked", bound=RequestModel)

_MOST_QUERY_FIELDS = 64
# A body of matrices takes a while to check, which must hold nobody else up.
_SMALL_BODY_BYTES = 32 * 1024
_readers = anyio.CapacityLimiter(2)
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?|NaN|-?Infinity")
_PLAIN_WORDS = {
    "missing": "is required",
    "string_type": "should be text",
    "bool_type": "should be true or false",
    "list_type": "should be a list",
    "too_short": "should not be empty",
}
# Errors of a number that stands on the wrong side of a bound.
_OUTSIDE = re.compile("out_of_range|(greater|less)_than(_equal)?")
_LONGEST_SAID = 10**15
_EVERY_FIELD = "GET /openapi.json or open /docs for every field."


async def read_body(request: Request, kind: type[Asked]) -> Asked:
    """Read the JSON body of a request.

    Raises:
        UnsupportedMediaType, UnsupportedEncoding, MalformedJson, NotFinite,
        InvalidRequest, model.InvalidText: as their names say.
    """
    _check_content_headers(request)
    body = await request.body()
    if len(body) <= _SMALL_BODY_BYTES:
        return _read(body, kind)
    return await to_thread.run_sync(_read, body, kind, limiter=_readers)


def _read(body: bytes, kind: type[Asked]) -> Asked:
    return _validate(parse_json(body), kind)


def read_query(request: Request, kind: type[Asked]) -> Asked:
    """Read the same fields from the query string.

    Lists are comma separated, ranges are ``2:7``, switches are ``true`` or
    ``false``, matrices and objects are JSON; a key may stand there once.

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
    if text[:1] in ("[", "{") and _is_document(choices):
        return _document(text, choices)
    if "array" in choices and "string" not in choices:
        return text if _items(choices) == "array" else _list(text, choices["array"])
    if "boolean" in choices:
        return {"true": True, "false": False}.get(text, text)
    if "integer" in choices or "number" in choices:
        return _number(text)
    return text


def _is_document(choices: dict[str, Any]) -> bool:
    """Tell whether a field may hold a matrix, texts or an object."""
    # A choice without a type refers to the schema of an object.
    return None in choices or _items(choices) in ("array", "string")


def _items(choices: dict[str, Any]) -> str | None:
    """Name the type of a list's items, where a field may hold a list."""
    kind: str | None = choices.get("array", {}).get("items", {}).get("type")
    return kind


def _list(text: str, schema: dict[str, Any]) -> Any:
    separator = ":" if schema.get("maxItems") == 2 else ","
    items = schema["items"]
    return [_from_query(item, items) for item in text.split(separator)] if text else []


def _document(text: str, choices: dict[str, Any]) -> Any:
    """Read a matrix, an object or a list that is written as JSON."""
    try:
        return parse_json(text.encode("utf-8", "surrogateescape"))
    except MalformedJson:
        return _list(text, choices["array"]) if _items(choices) == "string" else text


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
        details = error.errors(include_url=False, include_context=False)
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
    if _OUTSIDE.fullmatch(detail["type"]):
        message += _instead(detail["input"])
    if detail["type"] == "extra_forbidden":
        message = _unknown_field(str(loc[-1]), _known_fields(kind, loc[:-1]))
    return FieldError(loc, detail["type"], message)


def _instead(given: Any) -> str:
    """Say the number that was given beside the bound that it misses."""
    is_number = isinstance(given, int | float) and not isinstance(given, bool)
    return f", not {given}" if is_number and abs(given) < _LONGEST_SAID else ""


def _known_fields(kind: type[BaseModel], loc: tuple[str | int, ...]) -> list[str]:
    """List the fields of the object at this place."""
    for part in loc:
        field = kind.model_fields.get(str(part))
        kind = next(_objects(field.annotation), kind) if field else kind
    return list(kind.model_fields)


def _objects(annotation: Any) -> Iterator[type[BaseModel]]:
    """Find the objects that a field may hold."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for choice in get_args(annotation):
        yield from _objects(choice)


def _unknown_field(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    return f"is no field here; the nearest is {near[0]}" if near else "is no field here"
