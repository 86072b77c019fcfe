"""The page asks nobody but its own server, and puts no markup together."""

import re

import pytest

from tests.architecture.repository import name_of, own_files

PAGE_ROOMS = ("templates", "static")


def places(pattern: str, *suffixes: str) -> list[str]:
    """Return every "path:line: text" of the page's sources that matches."""
    return [
        f"{name_of(path)}:{number}: {line.strip()}"
        for path in own_files(*suffixes, rooms=PAGE_ROOMS)
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if re.search(pattern, line)
    ]


@pytest.mark.parametrize(
    "pattern",
    [
        r"""<(script|link|img|iframe|source)\b[^>]*\b(src|href)=["'](https?:)?//""",
        r"""@import\s+(url\()?["']?(https?:)?//""",
        r"""url\(\s*["']?(https?:)?//""",
        r"""\b(fetch|import|EventSource|WebSocket|Worker)\(\s*["'`](https?:|wss?:)?//""",
    ],
)
def test_nothing_is_loaded_from_outside(pattern):
    assert places(pattern, ".html", ".css", ".js") == []


@pytest.mark.parametrize(
    "pattern",
    [
        r"\.(innerHTML|outerHTML)\b",
        r"\binsertAdjacentHTML\b",
        r"\bdocument\.write\b",
        r"\beval\(",
        r"\bnew Function\(",
    ],
)
def test_scripts_never_parse_markup_or_code(pattern):
    assert places(pattern, ".js") == []


def test_pages_hold_no_inline_script():
    inline = r"<script\b(?![^>]*\bsrc=)(?![^>]*type=[\"']application/json)"

    assert places(inline, ".html") == []
    assert places(r"<[^>]+\son[a-z]+\s*=", ".html") == []


def test_templates_never_switch_escaping_off():
    assert places(r"\|\s*safe\b|autoescape\s+false", ".html") == []
