"""Give the templates of lessons the few words they may call.

Lives here: what ``templates/learn/_kit.html`` calls to print, label and link.
Not here: how numbers are printed and found (``figures.py``).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from app.lessons.figures import fill_path, find, format_figure, range_of, share_of
from app.lessons.lesson import written_steps
from app.lessons.path import Step


def labels(tree: Mapping[str, Any], wanted: str, count: int) -> list[str]:
    """Name the rows or columns of a matrix.

    ``wanted`` is a path to a list of words, or ``count``, ``count:k`` for 0, 1,
    2 or k0, k1, k2; ``at:`` and a path gives them all one name.
    """
    kind, _, prefix = wanted.partition(":")
    if kind == "at":
        return [format_figure(find(tree, prefix))] * count
    if kind == "count":
        return [f"{prefix}{place}" for place in range(count)]
    found = find(tree, wanted)
    words = list(found) if isinstance(found, Sequence) else []
    return [
        str(words[place]) if place < len(words) else str(place)
        for place in range(count)
    ]


def rows_of(tree: Mapping[str, Any], path: str) -> list[list[Any]]:
    """Find a matrix; a single list is a matrix of one row; absent, no rows."""
    found = find(tree, path)
    if not isinstance(found, list | tuple) or not found:
        return []
    if isinstance(found[0], list | tuple):
        return [list(row) for row in found]
    return [list(found)]


def length_of(tree: Mapping[str, Any], path: str) -> int:
    """Count the items of a list; 0 where there is none."""
    found = find(tree, path)
    return len(found) if isinstance(found, list | tuple) else 0


def ends_of(matrix: Any, scale: str) -> tuple[float, float]:
    """Say where the color scale begins and ends.

    ``unit`` is 0 to 1, ``signed`` -1 to 1, ``own`` the matrix's smallest to
    its largest, ``-3:3`` what it says.
    """
    if scale in {"own", "none"}:
        return range_of(matrix)
    low, high = {"unit": "0:1", "signed": "-1:1"}.get(scale, scale).split(":")
    return float(low), float(high)


def explore_address(tree: Mapping[str, Any], fields: Mapping[str, Any]) -> str:
    """Link into Explore; a value in braces is read from the tree."""
    query = {}
    for key, wanted in fields.items():
        value = wanted
        if isinstance(wanted, str) and wanted.startswith("{"):
            value = find(tree, wanted.strip("{}"))
        if value is not None and value is not ...:
            query[key] = str(value)
    return "/?" + urlencode(query)


def written_step(slug: str) -> Step | None:
    """Find the lesson of a slug if it is written."""
    return next((step for step in written_steps() if step.slug == slug), None)


TEMPLATE_WORDS: dict[str, Callable[..., Any]] = {
    "ends_of": ends_of,
    "explore_address": explore_address,
    "figure_of": format_figure,
    "fill_path": fill_path,
    "find": find,
    "labels": labels,
    "length_of": length_of,
    "rows_of": rows_of,
    "share_of": share_of,
    "written_step": written_step,
}
