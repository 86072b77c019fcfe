"""Several heads are single heads side by side, and those of PyTorch."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from model import ShapeMismatch
from model.heads import (
    HeadProjections,
    Projection,
    attend_with_heads,
    join_heads,
    split_heads,
)
from tests.model.drawn_numbers import SEEDS, draw, draw_mask, plain_attention


def draw_projections(seed, d_model, d_memory, all_heads, all_values):
    def projection(step, d_in, d_out):
        return Projection(draw(seed + step, d_in, d_out), draw(seed + 9 + step, d_out))

    return HeadProjections(
        query=projection(0, d_model, all_heads),
        key=projection(1, d_memory, all_heads),
        value=projection(2, d_memory, all_values),
        output=projection(3, all_values, d_model),
    )


@given(
    n_heads=st.integers(1, 4),
    sizes=st.tuples(*[st.integers(1, 4)] * 4),
    seed=SEEDS,
)
@settings(deadline=None, max_examples=50)
def test_many_heads_are_single_heads_side_by_side(n_heads, sizes, seed):
    n_queries, n_keys, head_dim, value_dim = sizes
    stream, memory = draw(seed, n_queries, 5), draw(seed + 1, n_keys, 6)
    learned = draw_projections(seed, 5, 6, n_heads * head_dim, n_heads * value_dim)
    allowed = draw_mask(seed, n_queries, n_keys)
    steps = attend_with_heads(stream, learned, n_heads, allowed, memory=memory)

    found = []
    for head in range(n_heads):
        wide = slice(head * head_dim, (head + 1) * head_dim)
        tall = slice(head * value_dim, (head + 1) * value_dim)
        assert learned.query.bias is not None
        assert learned.key.bias is not None
        assert learned.value.bias is not None
        query = stream @ learned.query.matrix[:, wide] + learned.query.bias[wide]
        key = memory @ learned.key.matrix[:, wide] + learned.key.bias[wide]
        value = memory @ learned.value.matrix[:, tall] + learned.value.bias[tall]
        weights, output = plain_attention(
            query.numpy(), key.numpy(), value.numpy(), allowed.numpy(), head_dim**-0.5
        )
        np.testing.assert_allclose(steps.heads.weights[head], weights, atol=1e-11)
        np.testing.assert_allclose(steps.query[head], query, atol=1e-12)
        found.append(output)
    joined = np.concatenate(found, axis=-1)
    assert learned.output.bias is not None
    mixed = joined @ learned.output.matrix.numpy() + learned.output.bias.numpy()
    np.testing.assert_allclose(steps.concatenated, joined, atol=1e-10)
    np.testing.assert_allclose(steps.output, mixed, atol=1e-9)
    assert torch.equal(join_heads(steps.value), steps.projected_value)
    assert torch.equal(join_heads(steps.key), steps.projected_key)
    assert torch.equal(split_heads(steps.projected_query, n_heads), steps.query)


@pytest.mark.parametrize("mask_axes", [2, 3, 4])
def test_many_heads_are_those_of_pytorch(mask_axes):
    theirs = torch.nn.MultiheadAttention(8, 2, batch_first=True, dtype=torch.float64)
    stream, memory = draw(1, 2, 3, 8), draw(2, 2, 5, 8)
    shape = {2: (3, 5), 3: (2, 3, 5), 4: (2, 2, 3, 5)}[mask_axes]
    allowed = draw_mask(3, *shape) | (torch.arange(5) == 0)
    by_head = allowed.unsqueeze(-3) if mask_axes == 3 else allowed
    expected, weights = theirs(
        stream,
        memory,
        memory,
        attn_mask=~by_head.expand(2, 2, 3, 5).reshape(4, 3, 5),
        average_attn_weights=False,
    )
    query, key, value = theirs.in_proj_weight.chunk(3)
    learned = HeadProjections(
        query=Projection(query.T),
        key=Projection(key.T),
        value=Projection(value.T),
        output=Projection.of(theirs.out_proj),
    )
    steps = attend_with_heads(stream, learned, 2, allowed, memory=memory)
    torch.testing.assert_close(steps.heads.weights, weights, rtol=0, atol=1e-13)
    torch.testing.assert_close(steps.output, expected, rtol=0, atol=1e-13)


def test_heads_that_do_not_divide_the_width_are_refused():
    learned = draw_projections(0, 5, 5, 6, 6)
    with pytest.raises(ShapeMismatch, match="6 features") as caught:
        attend_with_heads(draw(1, 3, 5), learned, 4)
    assert (caught.value.limit, caught.value.actual) == (6, 4)
    with pytest.raises(ShapeMismatch, match=r"\(3, 7\).*\(5, 6\)"):
        attend_with_heads(draw(1, 3, 7), learned, 2)
