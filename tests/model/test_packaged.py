"""The table of packaged models, against the folders made from it."""

import json

import pytest

from model.errors import UnknownModel
from model.packages.table import PACKAGED, packaged_folder


def test_a_folder_counts_only_when_it_is_complete(cache_folder, tmp_path):
    assert packaged_folder("minilm", cache_folder) == cache_folder / "minilm"
    assert packaged_folder("minilm", tmp_path) is None
    copy = tmp_path / "minilm"
    copy.mkdir()
    for path in (cache_folder / "minilm").iterdir():
        (copy / path.name).symlink_to(path)
    assert packaged_folder("minilm", tmp_path) == copy
    (copy / "vocab.txt").unlink()
    assert packaged_folder("minilm", tmp_path) is None


def test_an_unknown_id_names_the_known_ones(tmp_path):
    with pytest.raises(UnknownModel) as caught:
        packaged_folder("../../etc/passwd", tmp_path)

    assert caught.value.hint == "Packaged models are minilm, smollm2-135m, g2p."


@pytest.mark.parametrize("model", PACKAGED.values(), ids=lambda model: model.id)
def test_the_table_tells_the_truth_about_each_model(cache_folder, model):
    config = json.loads((cache_folder / model.id / "config.json").read_text())

    if model.family == "encoder-decoder":
        sides = ("encoder", "decoder")
        assert {model.n_layers} == {config[f"{side}_layers"] for side in sides}
        heads = {config[f"{side}_attention_heads"] for side in sides}
        assert {model.n_heads, model.n_key_value_heads} == heads
        assert [shape.part for shape in model.more_parts] == [
            "decoder",
            "cross",
            "joint",
        ]
        counts = {(shape.n_layers, shape.n_heads) for shape in model.more_parts}
        assert counts == {(model.n_layers, model.n_heads)}
        d_model = config["d_model"]
    else:
        assert model.n_layers == config["num_hidden_layers"]
        assert model.n_heads == config["num_attention_heads"]
        key_value_heads = config.get("num_key_value_heads", model.n_heads)
        assert model.n_key_value_heads == key_value_heads
        d_model = config["hidden_size"]
    assert model.d_model == d_model
    assert model.head_dim == d_model // model.n_heads
    assert model.max_length == config["max_position_embeddings"]
    assert model.vocab_size == config["vocab_size"]


def test_the_converted_weights_are_plain_float32(cache_folder):
    from safetensors import safe_open

    folder = cache_folder / "smollm2-135m"
    config = json.loads((folder / "config.json").read_text())
    with safe_open(folder / "model.safetensors", "np") as file:
        kinds = {file.get_slice(name).get_dtype() for name in file.keys()}  # noqa: SIM118

    assert kinds == {"F32"}
    assert "quantization_config" not in config
