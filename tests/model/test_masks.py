"""Masks, drawn as pictures: # may look, . may not."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from model import NumberOutOfRange, ShapeMismatch
from model import masks as mask_of
from model.attention import attend


def picture(allowed):
    return [" ".join("#" if cell else "." for cell in row) for row in allowed.tolist()]


def booleans(text):
    return torch.tensor([sign == "#" for sign in text.split()])


def test_none_opens_everything():
    assert picture(mask_of.none(2, 3)) == ["# # #", "# # #"]


def test_causal_opens_the_past_and_the_present():
    assert picture(mask_of.causal(3, 3)) == ["# . .", "# # .", "# # #"]


@pytest.mark.parametrize("shape", [(2, 4), (4, 2), (1, 1)])
def test_causal_of_other_lengths_is_aligned_at_the_start_as_the_kernel_does(shape):
    n_queries, n_keys = shape
    generator = torch.Generator().manual_seed(3)
    query = torch.randn(n_queries, 4, generator=generator, dtype=torch.float64)
    key = torch.randn(n_keys, 4, generator=generator, dtype=torch.float64)
    expected = torch.nn.functional.scaled_dot_product_attention(
        query[None], key[None], key[None], is_causal=True
    )[0]
    found = attend(query, key, key, mask_of.causal(n_queries, n_keys)).output
    torch.testing.assert_close(found, expected, rtol=0, atol=1e-14)


def test_causal_builds_some_rows_of_a_large_mask():
    whole = mask_of.causal(50, 40)
    assert torch.equal(mask_of.causal(50, 40, slice(17, 29)), whole[17:29])


def test_padding_hides_keys_wherever_they_stand():
    is_token = booleans("# . # .")
    assert picture(mask_of.padding(is_token, 2)) == ["# . # .", "# . # ."]


def test_padding_by_lengths_has_a_mask_a_text():
    mask = mask_of.padding(mask_of.tokens_within([3, 0, 1], 3), 2)
    assert [picture(text) for text in mask] == [
        ["# # #", "# # #"],
        [". . .", ". . ."],
        ["# . .", "# . ."],
    ]
    assert mask_of.fully_masked_rows(mask).tolist() == [
        [False, False],
        [True, True],
        [False, False],
    ]


def test_causal_and_padding_are_two_questions():
    on_the_right = mask_of.causal_padding(booleans("# # ."))
    on_the_left = mask_of.causal_padding(booleans(". # #"))
    assert picture(on_the_right) == ["# . .", "# # .", "# # ."]
    assert picture(on_the_left) == [". . .", ". # .", ". # #"]
    assert mask_of.fully_masked_rows(on_the_right).tolist() == [False] * 3
    assert mask_of.fully_masked_rows(on_the_left).tolist() == [True, False, False]


def test_a_sliding_window_counts_the_query_itself():
    assert picture(mask_of.sliding_window(4, 4, 2)) == [
        "# . . .",
        "# # . .",
        ". # # .",
        ". . # #",
    ]
    assert picture(mask_of.sliding_window(4, 4, 2, is_causal=False)) == [
        "# # . .",
        "# # # .",
        ". # # #",
        ". . # #",
    ]
    assert torch.equal(mask_of.sliding_window(5, 5, 9), mask_of.causal(5, 5))


def test_a_prefix_is_open_to_all_and_the_rest_is_causal():
    assert picture(mask_of.prefix_lm(4, 4, 2)) == [
        "# # . .",
        "# # . .",
        "# # # .",
        "# # # #",
    ]
    assert torch.equal(mask_of.prefix_lm(3, 3, 0), mask_of.causal(3, 3))
    assert torch.equal(mask_of.prefix_lm(3, 3, 3), mask_of.none(3, 3))


def test_packed_documents_do_not_see_each_other():
    segments = torch.tensor([7, 7, 2, 2])
    assert picture(mask_of.packed(segments)) == [
        "# . . .",
        "# # . .",
        ". . # .",
        ". . # #",
    ]
    assert picture(mask_of.packed(segments, is_causal=False)) == [
        "# # . .",
        "# # . .",
        ". . # #",
        ". . # #",
    ]
    assert mask_of.packed(torch.tensor([[0, 1], [0, 0]])).tolist() == [
        [[True, False], [False, True]],
        [[True, False], [True, True]],
    ]


def test_cross_attention_sees_the_whole_source_but_padding():
    assert picture(mask_of.cross(2, 3)) == ["# # #", "# # #"]
    assert picture(mask_of.cross(2, 3, booleans("# # ."))) == ["# # .", "# # ."]
    batch = mask_of.cross(2, 3, mask_of.tokens_within([1, 3], 3))
    assert picture(batch[0]) == ["# . .", "# . ."]
    assert picture(batch[1]) == ["# # #", "# # #"]


def test_masks_are_combined_cell_by_cell():
    one, other = booleans("# # . .")[None], booleans("# . # .")[None]
    assert picture(mask_of.both(one, other)) == ["# . . ."]
    assert picture(mask_of.either(one, other)) == ["# # # ."]
    assert picture(mask_of.both(one)) == picture(one)
    texts = torch.stack([one, other])
    assert mask_of.both(texts, one).shape == (2, 1, 4)
    assert picture(mask_of.both(texts, one, other)[1]) == ["# . . ."]


@given(
    n=st.integers(1, 8),
    seeds=st.lists(st.integers(0, 999), min_size=1, max_size=3),
)
@settings(deadline=None)
def test_what_both_opens_is_what_not_either_closes(n, seeds):
    masks = [
        torch.rand(n, n, generator=torch.Generator().manual_seed(seed)) < 0.5
        for seed in seeds
    ]
    closed = mask_of.either(*[~mask for mask in masks])
    assert torch.equal(mask_of.both(*masks), ~closed)


def test_additive_is_0_or_minus_infinity_and_back():
    allowed = mask_of.causal(2, 2)
    numbers = mask_of.additive(allowed)
    assert numbers.tolist() == [[0.0, float("-inf")], [0.0, 0.0]]
    assert numbers.dtype == torch.float32
    assert mask_of.additive(allowed, torch.float64).dtype == torch.float64
    assert torch.equal(mask_of.open_cells(numbers), allowed)
    assert mask_of.open_cells(allowed) is allowed


@pytest.mark.parametrize("dtype", [torch.float16, torch.float32, torch.float64])
def test_models_close_cells_with_the_lowest_number_they_have(dtype):
    lowest = torch.finfo(dtype).min
    # A bias added to it may leave it short of the lowest.
    cells = torch.tensor([[0.0, -1e4, lowest * 0.9, lowest, -torch.inf]], dtype=dtype)
    assert picture(mask_of.open_cells(cells)) == ["# # . . ."]


def test_the_open_share_is_counted():
    assert mask_of.allowed_fraction(mask_of.none(3, 5)) == 1.0
    assert mask_of.allowed_fraction(mask_of.causal(4, 4)) == 0.625
    assert mask_of.allowed_fraction(torch.zeros(2, 2, 2, dtype=torch.bool)) == 0.0


@pytest.mark.parametrize(
    ("call", "name", "actual", "limit"),
    [
        (lambda: mask_of.none(0, 3), "n_queries", 0, 1),
        (lambda: mask_of.none(3, -2), "n_keys", -2, 1),
        (lambda: mask_of.causal(-5, 1), "n_queries", -5, 1),
        (lambda: mask_of.causal(1, -3), "n_keys", -3, 1),
        (lambda: mask_of.sliding_window(3, 3, 0), "window", 0, 1),
        (lambda: mask_of.prefix_lm(3, 3, -1), "prefix_length", -1, 0),
        (lambda: mask_of.prefix_lm(3, 3, 4), "prefix_length", 4, 3),
        (lambda: mask_of.tokens_within([1, 5], 4), r"lengths\[1\]", 5, 4),
        (lambda: mask_of.tokens_within([-1], 4), r"lengths\[0\]", -1, 0),
        (lambda: mask_of.padding(booleans("#"), -7), "n_queries", -7, 1),
        (lambda: mask_of.cross(2, 0), "n_keys", 0, 1),
    ],
)
def test_numbers_that_cannot_be_are_refused_with_both(call, name, actual, limit):
    with pytest.raises(NumberOutOfRange, match=f"{name} is {actual}") as caught:
        call()
    assert (caught.value.actual, caught.value.limit) == (actual, limit)
    assert str(limit) in caught.value.detail


MISFITS = {
    "other keys": lambda: mask_of.both(mask_of.none(2, 3), mask_of.none(2, 4)),
    "one key": lambda: mask_of.either(mask_of.none(2, 3), mask_of.none(2, 1)),
    "one query": lambda: mask_of.both(mask_of.none(3, 3), mask_of.none(1, 3)),
    "other texts": lambda: mask_of.both(
        torch.ones(2, 3, 3) > 0, torch.ones(4, 3, 3) > 0
    ),
    "other source": lambda: mask_of.cross(2, 3, booleans("# # # #")),
}


@pytest.mark.parametrize("name", MISFITS)
def test_masks_of_other_cells_are_not_stretched(name):
    with pytest.raises(ShapeMismatch, match=r"\(.*\).*\(.*\)"):
        MISFITS[name]()
