"""What is read of two texts equals a plain float64 recomputation, cell by cell."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from model.capture import Capture
from model.description import PartShape
from model.errors import (
    EmptyText,
    HeadOutOfRange,
    LayerOutOfRange,
    RangeOutOfBounds,
    SelectionError,
    UnsupportedByModel,
)
from model.operands import KeptOperands
from model.reading import read_attention
from model.selection import Selection, Statistic, resolve
from model.translation.joint import JointAttention
from tests.model.plain_attention import (
    plain_groups,
    plain_pool,
    plain_scores,
    plain_softmax,
)
from tests.model.test_reading import SIZES, description, number_words, text_of

N_HEADS = 4
PAIR = description(
    family="encoder-decoder",
    more_parts=(
        PartShape("decoder", 3, N_HEADS),
        PartShape("cross", 3, N_HEADS),
        PartShape("joint", 2, N_HEADS),
    ),
)


def draw_layers(n_layers, n_queries, n_keys, *, is_causal=False, seed=0):
    generator = torch.Generator().manual_seed(seed)

    def draw(n_heads, n):
        return torch.randn(1, n_heads, n, 8, generator=generator) * 1.5

    return tuple(
        KeptOperands(
            draw(N_HEADS, n_queries),
            draw(2, n_keys),
            draw(2, n_keys),
            None,
            is_causal,
            0.35,
            None,
            None,
            None,
        )
        for _ in range(n_layers)
    )


def draw_pair(n_source, n_target, *, seed=0):
    encoder = draw_layers(2, n_source, n_source, seed=seed)
    decoder = draw_layers(3, n_target, n_target, is_causal=True, seed=seed + 1)
    cross = draw_layers(3, n_target, n_source, seed=seed + 2)
    joint = tuple(
        JointAttention(*three, n_source, n_target)
        for three in zip(encoder, cross, decoder, strict=False)
    )
    return Capture(
        encoder,
        {"encoder": encoder, "decoder": decoder, "cross": cross, "joint": joint},
    )


def plain_weights(layers):
    shape = layers[0].query.shape[2], layers[0].key.shape[2]
    allowed = np.ones(shape, bool)
    if layers[0].is_causal:
        allowed = np.tril(allowed)
    return plain_softmax(plain_scores(Capture(layers), allowed))


def plain_joint(capture):
    """Encoder top left, cross bottom left, decoder bottom right."""
    encoder, cross, decoder = (
        plain_weights(capture.parts[part]) for part in ("encoder", "cross", "decoder")
    )
    n_source = encoder.shape[-1]
    size = n_source + decoder.shape[-1]
    whole = np.zeros((2, N_HEADS, size, size))
    whole[..., :n_source, :n_source] = encoder
    whole[..., n_source:, :n_source] = cross[:2]
    whole[..., n_source:, n_source:] = decoder[:2]
    return whole


def merged(weights, rows, columns):
    """Sum the columns of a word, average its rows."""
    weights = np.stack([weights[..., g].sum(-1) for g in columns], axis=-1)
    return np.stack([weights[..., g, :].mean(-2) for g in rows], axis=-2)


def groups_of(words, merge):
    return plain_groups(words) if merge == "words" else [[i] for i in range(len(words))]


def hidden_of(words, groups, hide):
    if hide == "first":
        return [0]
    if hide == "none":
        return []
    return [i for i, group in enumerate(groups) if words[group[0]] is None]


def laid_out(part, source, target, merge, hide):
    """Give groups and hidden places of rows, then of columns."""
    sides = []
    for words in (target, source):
        groups = groups_of(words, merge)
        sides.append((groups, hidden_of(words, groups, hide)))
    (rows, hidden_rows), (columns, hidden_columns) = sides
    if part == "cross":
        return sides
    shift, n = len(source), len(columns)
    groups = columns + [[i + shift for i in group] for group in rows]
    side = (groups, hidden_columns + [n + i for i in hidden_rows])
    return [side, side]


@given(
    source=SIZES.map(number_words),
    target=SIZES.map(number_words),
    part=st.sampled_from(["cross", "joint"]),
    merge=st.sampled_from(["tokens", "words"]),
    hide=st.sampled_from(["none", "special", "first"]),
    pool=st.one_of(st.none(), st.integers(1, 12)),
    reducer=st.sampled_from(["max", "mean"]),
    block_cells=st.sampled_from([1, 300, 1 << 18]),
    seed=st.integers(0, 99),
)
@settings(max_examples=60, deadline=None)
def test_rectangles_equal_a_plain_recomputation(
    source, target, part, merge, hide, pool, reducer, block_cells, seed
):
    capture = draw_pair(len(source), len(target), seed=seed)
    whole = (
        plain_joint(capture) if part == "joint" else plain_weights(capture.parts[part])
    )
    (rows, hidden_rows), (columns, hidden_columns) = laid_out(
        part, source, target, merge, hide
    )
    expected = merged(whole, rows, columns)
    shown_rows = [i for i in range(len(rows)) if i not in hidden_rows]
    shown_columns = [i for i in range(len(columns)) if i not in hidden_columns]
    statistics: tuple[Statistic, ...] = ("head", "row", "column")
    if part == "joint":
        statistics = ()
    selection = Selection(
        part=part,
        merge=merge,
        hide=hide,
        pool=pool,
        reducer=reducer,
        statistics=statistics,
    )
    tokens = text_of(target).tokens
    if not (shown_rows and shown_columns):
        with pytest.raises(EmptyText):
            resolve(selection, PAIR, text_of(source), tokens)
        return
    resolved = resolve(selection, PAIR, text_of(source), tokens)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("model.reading.BLOCK_CELLS", {"cpu": block_cells})
        reading = read_attention(capture, resolved)
    longest = max(len(shown_rows), len(shown_columns))
    factor = 1 if pool is None else -(-longest // pool)
    reduce = {"max": np.max, "mean": np.mean}[reducer]
    picked = expected[..., shown_rows, :][..., shown_columns]
    found = reading.values
    assert found.shape == resolved.shape
    np.testing.assert_allclose(found, plain_pool(picked, factor, reduce), atol=3e-6)
    assert len(reading.query_tokens) == len(shown_rows)
    assert len(reading.key_tokens) == len(shown_columns)
    if hide != "none":
        assert reading.hidden_share is not None
        given_away = expected[..., shown_rows, :][..., hidden_columns].sum(-1)
        given = expected[..., shown_rows, :].sum(-1)
        np.testing.assert_allclose(
            reading.hidden_share, (given_away / given).mean(-1), atol=3e-6
        )
    if statistics:
        special = [source[g[0]] is None for g in columns]
        check_statistics(reading, expected, shown_rows, shown_columns, special)


def check_statistics(reading, weights, rows, columns, special):
    """Statistics of a target's rows over its source: no row is a column's own."""
    with np.errstate(divide="ignore", invalid="ignore"):
        entropy = -np.nansum(weights * np.log(weights), axis=-1)
    special_share = weights[..., np.array(special)].sum(-1)
    expected = {
        "entropy_nats": entropy.mean(-1),
        "sink_share": weights[..., 0].mean(-1),
        "special_share": special_share.mean(-1),
        "row_entropy_nats": entropy[..., rows],
        "row_special_share": special_share[..., rows],
        "row_sink_share": weights[..., rows, 0],
        "column_mean": weights.mean(-2)[..., columns],
    }
    for name, value in expected.items():
        found = reading.statistics[name]
        np.testing.assert_allclose(found, value, rtol=0, atol=3e-5, err_msg=name)
    assert (reading.statistics["column_rows"] == weights.shape[-2]).all()
    absent = {"previous_share", "distance", "row_distance"}
    assert not absent & reading.statistics.keys()
    candidates = [k for k in columns if not special[k]] or columns
    best = weights[..., rows, :][..., candidates].max((-2, -1))
    np.testing.assert_allclose(reading.statistics["strongest_weight"], best, atol=3e-6)
    for layer, head in np.ndindex(*best.shape):
        q, k = reading.statistics["strongest"][layer, head]
        at = weights[layer, head, rows[q], columns[k]]
        assert at == pytest.approx(best[layer, head], abs=3e-6)
        assert columns[k] in candidates


SOURCE, TARGET = text_of([0, 1, 1, 2, None]), text_of([None, 0, 1]).tokens


def read(selection, source=SOURCE, target=TARGET):
    capture = draw_pair(len(source.tokens), len(target))
    return read_attention(capture, resolve(selection, PAIR, source, target))


@pytest.mark.parametrize("part", ["cross", "joint", "decoder"])
def test_bytes_are_off_by_half_a_step_at_most(part):
    exact = read(Selection(part=part))
    coarse = read(Selection(part=part, precision="uint8"))
    decoded = coarse.offset + coarse.scale * coarse.values.astype(float)
    assert np.abs(decoded - exact.values).max() <= coarse.scale / 2 * (1 + 1e-5)
    masked = np.broadcast_to(~exact.mask, exact.values.shape)
    assert (decoded[masked] == 0).all()


@pytest.mark.parametrize(
    ("part", "n_layers", "rows", "columns"),
    [
        ("encoder", 2, 5, 5),
        ("decoder", 3, 3, 3),
        ("cross", 3, 3, 5),
        ("joint", 2, 8, 8),
    ],
)
def test_each_part_has_its_own_layers_and_axes(part, n_layers, rows, columns):
    reading = read(Selection(part=part))
    assert reading.part == part
    assert reading.values.shape == (n_layers, N_HEADS, rows, columns)
    assert reading.layers == tuple(range(n_layers))
    expected = {"encoder": 25, "decoder": 6, "cross": 15, "joint": 25 + 15 + 6}[part]
    assert reading.mask.sum() == expected


def test_no_part_named_is_the_encoder():
    assert read(Selection()).part == "encoder"


def test_rows_and_columns_are_chosen_of_their_own_text():
    whole = read(Selection(part="cross")).values
    part = read(Selection(part="cross", rows=(1, 3), columns=(2, 5)))
    np.testing.assert_allclose(part.values, whole[:, :, 1:3, 2:5], atol=1e-6)
    assert [t.index for t in part.query_tokens] == [1, 2]
    assert [t.index for t in part.key_tokens] == [2, 3, 4]


def test_tokens_of_the_joint_matrix_count_on_and_tell_their_text():
    tokens = read(Selection(part="joint")).query_tokens
    assert [t.index for t in tokens] == list(range(8))
    assert [t.segment for t in tokens] == [0] * 5 + [1] * 3
    assert [t.word for t in tokens] == [0, 1, 1, 2, None, None, 3, 4]


def test_words_do_not_join_across_the_two_texts():
    """A source that ends with its word 0 and a target that begins with its own."""
    reading = read(
        Selection(part="joint", merge="words"),
        text_of([0, 0]),
        text_of([0, 0, 1]).tokens,
    )
    assert [t.index for t in reading.query_tokens] == [0, 1, 2]
    assert [t.segment for t in reading.query_tokens] == [0, 1, 1]


@pytest.mark.parametrize(
    ("selection", "error", "says"),
    [
        (Selection(part="cross", rows=(0, 4)), RangeOutOfBounds, "the target has 3"),
        (Selection(part="cross", columns=(0, 6)), RangeOutOfBounds, "the source has 5"),
        (Selection(part="decoder", rows=(2, 9)), RangeOutOfBounds, "the target has 3"),
        (Selection(part="encoder", rows=(2, 9)), RangeOutOfBounds, "the source has 5"),
        (Selection(part="joint", rows=(2, 9)), RangeOutOfBounds, "its target has 8"),
        (Selection(part="joint", layers=(2,)), LayerOutOfRange, "has 2 layers"),
        (Selection(part="cross", layers=(3,)), LayerOutOfRange, "has 3 layers"),
        (Selection(part="cross", heads=(4,)), HeadOutOfRange, "has 4 heads"),
        (
            Selection(part="joint", statistics=("row",)),
            SelectionError,
            "two distributions",
        ),
    ],
)
def test_a_selection_that_does_not_fit_says_which_side_and_both_numbers(
    selection, error, says
):
    with pytest.raises(error, match=says):
        resolve(selection, PAIR, SOURCE, TARGET)


@pytest.mark.parametrize("part", ["decoder", "cross", "joint"])
def test_without_a_target_only_the_encoder_is_read(part):
    with pytest.raises(UnsupportedByModel, match="there is none"):
        resolve(Selection(part=part), PAIR, SOURCE)
    assert resolve(Selection(), PAIR, SOURCE).part == "encoder"
