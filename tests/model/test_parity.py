"""The weights that are read are those that the model computes for itself.

The reference is transformers' own eager attention with the same parameters;
it is built after ours, since a newer model of a class with another attention
implementation empties the attentions of an older one.
"""

import pytest
import torch
from transformers import AutoModel

from model.capture import IMPLEMENTATION, capture_operands
from model.eager import capture_weights
from model.errors import UnsupportedByModel
from tests.model.tiny_models import (
    BYPASSING,
    DECODERS,
    ENCODER_DECODERS,
    ENCODERS,
    build,
    inputs_for,
)

INTERFACED = {**ENCODERS, **DECODERS}
# GPT-OSS routes tokens to experts with a kernel that takes no float64.
DOUBLES = {name: make for name, make in INTERFACED.items() if name != "gpt_oss"}
CASES = pytest.mark.parametrize("make", INTERFACED.values(), ids=INTERFACED.keys())


def eager_reference(make, network, inputs, dtype=torch.float32):
    reference = build(make, "eager").to(dtype)
    reference.load_state_dict(network.state_dict())
    with torch.inference_mode():
        return reference(**inputs, output_attentions=True)


def all_weights(capture):
    every_row = slice(None)
    return [layer.weights(range(layer.n_heads), every_row) for layer in capture.layers]


@CASES
def test_weights_equal_the_models_own(make):
    network, inputs = build(make), inputs_for(make)
    capture, _ = capture_operands(network, inputs)
    reference = eager_reference(make, network, inputs)
    assert len(capture.layers) == len(reference.attentions)
    for ours, theirs in zip(all_weights(capture), reference.attentions, strict=True):
        torch.testing.assert_close(ours, theirs[0], rtol=0, atol=2e-6)


@pytest.mark.parametrize("make", DOUBLES.values(), ids=DOUBLES.keys())
def test_difference_is_rounding_since_float64_shrinks_it(make):
    network, inputs = build(make).double(), inputs_for(make)
    capture, _ = capture_operands(network, inputs)
    reference = eager_reference(make, network, inputs, torch.float64)
    for ours, theirs in zip(all_weights(capture), reference.attentions, strict=True):
        # Some models compute their softmax in float32 whatever their dtype.
        bound = 1e-6 if make in SINGLE_SOFTMAX else 1e-13
        torch.testing.assert_close(
            ours.double(), theirs[0].double(), rtol=0, atol=bound
        )


SINGLE_SOFTMAX = {
    INTERFACED[name]
    for name in (
        "llama",
        "mistral",
        "gemma2",
        "gemma3",
        "qwen2",
        "qwen3",
        "phi3",
        "cohere",
        "modernbert",
        "gpt_neox",
        "opt",
    )
}


@CASES
def test_output_is_the_same_with_and_without_capture(make):
    network, inputs = build(make), inputs_for(make)
    with torch.inference_mode():
        without = network(**inputs).last_hidden_state
    _, output = capture_operands(network, inputs)
    assert torch.equal(without, output.last_hidden_state)
    reference = eager_reference(make, network, inputs)
    torch.testing.assert_close(
        output.last_hidden_state, reference.last_hidden_state, rtol=1e-4, atol=1e-4
    )


@CASES
def test_allowed_cells_are_those_that_can_take_weight(make):
    network, inputs = build(make), inputs_for(make)
    capture, _ = capture_operands(network, inputs)
    for layer in capture.layers:
        weights = layer.weights(range(layer.n_heads), slice(None))
        allowed = layer.allowed(slice(None))
        if allowed is None:
            allowed = torch.ones(weights.shape[1:], dtype=torch.bool)
        assert (weights[:, ~allowed] == 0).all()
        assert (weights[:, allowed] > 0).all()


@CASES
def test_only_models_with_a_mask_have_masked_cells(make):
    """All decoders, and the local layers of ModernBERT."""
    capture, _ = capture_operands(build(make), inputs_for(make))
    masks = [layer.allowed(slice(None)) for layer in capture.layers]
    has_mask = any(mask is not None and not mask.all() for mask in masks)
    assert has_mask == (make in {*DECODERS.values(), ENCODERS["modernbert"]})


@pytest.mark.parametrize("make", DECODERS.values(), ids=DECODERS.keys())
def test_nothing_above_the_diagonal(make):
    network, inputs = build(make), inputs_for(make)
    capture, _ = capture_operands(network, inputs)
    for weights in all_weights(capture):
        assert torch.equal(weights.triu(1), torch.zeros_like(weights))


@pytest.mark.parametrize("name", ["mistral", "gemma2", "gemma3", "gpt_oss"])
def test_sliding_window_is_the_models_own(name):
    """A window of 8: the query sees itself and the 7 tokens before it."""
    make = DECODERS[name]
    capture, _ = capture_operands(build(make), inputs_for(make))
    query, key = torch.arange(24)[:, None], torch.arange(24)[None, :]
    expected = (key <= query) & (query - key < 8)
    masks = [layer.allowed(slice(None)) for layer in capture.layers]
    local = [m for m in masks if m is not None and m[20].sum().item() == 8]
    assert local
    for mask in local:
        assert torch.equal(mask, expected)


def test_sink_rows_sum_to_less_than_one():
    make = DECODERS["gpt_oss"]
    capture, _ = capture_operands(build(make), inputs_for(make))
    for weights in all_weights(capture):
        rows = weights.sum(-1)
        assert (rows < 1).all()
        assert (rows > 0).all()


@pytest.mark.parametrize("make", BYPASSING.values(), ids=BYPASSING.keys())
def test_fallback_keeps_the_eager_weights(make):
    network, inputs = build(make, "eager"), inputs_for(make)
    is_causal = make is BYPASSING["bloom"]
    capture, output = capture_weights(network, inputs, is_causal=is_causal)
    assert len(capture.layers) == 3
    for ours, theirs in zip(all_weights(capture), output.attentions, strict=True):
        assert torch.equal(ours, theirs[0])
        torch.testing.assert_close(ours.sum(-1), torch.ones(ours.shape[:2]))


def test_a_model_that_bypasses_the_interface_is_refused_as_operands():
    make = BYPASSING["bloom"]
    with pytest.raises(UnsupportedByModel, match="attention interface"):
        capture_operands(build(make, "eager"), inputs_for(make))


@pytest.mark.parametrize("name", ["t5", "bart"])
def test_the_encoder_of_an_encoder_decoder_is_captured(name):
    """T5 adds a position bias to its scores; BART has learned positions."""
    config = ENCODER_DECODERS[name]()
    torch.manual_seed(0)
    network = AutoModel.from_config(config, attn_implementation=IMPLEMENTATION).eval()
    inputs = {"input_ids": torch.arange(3, 27)[None]}
    capture, _ = capture_operands(network.get_encoder(), inputs)
    reference = AutoModel.from_config(config, attn_implementation="eager").eval()
    reference.load_state_dict(network.state_dict())
    with torch.inference_mode():
        expected = reference.get_encoder()(**inputs, output_attentions=True)
    assert len(capture.layers) == len(expected.attentions) == 2
    for ours, theirs in zip(all_weights(capture), expected.attentions, strict=True):
        torch.testing.assert_close(ours, theirs[0], rtol=0, atol=2e-6)
