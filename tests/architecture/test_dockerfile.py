"""The image's recipe: small rights, a health check, and files that exist."""

import fnmatch
import json
import re
import shlex
from dataclasses import dataclass, field

import pytest
from dockerfile_parse import DockerfileParser

from tests.architecture.repository import ROOT


@dataclass
class Stage:
    """One FROM and what follows it: (instruction, value) pairs."""

    name: str
    base: str
    steps: list[tuple[str, str]] = field(default_factory=list)

    def values(self, instruction: str) -> list[str]:
        return [value for name, value in self.steps if name == instruction]


@pytest.fixture(scope="module")
def stages() -> list[Stage]:
    parser = DockerfileParser(path=str(ROOT / "Dockerfile"))
    stages: list[Stage] = []
    for step in parser.structure:
        if step["instruction"] == "FROM":
            base, _, name = step["value"].split()
            stages.append(Stage(name, base))
        elif step["instruction"] != "COMMENT":
            stages[-1].steps.append((step["instruction"], step["value"]))
    return stages


@pytest.fixture(scope="module")
def service(stages: list[Stage]) -> Stage:
    return stages[-1]


def test_the_image_is_built_in_stages_from_a_slim_base(stages):
    bases = [stage.base for stage in stages]

    assert len(stages) >= 2
    assert re.fullmatch(r"python:3\.\d+-slim", bases[-1])
    assert all(base == bases[-1] or base == stages[0].name for base in bases)


def test_the_service_does_not_run_as_root(service):
    users = service.values("USER")
    last_user = max(i for i, step in enumerate(service.steps) if step[0] == "USER")

    assert users
    assert users[-1] not in {"root", "0"}
    assert any(users[-1] in run for run in service.values("RUN") if "useradd" in run)
    assert "RUN" not in [name for name, _ in service.steps[last_user:]]


def test_the_command_is_a_list_so_that_signals_arrive(service):
    (command,) = service.values("CMD")

    assert json.loads(command) == ["python", "-m", "app"]
    assert service.values("ENTRYPOINT") == []


def test_the_health_check_asks_healthz_without_more_tools(service):
    (check,) = service.values("HEALTHCHECK")
    program = json.loads(check[check.index("CMD") + len("CMD") :])

    assert program[:2] == ["python", "-c"]
    compile(program[2], "HEALTHCHECK", "exec")
    assert "/healthz" in program[2]


def test_the_service_listens_to_the_outside_on_its_exposed_port(service):
    settings = dict(
        word.split("=", 1)
        for value in service.values("ENV")
        for word in shlex.split(value)
    )

    assert settings["HOST"] == "0.0.0.0"
    assert service.values("EXPOSE") == [settings["PORT"]]


def test_build_arguments_choose_torch_and_models(stages):
    arguments = {
        stage.name: [value.split("=")[0] for value in stage.values("ARG")]
        for stage in stages
    }

    assert arguments["packages"] == ["TORCH", "TORCH_INDEX_URL"]
    assert arguments["models"] == arguments["service"] == ["MODELS"]


def copied_paths(stages: list[Stage]) -> list[str]:
    return [
        word
        for stage in stages
        for value in stage.values("COPY")
        if "--from=" not in value
        for word in shlex.split(value)[:-1]
    ]


def test_every_copied_path_exists_and_reaches_the_builder(stages):
    rules = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    let_in = [rule[1:] for rule in rules if rule.startswith("!")]

    assert copied_paths(stages)
    for path in copied_paths(stages):
        assert (ROOT / path).exists(), path
        assert any(fnmatch.fnmatch(path, rule) for rule in let_in), path


def test_copies_between_stages_name_earlier_stages(stages):
    earlier: set[str] = set()
    for stage in stages:
        for value in stage.values("COPY"):
            for name in re.findall(r"--from=(\S+)", value):
                assert name in earlier
        earlier.add(stage.name)


def test_pip_installs_from_files_that_were_copied(stages):
    runs = [value for stage in stages for value in stage.values("RUN")]
    files = [name for run in runs for name in re.findall(r"-r (\S+)", run)]

    assert files == ["requirements.txt"]
    assert set(files) <= set(copied_paths(stages))
    assert "constraints.txt" in copied_paths(stages)


def test_everything_the_service_imports_from_is_in_the_image(service):
    copied = set(copied_paths([service]))

    assert {"app", "model", "static", "templates", "LICENSE", "NOTICE"} <= copied
