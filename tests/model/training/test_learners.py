"""The fast forward equals the reference, and padding changes nothing."""

import pytest
import torch
import torch.nn.functional as F  # noqa: N812
from torch import nn

from model import masks
from model.training.batches import batch_of
from model.training.greedy import translate_all
from model.training.learners import FastTransformer, learner_of
from model.training.recipes import RECIPES
from model.transformer import Transformer, TransformerConfig
from tests.model.training.small_training import (
    small_network,
    swapped_pairs,
    translate_one,
)


def close(found, expected):
    return bool((found - expected).abs().max() < 1e-11)


def drawn(name):
    torch.manual_seed(11)
    return small_network(name, vocab_size=10).double()


def reference_logits(network, batch):
    """The record-keeping forward, with the masks a padded batch needs."""
    is_source, n_target = batch.is_source, batch.read.shape[1]
    steps = network(
        batch.source,
        batch.read,
        source_mask=masks.padding(is_source, is_source.shape[1]),
        target_mask=masks.causal_padding(batch.is_target),
        cross_mask=masks.cross(n_target, is_source.shape[1], is_source),
    )
    return steps.logits[batch.is_target]


def test_the_fast_transformer_has_the_logits_and_gradients_of_the_reference():
    network, batch = drawn("lesson-translator"), batch_of(swapped_pairs(6))
    written = batch.written[batch.is_target]
    assert (batch.source == 0).any()

    gradients = []
    for logits in (
        FastTransformer(network).logits(batch),
        reference_logits(network, batch),
    ):
        network.zero_grad()
        F.cross_entropy(logits, written, label_smoothing=0.1).backward()
        named = network.named_parameters()
        gradients.append((logits, {name: each.grad.clone() for name, each in named}))

    (fast, of_fast), (reference, of_reference) = gradients
    assert close(fast, reference)
    for name, gradient in of_fast.items():
        assert close(gradient, of_reference[name]), name


def test_the_fast_transformer_is_that_of_2017_only():
    network = Transformer(TransformerConfig(9, 8, 2, 1, 8, norm="pre"))
    with pytest.raises(ValueError, match="2017"):
        FastTransformer(network)


@pytest.mark.parametrize("name", RECIPES)
def test_a_pair_counts_the_same_alone_and_in_a_padded_batch(name):
    learner, pairs = learner_of(drawn(name)), swapped_pairs(5)
    together = learner.logits(batch_of(pairs))

    alone = torch.cat([learner.logits(batch_of([pair])) for pair in pairs])

    assert close(together, alone)


@pytest.mark.parametrize("name", RECIPES)
def test_many_are_translated_as_each_alone(name):
    network = drawn(name).eval()
    # Large weights: what is written differs by sentence, and so does its end.
    for parameter in network.parameters():
        nn.init.normal_(parameter)
    sources = [pair.source for pair in swapped_pairs(12)]

    found = translate_all(learner_of(network), sources, max_length=5)

    assert found == [translate_one(network, source, 5) for source in sources]
    assert len(set(found)) > 1


def test_what_never_ends_is_cut_at_the_limit():
    network = drawn("lesson-luong").eval()
    with torch.no_grad():
        network.embedding.weight[2] = 0.0
        network.embedding.weight[2] -= 5.0 * network.readout.bias.sign()

    [written] = translate_all(learner_of(network), [(5, 6)], max_length=9)

    assert len(written) <= 9
