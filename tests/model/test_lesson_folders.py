"""The folders of this project's models: described, loaded, or said to be damaged."""

import json

import pytest

from model import Catalogue, ModelUnavailable
from tests.model.tiny_lessons import SIZES, write_all, write_lesson


@pytest.fixture(scope="module")
def weights(tmp_path_factory):
    return write_all(tmp_path_factory.mktemp("weights"))


def test_the_catalogue_describes_each_without_loading(weights):
    catalogue = Catalogue(list(SIZES), cache_folder=weights, weights_folder=weights)
    translator, bahdanau, luong, bottleneck = catalogue.describe_all()
    assert {model.state for model in catalogue.describe_all()} == {"available"}
    assert {model.license for model in catalogue.describe_all()} == {"MIT"}
    assert {model.max_length for model in catalogue.describe_all()} == {64}
    assert translator.family == "encoder-decoder"
    shapes = [(part.part, part.n_layers, part.n_heads) for part in translator.parts]
    assert shapes == [(p, 2, 2) for p in ("encoder", "decoder", "cross", "joint")]
    assert (translator.n_layers, translator.n_heads, translator.head_dim) == (2, 2, 16)
    assert bahdanau.family == luong.family == bottleneck.family == "rnn"
    assert [part.part for part in bahdanau.parts] == ["cross"]
    assert (luong.n_layers, luong.n_heads) == (1, 1)
    assert bottleneck.parts == ()
    assert (bottleneck.n_layers, bottleneck.n_heads) == (0, 0)
    assert bottleneck.objectives == ("translation",)
    assert "attention" in bahdanau.objectives


def test_other_weights_are_another_revision(tmp_path, weights):
    write_lesson(tmp_path, "lesson-luong", seed=1)
    one, other = (
        Catalogue(
            ["lesson-luong"], cache_folder=folder, weights_folder=folder
        ).describe("lesson-luong")
        for folder in (weights, tmp_path)
    )
    assert one.revision != other.revision
    assert len(one.revision) == 16


def test_missing_files_are_said_without_naming_the_machine(tmp_path):
    described = Catalogue(
        ["lesson-luong"], cache_folder=tmp_path, weights_folder=tmp_path
    ).describe("lesson-luong")
    assert described.state == "unavailable"
    assert described.reason == (
        "lesson-luong can't be read: config.json is missing from its folder."
    )


@pytest.mark.parametrize("text", ["{}", "[1]", "nonsense", '{"architecture": "x"}'])
def test_a_damaged_configuration_is_said(tmp_path, text):
    folder = write_lesson(tmp_path, "lesson-luong")
    (folder / "config.json").write_text(text)
    catalogue = Catalogue(
        ["lesson-luong"], cache_folder=tmp_path, weights_folder=tmp_path
    )
    assert catalogue.describe("lesson-luong").reason == (
        "The config.json of lesson-luong is damaged."
    )
    with pytest.raises(ModelUnavailable, match="damaged"):
        catalogue.load("lesson-luong")


def test_damaged_weights_are_said_when_they_are_loaded(tmp_path):
    folder = write_lesson(tmp_path, "lesson-luong")
    (folder / "model.safetensors").write_bytes(b"eight by eight numbers")
    catalogue = Catalogue(
        ["lesson-luong"], cache_folder=tmp_path, weights_folder=tmp_path
    )
    with pytest.raises(ModelUnavailable, match="can't be loaded"):
        catalogue.load("lesson-luong")
    assert catalogue.describe("lesson-luong").state == "unavailable"


def test_the_card_is_read_where_there_is_one(tmp_path):
    folder = write_lesson(tmp_path, "lesson-luong")
    catalogue = Catalogue(
        ["lesson-luong", "minilm"], cache_folder=tmp_path, weights_folder=tmp_path
    )
    assert catalogue.card("lesson-luong") is None
    (folder / "card.json").write_text(json.dumps({"id": "lesson-luong", "seed": 1}))
    assert catalogue.card("lesson-luong") == {"id": "lesson-luong", "seed": 1}
    assert catalogue.card("minilm") is None
