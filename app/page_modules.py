"""List the scripts of Explore, for ``modulepreload``.

Lives here: all scripts, and which of them only lessons have. Not here: the
scripts of a lesson (``lessons/modules.py``).
"""

from functools import cache
from pathlib import Path

_STATIC = Path(__file__).parent.parent / "static"
_NEVER = ("js/first-paint.js", "js/types.js", "js/lesson-types.js")
_LESSONS_ONLY = (
    "js/learn.js",
    "js/learn/",
    "js/lesson-session.js",
    "js/lessons/",
    "js/plot/lesson-",
    "js/views/learn/",
)


@cache
def explore_modules() -> tuple[str, ...]:
    """List the scripts of ``/``."""
    return tuple(name for name in all_scripts() if not name.startswith(_LESSONS_ONLY))


@cache
def all_scripts() -> tuple[str, ...]:
    """List every script that a browser runs as a module."""
    paths = sorted((_STATIC / "js").rglob("*.js"))
    names = (path.relative_to(_STATIC).as_posix() for path in paths)
    return tuple(name for name in names if name not in _NEVER)
