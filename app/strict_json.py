"""Read JSON at its word, and find what no answer could carry.

Lives here: parsing that refuses doubled keys, and one walk over the values
that finds numbers that aren't finite and text that isn't Unicode. Not here:
which fields there are (``schemas/``).
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any

from app.errors import MalformedJson, NotFinite
from model import InvalidText

Path = tuple[str | int, ...]


def parse_json(body: bytes) -> Any:
    """Parse one JSON document in UTF-8.

    NaN and Infinity pass, so that ``check_values`` can tell where they stand.

    Raises:
        MalformedJson: not UTF-8, cut short, nested too deeply, a raw control
            byte, a key twice in one object, or a number of 4,300 digits.
    """
    try:
        return json.loads(body.decode("utf-8"), object_pairs_hook=_refuse_doubled_keys)
    except UnicodeDecodeError as error:
        raise _malformed(
            f"The body is not UTF-8: byte {error.start} starts no character."
        ) from None
    except json.JSONDecodeError as error:
        what = error.msg.removesuffix(" at").lower()
        place = f"line {error.lineno}, column {error.colno}"
        raise _malformed(f"The body is not JSON: {what} at {place}.") from None
    except RecursionError:
        raise _malformed("The body is nested too deeply.") from None
    except ValueError:
        raise _malformed("The body holds a number with too many digits.") from None


def check_values(document: Any) -> None:
    """Refuse NaN, infinities and lone surrogates, wherever they stand.

    Raises:
        NotFinite: with the path of the number.
        InvalidText: with the path of the text and the index in it.
    """
    for path, value in _walk(document):
        if isinstance(value, float) and not math.isfinite(value):
            raise NotFinite(
                f"{spell(path)} is NaN, infinite or too large for a number.",
                hint="Send finite numbers only.",
            )
        if isinstance(value, str):
            _check_text(path, value)


def spell(path: Path) -> str:
    """Write a path as people do: ``layers[2]``; the whole is "the body"."""
    words = "".join(
        f"[{part}]" if isinstance(part, int) else f".{part[:80]}" for part in path
    )
    return words.lstrip(".") or "the body"


def _check_text(path: Path, text: str) -> None:
    if text.isascii():
        return
    for index, character in enumerate(text):
        if "\ud800" <= character <= "\udfff":
            raise InvalidText(
                f"{spell(path)} is not Unicode text: a lone surrogate or a stray byte "
                f"at character {index}.",
                hint="Send UTF-8; a character beyond U+FFFF is two escapes in JSON.",
                actual=index,
            )


def _walk(document: Any) -> Iterator[tuple[Path, Any]]:
    """Visit every key and value, without recursion: depth is the client's."""
    waiting: list[tuple[Path, Any]] = [((), document)]
    while waiting:
        path, value = waiting.pop()
        yield path, value
        if isinstance(value, dict):
            for key, item in value.items():
                yield (*path, "a field name"), key
                waiting.append(((*path, key), item))
        elif isinstance(value, list):
            waiting.extend(((*path, place), item) for place, item in enumerate(value))


def _refuse_doubled_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        names = [name for name, _ in pairs]
        doubled = next(name for name in names if names.count(name) > 1)
        raise _malformed(f"The body names {doubled[:80]!r} twice in one object.")
    return fields


def _malformed(detail: str) -> MalformedJson:
    return MalformedJson(detail, hint="Send one JSON object in UTF-8.")
