"""Write documents in which arrays stand, however deep.

Lives here: each array's place in a JSON document, or its member of an .npz. Not
here: which arrays a document has (``*_documents.py``, the routes) and their bytes
(``wire.py``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from app.wire import Encoding, NamedArray, write_array, write_json, write_npz

# A document in which arrays still are arrays.
Document = dict[str, Any]


def json_of(document: Document, encoding: Encoding, digits: int) -> bytes:
    """Write a document as JSON, each array where it stands."""
    return write_json(_written(document, encoding, digits))


def npz_of(document: Document) -> memoryview:
    """Write a document as .npz: arrays as members, the rest as metadata."""
    return write_npz(dict(_arrays(document)), _headers(document))


def _written(part: Any, encoding: Encoding, digits: int) -> Any:
    if isinstance(part, NamedArray):
        return write_array(part, encoding, digits)
    if isinstance(part, Mapping):
        return {name: _written(item, encoding, digits) for name, item in part.items()}
    if isinstance(part, list):
        return [_written(item, encoding, digits) for item in part]
    return part


def _headers(part: Any, name: str = "") -> Any:
    """Put in each array's place its header and the name of its member."""
    if isinstance(part, NamedArray):
        return {**part.header(), "member": name}
    if isinstance(part, Mapping):
        return {key: _headers(item, _member(part, key)) for key, item in part.items()}
    if isinstance(part, list):
        return [_headers(item) for item in part]
    return part


def _arrays(part: Any, name: str = "") -> Iterator[tuple[str, NamedArray]]:
    if isinstance(part, NamedArray):
        yield name, part
    elif isinstance(part, Mapping):
        for key, item in part.items():
            yield from _arrays(item, _member(part, key))
    elif isinstance(part, list):
        for item in part:
            yield from _arrays(item)


def _member(part: Mapping[str, Any], key: str) -> str:
    """Name a member after its key; the values of a step, after the step."""
    return str(part["name"]) if key == "values" else key
