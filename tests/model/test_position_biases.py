"""ALiBi and T5's bias: by hand, and as transformers' own code has them."""

import numpy as np
import pytest
import torch
from transformers.models.bloom.modeling_bloom import build_alibi_tensor
from transformers.models.t5.modeling_t5 import T5Attention

from model import NumberOutOfRange
from model import masks as mask_of
from model.attention import attend
from model.position_biases import alibi_bias, alibi_slopes, t5_bias, t5_buckets
from tests.model.drawn_numbers import draw
from tests.model.tiny_models import ENCODER_DECODERS, build


def test_slopes_of_8_heads_halve_each_time():
    assert alibi_slopes(8).tolist() == [2.0**-i for i in range(1, 9)]
    assert alibi_slopes(1).tolist() == [2.0**-8]
    np.testing.assert_allclose(alibi_slopes(16), 2 ** -np.arange(0.5, 8.5, 0.5))


def test_slopes_of_6_heads_are_those_of_4_and_two_of_8():
    assert alibi_slopes(6).tolist() == [2**-2, 2**-4, 2**-6, 2**-8, 2**-1, 2**-3]


def test_alibi_falls_with_distance():
    assert alibi_bias(8, 2, 3)[0].tolist() == [[0, -0.5, -1], [-0.5, 0, -0.5]]


@pytest.mark.parametrize("n_heads", [1, 2, 6, 8, 12, 20])
def test_alibi_gives_the_weights_of_bloom(n_heads):
    query, key = draw(1, n_heads, 7, 4), draw(2, n_heads, 7, 4)
    # BLOOM adds slope * key position, equal up to a shift of each causal row.
    theirs = build_alibi_tensor(torch.ones(1, 7).long(), n_heads, torch.float64)
    blocked = mask_of.additive(mask_of.causal(7, 7), torch.float64)
    ours = attend(query, key, key, alibi_bias(n_heads, 7, 7) + blocked)
    other = attend(query, key, key, theirs.expand(-1, 7, -1) + blocked)
    # BLOOM computes its slopes in float32.
    torch.testing.assert_close(ours.weights, other.weights, rtol=0, atol=1e-6)


@pytest.mark.parametrize("is_bidirectional", [True, False])
@pytest.mark.parametrize(("n_buckets", "max_distance"), [(32, 128), (8, 20), (4, 9)])
def test_buckets_are_those_of_t5(is_bidirectional, n_buckets, max_distance):
    found = t5_buckets(
        300,
        280,
        is_bidirectional=is_bidirectional,
        n_buckets=n_buckets,
        max_distance=max_distance,
    )
    relative = torch.arange(280)[None, :] - torch.arange(300)[:, None]
    expected = T5Attention._relative_position_bucket(
        relative, is_bidirectional, n_buckets, max_distance
    )
    assert torch.equal(found, expected)


def test_buckets_by_hand():
    """32 buckets, causal: 0 to 15 exactly, then logarithmically up to 128."""
    buckets = t5_buckets(200, 1, is_bidirectional=False)[:, 0].tolist()
    assert buckets[:17] == list(range(17))
    # 16 + floor(16 * ln(d / 16) / ln 8): 32 is 16 + floor(5.33), 64 is + floor(10.67)
    assert (buckets[32], buckets[64], buckets[127], buckets[199]) == (21, 26, 31, 31)
    assert t5_buckets(1, 9, is_bidirectional=False)[0].tolist() == [0] * 9
    # Both ways: half of the buckets for keys after the query.
    assert t5_buckets(3, 3).tolist() == [[0, 17, 18], [1, 0, 17], [2, 1, 0]]


def test_the_bias_is_that_of_a_t5_layer():
    network = build(ENCODER_DECODERS["t5"])
    attention = next(m for m in network.modules() if isinstance(m, T5Attention))
    with torch.inference_mode():
        expected = attention.compute_bias(40, 40)[0]
        table = attention.relative_attention_bias.weight
        found = t5_bias(t5_buckets(40, 40), table)
    assert found.shape == (4, 40, 40)
    assert torch.equal(found, expected)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: alibi_slopes(0), "n_heads is 0; the least is 1"),
        (lambda: alibi_slopes(10**9), "the most is 1,024"),
        (lambda: alibi_bias(2, 0, 3), "n_queries is 0"),
        (lambda: alibi_bias(8, 400, 400), "1,280,000; the most is 1,000,000"),
        (lambda: t5_buckets(3, -1), "n_keys is -1"),
        (lambda: t5_buckets(3, 3, n_buckets=3), "n_buckets is 3; the least is 4"),
        (lambda: t5_buckets(3, 3, max_distance=8), "max_distance is 8; the least is 9"),
    ],
)
def test_what_cannot_be_is_refused_with_its_limit(call, said):
    with pytest.raises(NumberOutOfRange, match=said):
        call()
