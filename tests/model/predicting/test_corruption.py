"""BERT's recipe hides what it says it hides, in the shares it says."""

import math

import numpy as np
import pytest

from model.predicting.corruption import corrupt

MASK, VOCABULARY = 103, 30_522


def corrupted(n_tokens=200_000, seed=0, allowed=None):
    ids = np.arange(n_tokens) % 1000 + 1000
    may = np.ones(n_tokens, dtype=bool) if allowed is None else allowed
    generator = np.random.default_rng(seed)
    found = corrupt(ids, may, mask_id=MASK, vocab_size=VOCABULARY, generator=generator)
    return ids, found


def test_the_shares_are_15_and_80_10_10():
    ids, found = corrupted()
    n_selected = int(found.selected.sum())

    def off(count, total, share):
        return abs(count - total * share) / math.sqrt(total * share * (1 - share))

    # Under the recipe, each of these passes 4.5 once in 150,000 seeds.
    assert off(n_selected, len(ids), 0.15) < 4.5
    assert off(int(found.masked.sum()), n_selected, 0.8) < 4.5
    assert off(int(found.replaced.sum()), n_selected, 0.1) < 4.5
    assert off(int((found.ids != ids).sum()), n_selected, 0.9) < 4.5


def test_what_was_done_is_what_is_read():
    ids, found = corrupted(n_tokens=5_000, seed=3)

    untouched = ~found.masked & ~found.replaced
    assert np.array_equal(found.ids[untouched], ids[untouched])
    assert set(found.ids[found.masked]) == {MASK}
    assert not (found.masked & found.replaced).any()
    assert not ((found.masked | found.replaced) & ~found.selected).any()
    done = {found.action(place) for place in range(len(ids))}
    assert done == {None, "mask", "random", "keep"}
    place = int(np.flatnonzero(found.replaced)[0])
    assert found.action(place) == "random"


def test_random_tokens_come_from_the_whole_vocabulary():
    _, found = corrupted()
    drawn = found.ids[found.replaced]

    # Some 3,000 even draws: their mean lies in the middle, give or take 161.
    assert drawn.mean() == pytest.approx(VOCABULARY / 2, abs=800)
    assert drawn.min() < 100
    assert drawn.max() > VOCABULARY - 100


def test_what_may_not_be_selected_stays():
    allowed = np.zeros(10_000, dtype=bool)
    allowed[::2] = True
    ids, found = corrupted(n_tokens=10_000, allowed=allowed)

    assert not found.selected[~allowed].any()
    assert np.array_equal(found.ids[~allowed], ids[~allowed])
    assert found.selected[allowed].any()


def test_a_seed_decides_everything():
    _, one = corrupted(n_tokens=500, seed=8)
    _, again = corrupted(n_tokens=500, seed=8)
    _, other = corrupted(n_tokens=500, seed=9)

    assert np.array_equal(one.ids, again.ids)
    assert not np.array_equal(one.ids, other.ids)
