"""Read the OpenAPI document as a person would, for the reference page.

Lives here: what ``docs.html`` shows, made of the document and nothing else, so
that page and document can't disagree. Not here: the snippets
(``snippets.py``) and the document (``openapi.py``).
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from app.errors import KINDS, Kind
from app.schemas.statistics import STATISTICS, Statistic
from app.snippets import Snippet, decoding_of, link_of, print_json, snippets_of

_PLAIN_TYPES = {
    "integer": "whole number",
    "number": "number",
    "string": "text",
    "boolean": "true or false",
}
_REQUEST_SUFFIX = "Request"


@dataclass(frozen=True, slots=True)
class FieldRow:
    """One line of a table of fields; absent cells are empty."""

    name: str
    type: str
    refers_to: str
    range: str
    default: str
    is_required: bool
    description: str
    example: str


@dataclass(frozen=True, slots=True)
class PathSection:
    """One path: its verbs, fields, answer, errors and snippets.

    What makes something has no ``link``.
    """

    anchor: str
    path: str
    verbs: tuple[str, ...]
    summary: str
    description: str
    fields: tuple[FieldRow, ...]
    media_types: tuple[str, ...]
    answer: str
    example: str
    answered_by: str
    errors: tuple[Kind, ...]
    link: str
    snippets: tuple[Snippet, ...]


@dataclass(frozen=True, slots=True)
class SchemaSection:
    """One kind of object that answers are made of."""

    name: str
    description: str
    fields: tuple[FieldRow, ...]


@dataclass(frozen=True, slots=True)
class ReferencePage:
    """What ``docs.html`` shows."""

    here: str
    version: str
    host: str
    introduction: tuple[str, ...]
    paths: tuple[PathSection, ...]
    schemas: tuple[SchemaSection, ...]
    statistics: dict[str, Statistic]
    errors: tuple[Kind, ...]
    decoding: str


def reference_page(document: dict[str, Any], host: str) -> ReferencePage:
    """Arrange the document in the order it is read.

    Args: ``host`` is where the reader found the page, for snippets that run.
    """
    schemas = document["components"]["schemas"]
    return ReferencePage(
        here="docs",
        version=document["info"]["version"],
        host=host,
        introduction=tuple(
            part.replace("\n", " ")
            for part in document["info"]["description"].split("\n\n")
        ),
        paths=tuple(
            _path_section(path, operations, schemas, host)
            for path, operations in document["paths"].items()
        ),
        schemas=tuple(
            SchemaSection(name, _first_line(schema), _rows(schema))
            for name, schema in schemas.items()
            if not name.endswith(_REQUEST_SUFFIX)
        ),
        statistics=STATISTICS,
        errors=tuple(sorted(set(KINDS.values()))),
        decoding=decoding_of(host),
    )


def _path_section(
    path: str, operations: dict[str, Any], schemas: dict[str, Any], host: str
) -> PathSection:
    operation = operations.get("post") or operations["get"]
    content = operation["responses"]["200"]["content"]
    answer = content.get("application/json", {})
    request = (
        operation.get("requestBody", {}).get("content", {}).get("application/json")
    )
    example = request["example"] if request else None
    filled = _fill(path, operation)
    return PathSection(
        anchor="path-" + re.sub(r"[^a-z0-9]+", "-", path).strip("-"),
        path=path,
        verbs=tuple(verb.upper() for verb in operations),
        summary=operation["summary"],
        description=operation["description"],
        fields=(
            _rows(schemas[_name(request["schema"])])
            if request
            else tuple(map(_parameter_row, operation.get("parameters", [])))
        ),
        media_types=tuple(content),
        answer=_name(answer.get("schema", {})),
        example=print_json(answer["example"]) if "example" in answer else "",
        errors=_errors_of(operations),
        answered_by=answer.get("example", {}).get("model") or "",
        link=link_of(filled, example) if "get" in operations else "",
        snippets=snippets_of(host, filled, example, has_link="get" in operations),
    )


def _fill(path: str, operation: dict[str, Any]) -> str:
    """Put the examples of its parameters into a path."""
    found = operation.get("parameters", [])
    named = {p["name"]: p["schema"]["examples"] for p in found if p["in"] == "path"}
    return path.format(**{name: examples[0] for name, examples in named.items()})


def _errors_of(operations: dict[str, Any]) -> tuple[Kind, ...]:
    described = [
        response["description"]
        for operation in operations.values()
        for response in operation["responses"].values()
    ]
    return tuple(
        kind
        for kind in sorted(set(KINDS.values()))
        if any(f"`{kind.code}`" in text for text in described)
    )


def _rows(schema: dict[str, Any]) -> tuple[FieldRow, ...]:
    required = schema.get("required", [])
    return tuple(
        _row(name, field, name in required)
        for name, field in schema["properties"].items()
    )


def _parameter_row(parameter: dict[str, Any]) -> FieldRow:
    schema = {**parameter["schema"], "description": parameter["description"]}
    return _row(parameter["name"], schema, parameter["required"])


def _row(name: str, field: dict[str, Any], is_required: bool) -> FieldRow:
    examples = field.get("examples", [])
    text = json.dumps(examples[0], ensure_ascii=False) if examples else ""
    return FieldRow(
        name=name,
        type=_type_of(field),
        refers_to=_name(field),
        range=_range_of(field),
        default="" if field.get("default") is None else json.dumps(field["default"]),
        is_required=is_required,
        description=field.get("description", ""),
        example=text if len(text) <= 80 else "",
    )


def _type_of(schema: dict[str, Any]) -> str:
    """Name a type in plain words: ``list of whole numbers``."""
    if "anyOf" in schema:
        names = [_type_of(choice) for choice in schema["anyOf"]]
        # A field with a default may be left out: null adds nothing to that.
        return " or ".join(n for n in names if n != "null" or "default" not in schema)
    if "$ref" in schema:
        return _name(schema)
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    if "const" in schema:
        return str(schema["const"])
    if schema.get("type") == "array":
        items = schema.get("items") or {}
        return f"list of {_type_of(items)}s" if _is_plain(items) else _list_of(items)
    if schema.get("type") == "object":
        return f"object of {_type_of(schema['additionalProperties'])}"
    name = str(schema.get("type", "anything"))
    return _PLAIN_TYPES.get(name, name)


def _is_plain(schema: dict[str, Any]) -> bool:
    return schema.get("type") in ("integer", "number") and "enum" not in schema


def _list_of(items: dict[str, Any]) -> str:
    return f"list of {_type_of(items)}" if items else "nested lists"


def _range_of(schema: dict[str, Any]) -> str:
    for choice in schema.get("anyOf", [schema]):
        if "minimum" in choice and "maximum" in choice:
            return f"{choice['minimum']} to {choice['maximum']}"
        if choice.get("minItems") == choice.get("maxItems") == 2:
            return "first, one past the last"
        if "maxItems" in choice:
            return f"{choice.get('minItems', 0)} to {choice['maxItems']} items"
        if "maxLength" in choice:
            return f"up to {choice['maxLength']} characters"
    return ""


def _name(schema: dict[str, Any]) -> str:
    """Name the schema that a field refers to, however deep, or nothing."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    inner = [*schema.get("anyOf", []), schema.get("items")]
    inner.append(schema.get("additionalProperties"))
    names = [_name(part) for part in inner if isinstance(part, dict)]
    return next(filter(None, names), "")


def _first_line(schema: dict[str, Any]) -> str:
    return str(schema.get("description", "")).partition("\n")[0]
