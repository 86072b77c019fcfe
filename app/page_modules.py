"""List the scripts of Explore, for ``modulepreload``.

Lives here: all scripts, which of them only lessons have, and which come once the
first picture is there. Not here: the
scripts of a lesson (``lessons/modules.py``).
"""

from functools import cache
from pathlib import Path

_STATIC = Path(__file__).parent.parent / "static"
_NEVER = (
    "js/api/wire.js",
    "js/first-paint.js",
    "js/lesson-types.js",
    "js/types.js",
)
_LESSONS_ONLY = (
    "js/learn.js",
    "js/learn/",
    "js/lesson-session.js",
    "js/lessons/",
    "js/plot/lesson-",
    "js/views/learn/",
)
_LATER = (
    "js/api/events.js",
    "js/later/",
    "js/plot/predicted",
    "js/state/masking.js",
    "js/state/predicting.js",
    "js/state/writing.js",
    "js/views/later/",
)


@cache
def explore_modules() -> tuple[str, ...]:
    """List the scripts of ``/`` that the first picture needs."""
    others = (*_LESSONS_ONLY, *_LATER)
    return tuple(name for name in all_scripts() if not name.startswith(others))


@cache
def all_scripts() -> tuple[str, ...]:
    """List every script that a browser runs as a module."""
    paths = sorted((_STATIC / "js").rglob("*.js"))
    names = (path.relative_to(_STATIC).as_posix() for path in paths)
    return tuple(name for name in names if name not in _NEVER)
