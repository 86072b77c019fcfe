"""A small fine-tuning learns, and leaves the model as it was, bit for bit."""

import copy
import math
from dataclasses import replace

import pytest
import torch

from model import (
    AdapterUse,
    Cancelled,
    EmptyText,
    LabelledText,
    NotFinite,
    NumberOutOfRange,
    TextError,
    TooManyTokens,
    TuningRecipe,
    TuningStart,
    TuningStep,
    UnknownAdapter,
    UnsupportedByModel,
)
from model.adapters.adam import Adam
from model.adapters.class_head import pad, read_mean_states
from model.adapters.fresh_update import SCALING, attention_matrices, fresh_update
from model.adapters.low_rank import adapted, listen
from model.adapters.two_classes import split_classes
from tests.model.tiny_models import ENCODERS, build

TEXTS = [
    *("the cat sat .", "a cat ran .", "the cat ran on", "a cat on a mat"),
    *("the dog sat .", "a dog ran .", "the dog ran on", "a dog on a mat"),
]
SENTENCES = tuple(LabelledText(t, int(n > 3)) for n, t in enumerate(TEXTS))
RECIPE = TuningRecipe(("cats", "dogs"), SENTENCES, steps=40)
D_MODEL, N_LAYERS = 32, 3


def tune(loaded, recipe=RECIPE, adapter_id="tuned-test"):
    made = list(loaded.fine_tune(recipe, adapter_id=adapter_id))
    start, end = made[0], made[-1]
    assert isinstance(start, TuningStart)
    return start, [each for each in made if isinstance(each, TuningStep)], end


@pytest.mark.parametrize("method", ["head", "lora"])
def test_it_learns_a_separable_set(small, method):
    start, steps, end = tune(small.loaded, replace(RECIPE, method=method))
    assert [step.step for step in steps] == list(range(1, 41))
    # Two classes, and a head that says one half: the loss is ln 2.
    assert steps[0].loss == pytest.approx(math.log(2), abs=1e-6)
    assert end.before.test_loss == pytest.approx(math.log(2), abs=1e-6)
    assert steps[-1].loss < math.log(2) / 2
    assert (end.after.train_accuracy, end.after.test_accuracy) == (1.0, 1.0)
    assert start.test == (3, 7)
    assert [(each.number, each.predicted) for each in end.left_out] == [(3, 0), (7, 1)]
    assert all(0.5 < each.probability <= 1 for each in end.left_out)
    tested = [step.step for step in steps if step.test_loss is not None]
    assert tested == [10, 20, 30, 40]


def test_a_head_alone_trains_as_many_numbers_as_it_has(small):
    start, _, end = tune(small.loaded, replace(RECIPE, method="head", steps=1))
    assert (start.n_head_parameters, start.n_lora_parameters) == (2 * (D_MODEL + 1), 0)
    assert (start.targets, start.n_matrices) == ((), 0)
    assert end.adapter.nbytes == 4 * 2 * (D_MODEL + 1)


def test_low_rank_updates_are_counted(small):
    start, _, end = tune(small.loaded, replace(RECIPE, rank=2, steps=1))
    assert start.n_matrices == 2 * N_LAYERS
    assert start.targets == ("query", "value")
    assert start.n_lora_parameters == 2 * N_LAYERS * 2 * (D_MODEL + D_MODEL)
    n_base = sum(each.numel() for each in small.loaded.network.parameters())
    assert start.n_base_parameters == n_base
    assert (end.adapter.description.rank, end.adapter.description.kind) == (2, "lora")


def test_the_first_step_moves_the_head_alone(small):
    """Below a head of zeros nothing has a gradient; Adam's first step is the rate."""
    _, _, end = tune(small.loaded, replace(RECIPE, steps=1, learning_rate=0.25))
    for factors in end.adapter.update.factors.values():
        assert not factors.up.any()
    moved = end.adapter.class_head.weight.abs()
    torch.testing.assert_close(moved, torch.full_like(moved, 0.25), atol=1e-4, rtol=0)


@pytest.mark.parametrize("method", ["head", "lora"])
def test_the_model_is_left_as_it_was(small, method):
    loaded = small.loaded
    before = copy.deepcopy(loaded.network.state_dict())
    text = loaded.tokenize("the cat sat on a mat")
    states = loaded.run(text).layers
    tune(loaded, replace(RECIPE, method=method))
    after = loaded.network.state_dict()
    assert before.keys() == after.keys()
    assert all(torch.equal(before[name], after[name]) for name in before)
    for parameter in loaded.network.parameters():
        assert parameter.grad is None
        assert not parameter.requires_grad
    again = loaded.run(text).layers
    for one, other in zip(states, again, strict=True):
        assert torch.equal(one.query, other.query)
        assert torch.equal(one.value, other.value)


@pytest.mark.parametrize("method", ["head", "lora"])
def test_only_low_rank_updates_change_attention(small, method):
    loaded = small.loaded
    *_, end = tune(loaded, replace(RECIPE, method=method))
    loaded.adapters.attach(end.adapter)
    text = loaded.tokenize("the cat sat on a mat")
    base = loaded.run(text).layers
    with_it = loaded.run(text, adapter=AdapterUse("tuned-test")).layers
    off = loaded.run(text, adapter=AdapterUse("tuned-test", 0.0)).layers
    is_same = [
        torch.equal(one.query, other.query)
        for one, other in zip(base, with_it, strict=True)
    ]
    assert is_same == [method == "head"] * N_LAYERS
    for one, other in zip(base, off, strict=True):
        assert torch.equal(one.query, other.query)
    loaded.adapters.detach("tuned-test")
    with pytest.raises(UnknownAdapter):
        loaded.run(text, adapter=AdapterUse("tuned-test"))


def test_the_same_recipe_gives_the_same_numbers(small):
    _, one, end = tune(small.loaded)
    _, other, other_end = tune(small.loaded)
    assert [step.loss for step in one] == [step.loss for step in other]
    assert torch.equal(
        end.adapter.class_head.weight, other_end.adapter.class_head.weight
    )
    _, third, _ = tune(small.loaded, replace(RECIPE, seed=1))
    assert [step.loss for step in one] != [step.loss for step in third]


def test_a_text_is_classified_as_by_a_model_with_the_update_in_its_weights(precise):
    loaded = precise.loaded
    *_, end = tune(loaded, replace(RECIPE, steps=5))
    loaded.adapters.attach(end.adapter)
    text = loaded.tokenize("a dog sat")
    found = loaded.class_probabilities(text, AdapterUse("tuned-test"))
    merged = {
        f"{name}.weight": loaded.network.get_submodule(name).weight
        + SCALING * factors.up @ factors.down
        for name, factors in end.adapter.update.factors.items()
    }
    ids = torch.tensor([text.ids])
    output = torch.func.functional_call(loaded.network, merged, (ids,))
    head = end.adapter.class_head
    logits = output.last_hidden_state[0].mean(dim=0).float() @ head.weight.T + head.bias
    assert found.sum() == pytest.approx(1.0)
    assert found.tolist() == pytest.approx(logits.softmax(0).tolist(), abs=1e-6)


def test_padding_changes_no_mean(precise):
    network = precise.loaded.network
    texts = [(1, 5, 6, 7, 2), (1, 8, 2)]
    with torch.no_grad():
        together = read_mean_states(network, *pad(texts, pad_id=0))
        alone = [read_mean_states(network, *pad([text], pad_id=0)) for text in texts]
    torch.testing.assert_close(together, torch.cat(alone))


def test_adam_takes_the_steps_of_pytorchs():
    chance = torch.Generator().manual_seed(3)
    ours = torch.randn(4, 3, generator=chance, dtype=torch.float64)
    theirs = ours.clone().requires_grad_()
    adam = Adam([ours], 0.02)
    reference = torch.optim.Adam([theirs], lr=0.02)
    for _ in range(7):
        gradient = torch.randn(4, 3, generator=chance, dtype=torch.float64)
        adam.step([gradient])
        theirs.grad = gradient
        reference.step()
    torch.testing.assert_close(ours, theirs.detach(), atol=1e-12, rtol=0)


@pytest.mark.parametrize("name", ENCODERS)
def test_every_encoder_hears_an_update_of_its_attention(name):
    network = build(ENCODERS[name])
    update = fresh_update(network, 2, torch.Generator().manual_seed(0))
    listen(network, update.factors)
    ids = torch.tensor([[1, 11, 12, 13, 2]])
    with torch.no_grad():
        base = network(ids).last_hidden_state
        with adapted(update):
            # B is zero: nothing changes but perhaps the sign of a zero.
            torch.testing.assert_close(network(ids).last_hidden_state, base)
        for factors in update.factors.values():
            factors.up.fill_(0.5)
        with adapted(update):
            assert not torch.allclose(network(ids).last_hidden_state, base)
        assert torch.equal(network(ids).last_hidden_state, base)


def test_an_unknown_architecture_is_refused():
    with pytest.raises(UnsupportedByModel):
        attention_matrices(torch.nn.Sequential(torch.nn.Linear(2, 2)))


def test_every_fourth_of_each_class_is_left_out():
    # Class 0 stands at 0, 2, 4, 6, 8; class 1 at 1, 3, 5, 7, 9, 10, 11, 12.
    split = split_classes([0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1])
    assert split.test == (6, 7, 12)
    assert split.train == (0, 1, 2, 3, 4, 5, 8, 9, 10, 11)
    assert split_classes([0, 0, 1, 1, 1]).test == (1, 4)
    with pytest.raises(NumberOutOfRange):
        split_classes([0, 1, 1])


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        ("", EmptyText, "sentences[7]"),
        ("cat " * 70, TooManyTokens, "sentences[7] has 72 tokens; at most 64"),
        ("THE cat  sat .", TextError, "sentences[7] is the same to the model as"),
    ],
)
def test_a_wrong_sentence_is_named(small, text, kind, said):
    sentences = (*SENTENCES[:7], LabelledText(text, 1))
    with pytest.raises(kind) as caught:
        tune(small.loaded, replace(RECIPE, sentences=sentences))
    assert said in caught.value.detail


def test_a_run_that_runs_away_is_stopped(small):
    with pytest.raises(NotFinite):
        tune(small.loaded, replace(RECIPE, method="head", learning_rate=1e39))


def test_a_run_ends_when_nobody_waits(small):
    slices = small.loaded.fine_tune(RECIPE, adapter_id="t", is_cancelled=lambda: True)
    next(slices)
    with pytest.raises(Cancelled):
        next(slices)


def test_other_models_are_refused(small):
    description = small.loaded.description
    small.loaded.description = replace(description, family="decoder")
    with pytest.raises(UnsupportedByModel):
        next(small.loaded.fine_tune(RECIPE, adapter_id="t"))
    small.loaded.description = description
