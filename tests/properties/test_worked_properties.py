"""Whatever the numbers of a lesson, attention keeps its promises."""

from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

import model
from model import MaskSpecification
from tests.plain_arithmetic import plain_attention

SIDES = st.integers(1, 6)
NUMBERS = st.floats(-8, 8).map(lambda number: round(number, 6))


@st.composite
def lessons(draw: Any, n_keys: int | None = None) -> dict[str, Any]:
    """Draw three matrices that fit together; queries and keys differ in number."""
    n_queries, width, value_width = draw(SIDES), draw(SIDES), draw(SIDES)
    n_keys = draw(SIDES) if n_keys is None else n_keys

    def matrix(rows: int, columns: int) -> Any:
        return draw(npst.arrays(np.float64, (rows, columns), elements=NUMBERS))

    return {
        "query": matrix(n_queries, width),
        "key": matrix(n_keys, width),
        "value": matrix(n_keys, value_width),
    }


@st.composite
def masked_lessons(draw: Any) -> tuple[dict[str, Any], Any]:
    """Draw a lesson and a mask drawn by hand, closed rows included."""
    lesson = draw(lessons())
    shape = (len(lesson["query"]), len(lesson["key"]))
    return lesson, draw(npst.arrays(np.bool_, shape))


def drawn(allowed: Any) -> MaskSpecification:
    return MaskSpecification(matrix=tuple(tuple(row) for row in allowed.tolist()))


@given(masked_lessons())
def test_every_step_is_that_of_the_formula(case):
    lesson, allowed = case
    found = model.scaled_dot_product(**lesson, mask=drawn(allowed))
    for name, expected in plain_attention(**lesson, allowed=allowed).items():
        np.testing.assert_allclose(getattr(found, name), expected, atol=1e-9)


@given(masked_lessons())
def test_rows_add_up_to_1_over_the_allowed_keys_and_are_0_elsewhere(case):
    lesson, allowed = case
    found = model.scaled_dot_product(**lesson, mask=drawn(allowed))
    is_open = allowed.any(axis=1)
    np.testing.assert_allclose(found.weights.sum(axis=1), is_open, atol=1e-12)
    assert not found.weights[~allowed].any()
    assert (found.weights >= 0).all()
    assert found.fully_masked_rows == tuple(np.flatnonzero(~is_open))
    assert not found.output[~is_open].any()


@given(lessons(), st.randoms(use_true_random=False))
def test_permuted_keys_permute_the_weights_and_leave_the_output(lesson, random):
    order = list(range(len(lesson["key"])))
    random.shuffle(order)
    moved = {**lesson, "key": lesson["key"][order], "value": lesson["value"][order]}
    before = model.scaled_dot_product(**lesson)
    after = model.scaled_dot_product(**moved)
    np.testing.assert_allclose(after.weights, before.weights[:, order], atol=1e-12)
    np.testing.assert_allclose(after.output, before.output, atol=1e-9)


@given(lessons(), st.floats(-50, 50))
def test_one_number_added_to_all_scores_of_a_row_changes_nothing(lesson, shift):
    # One feature more, 1 in every key: the query's own adds to all its scores.
    n_queries, n_keys = len(lesson["query"]), len(lesson["key"])
    shifted = {
        "query": np.column_stack([lesson["query"], np.full(n_queries, shift)]),
        "key": np.column_stack([lesson["key"], np.ones(n_keys)]),
        "value": lesson["value"],
    }
    before = model.scaled_dot_product(**lesson, scale=0.5)
    after = model.scaled_dot_product(**shifted, scale=0.5)
    np.testing.assert_allclose(after.scores - before.scores, shift / 2, atol=1e-9)
    np.testing.assert_allclose(after.weights, before.weights, atol=1e-9)


@given(SIDES, SIDES, st.data())
def test_boolean_and_additive_masks_agree(n_queries, n_keys, data):
    kind = data.draw(st.sampled_from(["none", "causal", "cross"]))
    mask = model.work_mask(MaskSpecification(kind), n_queries, n_keys)
    scores = data.draw(npst.arrays(np.float64, (n_queries, n_keys), elements=NUMBERS))
    closed = np.where(mask.allowed, scores, -np.inf)
    np.testing.assert_array_equal(scores + mask.additive, closed)
    assert mask.allowed_fraction == mask.allowed.mean()


@given(st.integers(1, 8), st.integers(1, 8), st.data())
def test_padding_closes_its_keys_in_every_kind(n_queries, n_keys, data):
    padded = tuple(
        sorted(data.draw(st.sets(st.integers(0, n_keys - 1), max_size=n_keys)))
    )
    for bare in (
        MaskSpecification("sliding_window", window=2),
        MaskSpecification("prefix_lm", prefix_length=1),
        MaskSpecification("cross"),
    ):
        plain = model.work_mask(bare, n_queries, n_keys)
        padding = replace(bare, padded_positions=padded)
        both = model.work_mask(padding, n_queries, n_keys)
        expected = plain.allowed.copy()
        expected[:, list(padded)] = False
        np.testing.assert_array_equal(both.allowed, expected)


@given(st.integers(0, 10**9 - 200), st.integers(0, 60), st.sampled_from([2, 8, 64]))
def test_the_same_offset_is_as_similar_everywhere(start, offset, width):
    near = model.sinusoidal_positions(offset + 1, width, with_similarity=True)
    far = model.sinusoidal_positions(
        offset + 1, width, start=start, with_similarity=True
    )
    assert near.similarity is not None
    assert far.similarity is not None
    np.testing.assert_allclose(far.similarity, near.similarity, atol=1e-7)
    expected = np.cos(offset * 10_000.0 ** (-np.arange(0, width, 2) / width)).sum()
    np.testing.assert_allclose(far.similarity[0, offset], expected, atol=1e-7)


@given(st.integers(0, 10**6), st.integers(0, 20))
def test_rotary_similarity_depends_on_the_offset_alone(start, offset):
    near = model.rotary_positions(offset + 1, 8, with_similarity=True)
    far = model.rotary_positions(offset + 1, 8, start=start, with_similarity=True)
    assert near.similarity is not None
    assert far.similarity is not None
    assert far.encoding is not None
    np.testing.assert_allclose(far.similarity, near.similarity, atol=1e-9)
    np.testing.assert_allclose(np.linalg.norm(far.encoding, axis=1), 2.0, atol=1e-12)
