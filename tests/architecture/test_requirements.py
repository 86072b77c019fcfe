"""Every package used is required, every requirement is pinned."""

import ast
import json
import re
import sys
from importlib.metadata import packages_distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.architecture.repository import ROOT, own_files

FILES = ("requirements.txt", "requirements-dev.txt", "requirements-bench.txt")
OWN = {"app", "model", "tests", "benchmarks"}


def lines_of(name: str) -> list[str]:
    """Return the requirements of one file, without comments and options."""
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    stripped = [re.sub(r"(^|\s+)#.*", "", line).strip() for line in lines]
    return [line for line in stripped if line and not line.startswith("-")]


def pinned(name: str) -> dict[str, Requirement]:
    requirements = [Requirement(line) for line in lines_of(name)]
    return {canonicalize_name(each.name): each for each in requirements}


@pytest.mark.parametrize("name", [*FILES, "constraints.txt"])
def test_every_requirement_is_pinned_exactly(name):
    loose = [
        str(requirement)
        for requirement in pinned(name).values()
        if not re.fullmatch(r"==[\w.]+", str(requirement.specifier))
    ]

    assert loose == []


@pytest.mark.parametrize("name", FILES)
def test_every_requirement_has_its_reason(name):
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    bare = [line for line in lines if "==" in line and "  # " not in line]

    assert bare == []


def test_nothing_is_pinned_twice():
    seen: set[str] = set()
    twice = []
    for name in [*FILES, "constraints.txt"]:
        twice += [each for each in pinned(name) if each in seen]
        seen |= pinned(name).keys()

    assert twice == []


def imported_modules(paths: list[Path]) -> set[str]:
    names = set()
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                names.add(node.module.split(".")[0])
    return names - sys.stdlib_module_names - OWN


def packages_of(modules: set[str]) -> set[str]:
    carriers = packages_distributions()
    return {canonicalize_name(carriers[module][0]) for module in modules}


def is_of_training(path: Path) -> bool:
    """Tell the code that made the weights, which the service doesn't run."""
    return path.is_relative_to(ROOT / "model" / "training")


def test_what_the_service_imports_is_required():
    paths = own_files(".py", rooms=("app", "model"))
    used = packages_of(imported_modules([p for p in paths if not is_of_training(p)]))

    assert used - pinned("requirements.txt").keys() == set()


def test_what_the_training_imports_is_required():
    paths = [p for p in own_files(".py", rooms=("model",)) if is_of_training(p)]
    used = packages_of(imported_modules(paths))
    known = pinned("requirements.txt").keys() | pinned("requirements-dev.txt").keys()

    assert used
    assert used - known == set()


def test_what_the_tests_import_is_required():
    used = packages_of(imported_modules(list(own_files(".py", rooms=("tests",)))))
    known = pinned("requirements.txt").keys() | pinned("requirements-dev.txt").keys()

    assert used - known == set()


def test_what_the_requirements_need_is_pinned_too():
    """Follow the installed packages' own requirements, down to the last."""
    names = [*FILES[:2], "constraints.txt"]
    pins = set().union(*(pinned(name).keys() for name in names))
    direct = pinned(FILES[0]).keys() | pinned(FILES[1]).keys()
    waiting, seen = [*direct], set()
    while waiting:
        name = waiting.pop()
        if name in seen or name == "torch":
            continue
        seen.add(name)
        needs = [Requirement(need) for need in requires(name) or []]
        waiting += [
            canonicalize_name(need.name)
            for need in needs
            if need.marker is None or need.marker.evaluate({"extra": ""})
        ]

    assert seen - pins - {"setuptools"} == set()


def test_the_scripts_lock_file_records_no_address():
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))

    assert all("resolved" not in entry for entry in lock["packages"].values())
    assert all("integrity" in entry for name, entry in lock["packages"].items() if name)
