"""All three attentions are those that an encoder-decoder computes for itself.

The reference is transformers' own eager attention with the same parameters,
built after ours (see ``tests/model/test_parity.py``).
"""

from typing import Any

import pytest
import torch

from model.errors import ModelUnavailable
from model.translation.huggingface import PretrainedTranslator, prove
from model.translation.recorded import RecordedModel
from tests.model.test_reading import description
from tests.model.tiny_models import TRANSLATORS, VOCABULARY, build_translator

CASES = pytest.mark.parametrize("make", TRANSLATORS.values(), ids=TRANSLATORS.keys())
# Sizes that a peer refuses, both ways round: see the field notes, row 7.
LENGTHS = pytest.mark.parametrize(("n_source", "n_target"), [(18, 79), (79, 18)])
PARTS = ("encoder", "decoder", "cross")
# It computes its softmax in float32 whatever its dtype.
SINGLE_SOFTMAX = {TRANSLATORS[name] for name in ("t5gemma",)}


def draw_ids(n_tokens, *, seed):
    generator = torch.Generator().manual_seed(seed)
    return torch.randint(3, VOCABULARY, (1, n_tokens), generator=generator)


def described():
    return description(family="encoder-decoder")


@torch.inference_mode()
def capture_of(network, source, target):
    """Read both texts in one go."""
    model = RecordedModel(PretrainedTranslator(network), is_recurrent=False)
    logits, _ = model.decode(model.encode(source), target)
    return model.capture(described()), logits


@torch.inference_mode()
def eager_reference(make, network, source, target, dtype=torch.float32):
    reference = build_translator(make, "eager").to(dtype)
    reference.load_state_dict(network.state_dict())
    output = reference(
        input_ids=source, decoder_input_ids=target, output_attentions=True
    )
    attentions = zip(
        PARTS,
        (
            output.encoder_attentions,
            output.decoder_attentions,
            output.cross_attentions,
        ),
        strict=True,
    )
    return dict(attentions), output.logits


def weights_of(layer):
    return layer.weights(range(layer.n_heads), slice(None))


@LENGTHS
@CASES
def test_weights_equal_the_models_own(make, n_source, n_target):
    network = build_translator(make)
    source, target = draw_ids(n_source, seed=1), draw_ids(n_target, seed=2)
    capture, logits = capture_of(network, source, target)
    reference, expected_logits = eager_reference(make, network, source, target)
    for part in PARTS:
        layers = capture.parts[part]
        assert len(layers) == len(reference[part])
        for ours, theirs in zip(layers, reference[part], strict=True):
            torch.testing.assert_close(weights_of(ours), theirs[0], rtol=0, atol=1e-6)
    torch.testing.assert_close(logits, expected_logits, rtol=1e-3, atol=1e-3)


@CASES
def test_difference_is_rounding_since_float64_shrinks_it(make):
    network = build_translator(make).double()
    source, target = draw_ids(18, seed=1), draw_ids(23, seed=2)
    capture, _ = capture_of(network, source, target)
    reference, _ = eager_reference(make, network, source, target, torch.float64)
    bound = 1e-6 if make in SINGLE_SOFTMAX else 1e-13
    for part in PARTS:
        for ours, theirs in zip(capture.parts[part], reference[part], strict=True):
            torch.testing.assert_close(
                weights_of(ours).double(), theirs[0].double(), rtol=0, atol=bound
            )


@CASES
def test_logits_are_the_same_with_and_without_capture(make):
    network = build_translator(make)
    source, target = draw_ids(9, seed=1), draw_ids(13, seed=2)
    _, captured = capture_of(network, source, target)
    with torch.inference_mode():
        plain = network(input_ids=source, decoder_input_ids=target).logits
    assert torch.equal(captured, plain)


@CASES
def test_the_target_sees_nothing_of_its_future_and_all_of_its_source(make):
    network = build_translator(make)
    capture, _ = capture_of(network, draw_ids(9, seed=1), draw_ids(13, seed=2))
    for layer in capture.parts["decoder"]:
        allowed = layer.allowed(slice(None))
        assert allowed is not None
        assert not allowed.triu(1).any()
        scores = layer.scores(range(layer.n_heads), slice(None))
        assert (scores[:, ~allowed] == -torch.inf).all()
        assert (weights_of(layer)[:, ~allowed] == 0).all()
    for layer in capture.parts["cross"]:
        allowed = layer.allowed(slice(None))
        assert allowed is None or allowed.all()
        assert weights_of(layer).shape == (12, 13, 9)


def test_scores_hold_the_bias_that_t5_adds():
    """Weights alone can't tell: softmax takes no notice of what a row shares."""
    network: Any = build_translator(TRANSLATORS["t5"])
    source, target = draw_ids(9, seed=1), draw_ids(13, seed=2)
    capture, _ = capture_of(network, source, target)
    attention = network.decoder.block[0].layer[0].SelfAttention
    with torch.inference_mode():
        bias = attention.compute_bias(13, 13)[0]
    layer: Any = capture.parts["decoder"][0]
    query, key = layer.query[0].double(), layer.key[0].double()
    expected = query @ key.transpose(1, 2) + bias.double()
    found = layer.scores(range(12), slice(None)).double()
    seen = torch.ones(13, 13).tril().bool()
    torch.testing.assert_close(found[:, seen], expected[:, seen], rtol=1e-5, atol=1e-4)


@CASES
def test_a_proof_counts_layers_and_heads_of_each_part(make):
    model = PretrainedTranslator(build_translator(make))
    proven = prove(model, described(), draw_ids(4, seed=1))
    n_decoder = 2 if make is TRANSLATORS["t5gemma"] else 3
    assert [(s.part, s.n_layers, s.n_heads) for s in proven.parts] == [
        ("encoder", 2, 12),
        ("decoder", n_decoder, 12),
        ("cross", n_decoder, 12),
        ("joint", 2, 12),
    ]


def test_a_decoder_whose_calls_come_in_another_order_is_refused():
    """What a matrix is shows in its size; it is not taken on trust."""

    class CrossFirst(PretrainedTranslator):
        def decode(self, memory, target_ids, cache=None):
            from model.recording import Recording, keep, recorded

            recording = Recording()
            with recorded(recording):
                answer = super().decode(memory, target_ids, cache)
            for own, crossed in zip(
                recording.layers[0::2], recording.layers[1::2], strict=True
            ):
                keep(crossed)
                keep(own)
            return answer

    model = CrossFirst(build_translator(TRANSLATORS["bart"]))
    with pytest.raises(ModelUnavailable, match=r"decoder attention .* 12 x 7 x 4"):
        prove(model, described(), draw_ids(4, seed=1))


def test_unequal_heads_have_no_joint_matrix():
    def make():
        config = TRANSLATORS["bart"]()
        config.decoder_attention_heads = 6
        return config

    model = PretrainedTranslator(build_translator(make))
    proven = prove(model, described(), draw_ids(4, seed=1))
    assert [(s.part, s.n_heads) for s in proven.parts] == [
        ("encoder", 12),
        ("decoder", 6),
        ("cross", 6),
    ]


def test_a_token_that_is_never_written_has_no_chance():
    """Marian's configurations forbid the padding that starts its targets."""
    network = build_translator(TRANSLATORS["marian"])
    network.generation_config.bad_words_ids = [[0], [5, 6]]
    model = PretrainedTranslator(network)
    with torch.inference_mode():
        logits, _ = model.decode(model.encode(draw_ids(4, seed=1)), torch.tensor([[2]]))
    assert logits[0, 0, 0] == -torch.inf
    assert logits[0, 0, 1:].isfinite().all()


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, (2,)),
        ({"forced_bos_token_id": 7}, (2, 7)),
        ({"decoder_start_token_id": 9, "forced_bos_token_id": 8}, (9, 8)),
    ],
)
def test_a_target_starts_as_its_checkpoint_says(settings, expected):
    network = build_translator(TRANSLATORS["mbart"])
    for name, value in settings.items():
        setattr(network.generation_config, name, value)
    assert PretrainedTranslator(network).start_ids == expected
