"""Attention: by hand, by plain loops, and by PyTorch."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from model import ModelError, NotFinite, ShapeMismatch
from model import masks as mask_of
from model.attention import attend, softmax
from tests.model.drawn_numbers import SEEDS, draw, draw_mask, plain_attention

# Tokens: clowns, wear, shoes; queries and keys are the same.
QUERY = KEY = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], dtype=torch.float64)
VALUE = torch.tensor([[2.0, 0.0], [0.0, 2.0], [1.0, 3.0]], dtype=torch.float64)
WEAR = 1


def rounded(cells, digits=3):
    return [round(float(cell), digits) for cell in cells]


class TestTheLesson:
    def test_wear_looks_at_all_three_words(self):
        steps = attend(QUERY, KEY, VALUE)
        assert steps.dot_products[WEAR].tolist() == [0.0, 1.0, 1.0]
        assert rounded(steps.scores[WEAR], 4) == [0.0, 0.7071, 0.7071]
        assert rounded(steps.weights[WEAR]) == [0.198, 0.401, 0.401]
        assert rounded(steps.output[WEAR]) == [0.797, 2.006]
        assert torch.equal(steps.masked_scores, steps.scores)
        assert not steps.fully_masked_rows.any()

    def test_rounded_weights_give_another_last_digit(self):
        weights = torch.tensor([0.198, 0.401, 0.401], dtype=torch.float64)
        assert rounded(weights @ VALUE, 4)[1] == 2.005
        assert rounded(attend(QUERY, KEY, VALUE).output[WEAR], 4)[1] == 2.0056

    def test_causal_wear_does_not_see_shoes(self):
        steps = attend(QUERY, KEY, VALUE, mask_of.causal(3, 3))
        assert rounded(steps.weights[WEAR]) == [0.330, 0.670, 0.0]
        assert rounded(steps.output[WEAR]) == [0.660, 1.340]
        assert steps.weights[0].tolist() == [1.0, 0.0, 0.0]
        assert steps.masked_scores[WEAR, 2] == -np.inf
        assert rounded(steps.scores[WEAR], 4)[2] == 0.7071

    def test_weights_sum_to_1_over_keys_and_outputs_to_anything(self):
        steps = attend(QUERY, KEY, VALUE)
        assert rounded(steps.weights.sum(-1), 12) == [1.0, 1.0, 1.0]
        assert rounded(steps.row_sums, 12) == [1.0, 1.0, 1.0]
        assert rounded(steps.weights.sum(-2)) != [1.0, 1.0, 1.0]
        assert steps.output[WEAR].sum() > 2.8

    def test_the_mean_of_a_full_matrix_says_nothing(self):
        steps = attend(draw(1, 7, 4), draw(2, 7, 4), draw(3, 7, 4))
        assert float(steps.weights.mean()) == pytest.approx(1 / 7)

    def test_without_scale_softmax_saturates(self):
        query, key = draw(1, 40, 256, spread=1.0), draw(2, 40, 256, spread=1.0)
        unscaled = attend(query, key, key, scale=1.0).weights.amax(-1).mean()
        scaled = attend(query, key, key).weights.amax(-1).mean()
        assert unscaled > 0.8
        assert scaled < 0.25


SHAPES = st.tuples(st.integers(1, 6), st.integers(1, 7), st.integers(1, 5))


@given(shape=SHAPES, value_dim=st.integers(1, 4), scale=st.floats(-2, 2), seed=SEEDS)
@settings(deadline=None)
def test_every_number_is_that_of_plain_loops(shape, value_dim, scale, seed):
    n_queries, n_keys, head_dim = shape
    query, key = draw(seed, n_queries, head_dim), draw(seed + 1, n_keys, head_dim)
    value, allowed = (
        draw(seed + 2, n_keys, value_dim),
        draw_mask(seed, n_queries, n_keys),
    )
    steps = attend(query, key, value, allowed, scale=scale)
    weights, output = plain_attention(
        query.numpy(), key.numpy(), value.numpy(), allowed.numpy(), scale
    )
    np.testing.assert_allclose(steps.weights, weights, rtol=0, atol=1e-13)
    np.testing.assert_allclose(steps.output, output, rtol=0, atol=1e-12)
    open_rows = allowed.numpy().any(1)
    np.testing.assert_allclose(steps.row_sums, open_rows.astype(float), atol=1e-14)
    assert steps.fully_masked_rows.tolist() == (~open_rows).tolist()
    assert (steps.weights[~allowed] == 0.0).all()
    assert torch.equal(steps.masked_scores.isneginf(), ~allowed)


@given(
    shape=SHAPES,
    leading=st.sampled_from([(), (2,), (2, 3)]),
    kind=st.sampled_from(["none", "boolean", "additive", "by head"]),
    scale=st.sampled_from([None, 0.3]),
    seed=SEEDS,
)
@settings(deadline=None)
def test_the_output_is_that_of_pytorchs_kernel(shape, leading, kind, scale, seed):
    n_queries, n_keys, head_dim = shape
    query = draw(seed, *leading, n_queries, head_dim)
    key = draw(seed + 1, *leading, n_keys, head_dim)
    value = draw(seed + 2, *leading, n_keys, head_dim)
    axes = (*leading, n_queries, n_keys) if kind == "by head" else (n_queries, n_keys)
    allowed = draw_mask(seed, *axes)
    allowed[..., 0] = True  # the kernel has no say on fully masked rows
    bias = mask_of.additive(allowed, torch.float64) + draw(seed + 3, *axes)
    mask = {"none": None, "additive": bias}.get(kind, allowed)
    expected = torch.nn.functional.scaled_dot_product_attention(
        query, key, value, attn_mask=mask, scale=scale
    )
    steps = attend(query, key, value, mask, scale=scale)
    torch.testing.assert_close(steps.output, expected, rtol=0, atol=1e-13)


@given(shape=SHAPES, seed=SEEDS)
@settings(deadline=None)
def test_permuted_keys_permute_the_weights_and_keep_the_output(shape, seed):
    n_queries, n_keys, head_dim = shape
    query, key, value = (
        draw(seed, n_queries, head_dim),
        draw(seed + 1, n_keys, head_dim),
        draw(seed + 2, n_keys, 3),
    )
    allowed = draw_mask(seed, n_queries, n_keys)
    order = torch.randperm(n_keys, generator=torch.Generator().manual_seed(seed))
    steps = attend(query, key, value, allowed)
    moved = attend(query, key[order], value[order], allowed[:, order])
    torch.testing.assert_close(
        moved.weights, steps.weights[:, order], rtol=0, atol=1e-14
    )
    torch.testing.assert_close(moved.output, steps.output, rtol=0, atol=1e-13)


@given(shape=SHAPES, seed=SEEDS, shift=st.floats(-1e4, 1e4))
@settings(deadline=None)
def test_shifting_all_scores_of_a_row_changes_nothing(shape, seed, shift):
    n_queries, n_keys, head_dim = shape
    query, key = draw(seed, n_queries, head_dim), draw(seed + 1, n_keys, head_dim)
    bias = torch.full((n_queries, n_keys), shift, dtype=torch.float64)
    plain = attend(query, key, key)
    shifted = attend(query, key, key, bias)
    torch.testing.assert_close(shifted.weights, plain.weights, rtol=0, atol=1e-11)
    torch.testing.assert_close(
        softmax(plain.scores + shift), plain.weights, rtol=0, atol=1e-11
    )


@given(shape=SHAPES, seed=SEEDS, dtype=st.sampled_from([torch.float32, torch.float64]))
@settings(deadline=None)
def test_additive_and_boolean_masks_agree(shape, seed, dtype):
    n_queries, n_keys, head_dim = shape
    query, key = draw(seed, n_queries, head_dim), draw(seed + 1, n_keys, head_dim)
    allowed = draw_mask(seed, n_queries, n_keys)
    lowest = torch.zeros(n_queries, n_keys, dtype=dtype)
    lowest[~allowed] = torch.finfo(dtype).min
    one = attend(query, key, key, allowed)
    for mask in (mask_of.additive(allowed, dtype), lowest):
        other = attend(query, key, key, mask)
        assert torch.equal(one.weights, other.weights)
        assert torch.equal(one.masked_scores, other.masked_scores)
        assert torch.equal(one.fully_masked_rows, other.fully_masked_rows)


def test_a_fully_masked_row_is_zero_and_named():
    allowed = torch.tensor([[True, False], [False, False], [True, True]])
    steps = attend(QUERY, KEY[:2], VALUE[:2], allowed)
    assert steps.fully_masked_rows.tolist() == [False, True, False]
    assert steps.weights[1].tolist() == [0.0, 0.0]
    assert steps.output[1].tolist() == [0.0, 0.0]
    assert steps.row_sums.tolist() == [1.0, 0.0, 1.0]
    assert steps.output.isfinite().all()


def test_a_fully_masked_row_has_a_finite_gradient():
    query = QUERY.clone().requires_grad_()
    allowed = torch.tensor([[True, True, True], [False] * 3, [True, False, True]])
    attend(query, KEY, VALUE, allowed).output.sum().backward()
    assert query.grad is not None
    assert query.grad.isfinite().all()
    assert query.grad[1].tolist() == [0.0, 0.0]
    assert query.grad[0].abs().sum() > 0


def test_scores_too_large_for_exp_still_give_weights():
    steps = attend(QUERY * 1e100, KEY * 1e100, VALUE)
    assert steps.weights[WEAR].tolist() == [0.0, 0.5, 0.5]


# Query, key, value and mask, and what must be said of them.
WRONG_SHAPES: dict[str, tuple[list[tuple[int, ...]], str]] = {
    "widths": ([(3, 2), (3, 4), (3, 2)], r"\(3, 2\).*\(3, 4\)"),
    "rows": ([(3, 2), (4, 2), (3, 2)], r"\(4, 2\).*\(3, 2\)"),
    "batches": ([(2, 3, 2), (4, 3, 2), (4, 3, 2)], r"\(2, 3, 2\).*\(4, 3, 2\)"),
    "value's batch": ([(3, 2), (3, 2), (1, 3, 2)], r"\(3, 2\).*\(1, 3, 2\)"),
    "no rows": ([(3, 2), (0, 2), (0, 2)], r"\(0, 2\)"),
    "no features": ([(3, 0), (3, 0), (3, 2)], r"\(3, 0\)"),
    "short mask": ([(3, 2), (5, 2), (5, 2), (3, 4)], r"\(3, 4\).*\(3, 5\)"),
    "mask of one row": ([(3, 2), (5, 2), (5, 2), (1, 5)], r"\(1, 5\).*\(3, 5\)"),
    "mask of rows": ([(3, 2), (3, 2), (3, 2), (3,)], r"\(3,\).*\(3, 3\)"),
    "mask for heads": ([(3, 2), (3, 2), (3, 2), (2, 3, 3)], r"\(2, 3, 3\).*\(3, 3\)"),
    # With as many texts as heads, one axis could pass for the other.
    "mask by text": ([(2, 2, 3, 2)] * 3 + [(2, 3, 3)], r"\(2, 3, 3\).*\(2, 2, 3, 3\)"),
}


@pytest.mark.parametrize("name", WRONG_SHAPES)
def test_shapes_that_do_not_fit_are_named(name):
    shapes, said = WRONG_SHAPES[name]
    query, key, value = (torch.ones(shape) for shape in shapes[:3])
    mask = torch.ones(shapes[3], dtype=torch.bool) if len(shapes) > 3 else None
    with pytest.raises(ShapeMismatch, match=said) as caught:
        attend(query, key, value, mask)
    assert caught.value.hint


HUGE = torch.full((1, 1), 1e200, dtype=torch.float64)
ONE = torch.ones(1, 1, dtype=torch.float64)
NOT_A_NUMBER = torch.tensor([[1.0, 2.0], [3.0, torch.nan], [5.0, 6.0]]).double()
ENDLESS = torch.tensor([[1.0, 2.0], [torch.inf, 4.0], [5.0, 6.0]]).double()


@pytest.mark.parametrize(
    ("call", "place"),
    [
        (lambda: attend(NOT_A_NUMBER, KEY, VALUE), r"query\[1\]\[1\] is nan"),
        (lambda: attend(QUERY, ENDLESS, VALUE), r"key\[1\]\[0\] is inf"),
        (lambda: attend(QUERY, KEY, -ENDLESS), r"value\[1\]\[0\] is -inf"),
        (lambda: attend(HUGE, HUGE, ONE), r"dot_products\[0\]\[0\] is inf"),
        (lambda: attend(HUGE, ONE, ONE, scale=1e200), r"scores\[0\]\[0\] is inf"),
        (lambda: attend(QUERY, KEY, VALUE, scale=torch.nan), "scale is nan"),
        (
            lambda: attend(ONE, ONE, ONE, torch.full((1, 1), torch.nan)),
            r"mask\[0\]\[0\] is nan",
        ),
        (
            lambda: attend(ONE, ONE, ONE, torch.full((1, 1), torch.inf)),
            r"mask\[0\]\[0\] is inf",
        ),
        (
            lambda: attend(HUGE * 1e108, ONE, ONE, HUGE * 1e108),
            r"masked_scores\[0\]\[0\] is inf",
        ),
    ],
)
def test_what_is_not_finite_is_named_with_its_place(call, place):
    with pytest.raises(NotFinite, match=place) as caught:
        call()
    assert isinstance(caught.value, ModelError)
