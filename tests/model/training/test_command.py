"""The command says what it takes, and refuses the rest before any work."""

import pytest

from model.training.__main__ import WEIGHTS_FOLDER, _parser, main
from model.training.recipes import DEFAULT_SEED, RECIPES


def test_help_names_the_models_and_the_options(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--help"])

    text = capsys.readouterr().out
    assert ended.value.code == 0
    assert all(name in text for name in RECIPES)
    options = ("--steps", "--seed", "--folder", "--threads", "--write-every")
    assert all(option in text for option in options)


@pytest.mark.parametrize(
    "arguments",
    [
        ["lesson-gru"],
        [],
        ["lesson-luong", "--steps", "0"],
        ["lesson-luong", "--threads", "-1"],
        ["lesson-luong", "--seed", "one"],
    ],
    ids=" ".join,
)
def test_what_makes_no_sense_is_refused(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        main(arguments)

    assert ended.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_without_options_the_shipped_weights_are_made_again():
    asked = _parser().parse_args(["all"])

    assert asked.folder == WEIGHTS_FOLDER
    assert (asked.steps, asked.seed, asked.threads) == (None, DEFAULT_SEED, 1)
    assert WEIGHTS_FOLDER.name == "weights"
