"""List the scripts of a lesson, for ``modulepreload``.

Lives here: which lesson needs which scripts, so that none loads another's. Not
here: the scripts.
"""

from functools import cache

from app.lessons.path import PATH
from app.page_modules import all_scripts

# What every lesson needs, beside the room js/learn and its own files.
_KIT = (
    "js/api/client.js",
    "js/api/decode.js",
    "js/api/requests.js",
    "js/dom.js",
    "js/flight.js",
    "js/learn.js",
    "js/lesson-session.js",
    "js/mount.js",
    "js/state/store.js",
    "js/views/learn/choice.js",
    "js/views/learn/explore-link.js",
    "js/views/learn/list.js",
    "js/views/learn/matrix.js",
    "js/views/learn/prediction.js",
    "js/views/learn/source.js",
    "js/views/learn/values.js",
    "js/views/theme.js",
)


@cache
def lesson_modules(slug: str) -> tuple[str, ...]:
    """List the scripts of a lesson: the kit, and what has its name."""
    own = (f"js/lessons/{slug}", f"js/learn/{slug}", f"js/views/learn/{slug}/")
    named = tuple(f"js/learn/{step.slug}" for step in PATH)
    return tuple(
        name
        for name in all_scripts()
        if name in _KIT
        or name.startswith(own)
        or (name.startswith("js/learn/") and not name.startswith(named))
    )
