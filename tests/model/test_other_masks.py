"""Any mask runs through any model, and what is read is what ran.

The reference is transformers' own eager attention, given the same mask as four
axes of numbers to add; a row with no key is worked out by hand, since eager
attention makes an average of it.
"""

import threading
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch
from transformers import BertConfig

from model import MaskSpecification, Selection, ShapeMismatch, UnsupportedByModel
from model.capture import capture_operands
from model.conditions import build_mask, conditions
from tests.model.test_parity import DOUBLES, INTERFACED, SINGLE_SOFTMAX, all_weights
from tests.model.test_real_models import ANIMAL
from tests.model.tiny_models import BYPASSING, SIZES, build, inputs_for

LENGTH = 24
CASES = pytest.mark.parametrize("make", INTERFACED.values(), ids=INTERFACED.keys())


def drawn_mask(seed: int = 3) -> torch.Tensor:
    """Draw a mask no model was made with; each row has a key."""
    generator = torch.Generator().manual_seed(seed)
    mask = torch.rand(LENGTH, LENGTH, generator=generator) < 0.4
    return mask | torch.eye(LENGTH, dtype=torch.bool).roll(5, dims=1)


def eager_reference(make, network, inputs, mask, dtype):
    """Run transformers' own attention with the mask as numbers to add."""
    reference = build(make, "eager").to(dtype)
    reference.load_state_dict(network.state_dict())
    lowest = torch.finfo(dtype).min
    added = torch.zeros(1, 1, LENGTH, LENGTH, dtype=dtype).masked_fill(~mask, lowest)
    if reference.config.model_type == "opt":
        # It would count its positions from a mask of two axes.
        inputs = {**inputs, "position_ids": torch.arange(LENGTH)[None]}
    with torch.inference_mode():
        return reference(**inputs, attention_mask=added, output_attentions=True)


@CASES
def test_a_drawn_mask_replaces_the_models_own_in_every_layer(make):
    network, inputs, mask = build(make), inputs_for(make, LENGTH), drawn_mask()
    capture, output = capture_operands(network, inputs, mask=mask)
    expected = eager_reference(make, network, inputs, mask, torch.float32)
    assert len(capture.layers) == len(expected.attentions)
    for layer, ours, theirs in zip(
        capture.layers, all_weights(capture), expected.attentions, strict=True
    ):
        torch.testing.assert_close(ours, theirs[0], rtol=0, atol=5e-6)
        assert (ours[:, ~mask] == 0).all()
        allowed = layer.allowed(slice(None))
        assert allowed is not None
        assert torch.equal(allowed, mask)
    torch.testing.assert_close(
        output.last_hidden_state, expected.last_hidden_state, rtol=1e-4, atol=1e-4
    )


@pytest.mark.parametrize("make", DOUBLES.values(), ids=DOUBLES.keys())
def test_the_difference_is_rounding_since_float64_shrinks_it(make):
    network, inputs, mask = build(make).double(), inputs_for(make), drawn_mask()
    capture, _ = capture_operands(network, inputs, mask=mask)
    expected = eager_reference(make, network, inputs, mask, torch.float64)
    bound = 1e-6 if make in SINGLE_SOFTMAX else 1e-13
    for ours, theirs in zip(all_weights(capture), expected.attentions, strict=True):
        torch.testing.assert_close(ours, theirs[0].double(), rtol=0, atol=bound)


@CASES
def test_a_row_without_a_key_is_zeros_and_never_nan(make):
    network, inputs, mask = build(make), inputs_for(make, LENGTH), drawn_mask()
    mask[[0, 7]] = False
    capture, output = capture_operands(network, inputs, mask=mask)
    assert output.last_hidden_state.isfinite().all()
    for layer in capture.layers:
        weights = layer.weights(range(layer.n_heads), slice(None))
        assert (weights[:, [0, 7]] == 0).all()
        others = weights[:, [1, 2, 23]].sum(-1)
        assert (others > 0.01).all()
        scores = layer.scores(range(layer.n_heads), slice(None))
        assert (scores[:, [0, 7]] == -torch.inf).all()


def test_the_output_of_such_a_row_is_zeros_before_the_projection():
    """One BERT layer in float64, by hand, with and without a key."""
    config = BertConfig(**{**SIZES, "num_hidden_layers": 1})
    network: Any = build(lambda: config).double()
    ids = torch.arange(3, 3 + LENGTH)[None]
    mask = drawn_mask()
    mask[4] = False
    _, output = capture_operands(network, {"input_ids": ids}, mask=mask)
    layer = network.encoder.layer[0]
    with torch.no_grad():
        x = network.embeddings(ids)
        own = layer.attention.self
        query, key, value = (
            part(x).view(LENGTH, 4, 8).transpose(0, 1)
            for part in (own.query, own.key, own.value)
        )
        powers = torch.exp(query @ key.transpose(1, 2) / 8**0.5) * mask
        sums = powers.sum(-1, keepdim=True)
        weights = torch.where(sums > 0, powers / sums, 0.0)
        mixed = (weights @ value).transpose(0, 1).reshape(1, LENGTH, 32)
        assert (mixed[0, 4] == 0).all()
        attended = layer.attention.output(mixed, x)
        expected = layer.output(layer.intermediate(attended), attended)
    torch.testing.assert_close(output.last_hidden_state, expected, rtol=0, atol=1e-12)


def read(loaded, mask, text=ANIMAL, **choice):
    tokenized = loaded.tokenize(text)
    resolved = loaded.resolve(Selection(**choice), tokenized)
    return loaded.read(loaded.run(tokenized, mask=mask), resolved)


def test_causal_on_a_decoder_is_its_own_attention(smollm2):
    own, asked = read(smollm2, None), read(smollm2, MaskSpecification("causal"))
    assert np.abs(own.values - asked.values).max() <= 1e-6
    assert np.array_equal(own.mask, asked.mask)


def test_none_lets_a_decoder_look_ahead(smollm2):
    open_ = read(smollm2, MaskSpecification("none"))
    n = len(open_.query_tokens)
    above = np.triu_indices(n, 1)
    assert (open_.values[:, :, above[0], above[1]] > 0).all()
    np.testing.assert_allclose(open_.values.sum(-1), 1, atol=1e-5)
    assert open_.mask.all()
    own = read(smollm2, None)
    # Row 0 is alone in its own mask, and one of many here.
    assert (own.values[:, :, 0, 0] == 1).all()
    assert (open_.values[:, :, 0, 0] < 1).all()


def test_a_window_on_an_encoder(minilm):
    mask = MaskSpecification("sliding_window", window=3, causal=False)
    near = read(minilm, mask, statistics=("head",))
    n = len(near.query_tokens)
    distance = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    assert (near.values[:, :, distance > 2] == 0).all()
    assert (near.values[:, :, distance <= 2] > 0).all()
    assert near.mask.tolist() == (distance <= 2).tolist()
    assert near.statistics["distance"].max() <= 2
    np.testing.assert_allclose(near.values.sum(-1), 1, atol=1e-5)
    assert near.fully_masked_rows == ()


@pytest.mark.parametrize("merge", ["tokens", "words"])
def test_rows_without_a_key_are_named(minilm, merge):
    mask = MaskSpecification("causal_padding", padded_positions=(0, 1))
    reading = read(minilm, mask, merge=merge, statistics=("head", "row", "column"))
    assert reading.fully_masked_rows == (0, 1)
    assert (reading.values[:, :, :2] == 0).all()
    assert np.isfinite(reading.values).all()
    np.testing.assert_allclose(reading.values[:, :, 2:].sum(-1), 1, atol=1e-5)
    scores = read(minilm, mask, quantity="scores")
    assert (scores.values[:, :, :2] == -np.inf).all()


def test_a_matrix_of_another_size_is_refused_before_the_forward(minilm):
    mask = MaskSpecification(matrix=((True, False), (True, True)))
    with pytest.raises(ShapeMismatch) as refused:
        read(minilm, mask)
    assert "(2, 2)" in str(refused.value)
    assert "(15, 15)" in str(refused.value)


def test_a_model_that_attends_in_its_own_way_takes_no_mask(minilm):
    eager = replace(minilm.description, capture="eager")
    with pytest.raises(UnsupportedByModel, match="own way"):
        build_mask(MaskSpecification("causal"), eager, 5)
    network = build(BYPASSING["bloom"], "eager")
    mask = torch.ones(LENGTH, LENGTH, dtype=torch.bool)
    inputs = inputs_for(BYPASSING["bloom"])
    with (
        pytest.raises(UnsupportedByModel, match="attention interface"),
        conditions(network, mask, is_cancelled=lambda: False),
    ):
        network(**inputs)


def test_two_threads_never_see_each_others_masks():
    """The mask is the thread's own, while both run one network."""
    make = INTERFACED["llama"]
    network, inputs = build(make), inputs_for(make, LENGTH)
    masks: dict[object, Any] = {None: None, 1: drawn_mask(1), 2: drawn_mask(2)}
    expected = {k: capture_operands(network, inputs, mask=m) for k, m in masks.items()}
    found: dict[object, list[torch.Tensor]] = {name: [] for name in masks}

    def run(name):
        for _ in range(10):
            _, output = capture_operands(network, inputs, mask=masks[name])
            found[name].append(output.last_hidden_state)

    threads = [threading.Thread(target=run, args=(name,)) for name in masks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for name, outputs in found.items():
        assert len(outputs) == 10
        for output in outputs:
            reference = expected[name][1].last_hidden_state
            torch.testing.assert_close(output, reference, rtol=0, atol=1e-5)
