"""Beside the weights or added to them: the same but for rounding."""

import pytest
import torch

from model import AdapterUse, Cancelled, NumberOutOfRange
from model.adapters.merging import lent, merged_weights
from tests.model.adapters.small_adapters import states_of

TEXT = "The cat sat on the [MASK]."
EIGHT_ORDERS = 1e-8


def compare(made, use=AdapterUse("words"), runs=2):  # noqa: B008, it is frozen
    return made.loaded.merging(made.loaded.tokenize(TEXT), use, runs=runs)


def test_merged_is_separate_within_rounding(small, precise):
    """A difference is noise only when it shrinks by eight orders in float64."""
    single, double = compare(small), compare(precise)
    assert 0 < single.largest_difference < 1e-5
    assert double.largest_difference < single.largest_difference * EIGHT_ORDERS
    for found in (single, double):
        assert found.largest_difference_from_base > 0.05
        assert found.largest_state > 1
        assert (found.n_tokens, found.runs) == (9, 2)


@pytest.mark.parametrize("scale", [0.5, 2.0])
def test_a_weaker_or_cut_adapter_is_merged_as_it_is_used(precise, scale):
    whole, cut = (
        compare(precise, AdapterUse("words", scale, rank)) for rank in (None, 2)
    )
    for found in (whole, cut):
        assert found.largest_difference < 1e-13
    assert whole.largest_state != cut.largest_state


def test_nothing_of_the_network_is_changed(small):
    ids = small.loaded.tokenize(TEXT).ids
    names = dict(small.loaded.network.named_parameters())
    before = {name: (id(p), p.clone()) for name, p in names.items()}
    states = states_of(small.loaded, ids)
    compare(small)
    for name, parameter in small.loaded.network.named_parameters():
        assert id(parameter) == before[name][0]
        assert torch.equal(parameter, before[name][1])
    assert torch.equal(states, states_of(small.loaded, ids))


def test_weights_are_given_back_whatever_happens(small):
    network = small.loaded.network
    own = network.encoder.layer[0].intermediate.dense.weight
    weights = merged_weights(network, small.loaded.adapter("words").update)
    with lent(network, weights):
        assert network.encoder.layer[0].intermediate.dense.weight is not own
    assert network.encoder.layer[0].intermediate.dense.weight is own
    with pytest.raises(KeyError), lent(network, weights):
        weights["on purpose"]
    assert network.encoder.layer[0].intermediate.dense.weight is own


def test_merged_weights_are_w_plus_s_b_a(precise):
    update = precise.loaded.adapter("words").update
    assert update.scaling == 3.0  # alpha 12 over rank 4
    name = "encoder.layer.1.output.dense"
    found = merged_weights(precise.loaded.network, update)
    assert len(found) == 18
    layer = precise.network.bert.encoder.layer[1].output.dense
    product = layer.lora_B["default"].weight @ layer.lora_A["default"].weight
    expected = layer.base_layer.weight + 3.0 * product
    torch.testing.assert_close(found[name], expected.detach(), rtol=0, atol=1e-14)


def test_times_are_measured_and_a_client_that_left_stops_them(small):
    found = compare(small)
    times = (found.base_ms, found.separate_ms, found.merged_ms, found.merge_ms)
    assert all(0 < each < 60_000 for each in times)
    asked = iter([False, False, True])
    with pytest.raises(Cancelled):
        small.loaded.merging(
            small.loaded.tokenize(TEXT),
            AdapterUse("words"),
            is_cancelled=lambda: next(asked),
        )
    with pytest.raises(NumberOutOfRange):
        compare(small, runs=0)
