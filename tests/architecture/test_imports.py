"""Who may import whom: the rules of pyproject.toml, and those of the scripts."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.repository import ROOT, name_of, own_files

STATIC_IMPORT = re.compile(r"""(?:from|import)\s*\(?\s*["'](\.[^"']+)["']""")

# Small scripts at the top that views may share; they import next to nothing.
SHARED_LEAVES = ("dom.js", "examples.js", "timing.js", "types.js")

# Lessons: `learn` is what they share, `lessons` has one module each, and their
# views stand in views/learn. Explore has none of it.
LESSON_TYPES = ("lesson-types.js", "types.js")
LESSON_ROOMS = {
    "learn",
    "lessons",
    "views/learn",
    "learn.js",
    "lesson-session.js",
    "lesson-types.js",
}


def test_python_imports_follow_the_house_rules():
    program = Path(sys.executable).with_name("lint-imports")
    finished = subprocess.run(
        [program, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert finished.returncode == 0, finished.stdout + finished.stderr


@pytest.mark.parametrize("module", ["model", "app.client", "app.main"])
def test_a_door_opens_without_torch(module):
    heavy = "{'torch', 'transformers'} & set(sys.modules)"
    check = f"import sys, {module}; print(*({heavy}))"
    finished = subprocess.run(
        [sys.executable, "-c", check],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )

    assert finished.stdout.strip() == ""


def imports_of_scripts() -> list[tuple[str, str]]:
    """Return (importing, imported) for every relative import in static/js."""
    pairs = []
    for path in own_files(".js", rooms=("static/js",)):
        for target in STATIC_IMPORT.findall(path.read_text(encoding="utf-8")):
            imported = (path.parent / target).resolve()
            pairs.append((name_of(path), name_of(imported)))
    return pairs


def room_of(script: str) -> str:
    """Return views, plot, state or api; the file's name at the top."""
    path = script.removeprefix("static/js/")
    return "views/learn" if path.startswith("views/learn/") else path.split("/")[0]


def test_scripts_import_only_what_exists():
    pairs = imports_of_scripts()

    assert pairs
    assert [pair for pair in pairs if not (ROOT / pair[1]).is_file()] == []


def test_views_never_import_views():
    wrong = [
        (importing, imported)
        for importing, imported in imports_of_scripts()
        if "views" in room_of(importing) and "views" in room_of(imported)
    ]

    assert wrong == []


@pytest.mark.parametrize(
    ("room", "allowed"),
    [
        ("state", {"state", "types.js"}),
        ("api", {"api", "state", "types.js"}),
        ("plot", {"plot", "state", "types.js"}),
        ("learn", {"learn", "api", *LESSON_TYPES}),
        ("lessons", {"learn", *LESSON_TYPES}),
        ("views", {"views", "plot", "state", "api", *SHARED_LEAVES}),
        (
            "views/learn",
            {"learn", "plot", "state", "api", "dom.js", "timing.js", "flight.js"}
            | set(LESSON_TYPES),
        ),
        ("dom.js", {"types.js"}),
        ("examples.js", {"dom.js", "types.js"}),
    ],
)
def test_scripts_import_downwards_only(room, allowed):
    wrong = [
        (importing, imported)
        for importing, imported in imports_of_scripts()
        if room_of(importing) == room and room_of(imported) not in allowed
    ]

    assert wrong == []


def is_of_lessons(script: str) -> bool:
    """Say whether only lessons may use a script."""
    return room_of(script) in LESSON_ROOMS


def test_explore_uses_nothing_of_the_lessons():
    wrong = [
        (importing, imported)
        for importing, imported in imports_of_scripts()
        if is_of_lessons(imported) and not is_of_lessons(importing)
    ]

    assert wrong == []


def test_lessons_use_nothing_of_explore_alone():
    explore_alone = {"main.js", "session.js", "address.js", "details.js"}
    wrong = [
        (importing, imported)
        for importing, imported in imports_of_scripts()
        if is_of_lessons(importing) and room_of(imported) in explore_alone
    ]

    assert wrong == []


def test_one_file_touches_plotly():
    touching = [
        name_of(path)
        for path in own_files(".js", rooms=("static/js",))
        if re.search(r"(globalThis|window|self)\.Plotly", path.read_text("utf-8"))
    ]

    assert touching == ["static/js/plot/plotly.js"]
