"""Ragged steps of a generation are one causal matrix, that of a whole forward.

Row 8 of the field notes: steps of [1, 12, 6, 6], [1, 12, 1, 7], ... which tools
that stack them can't show.
"""

from typing import Any

import pytest
import torch

from model.capture import Capture
from model.errors import Cancelled, UnsupportedByModel
from model.operands import KeptOperands
from model.recording import Recording, recorded
from model.translation.huggingface import PretrainedTranslator
from model.translation.recorded import RecordedModel
from model.translation.stitching import StitchedLayer
from tests.model.test_reading import description
from tests.model.tiny_models import TRANSLATORS, build_translator
from tests.model.translation.test_parity import SINGLE_SOFTMAX, draw_ids, weights_of

CASES = pytest.mark.parametrize("make", TRANSLATORS.values(), ids=TRANSLATORS.keys())
DESCRIBED = description(family="encoder-decoder")


@torch.inference_mode()
def in_steps(model, source, target, *, first):
    """Decode the first tokens together, then one at a time."""
    memory = model.encode(source)
    logits, cache = model.decode(memory, target[:, :first])
    parts = [logits]
    for place in range(first, target.shape[1]):
        logits, cache = model.decode(memory, target[:, place : place + 1], cache)
        parts.append(logits)
    return torch.cat(parts, dim=1)


@CASES
def test_stitched_steps_equal_a_whole_forward(make):
    network = build_translator(make).double()
    source, target = draw_ids(9, seed=1), draw_ids(17, seed=2)
    stepped = RecordedModel(PretrainedTranslator(network), is_recurrent=False)
    logits = in_steps(stepped, source, target, first=6)
    whole = RecordedModel(PretrainedTranslator(network), is_recurrent=False)
    expected_logits = in_steps(whole, source, target, first=17)
    bound = 1e-6 if make in SINGLE_SOFTMAX else 1e-12
    torch.testing.assert_close(logits, expected_logits, rtol=0, atol=max(bound, 1e-11))
    found, expected = stepped.capture(DESCRIBED), whole.capture(DESCRIBED)
    assert (
        found.parts.keys() == expected.parts.keys() == {"encoder", "decoder", "cross"}
    )
    for part, layers in expected.parts.items():
        assert len(found.parts[part]) == len(layers)
        for ours, theirs in zip(found.parts[part], layers, strict=True):
            torch.testing.assert_close(
                weights_of(ours), weights_of(theirs), rtol=0, atol=bound
            )
            assert seen_by(ours).tolist() == seen_by(theirs).tolist()


def seen_by(layer):
    allowed = layer.allowed(slice(None))
    return torch.ones(weights_of(layer).shape[1:]) > 0 if allowed is None else allowed


@CASES
def test_a_stitched_matrix_is_causal_and_its_rows_sum_to_one(make):
    stepped = RecordedModel(
        PretrainedTranslator(build_translator(make)), is_recurrent=False
    )
    in_steps(stepped, draw_ids(5, seed=1), draw_ids(12, seed=2), first=1)
    capture = stepped.capture(DESCRIBED)
    for layer in capture.parts["decoder"]:
        weights = weights_of(layer)
        assert weights.shape == (12, 12, 12)
        assert torch.equal(weights.triu(1), torch.zeros_like(weights))
        torch.testing.assert_close(weights.sum(-1), torch.ones(12, 12))
    for layer in capture.parts["cross"]:
        assert weights_of(layer).shape == (12, 12, 5)


def test_the_steps_are_as_ragged_as_a_generation_makes_them():
    model = PretrainedTranslator(build_translator(TRANSLATORS["bart"]))
    shapes = []

    class Watched(PretrainedTranslator):
        def decode(self, memory, target_ids, cache=None):
            recording = Recording()
            with recorded(recording):
                answer = model.decode(memory, target_ids, cache)
            shapes.append(
                tuple(recording.layers[0].weights(range(12), slice(None)).shape)
            )
            return answer

    in_steps(Watched(model.network), draw_ids(4, seed=1), draw_ids(9, seed=2), first=6)
    assert shapes == [(12, 6, 6), (12, 1, 7), (12, 1, 8), (12, 1, 9)]


def test_a_window_drops_keys_from_the_cache_and_is_stitched_all_the_same():
    """A window of 8: after 12 tokens the step sees 8 keys, rows 0 to 3 are gone."""
    stepped = RecordedModel(
        PretrainedTranslator(build_translator(TRANSLATORS["t5gemma"])),
        is_recurrent=False,
    )
    in_steps(stepped, draw_ids(5, seed=1), draw_ids(12, seed=2), first=1)
    masks = [seen_by(layer) for layer in stepped.capture(DESCRIBED).parts["decoder"]]
    query, key = torch.arange(12)[:, None], torch.arange(12)[None, :]
    window = (key <= query) & (query - key < 8)
    assert any(mask.tolist() == window.tolist() for mask in masks)


def test_layers_that_shared_a_bias_share_it_after_stitching():
    """T5 gives one bias to all layers: it is held once, stitched or not."""
    stepped = RecordedModel(
        PretrainedTranslator(build_translator(TRANSLATORS["t5"])), is_recurrent=False
    )
    in_steps(stepped, draw_ids(5, seed=1), draw_ids(12, seed=2), first=1)
    layers: Any = stepped.capture(DESCRIBED).parts["decoder"]
    biases = {id(layer.position_bias) for layer in layers}
    assert len(biases) == 1


def test_only_new_keys_are_held():
    """Memory grows with the length of a target, not with its square."""
    stepped = RecordedModel(
        PretrainedTranslator(build_translator(TRANSLATORS["bart"])), is_recurrent=False
    )
    in_steps(stepped, draw_ids(5, seed=1), draw_ids(12, seed=2), first=1)
    held = Capture(stepped.capture(DESCRIBED).parts["decoder"]).nbytes
    # query, key and value of 12 positions, 48 features of 4 bytes, 3 layers
    assert held == 3 * 12 * 48 * 4 * 3
    for layer in stepped._decoder:
        assert all(
            step.key.untyped_storage().nbytes() == 48 * 4 for step in layer._steps
        )


def operands(n_queries, n_keys, mask=None, bias=None):
    generator = torch.Generator().manual_seed(n_keys)
    query, key, value = (
        torch.randn(1, 2, n, 4, generator=generator)
        for n in (n_queries, n_keys, n_keys)
    )
    return KeptOperands(query, key, value, mask, False, 0.5, None, None, bias)


@pytest.mark.parametrize("kind", ["boolean", "additive", "both"])
def test_masks_of_steps_are_stitched(kind):
    """One step hides its second key, by either kind of mask; one has no mask."""
    is_boolean = kind != "additive"
    hides = torch.tensor([[[[True, False, True]]]])
    lowest = torch.finfo(torch.float32).min
    additive = torch.zeros(1, 1, 1, 3).masked_fill(~hides, lowest)
    last = torch.zeros(1, 1, 1, 4) if kind == "both" else None
    layer = StitchedLayer("decoder")
    layer.add(operands(1, 1))
    layer.add(operands(1, 2))
    layer.add(operands(1, 3, mask=hides if is_boolean else additive))
    layer.add(operands(1, 4, mask=last))
    seen = layer.joined({}).allowed(slice(None))
    assert seen is not None
    assert seen.int().tolist() == [[1, 0, 0, 0], [1, 1, 0, 0], [1, 0, 1, 0], [1] * 4]


def test_steps_that_do_not_belong_together_are_refused():
    grows = StitchedLayer("decoder")
    grows.add(operands(1, 1))
    with pytest.raises(UnsupportedByModel, match=r"After 2 tokens .* 5 keys"):
        grows.add(operands(1, 5))
    crossed = StitchedLayer("cross")
    crossed.add(operands(1, 5))
    with pytest.raises(UnsupportedByModel, match="4 keys"):
        crossed.add(operands(1, 4))


def test_beams_are_not_recorded():
    model = PretrainedTranslator(build_translator(TRANSLATORS["bart"]))
    with pytest.raises(UnsupportedByModel, match="beams"):
        RecordedModel(model, is_recurrent=False).reorder(None, [0])


@pytest.mark.parametrize("name", ["bart", "t5gemma"])
def test_beams_go_on_from_what_each_has_kept(name):
    """Two beams of different tokens, swapped: as if each had been read alone."""
    model = PretrainedTranslator(build_translator(TRANSLATORS[name]).double())
    source = draw_ids(5, seed=1)
    with torch.inference_mode():
        memory = model.encode(source)
        _, cache = model.decode(memory, torch.tensor([[2]]))
        cache = model.reorder(cache, [0, 0])
        _, cache = model.decode(memory, torch.tensor([[7], [8]]), cache)
        cache = model.reorder(cache, [1, 0])
        logits, _ = model.decode(memory, torch.tensor([[9], [9]]), cache)
        for beam, written in enumerate(([2, 8, 9], [2, 7, 9])):
            expected, _ = model.decode(memory, torch.tensor([written]))
            torch.testing.assert_close(
                logits[beam, -1], expected[0, -1], rtol=0, atol=1e-6
            )


def test_a_forward_stops_when_nobody_waits():
    model = RecordedModel(
        PretrainedTranslator(build_translator(TRANSLATORS["bart"])),
        is_recurrent=False,
        is_cancelled=lambda: True,
    )
    with pytest.raises(Cancelled):
        model.encode(draw_ids(5, seed=1))
