"""The attention that this project's own models put into a recording."""

import numpy as np
import pytest
import torch

from model import Catalogue, Selection
from model.operands import KeptOperands
from model.recording import Recording, recorded
from model.translation.additive import KeptAdditive
from tests.model.tiny_lessons import SIZES, write_all

SOURCE = "The animal didn't cross the street."
ATTENDING = [name for name in SIZES if name != "lesson-bottleneck"]
IDS = torch.tensor([[1, 9, 5, 12, 7, 20, 6]])


@pytest.fixture(scope="module")
def weights(tmp_path_factory):
    return write_all(tmp_path_factory.mktemp("weights"))


@pytest.fixture(scope="module")
def lessons(weights):
    catalogue = Catalogue(list(SIZES), cache_folder=weights, weights_folder=weights)
    return {name: catalogue.load(name) for name in SIZES}


def captured(lesson, *feeds):
    source = torch.tensor([lesson.tokenize(SOURCE).ids])
    recording = Recording(may_be_empty=True)
    with recorded(recording):
        memory = lesson.model.encode(source)
        cache = None
        for feed in feeds:
            _, cache = lesson.model.decode(memory, feed, cache)
    return recording.layers, source


def test_the_transformer_keeps_its_attention_in_the_order_agreed(lessons):
    lesson = lessons["lesson-translator"]
    layers, source = captured(lesson, IDS)
    steps = lesson.model.network(source, IDS)
    expected = [layer.self_attention.inner.heads for layer in steps.encoder.layers]
    for layer in steps.decoder.layers:
        expected += [
            layer.self_attention.inner.heads,
            layer.cross_attention.inner.heads,
        ]
    assert len(layers) == 2 + 2 * 2
    for kept, heads in zip(layers, expected, strict=True):
        assert isinstance(kept, KeptOperands)
        weights = kept.weights(range(2), slice(None))
        torch.testing.assert_close(weights, heads.weights[0], rtol=0, atol=1e-6)
        scores = kept.scores(range(2), slice(None))
        torch.testing.assert_close(scores, heads.masked_scores[0], rtol=0, atol=1e-4)


@pytest.mark.parametrize("cut", [1, 3, 6])
def test_the_rows_of_two_steps_make_up_those_of_one(lessons, cut):
    lesson = lessons["lesson-translator"]
    at_once, _ = captured(lesson, IDS)
    in_two, _ = captured(lesson, IDS[:, :cut], IDS[:, cut:])
    for number in range(4):
        first, second = in_two[2 + number], in_two[6 + number]
        whole = at_once[2 + number].weights(range(2), slice(None))
        n_keys = first.key.shape[2]
        rows = first.weights(range(2), slice(None))
        torch.testing.assert_close(rows, whole[:, :cut, :n_keys], rtol=0, atol=1e-5)
        rows = second.weights(range(2), slice(None))
        torch.testing.assert_close(rows, whole[:, cut:], rtol=0, atol=1e-5)


@pytest.mark.parametrize(
    ("name", "kind"),
    [("lesson-bahdanau", KeptAdditive), ("lesson-luong", KeptOperands)],
)
def test_the_recurrent_models_keep_one_attention(lessons, name, kind):
    lesson = lessons[name]
    (kept,), source = captured(lesson, IDS)
    look = lesson.model.network(source, IDS).decoder.alignment
    assert isinstance(kept, kind)
    assert kept.n_heads == 1
    scores = kept.scores([0], slice(None))
    torch.testing.assert_close(scores, look.scores, rtol=0, atol=1e-5)
    weights = kept.weights([0], slice(1, 3))
    torch.testing.assert_close(weights, look.weights[:, 1:3], rtol=0, atol=1e-5)
    assert kept.allowed(slice(None)) is None


def test_additive_scores_by_hand():
    query = torch.tensor([[[0.5, -1.0]]])
    key = torch.tensor([[[0.5, 1.0], [0.0, 0.0]]])
    kept = KeptAdditive(query, key, torch.tensor([2.0, 3.0]))
    scores = kept.scores([0], slice(None))[0, 0].tolist()
    # v . tanh(q + k): 2 tanh 1 + 3 tanh 0, and 2 tanh .5 - 3 tanh 1
    assert scores == pytest.approx([2 * np.tanh(1), 2 * np.tanh(0.5) - 3 * np.tanh(1)])
    assert kept.weights([0], slice(None)).sum() == pytest.approx(1.0)


def test_the_bottleneck_keeps_nothing(lessons):
    layers, _ = captured(lessons["lesson-bottleneck"], IDS)
    assert layers == []


@pytest.mark.parametrize("name", ATTENDING)
def test_the_attention_of_a_generation_is_that_of_a_forward(lessons, name):
    lesson = lessons[name]
    source = lesson.tokenize(SOURCE)
    target, stitched = lesson.generate(source, max_new_tokens=9)
    whole = lesson.run(source, target=target)
    for part in lesson.description.parts:
        if part.part == "joint":
            continue
        resolved = lesson.resolve(Selection(part=part.part), source, target)
        one, other = (
            lesson.read(capture, resolved).values for capture in (stitched, whole)
        )
        assert one.shape == (part.n_layers, part.n_heads, *one.shape[2:])
        assert one.sum(-1) == pytest.approx(1.0, abs=1e-5)
        np.testing.assert_allclose(one, other, atol=1e-5)
