"""Write large whole numbers of a lesson in words.

Lives here: counts of operations and parameters. Its twin is
``static/js/learn/large-counts.js``. Not here: every other number
(``figures.py``).
"""

_MILLION = 10**6
_BILLION = 10**9
_FIGURES = 3


def say_count(number: int) -> str:
    """Write a whole number; three figures from a million on."""
    if number < _MILLION:
        return f"{number:,}"
    step = 10 ** (len(str(number)) - _FIGURES)
    rounded = (2 * number + step) // (2 * step) * step
    unit, name = (_BILLION, "billion") if rounded >= _BILLION else (_MILLION, "million")
    decimals = _FIGURES - len(str(rounded // unit))
    return f"{rounded / unit:.{max(0, decimals)}f} {name}"
