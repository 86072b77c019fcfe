"""What each head does to a choice of words, worked out again another way."""

import numpy as np
import pytest
import torch

from model import Catalogue, RangeOutOfBounds, UnsupportedByModel
from model.errors import Cancelled
from model.recording import never
from model.translation.head_effects import head_effects
from tests.model.tiny_lessons import write_lesson

SOURCE, TARGET = "The animal was too tired.", "L'animal était"
PLACE = 2
PARTS = {
    "encoder": ("encoder", "self_attention"),
    "decoder": ("decoder", "self_attention"),
    "cross": ("decoder", "cross_attention"),
}


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory):
    weights = tmp_path_factory.mktemp("weights")
    names = ("lesson-translator", "lesson-luong")
    for name in names:
        write_lesson(weights, name)
    return Catalogue(names, cache_folder=weights, weights_folder=weights)


@pytest.fixture(scope="module")
def translator(catalogue):
    return catalogue.load("lesson-translator")


@pytest.fixture(scope="module")
def asked(translator):
    token, other = translator.tokenizer.convert_tokens_to_ids(["il", "elle"])
    return {"place": PLACE, "token_id": token, "other_id": other}


def effects_of(model, asked, **options):
    source, target = model.tokenize(SOURCE), model.tokenize_target(TARGET)
    return model.head_effects(source, target, **asked, **options)


class Silenced:
    """Set one head's output to zero where the heads are joined, not in W^O."""

    def __init__(self, network, part, layer, head):
        stack, kind = PARTS[part]
        attention = getattr(getattr(network, stack).layers[layer], kind)
        dim = attention.output.in_features // attention.n_heads
        self.part = slice(head * dim, (head + 1) * dim)
        self.attention = attention

    def __call__(self, stream, mask, memory=None):
        from dataclasses import replace

        steps = type(self.attention).forward(self.attention, stream, mask, memory)
        concatenated = steps.concatenated.clone()
        concatenated[..., self.part] = 0.0
        output = torch.nn.functional.linear(
            concatenated, self.attention.output.weight, self.attention.output.bias
        )
        return replace(steps, concatenated=concatenated, output=output)


def test_in_float64_each_effect_is_that_of_a_silenced_head(translator, asked):
    network = translator.model.network
    source = torch.tensor([translator.tokenize(SOURCE).ids])
    target = torch.tensor([translator.tokenize_target(TARGET).tokenized.ids])

    def log_odds():
        chances = network(source, target).logits[0, PLACE].log_softmax(-1)
        return float(chances[asked["token_id"]] - chances[asked["other_id"]])

    network.double()
    try:
        found = head_effects(network, source, target, **asked, is_cancelled=never)
        before = log_odds()
        assert found.log_odds == pytest.approx(before, abs=1e-12)
        assert set(found.effects) == set(PARTS)
        for part, effects in found.effects.items():
            assert effects.shape == (2, 2)
            for layer, head in np.ndindex(2, 2):
                silenced = Silenced(network, part, layer, head)
                silenced.attention.forward = silenced
                try:
                    change = log_odds() - before
                finally:
                    del silenced.attention.forward
                assert effects[layer, head] == pytest.approx(change, abs=1e-12)
            assert np.abs(effects).max() > 1e-3
        assert log_odds() == before
    finally:
        network.float()


def test_the_choice_the_other_way_round_is_the_same_with_the_other_sign(
    translator, asked
):
    one = effects_of(translator, asked)
    turned = {
        **asked,
        "token_id": asked["other_id"],
        "other_id": asked["token_id"],
    }
    other = effects_of(translator, turned)
    assert one.log_odds == pytest.approx(-other.log_odds)
    for part, effects in one.effects.items():
        np.testing.assert_allclose(effects, -other.effects[part], atol=1e-9)


def test_the_first_row_sees_nothing_of_a_later_word(translator, asked):
    """A decoder's first row has one key: its self-attention always gives it."""
    found = effects_of(translator, {**asked, "place": 0})
    longer = translator.head_effects(
        translator.tokenize(SOURCE),
        translator.tokenize_target(f"{TARGET} trop fatigué"),
        **{**asked, "place": 0},
    )
    for part, effects in found.effects.items():
        np.testing.assert_allclose(effects, longer.effects[part], atol=1e-4)


@pytest.mark.parametrize("place", [-1, 4])
def test_a_place_outside_the_target_is_refused(translator, asked, place):
    with pytest.raises(RangeOutOfBounds) as caught:
        effects_of(translator, {**asked, "place": place})
    assert (caught.value.limit, caught.value.actual) == (3, place)


def test_nobody_waiting_stops_it_between_two_heads(translator, asked):
    n_asked = 0

    def after_five():
        nonlocal n_asked
        n_asked += 1
        return n_asked > 5

    with pytest.raises(Cancelled):
        effects_of(translator, asked, is_cancelled=after_five)
    assert n_asked == 6


def test_a_recurrent_model_has_no_heads_to_take_out(catalogue, asked):
    with pytest.raises(UnsupportedByModel, match="no heads"):
        effects_of(catalogue.load("lesson-luong"), asked)
