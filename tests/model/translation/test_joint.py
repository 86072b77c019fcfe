"""The joint matrix, worked out by hand."""

import math

import torch

from model.operands import KeptOperands
from model.translation.joint import JointAttention


def layer(query, key, *, is_causal=False):
    """One head of one feature, scores as they are: query times key."""

    def tensor(numbers):
        return torch.tensor(numbers, dtype=torch.float32)[None, None, :, None]

    return KeptOperands(
        tensor(query), tensor(key), tensor(key), None, is_causal, 1.0, None, None, None
    )


# exp(log 3) against exp(0): 3 to 1.
THREE = math.log(3)
JOINT = JointAttention(
    encoder=layer([0.0, 1.0], [0.0, THREE]),
    cross=layer([1.0, 0.0, -1.0], [0.0, THREE]),
    decoder=layer([0.0, 1.0, 0.0], [0.0, THREE, 5.0], is_causal=True),
    n_source=2,
    n_target=3,
)
WEIGHTS = [
    [1 / 2, 1 / 2, 0, 0, 0],
    [1 / 4, 3 / 4, 0, 0, 0],
    [1 / 4, 3 / 4, 1, 0, 0],
    [1 / 2, 1 / 2, 1 / 4, 3 / 4, 0],
    [3 / 4, 1 / 4, 1 / 3, 1 / 3, 1 / 3],
]
M = -math.inf
SCORES = [
    [0, 0, M, M, M],
    [0, THREE, M, M, M],
    [0, THREE, 0, M, M],
    [0, 0, 0, THREE, M],
    [0, -THREE, 0, 0, 0],
]


def test_weights_are_the_three_blocks():
    found = JOINT.weights([0], slice(None))[0]
    torch.testing.assert_close(found, torch.tensor(WEIGHTS))
    torch.testing.assert_close(found.sum(-1), torch.tensor([1.0, 1, 2, 2, 2]))


def test_scores_are_the_three_blocks():
    found = JOINT.scores([0], slice(None))[0]
    torch.testing.assert_close(found, torch.tensor(SCORES))


def test_what_is_masked_is_what_can_have_no_weight():
    allowed = JOINT.allowed(slice(None))
    assert allowed.tolist() == [[cell > 0 for cell in row] for row in WEIGHTS]


def test_any_range_of_rows_is_that_of_the_whole():
    for start in range(5):
        for stop in range(start + 1, 6):
            rows = slice(start, stop)
            found = JOINT.weights([0], rows)[0]
            torch.testing.assert_close(found, torch.tensor(WEIGHTS)[rows])
            assert torch.equal(JOINT.allowed(rows), JOINT.allowed(slice(None))[rows])


def test_it_holds_the_tensors_of_its_three_layers():
    assert len(list(JOINT.tensors())) == 9
    assert JOINT.n_heads == 1
