"""Read a lesson as the server writes it, before any script has run.

Lives here: what a page shows at a path, its notes and what its script starts
from. Not here: the right numbers (each lesson's test).
"""

import html
import json
import re
from typing import Any

_BOOT = re.compile(r'id="lesson-boot">(.*?)</script>', re.DOTALL)
_NOTE = re.compile(r'class="lesson-note"[^>]*>(.*?)</p>', re.DOTALL)


def bound(page: str, path: str) -> list[str]:
    """List what stands where a path is shown."""
    found = re.findall(rf'data-bind="{re.escape(path)}"[^>]*>([^<]*)<', page)
    assert found, path
    return found


def boot_of(page: str) -> Any:
    """Read what the script starts from."""
    block = _BOOT.search(page)
    assert block is not None
    return json.loads(block[1])


def notes_of(page: str) -> list[str]:
    """List what the page says about its address."""
    return [html.unescape(note) for note in _NOTE.findall(page)]
