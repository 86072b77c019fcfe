"""Every tensor by name: worked out again from the weights with numpy."""

import numpy as np
import pytest
import torch

from model import Catalogue, SelectionError, UnsupportedByModel
from tests.model.tiny_lessons import SIZES, write_all

SOURCE, TARGET = "The animal was too tired.", "L'animal était"
N_SOURCE, N_TARGET = 7, 4


@pytest.fixture(scope="module")
def lessons(tmp_path_factory):
    weights = write_all(tmp_path_factory.mktemp("weights"))
    catalogue = Catalogue(list(SIZES), cache_folder=weights, weights_folder=weights)
    return {name: catalogue.load(name) for name in SIZES}


@pytest.fixture
def table_of(lessons):
    def table(name):
        lesson = lessons[name]
        source = lesson.tokenize(SOURCE)
        return lesson.tensors(source, lesson.tokenize_target(TARGET))

    return table


@pytest.fixture
def weight(lessons):
    """Read a parameter of a model by its name."""

    def read(model_id, name):
        return lessons[model_id].model.network.get_parameter(name).numpy()

    return read


def softmax(scores):
    exponentials = np.exp(scores - scores.max(-1, keepdims=True))
    return exponentials / exponentials.sum(-1, keepdims=True)


def shapes(table):
    return {entry.name: (entry.shape, entry.axes) for entry in table.index}


def test_the_index_of_the_transformer_names_what_its_map_shows(table_of):
    index = shapes(table_of("lesson-translator"))
    expected = {
        f"{kind}_{side}"
        for kind in ("tokens", "positions", "embedded")
        for side in ("source", "target")
    } | {"encoder.output", "decoder.output", "logits", "probabilities"}
    attention = "read query key value scores weights heads concatenated output total"
    wide = "read hidden activated output total"
    for layer in range(2):
        for kind in ("encoder.{}.self", "decoder.{}.self", "decoder.{}.cross"):
            name = kind.format(layer)
            expected |= {
                f"{name}_attention.{step}"
                for step in [*attention.split(), "normalised"]
            }
        for stack in ("encoder", "decoder"):
            expected |= {
                f"{stack}.{layer}.feed_forward.{step}"
                for step in [*wide.split(), "normalised"]
            }
    assert set(index) == expected
    assert index["decoder.1.cross_attention.weights"] == (
        (2, N_TARGET, N_SOURCE),
        ("head", "target_position", "source_position"),
    )
    assert index["decoder.0.cross_attention.value"] == (
        (2, N_SOURCE, 16),
        ("head", "source_position", "head_feature"),
    )
    assert index["encoder.0.feed_forward.hidden"][0] == (N_SOURCE, 48)
    assert index["logits"][1] == ("target_position", "vocab")


@pytest.mark.parametrize("name", SIZES)
def test_each_tensor_is_as_its_index_says(table_of, name):
    table = table_of(name)
    for entry in table.index:
        values = table[entry.name]
        assert values.dtype == np.float32
        assert values.shape == entry.shape
        assert len(entry.axes) == len(entry.shape)
        for axis, size in zip(entry.axes, entry.shape, strict=True):
            if axis == "vocab":
                assert size == len(table.vocabulary)
    assert table["probabilities"].sum(-1) == pytest.approx(1.0, abs=1e-5)
    assert table.vocabulary[:5] == ("<pad>", "<s>", "</s>", "<unk>", "the")


def test_what_is_embedded_is_the_token_and_its_place(table_of, weight):
    table = table_of("lesson-translator")
    embedding = weight("lesson-translator", "embedding.weight") * 32**0.5
    np.testing.assert_allclose(table["tokens_target"][0], embedding[1], atol=1e-5)
    places = table["positions_target"]
    assert places[0].tolist() == [0.0, 1.0] * 16
    assert places[2, :2] == pytest.approx([np.sin(2), np.cos(2)])
    total = table["tokens_target"] + places
    np.testing.assert_allclose(table["embedded_target"], total, atol=1e-6)


def test_cross_attention_worked_out_from_its_weights(table_of, weight):
    table, model_id = table_of("lesson-translator"), "lesson-translator"
    name, path = "decoder.1.cross_attention", "decoder.layers.1.cross_attention"

    def project(what, features):
        matrix = weight(model_id, f"{path}.{what}.weight").T
        return features @ matrix + weight(model_id, f"{path}.{what}.bias")

    query = project("query", table[f"{name}.read"])
    key = project("key", table["encoder.output"])
    value = project("value", table["encoder.output"])
    for head in range(2):
        part = slice(16 * head, 16 * head + 16)
        np.testing.assert_allclose(
            table[f"{name}.query"][head], query[:, part], atol=1e-4
        )
        scores = query[:, part] @ key[:, part].T / 16**0.5
        np.testing.assert_allclose(table[f"{name}.scores"][head], scores, atol=1e-3)
        found = softmax(scores) @ value[:, part]
        np.testing.assert_allclose(table[f"{name}.heads"][head], found, atol=1e-4)
        joined = table[f"{name}.concatenated"][:, part]
        np.testing.assert_allclose(joined, found, atol=1e-4)
    output = project("output", table[f"{name}.concatenated"])
    np.testing.assert_allclose(table[f"{name}.output"], output, atol=1e-4)
    total = table[f"{name}.read"] + output
    np.testing.assert_allclose(table[f"{name}.total"], total, atol=1e-4)
    following = table["decoder.1.feed_forward.read"]
    assert np.array_equal(table[f"{name}.normalised"], following)
    assert following.mean(-1) == pytest.approx(0.0, abs=1e-5)


def test_later_words_of_the_target_are_masked(table_of):
    scores = table_of("lesson-translator")["decoder.0.self_attention.scores"]
    closed = np.triu(np.ones((N_TARGET, N_TARGET), dtype=bool), 1)
    assert (scores[:, closed] == -np.inf).all()
    assert np.isfinite(scores[:, ~closed]).all()


def test_the_answer_is_read_out_with_the_embeddings(table_of, weight):
    table = table_of("lesson-translator")
    embedding = weight("lesson-translator", "embedding.weight")
    logits = table["decoder.output"] @ embedding.T
    np.testing.assert_allclose(table["logits"], logits, atol=1e-4)
    np.testing.assert_allclose(table["probabilities"], softmax(logits), atol=1e-5)


def test_additive_scores_worked_out_from_the_tensors(table_of):
    table = table_of("lesson-bahdanau")
    energies = np.tanh(table["queries"][:, None] + table["keys"][None])
    np.testing.assert_allclose(table["energies"], energies, atol=1e-5)
    scores = energies @ table["attention_vector"]
    np.testing.assert_allclose(table["scores"], scores, atol=1e-5)
    np.testing.assert_allclose(table["weights"], softmax(scores), atol=1e-5)
    contexts = table["weights"] @ table["encoder_states"]
    np.testing.assert_allclose(table["contexts"], contexts, atol=1e-5)
    # The state that asks first is the one that decoding starts from.
    assert np.array_equal(table["decoder_states"][0], table["fixed_vector"])
    assert shapes(table)["energies"] == (
        (N_TARGET, N_SOURCE, 20),
        ("target_position", "source_position", "feature"),
    )
    assert "score_matrix" not in shapes(table)


def test_multiplicative_scores_worked_out_from_the_tensors(table_of):
    table = table_of("lesson-luong")
    keys = table["encoder_states"] @ table["score_matrix"]
    np.testing.assert_allclose(table["keys"], keys, atol=1e-5)
    scores = table["decoder_states"] @ keys.T
    np.testing.assert_allclose(table["scores"], scores, atol=1e-4)
    assert "energies" not in shapes(table)
    assert "attention_vector" not in shapes(table)


def test_the_bottleneck_knows_one_vector_at_every_step(table_of):
    table = table_of("lesson-bottleneck")
    assert "weights" not in shapes(table)
    for context in table["contexts"]:
        assert np.array_equal(context, table["fixed_vector"])


def test_an_unknown_name_is_answered_with_the_nearest(table_of):
    table = table_of("lesson-translator")
    with pytest.raises(SelectionError) as caught:
        table["decoder.1.cross_attention.weight"]
    assert "Did you mean decoder.1.cross_attention.weights?" in caught.value.hint


def test_a_model_of_others_has_no_such_table(minilm):
    tokenized = minilm.tokenize("The cat sat.")
    with pytest.raises(UnsupportedByModel):
        minilm.tensors(tokenized, None)


def test_nothing_asked_for_grows_a_gradient(lessons):
    assert not any(
        parameter.requires_grad
        for lesson in lessons.values()
        for parameter in lesson.model.network.parameters()
    )
    assert torch.is_grad_enabled()
