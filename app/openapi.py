"""Describe the API, from the models that validate it.

Lives here: the parts of an operation that FastAPI can't derive, because bodies
and queries are read by us, and the document put together. Not here: the page
made of it (``reference.py``).
"""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from app.errors import KINDS
from app.problems import PROBLEM_MEDIA_TYPE
from app.schemas.documented import DOCUMENTED
from app.schemas.examples import EXAMPLES
from app.schemas.fields import RequestModel
from app.schemas.problem import Problem
from app.version import VERSION

JSON_MEDIA_TYPE = "application/json"
NPZ_MEDIA_TYPE = "application/x-npz"

# What any path may answer, whatever is asked.
EVERYWHERE = (
    "bad_host",
    "bad_origin",
    "headers_too_large",
    "uri_too_long",
    "shutting_down",
    "internal_error",
)

_REFERENCE = "#/components/schemas/{model}"
_DESCRIPTION = """See what every attention head of a transformer looks at.

Each POST only computes, so each also answers GET with the same fields as query
parameters: lists are comma separated, ranges are `2:7`, matrices and objects
are JSON, and every view is a link. Unknown fields are refused. Errors are
`application/problem+json`."""


def build_openapi(app: FastAPI) -> dict[str, Any]:
    """Make the document, with the schemas that the operations refer to."""
    document = get_openapi(
        title="Headlight",
        version=VERSION,
        summary="Attention of real transformers, as numbers",
        description=_DESCRIPTION,
        routes=app.routes,
    )
    _, definitions = models_json_schema(
        [(kind, "validation") for kind in DOCUMENTED], ref_template=_REFERENCE
    )
    known = document.get("components", {}).get("schemas", {})
    document["components"] = {"schemas": known | definitions["$defs"]}
    for path in document["paths"].values():
        for operation in path.values():
            _add_examples(operation)
    return document


def query_operation(kind: type[RequestModel]) -> dict[str, Any]:
    """Describe the fields of a request as query parameters."""
    schema = kind.model_json_schema()
    required = schema.get("required", [])
    return {
        "parameters": [
            _parameter(name, field, name in required)
            for name, field in schema["properties"].items()
        ]
    }


def body_operation(kind: type[RequestModel]) -> dict[str, Any]:
    """Describe the fields of a request as a JSON body."""
    content = {JSON_MEDIA_TYPE: {"schema": _reference(kind)}}
    return {"requestBody": {"required": True, "content": content}}


def answers(
    kind: type[BaseModel],
    *codes: str,
    media_types: dict[str, Any] | None = None,
    has_etag: bool = False,
) -> dict[int | str, dict[str, Any]]:
    """Describe an answer and every error the path may give instead."""
    content = {JSON_MEDIA_TYPE: {"schema": _reference(kind)}}
    answer: dict[str, Any] = {
        "description": (kind.__doc__ or "").partition("\n")[0],
        "content": content | (media_types or {}),
    }
    responses: dict[int | str, dict[str, Any]] = {200: answer}
    if has_etag:
        answer["headers"] = {"ETag": _ETAG}
        responses[304] = {
            "description": "The answer named by If-None-Match still holds."
        }
    return responses | _problems(*codes, *EVERYWHERE)


_ETAG = {
    "description": "Names the answer; send it back in If-None-Match.",
    "schema": {"type": "string"},
    "example": 'W/"5f0c7b8e2d4a91f6c3e8b7d2"',
}


def _problems(*codes: str) -> dict[int | str, dict[str, Any]]:
    """Describe the errors of a path, one entry a status."""
    by_code = {kind.code: kind for kind in KINDS.values()}
    responses: dict[int | str, dict[str, Any]] = {}
    for kind in sorted({by_code[code] for code in codes}):
        line = f"`{kind.code}`: {kind.title}."
        known = responses.get(kind.status)
        if known:
            known["description"] += f" {line}"
            continue
        responses[kind.status] = {
            "description": line,
            "content": {PROBLEM_MEDIA_TYPE: {"schema": _reference(Problem)}},
        }
        if kind.status in (429, 503, 504):
            responses[kind.status]["headers"] = {"Retry-After": _RETRY_AFTER}
    return responses


_RETRY_AFTER = {
    "description": f"Seconds to wait before asking again ({HTTPStatus(503).phrase}).",
    "schema": {"type": "integer", "minimum": 1},
    "example": 1,
}


def _add_examples(operation: dict[str, Any]) -> None:
    """Add the examples whole: FastAPI drops every null of theirs."""
    for holder in (operation.get("requestBody", {}), operation["responses"]["200"]):
        content = holder.get("content", {}).get(JSON_MEDIA_TYPE, {})
        name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
        if name in EXAMPLES:
            content["example"] = EXAMPLES[name]


def _reference(kind: type[BaseModel]) -> dict[str, str]:
    return {"$ref": _REFERENCE.format(model=kind.__name__)}


def _parameter(name: str, field: dict[str, Any], is_required: bool) -> dict[str, Any]:
    """Write a field as a query parameter; absent stands for null."""
    choices = [c for c in field.get("anyOf", [field]) if c.get("type") != "null"]
    schema = {
        k: v for k, v in choices[0].items() if k not in ("description", "examples")
    }
    example = field["examples"][0]
    if schema.get("maxItems") == 2:
        schema = {"type": "string", "pattern": "^-?[0-9]+:-?[0-9]+$"}
        example = f"{example[0]}:{example[1]}"
    elif len(choices) > 1 or schema.get("items", {}).get("type") == "array":
        # A matrix, or a mask in any of its forms: JSON, as in a body.
        schema = {"type": "string"}
        example = example if isinstance(example, str) else json.dumps(example)
    if field.get("default") is not None:
        schema["default"] = field["default"]
    return {
        "name": name,
        "in": "query",
        "required": is_required,
        "description": field["description"],
        "schema": {k: v for k, v in schema.items() if k != "title"},
        "style": "form",
        "explode": False,
        "example": example,
    }
