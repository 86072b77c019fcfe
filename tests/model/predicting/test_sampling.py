"""The choice of a token: what is kept, what is drawn, and how often."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model import NotFinite, Sampling
from model.predicting.sampling import choose, kept_probabilities, likeliest_first

# .1, .4, .2, .3 of four tokens.
FOUR = np.log(np.array([0.1, 0.4, 0.2, 0.3], np.float32))
EIGHT = np.array([1.5, -0.5, 0.25, 2.0, -3.0, 0.0, 1.0, -1.25], np.float32)


def kept(logits, **how):
    return kept_probabilities(logits, likeliest_first(logits), Sampling(**how))


def drawn(logits, draw, n_alternatives=3, **how):
    return choose(logits, Sampling(**how), draw=draw, n_alternatives=n_alternatives)


def exact(logits, temperature):
    """Softmax by exact sums of Python's own numbers, one at a time."""
    powers = [
        Fraction(math.exp((float(x) - max(map(float, logits))) / temperature))
        for x in logits
    ]
    return [power / sum(powers) for power in powers]


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ({"temperature": 0}, [1]),
        ({"temperature": 0, "top_k": 3, "top_p": 0.5}, [1]),
        ({"temperature": 1}, [0.4, 0.3, 0.2, 0.1]),
        ({"temperature": 1, "top_k": 2}, [4 / 7, 3 / 7]),
        ({"temperature": 1, "top_k": 99}, [0.4, 0.3, 0.2, 0.1]),
        ({"temperature": 1, "top_p": 0.65}, [4 / 7, 3 / 7]),
        ({"temperature": 1, "top_p": 0.75}, [4 / 9, 3 / 9, 2 / 9]),
        ({"temperature": 1, "top_p": 1e-9}, [1]),
        # Of the whole, .4 falls short of .5; of what top-k leaves, 4/7 wouldn't.
        ({"temperature": 1, "top_k": 2, "top_p": 0.5}, [4 / 7, 3 / 7]),
        ({"temperature": 0.5}, [16 / 30, 9 / 30, 4 / 30, 1 / 30]),
        # Squared they are .533 and .3 of the whole: two reach .8, three .85.
        ({"temperature": 0.5, "top_p": 0.8}, [16 / 25, 9 / 25]),
        ({"temperature": 0.5, "top_p": 0.85}, [16 / 29, 9 / 29, 4 / 29]),
    ],
)
def test_what_is_kept_is_worked_out_by_hand(how, expected):
    np.testing.assert_allclose(kept(FOUR, **how), expected, rtol=1e-6)


@pytest.mark.parametrize(
    ("draw", "rank", "token_id"),
    [(0, 1, 1), (0.39, 1, 1), (0.41, 2, 3), (0.69, 2, 3), (0.71, 3, 2), (0.91, 4, 0)],
)
def test_the_token_that_the_number_falls_on_is_taken(draw, rank, token_id):
    choice = drawn(FOUR, draw, temperature=1.0)
    assert (choice.rank, choice.chosen.id, choice.draw) == (rank, token_id, draw)
    assert choice.n_kept == 4
    assert choice.chosen.probability == pytest.approx([0.1, 0.4, 0.2, 0.3][token_id])


def test_the_largest_number_below_one_still_falls_on_a_token():
    logits = np.zeros(7, np.float32)
    assert drawn(logits, math.nextafter(1, 0), temperature=1.0).chosen.id == 6


def test_probabilities_are_told_before_and_after_the_cut():
    choice = drawn(FOUR, 0.5, temperature=0.5, top_k=2, n_alternatives=9)
    assert [other.id for other in choice.alternatives] == [1, 3, 2, 0]
    np.testing.assert_allclose(
        [other.probability for other in choice.alternatives],
        [0.4, 0.3, 0.2, 0.1],
        rtol=1e-6,
    )
    np.testing.assert_allclose(
        [other.sampled_probability for other in choice.alternatives],
        [0.64, 0.36, 0, 0],
        rtol=1e-6,
    )
    assert choice.chosen == choice.alternatives[0]
    expected = -sum(p * math.log(p) for p in (0.1, 0.2, 0.3, 0.4))
    assert choice.entropy_nats == pytest.approx(expected, rel=1e-6)


def test_greedy_takes_the_likeliest_and_of_equals_the_first():
    choice = drawn(np.array([0, 2, 1, 2], np.float32), 0.99)
    assert (choice.chosen.id, choice.rank, choice.draw, choice.n_kept) == (
        1,
        1,
        None,
        1,
    )
    assert choice.chosen.sampled_probability == 1
    assert choice.chosen.probability < 0.5
    assert [other.id for other in choice.alternatives] == [1, 3, 2]
    assert [other.sampled_probability for other in choice.alternatives] == [1, 0, 0]


@pytest.mark.parametrize("temperature", [5e-324, 1e-9, 0.01, 100.0])
def test_no_temperature_overflows(temperature):
    cold = kept(
        np.array([-3e38, 1.0, 3e38, -np.inf], np.float32), temperature=temperature
    )
    assert np.isfinite(cold).all()
    assert cold[0] == pytest.approx(1)
    assert kept(EIGHT, temperature=temperature).sum() == pytest.approx(1)


def test_what_cannot_come_is_never_drawn_and_never_listed():
    logits = np.array([0, -np.inf, 0, -np.inf], np.float32)
    choices = [drawn(logits, u, temperature=1.0) for u in np.linspace(0, 0.999, 50)]
    assert {choice.chosen.id for choice in choices} == {0, 2}
    assert {choice.n_kept for choice in choices} == {2}
    assert {len(choice.alternatives) for choice in choices} == {2}
    assert choices[0].entropy_nats == pytest.approx(math.log(2))


@pytest.mark.parametrize("wrong", [[0, np.nan], [0, np.inf], [-np.inf, -np.inf]])
def test_numbers_that_overflow_are_refused(wrong):
    with pytest.raises(NotFinite):
        drawn(np.array(wrong, np.float32), 0.5)


@given(
    st.lists(st.floats(-30, 30, width=32), min_size=1, max_size=40),
    st.floats(0.1, 20),
    st.none() | st.integers(1, 50),
    st.floats(0.01, 1),
)
def test_it_is_the_plain_recomputation_in_float64(logits, temperature, top_k, top_p):
    found = kept(
        np.array(logits, np.float32), temperature=temperature, top_k=top_k, top_p=top_p
    )
    whole = exact(logits, temperature)
    order = sorted(range(len(logits)), key=lambda i: (-logits[i], i))
    reached, expected = Fraction(0), []
    for i in order[:top_k]:
        expected.append(whole[i])
        reached += whole[i]
        if top_p < 1 and reached >= Fraction(top_p) * (1 - Fraction(1, 10**12)):
            break
    # A sum that reaches top-p to the last digit may go either way.
    if len(expected) != len(found):
        assert abs(float(reached) - top_p) < 1e-9 or whole[order[len(found)]] < 1e-300
        return
    np.testing.assert_allclose(
        found, [float(p / sum(expected)) for p in expected], rtol=1e-9, atol=1e-300
    )


def test_a_whole_vocabulary_is_as_exact_as_a_small_one():
    logits = np.random.default_rng(5).normal(0, 4, 49152).astype(np.float32)
    powers = [math.exp(float(x) - float(logits.max())) for x in logits]
    total = math.fsum(powers)
    choice = drawn(logits, 0.5, temperature=1.0, n_alternatives=50)
    for other in choice.alternatives:
        assert other.probability == pytest.approx(powers[other.id] / total, rel=1e-12)
        assert other.sampled_probability == pytest.approx(other.probability, rel=1e-12)
    entropy = -math.fsum(p / total * math.log(p / total) for p in powers)
    assert choice.entropy_nats == pytest.approx(entropy, rel=1e-12)


def chi_square(counts, expected):
    """Sum up (observed - expected)^2 / expected."""
    n = sum(counts)
    return sum(
        (c - n * p) ** 2 / (n * p) for c, p in zip(counts, expected, strict=True)
    )


# What a sum of so many squared normal numbers passes one time in a thousand
# (any table of the chi-square distribution).
CRITICAL = {2: 13.816, 3: 16.266, 4: 18.467, 7: 24.322}
N_DRAWS = 5_000


@pytest.mark.parametrize(
    "how",
    [
        {"temperature": 1.0},
        {"temperature": 0.7},
        {"temperature": 1.8},
        {"temperature": 1.0, "top_k": 4},
        {"temperature": 0.7, "top_p": 0.9},
        {"temperature": 1.3, "top_k": 5, "top_p": 0.95},
    ],
    ids=str,
)
def test_tokens_come_as_often_as_they_are_likely(how):
    """Chi-square of 5,000 draws from a vocabulary of eight, seeded."""
    random = np.random.default_rng(11)
    ids = [drawn(EIGHT, random.random(), **how).chosen.id for _ in range(N_DRAWS)]
    whole = exact(EIGHT, how["temperature"])
    order = sorted(range(8), key=lambda i: -EIGHT[i])[: how.get("top_k", 8)]
    chosen = []
    for i in order:
        chosen.append(i)
        if sum(float(whole[j]) for j in chosen) >= how.get("top_p", 2):
            break
    assert set(ids) == set(chosen)
    total = sum(whole[i] for i in chosen)
    expected = [float(whole[i] / total) for i in chosen]
    counts = [ids.count(i) for i in chosen]
    assert chi_square(counts, expected) < CRITICAL[len(chosen) - 1]
    # The test can tell: a temperature that is off by a quarter is found out.
    off = exact(EIGHT, how["temperature"] * 1.25)
    total = sum(off[i] for i in chosen)
    wrong = [float(off[i] / total) for i in chosen]
    assert chi_square(counts, wrong) > CRITICAL[len(chosen) - 1]
