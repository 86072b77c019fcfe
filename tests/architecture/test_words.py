"""Words that must not be in the repository: unfinished work, foreign places."""

import re

import pytest

from tests.architecture.repository import name_of, own_files

TEXT_FILES = (".py", ".js", ".css", ".html", ".md", ".toml", ".txt", ".json", "")
PROGRAMS = (".py", ".js", ".css", ".html")
HERE = "tests/architecture/"


def places(pattern: str, *suffixes: str, tests: bool = True) -> list[str]:
    """Return every "path:line: text" that matches, outside this folder."""
    found = []
    for path in own_files(*suffixes):
        name = name_of(path)
        if name.startswith(HERE) or (not tests and name.startswith("tests/")):
            continue
        lines = path.read_text(encoding="utf-8").splitlines()
        found += [
            f"{name}:{number}: {line.strip()}"
            for number, line in enumerate(lines, 1)
            if re.search(pattern, line)
        ]
    return found


@pytest.mark.parametrize(
    "pattern",
    [
        r"\bTODO\b",
        r"\bFIXME\b",
        r"\bXXX\b",
        r"\bHACK\b",
        r"\bNotImplementedError\b",
        r"\blorem ipsum\b",
        r"Math\.random\(",
    ],
)
def test_nothing_is_left_unfinished(pattern):
    assert places(pattern, *PROGRAMS) == []


@pytest.mark.parametrize(
    "pattern",
    [
        r"pytest\.(mark\.)?(skip|skipif|xfail|importorskip)\b",
        r"\b(test|it|describe)\.(skip|todo|only)\b",
        r"\b(MagicMock|AsyncMock|mock\.patch)\b",
    ],
)
def test_no_test_is_skipped_or_mocked(pattern):
    assert places(pattern, *PROGRAMS) == []


def test_no_path_of_one_machine_is_written_down():
    machine_path = r"(?<![\w.~*])/(work|root|home/\w+|Users)/"

    assert places(machine_path, *TEXT_FILES, tests=False) == []


def test_no_package_registry_is_written_down():
    host = r"(pypi|pythonhosted|npmjs|yarnpkg|debian)\.(org|com)"

    assert places(host, *TEXT_FILES) == []


def test_files_are_named_after_what_they_hold():
    vague = {"utils", "util", "helpers", "helper", "common", "misc", "manager"}
    named = [
        name_of(path)
        for path in own_files(*PROGRAMS)
        if vague.intersection(re.split(r"[/._-]", name_of(path)))
    ]

    assert named == []


def test_each_ignored_check_says_which_one():
    bare = r"#\s*(noqa|type:\s*ignore)(?!\s*[:\[])|@ts-(ignore|nocheck)|eslint-disable"

    assert places(bare, *PROGRAMS) == []
