"""What is seen of a layer adds up to what the layer gives.

The states are compared with those that transformers hands out itself.
"""

import re

import numpy as np
import pytest
import torch
import transformers as hf
from transformers import AutoModel

from model import UnsupportedByModel
from model.capture import IMPLEMENTATION
from model.layer_names import names_of
from model.residual import LayerSteps, again, mean_states, residual_norms, traced
from tests.model.test_parity import INTERFACED
from tests.model.tiny_models import (
    BYPASSING,
    ENCODER_DECODERS,
    GROUPED,
    SIZES,
    build,
    inputs_for,
)

POST = {"bert", "distilbert", "albert", "roberta", "electra", "deberta_v2", "bart"}
# GPT-OSS routes tokens to experts with a kernel that takes no float64.
DOUBLES = sorted({*INTERFACED, *BYPASSING, *ENCODER_DECODERS} - {"gpt_oss"})


def network_of(name):
    """Build a model, and of an encoder-decoder its encoder, as it is loaded."""
    if name in ENCODER_DECODERS:
        torch.manual_seed(0)
        config = ENCODER_DECODERS[name]()
        whole = AutoModel.from_config(config, attn_implementation=IMPLEMENTATION)
        return whole.eval().get_encoder(), {"input_ids": torch.arange(3, 27)[None]}
    if name in BYPASSING:
        return build(BYPASSING[name], "eager"), inputs_for(BYPASSING[name])
    return build(INTERFACED[name]), inputs_for(INTERFACED[name])


def steps_of(network, inputs):
    """Collect every layer's steps, and what its parts give once more."""
    names = names_of(network.config)
    pattern = re.compile(names.layer)
    layers = [m for n, m in network.named_modules() if pattern.fullmatch(n)]
    seen: list[LayerSteps] = []
    with torch.inference_mode(), traced(network, names, seen.append):
        output = network(**inputs, output_hidden_states=True)
    # ALBERT calls its one layer again and again.
    layers = layers * (len(seen) // len(layers))
    with torch.inference_mode():
        built = [again(s, m, names) for s, m in zip(seen, layers, strict=True)]
    return names, seen, built, output.hidden_states


def n_hooks(network):
    return sum(
        len(module._forward_hooks) + len(module._forward_pre_hooks)
        for module in network.modules()
    )


@pytest.mark.parametrize("name", DOUBLES)
def test_in_float64_the_steps_add_up_to_the_layers_output(name):
    """Residual, attention and feed-forward, with the norms where post-norm."""
    network, inputs = network_of(name)
    names, seen, built, hidden = steps_of(network.double(), inputs)
    assert names.norm_placement == ("post" if name in POST else "pre")
    assert len(seen) == len(hidden) - 1
    for place, (steps, output) in enumerate(zip(seen, built, strict=True)):
        scale = 1 + steps.after.abs().max()
        assert (output - steps.after).abs().max() <= 1e-12 * scale
        torch.testing.assert_close(steps.before, hidden[place], rtol=0, atol=0)
        if names.norm_placement == "pre":
            added = steps.attention + steps.feed_forward
            torch.testing.assert_close(steps.after - steps.before, added)


@pytest.mark.parametrize("name", ["bert", "gpt2", "llama", "gpt_oss"])
def test_in_float32_the_difference_is_rounding(name):
    network, inputs = network_of(name)
    _, seen, built, _ = steps_of(network, inputs)
    for steps, output in zip(seen, built, strict=True):
        scale = 1 + steps.after.abs().max()
        assert (output - steps.after).abs().max() <= 1e-5 * scale


@pytest.mark.parametrize("name", ["bert", "gpt2", "albert", "opt", "gemma2"])
def test_norms_are_those_of_the_steps(name):
    network, inputs = network_of(name)
    _, seen, _, _ = steps_of(network, inputs)
    with torch.inference_mode():
        stream = residual_norms(network, lambda: network(**inputs))
    assert stream.residual_norms.shape == (4, 24)
    assert stream.attention_norms.shape == stream.feed_forward_norms.shape == (3, 24)
    for layer, steps in enumerate(seen):
        for norms, vectors in (
            (stream.residual_norms[layer], steps.before),
            (stream.residual_norms[layer + 1], steps.after),
            (stream.attention_norms[layer], steps.attention),
            (stream.feed_forward_norms[layer], steps.feed_forward),
        ):
            expected = np.sqrt((vectors[0].double().numpy() ** 2).sum(-1))
            np.testing.assert_allclose(norms, expected, rtol=1e-5)


def test_post_norm_can_be_told_from_pre_norm_in_one_architecture():
    """OPT was trained both ways."""
    sizes = {k: v for k, v in SIZES.items() if k != "intermediate_size"}
    inputs = {"input_ids": torch.arange(3, 20)[None], "use_cache": False}
    for is_pre, placement in ((True, "pre"), (False, "post")):
        config = hf.OPTConfig(
            **sizes, ffn_dim=48, word_embed_proj_dim=32, do_layer_norm_before=is_pre
        )
        network = AutoModel.from_config(config, attn_implementation=IMPLEMENTATION)
        names, seen, built, _ = steps_of(network.eval().double(), inputs)
        assert names.norm_placement == placement
        for steps, output in zip(seen, built, strict=True):
            torch.testing.assert_close(output, steps.after, rtol=0, atol=1e-12)


def test_states_of_several_positions_are_their_mean():
    network, inputs = network_of("gpt2")
    with torch.inference_mode():
        hidden = network(**inputs, output_hidden_states=True).hidden_states
        states = mean_states(network, lambda: network(**inputs), [(2, 3, 4), (7,)])
    assert states.shape == (4, 2, 32)
    for layer in range(3):
        expected = hidden[layer][0].double().numpy()
        np.testing.assert_allclose(states[layer, 0], expected[2:5].mean(0), rtol=1e-12)
        np.testing.assert_allclose(states[layer, 1], expected[7], rtol=0)


def test_an_unknown_architecture_is_refused():
    network = hf.MPNetModel(hf.MPNetConfig(**SIZES))
    with pytest.raises(UnsupportedByModel, match="mpnet"):
        residual_norms(network, lambda: None)


def test_layers_that_add_in_another_way_are_never_shown():
    """Granite scales what it adds: the plain sum is not its output."""
    config = hf.GraniteConfig(
        **{k: v for k, v in GROUPED.items() if k != "head_dim"},
        residual_multiplier=0.3,
    )
    network = build(lambda: config)
    names = names_of(hf.LlamaConfig(**GROUPED))
    with (
        pytest.raises(UnsupportedByModel, match="add up"),
        torch.inference_mode(),
        traced(network, names, lambda _: None),
    ):
        network(input_ids=torch.arange(3, 20)[None], use_cache=False)
    assert n_hooks(network) == 0


def test_layers_without_the_parts_are_refused():
    network = build(INTERFACED["gpt_neox"])
    names = names_of(hf.LlamaConfig(**GROUPED))
    with (
        pytest.raises(UnsupportedByModel, match=r"self_attn\.o_proj"),
        traced(network, names, lambda _: None),
    ):
        pytest.fail("nothing may run")
    assert n_hooks(network) == 0


@pytest.mark.parametrize("name", ["bert", "gemma2", "albert"])
def test_no_hook_stays_whatever_happens(name):
    network, inputs = network_of(name)
    names = names_of(network.config)
    with torch.inference_mode(), traced(network, names, lambda _: None):
        network(**inputs)
        assert n_hooks(network) > 0
    assert n_hooks(network) == 0

    def fail(_):
        raise RuntimeError("stopped")

    with (
        pytest.raises(RuntimeError, match="stopped"),
        torch.inference_mode(),
        traced(network, names, fail),
    ):
        network(**inputs)
    assert n_hooks(network) == 0
