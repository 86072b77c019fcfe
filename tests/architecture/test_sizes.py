"""No god files: caps on lines of files and functions, and of docstrings."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.repository import name_of, own_files

FILE_CAPS = {".py": 250, ".js": 200, ".css": 150, ".html": 100}
TEST_FILE_CAP = 350
FUNCTION_CAP = 40
SUMMARY_CAP = 72

# Path -> why it may be longer; each has a decision record.
LONGER_FILES: dict[str, str] = {}
# "path::function" -> why it may be longer.
LONGER_FUNCTIONS: dict[str, str] = {}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def cap_of(path: Path) -> int:
    if name_of(path).startswith("tests/"):
        return TEST_FILE_CAP
    return FILE_CAPS[path.suffix]


def line_count(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def functions_of(path: Path) -> Iterator[Function]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, Function):
            yield node


def product_scripts() -> Iterator[Path]:
    return own_files(".py", rooms=("app", "model", "benchmarks"))


def code_lines(function: Function) -> int:
    """Count a function's lines from def to end, less its docstring."""
    lines = (function.end_lineno or function.lineno) - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function) is not None:
        lines -= (first.end_lineno or first.lineno) - first.lineno + 1
    return lines


def test_files_stay_readable_in_one_sitting():
    long = {
        name_of(path): line_count(path)
        for path in own_files(*FILE_CAPS)
        if line_count(path) > cap_of(path)
    }

    assert {name: n for name, n in long.items() if name not in LONGER_FILES} == {}
    assert LONGER_FILES.keys() <= long.keys(), "no longer an exception"


def test_functions_fit_on_a_screen():
    long = {
        f"{name_of(path)}::{function.name}": code_lines(function)
        for path in product_scripts()
        for function in functions_of(path)
        if code_lines(function) > FUNCTION_CAP
    }

    assert {name: n for name, n in long.items() if name not in LONGER_FUNCTIONS} == {}
    assert LONGER_FUNCTIONS.keys() <= long.keys(), "no longer an exception"


def test_docstrings_open_with_one_short_line():
    long = [
        f"{name_of(path)}:{node.lineno} {summary}"
        for path in product_scripts()
        for node in functions_of(path)
        if len(summary := (ast.get_docstring(node) or "").split("\n")[0]) > SUMMARY_CAP
    ]

    assert long == []
