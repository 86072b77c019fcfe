"""Positions are read off the model itself, and can be left out for a forward."""

import json

import numpy as np
import pytest
import torch
import transformers as hf
from safetensors.numpy import load_file

from model import MaskSpecification, UnsupportedByModel
from model.capture import capture_operands
from model.conditions import conditions
from model.position_sources import (
    learned_positions,
    no_positions,
    rotary_parameters,
)
from tests.model.test_residual import n_hooks
from tests.model.tiny_models import (
    BYPASSING,
    DECODERS,
    ENCODER_DECODERS,
    ENCODERS,
    GROUPED,
    SIZES,
    build,
    inputs_for,
)

CACHING = ("gpt", "opt", "llama", "qwen", "gemma")
ORDER = [3, 0, 2, 1, 5, 4, 7, 6]


def test_minilms_table_is_the_one_in_its_file(minilm, cache_folder):
    weights = load_file(cache_folder / "minilm" / "model.safetensors")
    expected = weights["embeddings.position_embeddings.weight"]
    table = minilm.learned_positions()
    assert (table.shape, table.dtype) == ((512, 384), np.float32)
    assert np.array_equal(table, expected)
    table[0] = 0
    assert not np.array_equal(minilm.learned_positions(), table), "a copy"


def test_smollm2_turns_as_its_file_says(smollm2, cache_folder):
    config = json.loads((cache_folder / "smollm2-135m" / "config.json").read_text())
    found = smollm2.rotary_parameters()
    assert found.base == config["rope_parameters"]["rope_theta"] == 100_000
    assert found.head_dim == found.rotary_dim == config["head_dim"] == 64
    assert found.scaling is None


def test_each_refuses_what_it_has_not(minilm, smollm2):
    with pytest.raises(UnsupportedByModel, match="no rotary"):
        minilm.rotary_parameters()
    with pytest.raises(UnsupportedByModel, match="no table"):
        smollm2.learned_positions()


@pytest.mark.parametrize(
    ("make", "name", "first"),
    [
        (ENCODERS["bert"], "embeddings.position_embeddings", 0),
        (ENCODERS["roberta"], "embeddings.position_embeddings", 1),
        (DECODERS["gpt2"], "wpe", 0),
        (DECODERS["opt"], "decoder.embed_positions", 2),
        (ENCODER_DECODERS["bart"], "encoder.embed_positions", 2),
    ],
    ids=["bert", "roberta", "gpt2", "opt", "bart"],
)
def test_tables_begin_at_position_0(make, name, first):
    """Some keep rows for padding before it."""
    network = build(make)
    table = network.get_parameter(f"{name}.weight").detach().numpy()
    inputs = {"input_ids": torch.tensor([[5, 6, 7]])}
    assert np.array_equal(learned_positions(network, inputs), table[first:])
    assert n_hooks(network) == 0


@pytest.mark.parametrize(
    "config",
    [
        lambda: hf.DistilBertConfig(
            vocab_size=99, dim=32, n_layers=2, n_heads=4, sinusoidal_pos_embds=True
        ),
        lambda: hf.MarianConfig(
            vocab_size=99,
            decoder_vocab_size=99,
            d_model=32,
            encoder_layers=1,
            decoder_layers=1,
            encoder_attention_heads=4,
            decoder_attention_heads=4,
            pad_token_id=0,
        ),
    ],
    ids=["distilbert", "marian"],
)
def test_sinusoids_are_not_called_learned(config):
    network = build(config)
    with pytest.raises(UnsupportedByModel, match="sinusoids"):
        learned_positions(network, {"input_ids": torch.tensor([[5, 6, 7]])})


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        (hf.LlamaConfig(**GROUPED), (10_000.0, 8, 8, None)),
        (
            hf.GPTNeoXConfig(
                **SIZES,
                rope_parameters={
                    "rope_type": "default",
                    "rope_theta": 1e4,
                    "partial_rotary_factor": 0.25,
                },
            ),
            (10_000.0, 8, 2, None),
        ),
        (hf.Gemma3TextConfig(**GROUPED), (1_000_000.0, 8, 8, None)),
        (
            hf.LlamaConfig(
                **GROUPED,
                rope_parameters={
                    "rope_type": "linear",
                    "rope_theta": 5e5,
                    "factor": 4.0,
                },
            ),
            (500_000.0, 8, 8, "linear"),
        ),
    ],
    ids=["llama", "gpt_neox", "gemma3", "stretched"],
)
def test_rotary_parameters(config, expected):
    found = rotary_parameters(build(lambda: config))
    assert (
        found.base,
        found.head_dim,
        found.rotary_dim,
        found.scaling,
    ) == expected


@pytest.mark.parametrize(
    "name", ["bert", "roberta", "distilbert", "albert", "electra", "modernbert"]
)
def test_without_positions_an_encoder_reads_a_set(name):
    """Shuffled tokens give the shuffled states, in float64 but for rounding."""
    # ModernBERT's windows would tell near from far.
    mask = torch.ones(8, 8, dtype=torch.bool) if name == "modernbert" else None
    check_a_set(build(ENCODERS[name]).double(), mask)


@pytest.mark.parametrize(
    "name", ["gpt2", "opt", "llama", "gpt_neox", "qwen3", "gemma3"]
)
def test_without_positions_and_mask_a_decoder_reads_a_set(name):
    check_a_set(build(DECODERS[name]).double(), torch.ones(8, 8, dtype=torch.bool))


def check_a_set(network, mask):
    ids = torch.tensor([[11, 12, 13, 14, 15, 16, 17, 18]])
    is_decoder = any(kind in type(network).__name__.lower() for kind in CACHING)
    inputs = {"use_cache": False} if is_decoder else {}

    def states(tokens, *, without):
        with conditions(
            network, mask, without_positions=without, is_cancelled=lambda: False
        ):
            return network(input_ids=tokens, **inputs).last_hidden_state[0]

    shuffled = ids[:, ORDER]
    blind, again = states(ids, without=True), states(shuffled, without=True)
    # Rotary models compute norms and softmax in float32.
    scale = 1e-4 if hasattr(network.config, "rope_parameters") else 1e-11
    assert (blind[ORDER] - again).abs().max() <= scale
    own, shuffled_own = states(ids, without=False), states(shuffled, without=False)
    assert (own[ORDER] - shuffled_own).abs().max() > 0.01
    assert n_hooks(network) == 0


def test_a_causal_mask_still_tells_what_came_before():
    network = build(DECODERS["llama"])
    inputs = inputs_for(DECODERS["llama"], 8)
    with torch.inference_mode(), no_positions(network):
        capture, _ = capture_operands(network, inputs)
    weights = capture.layers[0].weights(range(4), slice(None))
    assert torch.equal(weights, weights.tril())


@pytest.mark.parametrize(
    "make",
    [BYPASSING["bloom"], BYPASSING["deberta_v2"], ENCODER_DECODERS["t5"]],
    ids=["bloom", "deberta_v2", "t5"],
)
def test_positions_of_another_kind_cannot_be_left_out(make):
    network = build(make, "eager")
    if network.config.model_type == "t5":
        network = network.get_encoder()
    if network.config.model_type == "deberta-v2":
        # Its table is there, but its attention counts distances, too.
        network.config.relative_attention = True
    with pytest.raises(UnsupportedByModel), no_positions(network):
        pytest.fail("nothing may run")


def test_hooks_are_gone_after_an_error():
    for make in (ENCODERS["bert"], DECODERS["llama"]):
        network = build(make)
        with pytest.raises(RuntimeError, match="stopped"), no_positions(network):
            raise RuntimeError("stopped")
        assert n_hooks(network) == 0


def test_a_loaded_model_leaves_positions_out_for_one_forward_only(minilm):
    tokenized = minilm.tokenize("The man bit the dog")
    # The adapter listens at its matrices, always.
    hooks = n_hooks(minilm.network)
    own = minilm.residual_stream(tokenized)
    blind = minilm.residual_stream(tokenized, without_positions=True)
    assert not np.allclose(own.residual_norms, blind.residual_norms, atol=1e-3)
    again = minilm.residual_stream(tokenized)
    assert np.array_equal(own.residual_norms, again.residual_norms)
    masked = minilm.residual_stream(tokenized, mask=MaskSpecification("causal"))
    assert np.array_equal(own.residual_norms[0], masked.residual_norms[0])
    assert not np.allclose(own.residual_norms, masked.residual_norms, atol=1e-3)
    assert n_hooks(minilm.network) == hooks
