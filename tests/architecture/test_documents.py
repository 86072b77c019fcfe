"""What the documents say can be done exists."""

import re
import tomllib
from pathlib import Path

import pytest

from app.settings import Settings
from model.packages.table import PACKAGED
from tests.architecture.repository import ROOT, name_of, own_files

README = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = set(re.findall(r"^([a-z][a-z-]*):", MAKEFILE, re.MULTILINE))
CODE = re.compile(r"```\w*\n(.*?)```|`([^`\n]+)`", re.DOTALL)


def code_in(text: str) -> str:
    """Return all code of a Markdown text, blocks and spans."""
    return "\n".join(block or span for block, span in CODE.findall(text))


def documents() -> list[Path]:
    return list(own_files(".md"))


def test_the_readme_starts_with_the_two_commands():
    commands = re.findall(r"^make [a-z-]+", README, re.MULTILINE)

    assert commands[:2] == ["make run", "make test"]


@pytest.mark.parametrize("document", documents(), ids=name_of)
def test_every_make_target_named_exists(document):
    code = code_in(document.read_text(encoding="utf-8"))

    assert set(re.findall(r"\bmake ([a-z][a-z-]*)", code)) - TARGETS == set()


def test_every_target_is_declared_phony_or_makes_its_file():
    phony = re.search(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)

    assert phony
    assert set(phony[1].split()) == TARGETS


def accepted_variables() -> set[str]:
    names = set()
    for name, info in Settings.model_fields.items():
        alias = info.validation_alias
        choices = getattr(alias, "choices", None) or [f"HEADLIGHT_{name.upper()}"]
        names |= {str(choice) for choice in choices}
    return names


def test_every_setting_in_the_readme_is_read_by_the_service():
    named = set(re.findall(r"\bHEADLIGHT_[A-Z_]+\b", README))

    assert named
    assert named - accepted_variables() == set()


@pytest.mark.parametrize("document", documents(), ids=name_of)
def test_links_between_documents_lead_somewhere(document):
    text = document.read_text(encoding="utf-8")
    targets = re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", text)
    broken = [each for each in targets if not (document.parent / each).exists()]

    assert broken == []


@pytest.mark.parametrize("document", documents(), ids=name_of)
def test_files_named_in_documents_exist(document):
    spans = re.findall(r"`([^`\s]+)`", document.read_text(encoding="utf-8"))
    rooms = r"(app|model|static|templates|tests|benchmarks|docs)/[\w./-]+"
    named = [span for span in spans if re.fullmatch(rooms, span)]
    missing = [span for span in named if not (ROOT / span).exists()]

    assert missing == []


def test_every_packaged_model_has_its_notice():
    notice = " ".join((ROOT / "NOTICE").read_text(encoding="utf-8").split())

    for model in PACKAGED.values():
        assert f"{model.id}: " in notice
        assert model.source in notice
        assert f"{model.package} {model.version}" in notice
        assert model.license in notice


def test_the_changelog_has_a_place_for_what_comes():
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")

    assert "## [Unreleased]" in changelog


def test_decision_records_are_numbered_without_a_gap():
    records = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    numbers = [int(record.name[:4]) for record in records]

    assert numbers == list(range(1, len(records) + 1))


def test_project_files_agree_on_the_version():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

    assert f'"version": "{project["version"]}"' in (ROOT / "package.json").read_text()
