"""The recurrent models equal torch.nn's units and hand-worked attention."""

import math

import pytest
import torch
from torch import nn

from model.recurrent import RecurrentConfig, RecurrentTranslator
from model.recurrent_parts import GRU, AdditiveAttention, MultiplicativeAttention
from tests.model.drawn_numbers import draw

KINDS = {"bottleneck": None, "bahdanau": "additive", "luong": "multiplicative"}
SOURCE = torch.tensor([[5, 6, 7, 8, 2], [9, 4, 2, 0, 0]])
TARGET = torch.tensor([[1, 6, 5, 9], [1, 4, 8, 7]])
IS_TOKEN = SOURCE != 0


def small_model(attention):
    torch.manual_seed(3)
    config = RecurrentConfig(
        vocab_size=12,
        attention=attention,
        d_embedding=6,
        d_hidden=5,
        d_attention=4,
        dropout=0.0,
    )
    model = RecurrentTranslator(config).double().eval()
    for parameter in model.parameters():
        nn.init.normal_(parameter, std=0.7)
    return model


def close(found, expected):
    return bool((found - expected).abs().max() < 1e-12)


def torch_gru(ours, d_input, d_hidden):
    theirs = nn.GRU(d_input, d_hidden, batch_first=True).double()
    names = {
        "weight_ih_l0": ours.input.weight,
        "bias_ih_l0": ours.input.bias,
        "weight_hh_l0": ours.hidden.weight,
        "bias_hh_l0": ours.hidden.bias,
    }
    theirs.load_state_dict({name: each.detach() for name, each in names.items()})
    return theirs


def small_gru():
    torch.manual_seed(7)
    return GRU(3, 4).double()


def test_a_unit_by_hand():
    gru = GRU(1, 1).double()
    with torch.no_grad():
        gru.input.weight[:] = torch.tensor([[1.0], [0.0], [2.0]])
        gru.input.bias[:] = torch.tensor([0.0, 1.0, 0.0])
        gru.hidden.weight[:] = torch.tensor([[0.0], [1.0], [1.0]])
        gru.hidden.bias[:] = torch.tensor([0.0, 0.0, 0.5])
    steps = gru(torch.tensor([[[0.3]]]).double(), torch.tensor([[0.4]]).double())

    reset = 1 / (1 + math.exp(-0.3))
    update = 1 / (1 + math.exp(-1.4))
    candidate = math.tanh(0.6 + reset * (0.4 + 0.5))
    state = (1 - update) * candidate + update * 0.4
    assert steps.reset.item() == pytest.approx(reset)
    assert steps.update.item() == pytest.approx(update)
    assert steps.candidate.item() == pytest.approx(candidate)
    assert steps.states.item() == pytest.approx(state)


def test_the_unit_equals_that_of_torch_from_either_end():
    ours, inputs, start = small_gru(), draw(1, 2, 6, 3), draw(2, 2, 4)
    theirs = torch_gru(ours, 3, 4)

    expected, _ = theirs(inputs, start[None])
    assert close(ours(inputs, start).states, expected)

    turned, _ = theirs(inputs.flip(1))
    assert close(ours(inputs, is_backward=True).states, turned.flip(1))


def test_padding_leaves_a_text_in_the_state_it_has_alone():
    ours, inputs = small_gru(), draw(3, 2, 5, 3)
    is_token = torch.tensor([[True] * 5, [True, True, True, False, False]])
    alone = inputs[1:, :3]

    forward = ours(inputs, is_token=is_token)
    backward = ours(inputs, is_token=is_token, is_backward=True)

    assert close(forward.states[1, -1], ours(alone).states[0, -1])
    assert close(backward.states[1, :3], ours(alone, is_backward=True).states[0])


def test_additive_attention_by_hand():
    attention = AdditiveAttention(2, 2, 2).double()
    with torch.no_grad():
        attention.query.weight[:] = torch.tensor([[1.0, 0.0], [0.0, 1.0]])
        attention.key.weight[:] = torch.tensor([[0.0, 1.0], [1.0, 0.0]])
        attention.vector[:] = torch.tensor([1.0, 2.0])
    memory = torch.tensor([[[1.0, 0.0], [0.0, 2.0], [3.0, 3.0]]]).double()
    asking = torch.tensor([[[0.5, -0.5]]]).double()
    is_token = torch.tensor([[True, True, False]])
    steps = attention(asking, attention.key(memory), memory, is_token)

    # The keys swap the features: (0, 1), (2, 0); the third is padding.
    first = math.tanh(0.5) + 2 * math.tanh(0.5)
    second = math.tanh(2.5) + 2 * math.tanh(-0.5)
    share = math.exp(first) / (math.exp(first) + math.exp(second))
    assert steps.queries.tolist() == [[[0.5, -0.5]]]
    assert steps.energies[0, 0, 1].tolist() == pytest.approx(
        [math.tanh(2.5), math.tanh(-0.5)]
    )
    assert steps.scores[0, 0].tolist() == pytest.approx([first, second, -math.inf])
    assert steps.weights[0, 0].tolist() == pytest.approx([share, 1 - share, 0.0])
    assert steps.contexts[0, 0].tolist() == pytest.approx([share, 2 * (1 - share)])


def test_multiplicative_attention_by_hand():
    attention = MultiplicativeAttention(2, 3).double()
    with torch.no_grad():
        # key = h W, and W of PyTorch stands on its side: (hidden, memory)
        attention.key.weight[:] = torch.tensor([[1.0, 0.0, 2.0], [0.0, 1.0, -1.0]])
    memory = torch.tensor([[[1.0, 2.0, 0.0], [0.0, 1.0, 1.0]]]).double()
    asking = torch.tensor([[[1.0, 1.0]]]).double()
    is_token = torch.ones(1, 2, dtype=torch.bool)
    steps = attention(asking, attention.key(memory), memory, is_token)

    # keys (1, 2) and (2, 0); scores 3 and 2
    share = 1 / (1 + math.exp(-1))
    assert steps.keys.tolist() == [[[1.0, 2.0], [2.0, 0.0]]]
    assert steps.scores.tolist() == [[[3.0, 2.0]]]
    assert steps.weights[0, 0].tolist() == pytest.approx([share, 1 - share])
    assert steps.contexts[0, 0].tolist() == pytest.approx([share, 1 + share, 1 - share])
    assert steps.energies is None
    assert steps.queries is asking


@pytest.mark.parametrize("kind", KINDS)
def test_rows_sum_to_one_and_padding_gets_nothing(kind):
    model = small_model(KINDS[kind])
    look = model(SOURCE, TARGET, IS_TOKEN).decoder.alignment
    if kind == "bottleneck":
        assert look is None
        return

    assert look.weights.shape == (2, 4, 5)
    assert close(look.weights.sum(dim=-1), torch.ones(2, 4))
    assert look.weights[1, :, 3:].eq(0.0).all()
    assert look.weights[1, :, :3].gt(0.0).all()
    assert look.scores[1, :, 3:].isneginf().all()


@pytest.mark.parametrize("kind", KINDS)
def test_a_padded_sentence_is_translated_as_alone(kind):
    model = small_model(KINDS[kind])
    together = model(SOURCE, TARGET, IS_TOKEN)
    alone = model(SOURCE[1:, :3], TARGET[1:])

    assert close(together.decoder.logits[1], alone.decoder.logits[0])
    assert close(together.encoder.fixed_vector[1], alone.encoder.fixed_vector[0])


@pytest.mark.parametrize("kind", KINDS)
def test_step_by_step_equals_the_whole_target_at_once(kind):
    model = small_model(KINDS[kind])
    memory = model.encode(SOURCE, IS_TOKEN)
    whole = model.decode(memory, TARGET)

    state, parts = None, []
    for position in range(TARGET.shape[1]):
        parts.append(model.decode(memory, TARGET[:, position : position + 1], state))
        state = parts[-1].state

    for name in ("logits", "asking", "contexts", "readout"):
        joined = torch.cat([getattr(part, name) for part in parts], dim=1)
        assert close(joined, getattr(whole, name)), name
    assert close(state, whole.state)


@pytest.mark.parametrize("kind", KINDS)
def test_the_record_adds_up(kind):
    model = small_model(KINDS[kind])
    steps = model(SOURCE, TARGET, IS_TOKEN)
    encoder, decoder = steps.encoder, steps.decoder
    states = decoder.gru.states

    assert torch.equal(encoder.states[..., :5], encoder.forward.states)
    assert torch.equal(encoder.states[..., 5:], encoder.backward.states)
    if kind == "luong":
        assert torch.equal(decoder.asking, states)
        known = torch.cat([decoder.contexts, states], dim=-1)
        fed = decoder.embedded
    else:
        before = torch.cat([encoder.fixed_vector[:, None], states[:, :-1]], dim=1)
        assert torch.equal(decoder.asking, before)
        known = torch.cat([states, decoder.contexts, decoder.embedded], dim=-1)
        fed = torch.cat([decoder.embedded, decoder.contexts], dim=-1)
    theirs = torch_gru(model.decoder.gru, fed.shape[-1], 5)
    expected, _ = theirs(fed, encoder.fixed_vector[None])
    assert close(states, expected)
    assert close(decoder.readout, torch.tanh(model.readout(known)))
    assert close(decoder.logits, decoder.readout @ model.embedding.weight.T)
    if decoder.alignment is None:
        same = encoder.fixed_vector[:, None].expand(-1, 4, -1)
        assert torch.equal(decoder.contexts, same)
    else:
        weighted = decoder.alignment.weights @ encoder.states
        assert close(decoder.contexts, weighted)


@pytest.mark.parametrize("kind", KINDS)
def test_a_source_can_be_picked_for_several_beams(kind):
    model = small_model(KINDS[kind])
    memory = model.encode(SOURCE, IS_TOKEN)
    beams = memory.picked(torch.tensor([1, 1]))
    found = model.decode(beams, TARGET)

    assert close(found.logits[1], model.decode(memory, TARGET).logits[1])


def test_a_change_of_the_source_reaches_every_step_of_the_bottleneck_alike():
    model = small_model(None)
    contexts = model(SOURCE, TARGET, IS_TOKEN).decoder.contexts
    other = model(SOURCE.roll(1, dims=0), TARGET, IS_TOKEN.roll(1, dims=0))

    assert close(contexts[0], other.decoder.contexts[1])
    assert contexts[0].unique(dim=0).shape[0] == 1
