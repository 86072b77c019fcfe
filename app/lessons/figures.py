"""Write the numbers of a lesson, the same on the server as in the script.

Lives here: how a number is printed, how a path finds it, how it is sent. Its
twins are ``static/js/learn/figures.js`` and ``static/js/learn/paths.js``;
``tests/golden/figures.json`` holds both sides to the same strings. Not here:
where the numbers come from.
"""

import math
import re
from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

MISSING = "–"
_LARGE = 1e6
_GROUPED = 10_000
_NOISE = 1e-12
_CHOICE = re.compile(r"\{([^{}]*)\}")


def format_figure(number: Any, digits: int = 3) -> str:
    """Print a number with so many decimals; cut short where that says it all.

    So 0.5 is exact and 0.500 is rounded; whole numbers from 10,000 on have
    their thousands apart. Ties go away from zero, as in
    ``toFixed`` of JavaScript; minus is a real minus sign, and zero has none.
    -inf, or None where JSON carried it, is a masked score; what isn't there
    is a dash.
    """
    if number is None or number == -math.inf:
        return "−∞"
    if isinstance(number, bool):
        return "yes" if number else "no"
    if isinstance(number, str):
        return number
    if not isinstance(number, int | float) or not math.isfinite(number):
        return MISSING
    if abs(number) >= _LARGE:
        return _with_minus(_scientific(number))
    step = Decimal(1).scaleb(-digits)
    rounded = Decimal(number).quantize(step, ROUND_HALF_UP)
    if digits == 0 and abs(rounded) >= _GROUPED:
        return _with_minus(f"{rounded:,f}")
    text = f"{rounded:f}"
    if digits > 0 and _says_all(number, float(text)):
        text = text.rstrip("0").rstrip(".")
    return _with_minus(text)


def round_figure(number: float, digits: int = 3) -> float:
    """Round a number to what is printed of it."""
    step = Decimal(1).scaleb(-digits)
    return float(Decimal(number).quantize(step, ROUND_HALF_UP))


def _says_all(number: float, rounded: float) -> bool:
    """Take rounding of the last bits for what it is, but never a small number."""
    if number == rounded:
        return True
    return rounded != 0 and abs(number - rounded) <= _NOISE * abs(rounded)


def _scientific(number: float) -> str:
    exact = Decimal(number)
    power = exact.adjusted()
    mantissa = exact.scaleb(-power).quantize(Decimal("0.01"), ROUND_HALF_UP)
    if abs(mantissa) >= 10:
        mantissa, power = mantissa / 10, power + 1
        mantissa = mantissa.quantize(Decimal("0.01"))
    return f"{mantissa}e{power}"


def _with_minus(text: str) -> str:
    if not any("1" <= character <= "9" for character in text.split("e", 1)[0]):
        text = text.removeprefix("-")
    return text.replace("-", "−")


def find(tree: Any, path: str) -> Any:
    """Follow a path such as ``worked.weights.{row}.0``.

    Words in braces are read from the tree first, so that a path can follow a
    choice. What isn't there is ``...`` (None is a masked score).
    """
    found = tree
    for part in fill_path(tree, path).split("."):
        if isinstance(found, Mapping) and part in found:
            found = found[part]
        elif _is_place(found, part):
            found = found[int(part)]
        else:
            return ...
    return found


def fill_path(tree: Any, path: str) -> str:
    """Put the choices of the tree into a path: ``{row}`` becomes ``1``.

    Braces may stand in braces; the innermost are filled first.
    """

    def chosen(match: re.Match[str]) -> str:
        value = find(tree, match[1])
        return "" if value is ... or value is None else str(value)

    while _CHOICE.search(path):
        path = _CHOICE.sub(chosen, path)
    return path


def _is_place(found: Any, part: str) -> bool:
    is_list = isinstance(found, Sequence) and not isinstance(found, str)
    return is_list and part.isdecimal() and int(part) < len(found)


def to_wire(tree: Any) -> Any:
    """Make a tree ready for JSON: lists for tuples, None for -inf."""
    if isinstance(tree, Mapping):
        return {key: to_wire(value) for key, value in tree.items()}
    if isinstance(tree, list | tuple):
        return [to_wire(value) for value in tree]
    if isinstance(tree, float) and not math.isfinite(tree):
        return None
    return tree


def range_of(matrix: Any) -> tuple[float, float]:
    """Find the smallest and largest finite number of a matrix; 0, 0 if none."""
    finite = [
        cell
        for row in (matrix if isinstance(matrix, list | tuple) else ())
        for cell in row
        if isinstance(cell, int | float) and math.isfinite(cell)
    ]
    return (min(finite), max(finite)) if finite else (0.0, 0.0)


def share_of(number: Any, low: float, high: float) -> str:
    """Say where on the color scale a number stands, from 0 to 1."""
    if not isinstance(number, int | float) or not math.isfinite(number):
        return "0"
    if not high > low:
        return "0"
    share = min(1.0, max(0.0, (number - low) / (high - low)))
    return format_figure(share, 4)
