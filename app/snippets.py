"""Write a request as a link, a curl and a few lines of Python.

Lives here: snippets of the reference page, which run as they stand against the
host that shows them.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

# What fits in half of the reference page.
_LINE_LENGTH = 60
_PLAIN_IN_QUOTES = re.compile(r"[^\"$`\\!\n]*")


class Snippet(NamedTuple):
    """A piece of code, and the language it is in."""

    language: str
    code: str


def query_fields(fields: dict[str, Any]) -> dict[str, str]:
    """Write the fields of a request as they stand in a query."""
    ranges = ("rows", "columns")
    return {
        name: _in_query(value, ":" if name in ranges else ",")
        for name, value in fields.items()
        if value is not None
    }


def link_of(path: str, fields: dict[str, Any] | None) -> str:
    """Write a request as a link within the host."""
    if not fields:
        return path
    return f"{path}?{urlencode(query_fields(fields), quote_via=quote, safe=':,')}"


def snippets_of(
    host: str, path: str, fields: dict[str, Any] | None, *, has_link: bool = True
) -> tuple[Snippet, ...]:
    """Write a request as shell commands and as Python.

    What makes something has no link: it is asked with a body.
    """
    address = host + path
    if fields is None:
        return (
            Snippet("curl", f"curl {address}"),
            Snippet("Python", f'import httpx\n\nprint(httpx.get("{address}").json())'),
        )
    link = Snippet("curl, as a link", _curl_get(address, fields))
    return (
        *([link] if has_link else []),
        Snippet("curl, as a body", _curl_post(address, fields)),
        Snippet("Python", _python(address, fields)),
    )


def decoding_of(host: str) -> str:
    """Show how an array in base64 is read."""
    return f"""import base64, httpx, numpy

answer = httpx.get(
    "{host}/api/v1/attention",
    params={{"text": "The animal", "encoding": "base64"}},
).json()
array = answer["attention"]
values = numpy.frombuffer(base64.b64decode(array["bdata"]), "<" + array["dtype"])
values = values.reshape(array["shape"])
if "scale" in array:  # encoding=uint8
    values = array["offset"] + array["scale"] * values
"""


def _in_query(value: Any, separator: str) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict) or _is_matrix(value) or _has_commas(value):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if isinstance(value, list | tuple):
        return separator.join(_in_query(item, separator) for item in value)
    return str(value)


def _is_matrix(value: Any) -> bool:
    is_list = isinstance(value, list | tuple) and len(value) > 0
    return is_list and isinstance(value[0], list | tuple)


def _has_commas(value: Any) -> bool:
    """Tell texts that a list with commas between them would take apart."""
    is_list = isinstance(value, list | tuple)
    return is_list and any(isinstance(item, str) and "," in item for item in value)


def _curl_get(address: str, fields: dict[str, Any]) -> str:
    lines = [f"curl --get {address}"]
    for name, value in query_fields(fields).items():
        lines.append(f"  --data-urlencode {_shell(f'{name}={value}')}")
    return " \\\n".join(lines)


def _curl_post(address: str, fields: dict[str, Any]) -> str:
    body = print_json(fields)
    return (
        f"curl {address} \\\n"
        f"  --header 'Content-Type: application/json' \\\n"
        f"  --data-binary @- <<'JSON'\n{body}\nJSON"
    )


def _python(address: str, fields: dict[str, Any]) -> str:
    lines = ",\n".join(
        f'    "{name}": {_in_python(value)}' for name, value in fields.items()
    )
    return (
        f"import httpx\n\nrequest = {{\n{lines},\n}}\n"
        f'answer = httpx.post("{address}", json=request)\n'
        f"answer.raise_for_status()\nprint(answer.json())"
    )


def _in_python(value: Any) -> str:
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return repr(value)


def _shell(word: str) -> str:
    """Quote a word for a shell, the readable way where it is safe."""
    if re.fullmatch(r"[\w=:,./-]+", word, re.ASCII):
        return word
    if _PLAIN_IN_QUOTES.fullmatch(word):
        return f'"{word}"'
    return "'" + word.replace("'", "'\"'\"'") + "'"


def print_json(value: Any, indent: int = 0) -> str:
    """Write JSON as a person would: on one line whatever fits there."""
    line = json.dumps(value, ensure_ascii=False)
    if indent + len(line) <= _LINE_LENGTH or not isinstance(value, dict | list):
        return line
    inner = indent + 2
    if isinstance(value, dict):
        parts = [
            f"{json.dumps(name, ensure_ascii=False)}: {print_json(item, inner)}"
            for name, item in value.items()
        ]
    else:
        parts = [print_json(item, inner) for item in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    body = (",\n" + " " * inner).join(parts)
    return f"{opening}\n{' ' * inner}{body}\n{' ' * indent}{closing}"
