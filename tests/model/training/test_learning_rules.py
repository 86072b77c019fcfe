"""Schedules, smoothed labels and the mean of the weights, worked by hand."""

import math

import pytest
import torch

from model.training.loop import smoothed_loss
from model.training.recipes import RECIPES
from model.training.schedules import MeanWeights, inverse_square_root, straight_down


def test_the_schedule_of_2017_by_hand():
    rate = inverse_square_root(512, 4000)

    # The paper's base model: 512^-0.5 * 4000^-0.5 at its highest.
    assert rate(4000) == pytest.approx(6.98771e-4, rel=1e-5)
    assert rate(1) == pytest.approx(rate(4000) / 4000)
    assert rate(1000) == pytest.approx(rate(4000) / 4)
    assert rate(16000) == pytest.approx(rate(4000) / 2)
    assert max(rate(step) for step in range(1, 9000)) == rate(4000)


def test_the_straight_schedule_by_hand():
    rate = straight_down(0.003, warm_up=3, n_steps=10)

    found = [round(1000 * rate(step), 6) for step in range(1, 12)]
    assert found[:3] == [1.0, 2.0, 3.0]
    assert found[3:] == pytest.approx([3 * (11 - n) / 8 for n in range(4, 12)])
    assert rate(11) == 0.0


def test_the_translator_follows_the_schedule_of_2017():
    recipe = RECIPES["lesson-translator"]
    rate = recipe.schedule(recipe.n_steps)

    assert rate(1500) == pytest.approx(1 / math.sqrt(128 * 1500))
    assert rate(6000) == pytest.approx(1 / math.sqrt(128 * 6000))


def test_smoothed_labels_by_hand():
    logits = torch.tensor([[2.0, 1.0, 0.0, -1.0]], dtype=torch.float64)
    total = sum(math.exp(each) for each in (2, 1, 0, -1))
    logs = [each - math.log(total) for each in (2, 1, 0, -1)]

    # 0.1 is shared by all four, so the right one is to have 0.925.
    labels = [0.025, 0.925, 0.025, 0.025]
    expected = -sum(p * log for p, log in zip(labels, logs, strict=True))
    found = smoothed_loss(logits, torch.tensor([1]), 0.1)
    assert found.item() == pytest.approx(expected)
    assert smoothed_loss(logits, torch.tensor([1]), 0.0).item() == pytest.approx(
        -logs[1]
    )


def test_the_mean_of_weights():
    mean = MeanWeights()
    for number in (1.0, 2.0, 6.0):
        mean.add({"w": torch.full((2,), number)})

    assert mean.n == 3
    assert mean.mean["w"].tolist() == [3.0, 3.0]


def test_the_last_tenth_of_the_steps_is_averaged():
    recipe = RECIPES["lesson-translator"]

    assert sorted(recipe.averaged_steps(1000)) == list(range(910, 1001, 10))
    assert sorted(recipe.averaged_steps(3)) == []
    assert RECIPES["lesson-luong"].averaged_steps(1000) == frozenset()
