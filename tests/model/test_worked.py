"""The door for lessons: numpy in and out, the same numbers as by hand."""

import dataclasses
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import model
from model import MaskSpecification, NotFinite, NumberOutOfRange, ShapeMismatch
from tests.plain_arithmetic import plain_attention

INPUTS = [[1.0, 0.0, 2.0, -1.0], [0.0, 1.0, 1.0, 0.5], [1.0, 1.0, 0.0, 2.0]]
CAUSAL = MaskSpecification("causal")


def drawn(seed, *shape):
    return np.random.default_rng(seed).normal(size=shape)


class TestHeads:
    weights = (drawn(1, 2, 4, 3), drawn(2, 2, 4, 3), drawn(3, 2, 4, 2))

    def test_each_head_attends_with_its_own_projections(self):
        w_query, w_key, w_value = self.weights
        w_output = drawn(4, 4, 5)
        found = model.multi_head_attention(INPUTS, *self.weights, w_output, CAUSAL)
        heads = [
            plain_attention(
                INPUTS @ w_query[h],
                INPUTS @ w_key[h],
                INPUTS @ w_value[h],
                np.tri(3, dtype=bool),
            )
            for h in range(2)
        ]
        for name in ("dot_products", "scores", "masked_scores", "weights"):
            expected = np.stack([head[name] for head in heads])
            np.testing.assert_allclose(getattr(found, name), expected, atol=1e-12)
        np.testing.assert_allclose(found.value, INPUTS @ w_value, atol=1e-12)
        joined = np.hstack([head["output"] for head in heads])
        np.testing.assert_allclose(found.concatenated, joined, atol=1e-12)
        assert found.output is not None
        np.testing.assert_allclose(found.output, joined @ w_output, atol=1e-12)
        assert found.scale == pytest.approx(3**-0.5)

    def test_without_an_output_matrix_it_ends_with_the_concatenation(self):
        found = model.multi_head_attention(INPUTS, *self.weights, scale=2.0)
        assert found.output is None
        assert found.concatenated.shape == (3, 4)
        np.testing.assert_allclose(found.scores, 2.0 * found.dot_products)

    def test_a_closed_row_is_closed_in_every_head(self):
        mask = MaskSpecification(matrix=((True,) * 3, (False,) * 3, (True,) * 3))
        found = model.multi_head_attention(INPUTS, *self.weights, mask=mask)
        assert found.fully_masked_rows == (1,)
        assert not found.weights[:, 1].any()
        assert not found.concatenated[1].any()


def normed(stream):
    centred = stream - stream.mean(axis=1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + 1e-5)


class TestBlock:
    @pytest.mark.parametrize("norm", ["post", "pre"])
    def test_each_step_follows_from_those_before(self, norm):
        block = model.transformer_block(INPUTS, 2, d_ff=6, norm=norm, mask=CAUSAL)
        inputs = np.array(INPUTS)
        np.testing.assert_array_equal(block["inputs"], inputs)
        for head in range(2):
            expected = plain_attention(
                block["query"][head],
                block["key"][head],
                block["value"][head],
                np.tri(3, dtype=bool),
            )
            for name, key in (
                ("scores", "masked_scores"),
                ("weights", "weights"),
                ("head_outputs", "output"),
            ):
                np.testing.assert_allclose(block[name][head], expected[key], atol=1e-12)
        np.testing.assert_allclose(
            block["concatenated"], np.hstack(list(block["head_outputs"])), atol=1e-12
        )
        summed = inputs + block["attention_output"]
        np.testing.assert_allclose(block["attention_sum"], summed, atol=1e-12)
        np.testing.assert_allclose(
            block["activated"], np.maximum(block["hidden"], 0), atol=0
        )
        if norm == "pre":
            mixed, last = summed, "feed_forward_sum"
            np.testing.assert_allclose(
                block["attention_norm"], normed(inputs), atol=1e-12
            )
            np.testing.assert_allclose(
                block["feed_forward_norm"], normed(summed), atol=1e-12
            )
        else:
            mixed, last = normed(summed), "feed_forward_norm"
            np.testing.assert_allclose(block["attention_norm"], mixed, atol=1e-12)
            np.testing.assert_allclose(
                block["feed_forward_norm"],
                normed(block["feed_forward_sum"]),
                atol=1e-12,
            )
        np.testing.assert_allclose(
            block["feed_forward_sum"], mixed + block["feed_forward_output"], atol=1e-12
        )
        np.testing.assert_array_equal(block["output"], block[last])

    def test_both_orders_of_norms_name_the_same_steps(self):
        orders = [
            [s.name for s in model.transformer_block(INPUTS, 1, d_ff=2, norm=n).steps]
            for n in ("post", "pre")
        ]
        assert sorted(orders[0]) == sorted(orders[1])
        assert orders[0] != orders[1]
        for order in orders:
            assert (order[0], order[-1]) == ("inputs", "output")
            assert len(set(order)) == len(order)

    def test_attention_mixes_positions_and_the_feed_forward_does_not(self):
        changed = np.array(INPUTS)
        changed[2] += 1.0
        before = model.transformer_block(INPUTS, 2, d_ff=6)
        after = model.transformer_block(changed, 2, d_ff=6)
        assert (np.abs(after["weights"] - before["weights"]) > 1e-6).any(axis=2).all()
        assert (after["attention_output"][:2] != before["attention_output"][:2]).any()
        # Where each looks at itself only, nothing else carries the change over.
        alone = MaskSpecification("sliding_window", window=1)
        kept = model.transformer_block(INPUTS, 2, d_ff=6, mask=alone)
        moved = model.transformer_block(changed, 2, d_ff=6, mask=alone)
        for step, other in zip(kept.steps, moved.steps, strict=True):
            if step.axes[0] == "position":
                np.testing.assert_array_equal(step.values[:2], other.values[:2])
        assert (kept["output"][2] != moved["output"][2]).any()
        causal = model.transformer_block(changed, 2, d_ff=6, mask=CAUSAL)
        earlier = model.transformer_block(INPUTS, 2, d_ff=6, mask=CAUSAL)
        for step, other in zip(causal.steps, earlier.steps, strict=True):
            if step.axes == ("position", "feature"):
                np.testing.assert_array_equal(step.values[:2], other.values[:2])

    def test_the_seed_and_the_sizes_draw_the_weights(self):
        one, again, other = (
            model.transformer_block(INPUTS, 2, d_ff=6, seed=seed)["output"]
            for seed in (7, 7, 8)
        )
        np.testing.assert_array_equal(one, again)
        assert (one != other).any()

    @pytest.mark.parametrize("norm", ["post", "pre"])
    def test_the_drawn_matrices_make_the_steps(self, norm):
        block = model.transformer_block(INPUTS, 2, d_ff=6, norm=norm)
        drawn = {matrix.name: matrix.values for matrix in block.matrices}
        is_pre = norm == "pre"
        read = block["attention_norm" if is_pre else "inputs"]
        for name in ("query", "key", "value"):
            made = np.stack([read @ head for head in drawn[f"{name}_weights"]])
            np.testing.assert_allclose(block[name], made, atol=1e-12)
        fed = block["feed_forward_norm" if is_pre else "attention_norm"]
        for name, made in (
            ("attention_output", block["concatenated"] @ drawn["output_weights"]),
            ("hidden", fed @ drawn["widen_weights"]),
            ("feed_forward_output", block["activated"] @ drawn["narrow_weights"]),
        ):
            np.testing.assert_allclose(block[name], made, atol=1e-12)

    def test_weights_stay_within_their_bound(self):
        basis = np.eye(4)
        block = model.transformer_block(basis, 1, d_ff=6, norm="post")
        bound = np.sqrt(6 / 8)
        for name in ("query", "key", "value"):
            matrix = block[name][0]
            assert np.abs(matrix).max() <= bound
            assert np.abs(matrix).max() > bound / 2

    def test_a_closed_row_gets_nothing_from_attention(self):
        mask = MaskSpecification("causal_padding", padded_positions=(0,))
        block = model.transformer_block(INPUTS, 2, d_ff=6, mask=mask)
        assert block.fully_masked_rows == (0,)
        assert not block["attention_output"][0].any()

    def test_other_random_numbers_stay_as_they_were(self):
        import torch

        torch.manual_seed(3)
        expected = torch.rand(3)
        torch.manual_seed(3)
        model.transformer_block(INPUTS, 2, d_ff=6, seed=5)
        assert torch.equal(torch.rand(3), expected)


def test_all_numbers_are_numpy_float64():
    found: list[Any] = [
        model.scaled_dot_product(INPUTS, INPUTS, INPUTS),
        model.work_mask(CAUSAL, 2, 3),
        model.sinusoidal_positions(3, 4, with_similarity=True),
        model.rotary_positions(3, 4, with_similarity=True),
        model.alibi_positions(3, 2),
        model.learned_positions(drawn(1, 8, 4).astype(np.float32), 3, start=5),
        model.multi_head_attention(INPUTS, *TestHeads.weights),
    ]
    for worked in found:
        assert not hasattr(worked, "__dict__")
        for field in dataclasses.fields(worked):
            value = getattr(worked, field.name)
            if isinstance(value, np.ndarray):
                expected = np.bool_ if field.name == "allowed" else np.float64
                assert value.dtype == expected, field.name
    buckets = model.t5_positions(3).buckets
    assert buckets is not None
    assert buckets.dtype == np.int32


def test_the_door_opens_without_torch_and_works_once_it_is_used():
    check = (
        "import sys, model; print('torch' in sys.modules);"
        "print(model.scaled_dot_product([[1]], [[1]], [[5]]).output.tolist());"
        "print('torch' in sys.modules, 'transformers' in sys.modules)"
    )
    finished = subprocess.run(
        [sys.executable, "-c", check], capture_output=True, text=True, check=True
    )
    assert finished.stdout.split("\n")[:3] == ["False", "[[5.0]]", "True False"]


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_what_is_not_finite_is_named(bad):
    matrix = [[1.0, 2.0], [3.0, bad]]
    with pytest.raises(NotFinite, match=r"value\[1\]\[1\] is"):
        model.scaled_dot_product([[1, 2]], [[1, 2], [3, 4]], matrix)
    with pytest.raises(NotFinite, match="scale is"):
        model.scaled_dot_product([[1]], [[1]], [[1]], scale=bad)
    with pytest.raises(NotFinite, match="base is"):
        model.sinusoidal_positions(2, 4, base=bad)


def test_sizes_are_checked_before_anything_is_built():
    class Wide(list[Any]):
        def __getitem__(self, index):
            raise AssertionError("a row was read")

    with pytest.raises(NumberOutOfRange, match="100 rows; the most is 64"):
        model.scaled_dot_product(Wide([[1]] * 100), [[1]], [[1]])
    with pytest.raises(NumberOutOfRange, match="65 queries"):
        model.work_mask(CAUSAL, 65, 2)


def test_ragged_rows_name_both_shapes():
    with pytest.raises(ShapeMismatch, match=r"query\[1\] has shape \(1,\), query\[0\]"):
        model.scaled_dot_product([[1, 2], [3]], [[1, 2]], [[1]])
