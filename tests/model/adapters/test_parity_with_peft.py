"""The same numbers as the library that wrote the adapter's files."""

import numpy as np
import pytest
import torch

from model import AdapterUse
from model.adapters.merging import merged_weights

TEXT = "The cat sat on the [MASK]."
PAIR = ("The cat sat on a mat.", "A dog ran.")


def as_inputs(tokenized):
    return {
        "input_ids": torch.tensor([tokenized.ids]),
        "token_type_ids": torch.tensor([tokenized.segment_ids]),
    }


@torch.inference_mode()
def states_with(small, tokenized, use):
    with small.loaded.adapters.acting(use):
        inputs = as_inputs(tokenized)
        return small.loaded.network(**inputs).last_hidden_state


@torch.inference_mode()
def peft_states(small, tokenized, scale=1.0):
    """Let peft compute the states, its scaling multiplied."""
    layers = [m for m in small.reference.modules() if hasattr(m, "lora_A")]
    assert len(layers) == 18
    own = [layer.scaling["default"] for layer in layers]
    try:
        for layer, scaling in zip(layers, own, strict=True):
            layer.scaling["default"] = scaling * scale
        bert = small.network.bert
        return bert(**as_inputs(tokenized)).last_hidden_state
    finally:
        for layer, scaling in zip(layers, own, strict=True):
            layer.scaling["default"] = scaling


@pytest.mark.parametrize("scale", [0.25, 1.0, 2.0])
def test_states_are_those_of_peft(small, precise, scale):
    for made, most in ((small, 2e-6), (precise, 1e-13)):
        tokenized = made.loaded.tokenize(TEXT)
        found = states_with(made, tokenized, AdapterUse("words", scale))
        expected = peft_states(made, tokenized, scale)
        assert (found - expected).abs().max() < most
        # The adapter does something: else nothing would be compared.
        base = states_with(made, tokenized, None)
        assert (found - base).abs().max() > 0.05


def test_words_and_next_sentences_are_those_of_the_whole_model(small, precise):
    for made, most in ((small, 1e-6), (precise, 1e-7)):
        loaded, network = made.loaded, made.network
        tokenized = loaded.tokenize(*PAIR)
        with torch.inference_mode():
            expected = network(**as_inputs(tokenized))
        positions = range(len(tokenized.tokens))
        logits = loaded.masked_logits(tokenized, positions)
        chances = torch.from_numpy(logits).double().softmax(dim=-1)
        wanted = expected.prediction_logits[0].double().softmax(dim=-1)
        assert (chances - wanted).abs().max() < most
        answers = expected.seq_relationship_logits[0].double().softmax(dim=-1)
        follows = float(answers[0])
        assert loaded.next_sentence(tokenized) == pytest.approx(follows, abs=most)
        assert 0.01 < follows < 0.99


def test_a_pretraining_model_with_merged_weights_says_the_same(small):
    """No hook, no adapter code: plain BERT with other matrices."""
    loaded, whole = small.loaded, small.network
    plain = {
        name.replace(".base_layer", ""): tensor
        for name, tensor in whole.state_dict().items()
        if "lora_" not in name
    }
    for name, weight in merged_weights(
        loaded.network, loaded.adapter("words").update
    ).items():
        assert f"bert.{name}.weight" in plain
        plain[f"bert.{name}.weight"] = weight
    bert = type(whole)(whole.config).eval()
    bert.load_state_dict(plain)
    tokenized = loaded.tokenize(TEXT)
    with torch.inference_mode():
        output = bert(**as_inputs(tokenized))
    position = loaded.mask_positions(tokenized)[0]
    wanted = output.prediction_logits[0, position].double().softmax(dim=-1)
    (word,) = loaded.masked_words(tokenized, top_k=99)
    np.testing.assert_allclose(
        word.probabilities, [wanted[i] for i in word.ids], atol=1e-6
    )


def test_scale_0_is_the_base_model_bit_for_bit(small):
    loaded = small.loaded
    tokenized = loaded.tokenize(TEXT)
    none, zero = None, AdapterUse("words", 0.0)
    before, after = (loaded.run(tokenized, adapter=use) for use in (none, zero))
    for one, other in zip(before.layers, after.layers, strict=True):
        for a, b in zip(one.tensors(), other.tensors(), strict=True):
            assert torch.equal(a, b)
        weights = [layer.weights(range(4), slice(None)) for layer in (one, other)]
        assert torch.equal(*weights)
    streams = [loaded.residual_stream(tokenized, adapter=use) for use in (none, zero)]
    assert (streams[0].residual_norms == streams[1].residual_norms).all()
    states = [
        loaded.mean_states(tokenized, [[1], [2]], adapter=u) for u in (none, zero)
    ]
    assert (states[0] == states[1]).all()
    plain = states_with(small, tokenized, None)
    assert torch.equal(plain, states_with(small, tokenized, zero))
    # The head that was trained reads the base model's own states.
    logits = loaded.masked_logits(tokenized, [6], adapter=zero)
    with torch.inference_mode():
        expected = small.network.cls.predictions(plain[:, 6])
    np.testing.assert_allclose(logits, expected, atol=1e-6)


def test_an_adapter_changes_attention_states_and_words(small):
    loaded = small.loaded
    tokenized = loaded.tokenize(TEXT)
    full, zero = AdapterUse("words"), AdapterUse("words", 0.0)
    queries = [
        loaded.run(tokenized, adapter=use).layers[2].query for use in (full, zero)
    ]
    assert (queries[0] - queries[1]).abs().max() > 0.05
    norms = [
        loaded.residual_stream(tokenized, adapter=u).attention_norms
        for u in (full, zero)
    ]
    assert np.abs(norms[0] - norms[1]).max() > 0.05
    logits = [loaded.masked_logits(tokenized, [6], adapter=u) for u in (full, zero)]
    assert np.abs(logits[0] - logits[1]).max() > 0.05


def test_without_a_name_words_are_predicted_with_the_adapter_and_attention_is_not(
    small,
):
    loaded = small.loaded
    tokenized = loaded.tokenize(TEXT)
    implied, named = (
        loaded.masked_logits(tokenized, [6], adapter=use)
        for use in (None, AdapterUse("words"))
    )
    assert (implied == named).all()
    assert loaded.adapter_for("fill-mask") == AdapterUse("words")
    attention = loaded.run(tokenized).layers[2].query
    base = loaded.run(tokenized, adapter=AdapterUse("words", 0.0)).layers[2].query
    assert torch.equal(attention, base)


def test_a_rank_keeps_the_strongest_directions_of_every_matrix(small):
    loaded = small.loaded
    tokenized = loaded.tokenize(TEXT)
    whole = loaded.masked_logits(tokenized, [6])
    assert (
        loaded.masked_logits(tokenized, [6], adapter=AdapterUse("words", rank=4))
        == whole
    ).all(), "at its own rank it is as trained"
    gaps = [
        np.abs(
            loaded.masked_logits(tokenized, [6], adapter=AdapterUse("words", 1.0, rank))
            - whole
        ).max()
        for rank in (1, 2, 3)
    ]
    assert all(gap > 1e-3 for gap in gaps)
    factors = loaded.adapter("words").update_for(AdapterUse("words", 0.5, 2)).factors
    assert {each.down.shape[0] for each in factors.values()} == {2}
