"""Positions: by hand, to 17 digits, and as transformers' own code has them."""

import math

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from transformers.models.llama.modeling_llama import apply_rotary_pos_emb

from model import ModelError, NumberOutOfRange, ShapeMismatch, UnsupportedByModel
from model.positions import (
    angles,
    frequencies,
    learned,
    rotate,
    similarity_by_offset,
    sinusoidal,
    wavelengths,
)
from tests.model.drawn_numbers import draw
from tests.model.tiny_models import (
    DECODERS,
    ENCODER_DECODERS,
    ENCODERS,
    build,
    inputs_for,
)


def rounded(cells, digits=4):
    return [round(float(cell), digits) for cell in cells]


class TestTheLesson:
    def test_divisors_of_8_features(self):
        np.testing.assert_allclose(1 / frequencies(8), [1, 10, 100, 1000])

    def test_the_first_position_in_8_features(self):
        assert rounded(sinusoidal(2, 8)[1]) == [
            *[0.8415, 0.5403, 0.0998, 0.9950],
            *[0.0100, 1.0000, 0.0010, 1.0000],
        ]
        assert sinusoidal(1, 8).tolist() == [[0.0, 1.0] * 4]

    def test_the_offset_alone_decides(self):
        encoding = sinusoidal(116, 512)
        for one, other in ((5, 15), (105, 115)):
            assert round(float(encoding[one] @ encoding[other]), 4) == 173.7897
        assert rounded(similarity_by_offset(torch.tensor([10, -10]), 512)) == [
            173.7897,
            173.7897,
        ]

    def test_the_longest_wave_is_shorter_than_2_pi_base(self):
        longest = float(wavelengths(512)[-1])
        assert round(longest) == 60_611
        assert longest == pytest.approx(2 * math.pi * 10_000 ** (510 / 512), rel=1e-13)
        assert round(2 * math.pi * 10_000) == 62_832

    def test_high_features_are_the_slow_waves(self):
        assert (wavelengths(512).diff() > 0).all()
        assert wavelengths(512)[0] == 2 * math.pi

    def test_the_length_is_the_same_everywhere(self):
        squares = sinusoidal(50, 512, start=999).square().sum(-1)
        np.testing.assert_allclose(squares, 256.0, rtol=1e-14)


def plain_encoding(position, d_model, base):
    row = np.zeros(d_model)
    for i in range(d_model // 2):
        angle = position / base ** (2 * i / d_model)
        row[2 * i], row[2 * i + 1] = np.sin(angle), np.cos(angle)
    return row


@given(
    start=st.integers(0, 30_000),
    n=st.integers(1, 5),
    d_model=st.integers(1, 40).map(lambda half: 2 * half),
    base=st.floats(1, 1e6),
)
@settings(deadline=None)
def test_every_number_is_that_of_the_formula(start, n, d_model, base):
    expected = [plain_encoding(start + row, d_model, base) for row in range(n)]
    found = sinusoidal(n, d_model, start=start, base=base)
    np.testing.assert_allclose(found, expected, rtol=0, atol=5e-11)


# Computed once by mpmath with 60 digits: position, d_model, pair, sine, cosine.
FAR = [
    (10**9, 512, 0, 0.54584344944869956, 0.83788718136390233),
    (10**9, 512, 1, 0.98217225029117453, 0.18798316615583007),
    (10**9, 512, 100, 0.969407078197979, 0.24545858457111949),
    (10**9, 512, 255, -0.15937079341112837, -0.98721879550964154),
    (123_456_789, 8, 3, -0.9986640823434471, 0.05167253271439977),
]


@pytest.mark.parametrize(("position", "d_model", "pair", "sine", "cosine"), FAR)
def test_far_positions_are_right_to_ten_digits(position, d_model, pair, sine, cosine):
    row = sinusoidal(1, d_model, start=position)[0]
    assert float(row[2 * pair]) == pytest.approx(sine, abs=5e-11)
    assert float(row[2 * pair + 1]) == pytest.approx(cosine, abs=5e-11)


def test_near_and_far_positions_meet_without_a_step():
    border = 1 << 15
    across = sinusoidal(4, 64, start=border - 2)
    alone = torch.cat([sinusoidal(1, 64, start=border - 2 + i) for i in range(4)])
    plain = [plain_encoding(border - 2 + row, 64, 10_000.0) for row in range(4)]
    np.testing.assert_allclose(across, alone, rtol=0, atol=1e-13)
    np.testing.assert_allclose(across, plain, rtol=0, atol=5e-11)


@given(
    a=st.integers(0, 10**9 - 500),
    b=st.integers(0, 10**9 - 500),
    offset=st.integers(0, 499),
)
@settings(deadline=None)
def test_similarity_depends_on_the_offset_wherever_it_starts(a, b, offset):
    def similarity(start):
        return float(
            sinusoidal(1, 32, start=start)[0]
            @ sinusoidal(1, 32, start=start + offset)[0]
        )

    assert similarity(a) == pytest.approx(similarity(b), abs=1e-9)
    expected = sum(np.cos(offset / 10_000 ** (2 * i / 32)) for i in range(16))
    assert similarity(a) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("change", "said", "limit"),
    [
        ({"d_model": 7}, "odd", 16_384),
        ({"d_model": 0}, "d_model is 0", 2),
        ({"d_model": -4}, "d_model is -4", 2),
        ({"d_model": 10**9}, "d_model is 1,000,000,000", 16_384),
        ({"n_positions": 0}, "n_positions is 0", 1),
        ({"n_positions": 130_000}, "1,040,000; the most is 1,000,000", 10**6),
        ({"n_positions": 10**30}, "n_positions", 10**6),
        ({"start": -1}, "start is -1", 0),
        ({"start": 10**9, "n_positions": 1}, None, None),
        ({"start": 10**9, "n_positions": 125_000}, None, None),
        ({"start": 10**9 + 1, "n_positions": 1}, "start", 10**9),
        ({"base": 0.0}, "base is 0.0", 1),
        ({"base": -1.0}, "base is -1.0", 1),
        ({"base": 1e13}, "base", 10**12),
        ({"base": math.nan}, "base is nan", 1),
        ({"base": math.inf}, "base is inf", 10**12),
    ],
)
def test_what_cannot_be_encoded_is_refused_with_its_limit(change, said, limit):
    request = {"n_positions": 4, "d_model": 8, **change}
    if said is None:
        sinusoidal(**request)
        return
    with pytest.raises(NumberOutOfRange, match=said) as caught:
        sinusoidal(**request)
    assert caught.value.limit == limit
    assert isinstance(caught.value, ModelError)


class TestRotary:
    def test_a_pair_turns_by_its_angle(self):
        quarter = torch.tensor([[1.0, 0.0, 1.0, 0.0]], dtype=torch.float64)
        turned = rotate(quarter, torch.tensor([3]), base=10_000.0)
        # The second pair turns a hundred times more slowly.
        expected = [math.cos(3), math.sin(3), math.cos(0.03), math.sin(0.03)]
        np.testing.assert_allclose(turned[0], expected, rtol=1e-14)

    @pytest.mark.parametrize("layout", ["neighbours", "halves"])
    @pytest.mark.parametrize("start", [0, 777, 10**9 - 40])
    def test_only_the_distance_between_query_and_key_counts(self, layout, start):
        query, key = draw(1, 16), draw(2, 16)
        positions = torch.arange(start, start + 40)
        queries = rotate(query.expand(40, 16), positions, layout=layout)
        keys = rotate(key.expand(40, 16), positions, layout=layout)
        dots = (queries @ keys.T).numpy()
        near = rotate(query.expand(40, 16), torch.arange(40), layout=layout)
        for distance in (-30, -1, 0, 5, 39):
            diagonal = np.diagonal(dots, -distance)
            if distance >= 0:
                expected = float(near[distance] @ key)
                np.testing.assert_allclose(diagonal, expected, rtol=0, atol=1e-9)
            np.testing.assert_allclose(diagonal, diagonal[0], rtol=0, atol=1e-9)
        assert np.ptp(dots) > 1

    @pytest.mark.parametrize("layout", ["neighbours", "halves"])
    def test_lengths_stay(self, layout):
        features = draw(3, 2, 5, 8)
        turned = rotate(features, torch.arange(100, 105), layout=layout)
        np.testing.assert_allclose(
            turned.norm(dim=-1), features.norm(dim=-1), rtol=1e-14
        )
        assert (turned - features).abs().max() > 0.1

    def test_halves_are_those_of_llama(self):
        query, key = draw(1, 2, 3, 7, 16), draw(2, 2, 3, 7, 16)
        angle = angles(torch.arange(7), 16, 500.0).repeat(1, 2)
        expected = apply_rotary_pos_emb(
            query, key, angle.cos()[None], angle.sin()[None]
        )
        for features, turned in zip((query, key), expected, strict=True):
            found = rotate(features, torch.arange(7), base=500.0, layout="halves")
            torch.testing.assert_close(found, turned, rtol=0, atol=1e-14)

    def test_a_query_of_float32_stays_float32(self):
        assert rotate(torch.ones(1, 4), torch.tensor([1])).dtype == torch.float32

    def test_what_does_not_fit_is_refused(self):
        with pytest.raises(ShapeMismatch, match=r"\(3, 4\).*\(2,\)"):
            rotate(torch.ones(3, 4), torch.arange(2))
        with pytest.raises(NumberOutOfRange, match="odd"):
            rotate(torch.ones(3, 5), torch.arange(3))
        with pytest.raises(NumberOutOfRange, match="position is -1"):
            rotate(torch.ones(1, 4), torch.tensor([-1]))


TABLES = {
    **{
        name: (ENCODERS[name], "position_embeddings")
        for name in ("bert", "distilbert", "albert", "roberta", "electra")
    },
    "gpt2": (DECODERS["gpt2"], "wpe"),
    "opt": (DECODERS["opt"], "embed_positions"),
    "bart": (ENCODER_DECODERS["bart"], "encoder.embed_positions"),
}


@pytest.mark.parametrize("name", TABLES)
def test_learned_vectors_are_those_the_model_adds(name):
    make, ending = TABLES[name]
    network = build(make)
    seen = []
    for path, module in network.named_modules():
        if path.endswith(ending):
            module.register_forward_hook(lambda *call: seen.append(call[2]))
    inputs = {**inputs_for(make, 9), "attention_mask": torch.ones(1, 9).long()}
    with torch.inference_mode():
        network(**inputs)
    table = learned(network)
    assert torch.equal(table[:9], seen[0].reshape(9, -1))
    assert table.shape[0] >= 100
    assert not table.requires_grad


@pytest.mark.parametrize("name", ["llama", "t5"])
def test_a_model_without_learned_positions_says_so(name):
    network = build({**DECODERS, **ENCODER_DECODERS}[name])
    with pytest.raises(UnsupportedByModel, match="learns no vector"):
        learned(network)


def test_minilm_has_512_learned_positions_that_are_no_waves(minilm):
    table = learned(minilm.network)
    assert table.shape == (512, 384)
    similarity = (table[5] @ table[15], table[105] @ table[115])
    assert abs(float(similarity[0] - similarity[1])) > 1e-3
