"""What is read equals a plain float64 recomputation, cell by cell."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from model.capture import Capture
from model.description import ModelDescription
from model.errors import Cancelled
from model.operands import KeptOperands
from model.reading import read_attention
from model.selection import Selection, resolve
from model.tokens import Token, TokenizedText
from tests.model.plain_attention import (
    plain_groups,
    plain_merge,
    plain_pool,
    plain_scores,
    plain_softmax,
)

N_LAYERS, N_HEADS, HEAD_DIM = 2, 4, 8


def description(**changes):
    facts = {
        "id": "drawn",
        "title": "Drawn",
        "family": "encoder",
        "n_layers": N_LAYERS,
        "n_heads": N_HEADS,
        "n_key_value_heads": 2,
        "head_dim": HEAD_DIM,
        "d_model": 32,
        "max_length": 512,
        "vocab_size": 99,
        "positions": "learned",
        "objectives": ("attention",),
        "capture": "operands",
        "takes_pair": True,
        "has_special_tokens": True,
        "source": "",
        "license": "",
        "notice": "",
        "revision": "1",
        "state": "loaded",
        "reason": None,
        "device": "cpu",
        "dtype": "float32",
    }
    return ModelDescription(**{**facts, **changes})


def text_of(words):
    """Tokens from a list of word numbers; None is a special token."""
    tokens = tuple(
        Token(i, 10 + i, f"t{i}", f"t{i}", i, i + 1, w is None, False, w, 0, None)
        for i, w in enumerate(words)
    )
    return TokenizedText(tokens, (), 0, ())


def draw_capture(n, *, is_causal=False, mask=None, seed=0):
    generator = torch.Generator().manual_seed(seed)

    def draw(heads):
        return torch.randn(1, heads, n, HEAD_DIM, generator=generator) * 1.5

    return Capture(
        tuple(
            KeptOperands(
                draw(N_HEADS), draw(2), draw(2), mask, is_causal, 0.35, None, None, None
            )
            for _ in range(N_LAYERS)
        )
    )


def number_words(sizes):
    """[None, 2, None] -> a special token, a word of two pieces, a special one."""
    words: list[int | None] = []
    for number, size in enumerate(sizes):
        words += [None] if size is None else [number] * size
    return words[:60]


SIZES = st.lists(st.one_of(st.none(), st.integers(1, 3)), min_size=1, max_size=40)
WORDS = SIZES.map(number_words)


@given(
    words=WORDS,
    is_causal=st.booleans(),
    merge=st.sampled_from(["tokens", "words"]),
    hide=st.sampled_from(["none", "special", "first"]),
    pool=st.one_of(st.none(), st.integers(1, 12)),
    reducer=st.sampled_from(["max", "mean"]),
    block_cells=st.sampled_from([1, 300, 1 << 18]),
    whole=st.booleans(),
    seed=st.integers(0, 99),
)
@settings(max_examples=150, deadline=None)
def test_weights_equal_a_plain_recomputation(
    words, is_causal, merge, hide, pool, reducer, block_cells, whole, seed
):
    text = text_of(words)
    n = len(words)
    capture = draw_capture(n, is_causal=is_causal, seed=seed)
    allowed = np.tril(np.ones((n, n), bool)) if is_causal else np.ones((n, n), bool)
    expected = plain_softmax(plain_scores(capture, allowed))
    groups = plain_groups(words) if merge == "words" else [[i] for i in range(n)]
    expected = plain_merge(expected, groups)
    special = [words[g[0]] is None for g in groups]
    hidden = {"none": [], "first": [0]}.get(
        hide, [i for i, is_special in enumerate(special) if is_special]
    )
    shown = [i for i in range(len(groups)) if i not in hidden]
    selection = Selection(
        merge=merge,
        hide=hide,
        pool=pool,
        reducer=reducer,
        statistics=("head", "row", "column") if whole else (),
    )
    if not shown:
        with pytest.raises(Exception, match="Nothing is left"):
            resolve(selection, description(), text)
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("model.reading.BLOCK_CELLS", {"cpu": block_cells})
        reading = read_attention(capture, resolve(selection, description(), text))
    factor = 1 if pool is None else -(-len(shown) // pool)
    reduce = {"max": np.max, "mean": np.mean}[reducer]
    picked = plain_pool(expected[..., shown, :][..., shown], factor, reduce)
    assert reading.values.shape == picked.shape
    np.testing.assert_allclose(reading.values, picked, rtol=0, atol=2e-6)
    assert [t.index for t in reading.query_tokens] == (
        shown if merge == "words" else [groups[i][0] for i in shown]
    )
    if hide != "none":
        assert reading.hidden_share is not None
        share = expected[..., shown, :][..., hidden].sum(-1).mean(-1)
        np.testing.assert_allclose(reading.hidden_share, share, rtol=0, atol=2e-6)
    if whole:
        check_statistics(reading, expected, shown, special, allowed, groups)


def check_statistics(reading, weights, shown, special, allowed, groups):
    n = weights.shape[-1]
    position = np.arange(n)
    with np.errstate(divide="ignore", invalid="ignore"):
        entropy = -np.nansum(weights * np.log(weights), axis=-1)
    distance = (weights * np.abs(position[None] - position[:, None])).sum(-1)
    special_share = weights[..., np.array(special)].sum(-1)
    later = slice(1, None) if n > 1 else slice(None)
    previous = weights[..., position, np.maximum(position - 1, 0)]
    merged_allowed = plain_merge(allowed.astype(float)[None], groups)[0] > 0
    other = ~np.eye(n, dtype=bool)
    n_rows = (merged_allowed & other).sum(0)
    expected = {
        "entropy_nats": entropy.mean(-1),
        "sink_share": weights[..., later, 0].mean(-1),
        "previous_share": previous[..., later].mean(-1),
        "distance": distance.mean(-1),
        "special_share": special_share.mean(-1),
        "row_entropy_nats": entropy[..., shown],
        "row_special_share": special_share[..., shown],
        "row_sink_share": weights[..., shown, 0],
        "row_distance": distance[..., shown],
        "column_mean": ((weights * other).sum(-2) / np.maximum(n_rows, 1))[..., shown],
    }
    for name, value in expected.items():
        found = reading.statistics[name]
        np.testing.assert_allclose(found, value, rtol=0, atol=3e-5, err_msg=name)
    for row in reading.statistics["column_rows"]:
        assert row.tolist() == n_rows[shown].tolist()
    candidates = [k for k in shown if k and not special[k]] or shown
    for layer in range(N_LAYERS):
        for head in range(N_HEADS):
            q, k = reading.statistics["strongest"][layer, head]
            best = weights[layer, head][shown][:, candidates].max()
            assert weights[layer, head][shown[q], shown[k]] == pytest.approx(
                best, abs=2e-6
            )
            assert shown[k] in candidates


@pytest.mark.parametrize("merge", ["tokens", "words"])
@pytest.mark.parametrize("pool", [None, 3])
def test_scores_keep_masked_cells_at_minus_infinity(merge, pool):
    words = [None, 1, 1, 2, 3, 3, 3, 4, None]
    capture = draw_capture(len(words), is_causal=True)
    allowed = np.tril(np.ones((9, 9), bool))
    scores = plain_scores(capture, allowed)
    if merge == "words":
        groups = plain_groups(words)
        scores = np.array(
            [
                [
                    [[mean_open(s[np.ix_(q, k)]) for k in groups] for q in groups]
                    for s in layer
                ]
                for layer in scores
            ]
        )
    if pool:
        factor = -(-scores.shape[-1] // pool)
        scores = plain_pool(scores, factor, np.max)
    selection = Selection(quantity="scores", merge=merge, pool=pool)
    reading = read_attention(capture, resolve(selection, description(), text_of(words)))
    np.testing.assert_allclose(reading.values, scores, rtol=0, atol=5e-6)
    assert np.array_equal(np.isinf(reading.values[0, 0]), ~reading.mask)


def mean_open(cells):
    finite = cells[np.isfinite(cells)]
    return finite.mean() if finite.size else -np.inf


def test_a_mean_of_scores_counts_open_cells_only():
    capture = draw_capture(4, is_causal=True)
    scores = plain_scores(capture, np.tril(np.ones((4, 4), bool)))
    selection = Selection(quantity="scores", pool=2, reducer="mean")
    reading = read_attention(
        capture, resolve(selection, description(), text_of([1, 2, 3, 4]))
    )
    expected = mean_open(scores[0, 0][:2, :2])
    assert reading.values[0, 0, 0, 0] == pytest.approx(expected, abs=2e-6)
    assert reading.values[0, 0, 0, 1] == -np.inf
    assert reading.mask.tolist() == [[True, False], [True, True]]


@pytest.mark.parametrize("quantity", ["weights", "scores"])
def test_bytes_are_off_by_half_a_step_at_most(quantity):
    text, capture = text_of(list(range(30))), draw_capture(30, is_causal=True)
    exact = read_attention(
        capture, resolve(Selection(quantity=quantity), description(), text)
    )
    coarse = read_attention(
        capture,
        resolve(Selection(quantity=quantity, precision="uint8"), description(), text),
    )
    assert coarse.values.dtype == np.uint8
    assert coarse.scale is not None
    assert coarse.offset is not None
    decoded = coarse.offset + coarse.scale * coarse.values.astype(float)
    open_cells = np.broadcast_to(exact.mask, exact.values.shape)
    error = np.abs(decoded - exact.values)[open_cells]
    assert error.max() <= coarse.scale / 2 * (1 + 1e-5)
    if quantity == "weights":
        assert (decoded[~open_cells] == 0).all()


def test_layers_heads_rows_and_columns_come_in_the_order_asked():
    text, capture = text_of(list(range(12))), draw_capture(12)
    whole = read_attention(capture, resolve(Selection(), description(), text))
    part = read_attention(
        capture,
        resolve(
            Selection(layers=(1, 0), heads=(3, 0), rows=(2, 7), columns=(5, 12)),
            description(),
            text,
        ),
    )
    expected = whole.values[[1, 0]][:, [3, 0]][:, :, 2:7, 5:12]
    np.testing.assert_allclose(part.values, expected, rtol=0, atol=1e-6)
    assert [t.index for t in part.query_tokens] == [2, 3, 4, 5, 6]
    assert [t.index for t in part.key_tokens] == [5, 6, 7, 8, 9, 10, 11]


def test_fully_masked_rows_are_zero_and_named():
    mask = torch.ones(1, 1, 5, 5, dtype=torch.bool)
    mask[0, 0, 2] = False
    mask[0, 0, :, 4] = False
    capture = draw_capture(5, mask=mask)
    reading = read_attention(
        capture,
        resolve(
            Selection(statistics=("row",)), description(), text_of([1, 2, 3, 4, 5])
        ),
    )
    assert reading.fully_masked_rows == (2,)
    assert (reading.values[:, :, 2] == 0).all()
    assert np.isfinite(reading.values).all()
    assert reading.mask.tolist() == mask[0, 0].tolist()
    np.testing.assert_allclose(reading.values[:, :, 0].sum(-1), 1.0, atol=1e-6)


def test_layers_with_different_masks_give_a_mask_each():
    causal, both = draw_capture(4, is_causal=True), draw_capture(4)
    mixed = Capture((causal.layers[0], both.layers[1]))
    reading = read_attention(
        mixed, resolve(Selection(), description(), text_of([1, 2, 3, 4]))
    )
    assert reading.mask.shape == (2, 4, 4)
    assert reading.mask[0].tolist() == np.tril(np.ones((4, 4), bool)).tolist()
    assert reading.mask[1].all()


def test_reading_stops_when_nobody_waits():
    with pytest.raises(Cancelled):
        read_attention(
            draw_capture(8),
            resolve(Selection(), description(), text_of(list(range(8)))),
            is_cancelled=lambda: True,
        )
