"""Batches hold like lengths, no more tokens than allowed, and every pair once."""

from collections import Counter
from itertools import islice
from random import Random

from model.training.batches import Pair, batch_of, cut, endless, epoch
from tests.model.training.small_training import swapped_pairs


def test_a_batch_by_hand():
    batch = batch_of([Pair((7, 8, 9), (5,)), Pair((6,), (4, 5))])

    assert batch.source.tolist() == [[7, 8, 9, 2], [6, 2, 0, 0]]
    assert batch.read.tolist() == [[1, 5, 0], [1, 4, 5]]
    assert batch.written.tolist() == [[5, 2, 0], [4, 5, 2]]
    assert batch.is_source.tolist() == [[True] * 4, [True, True, False, False]]
    assert batch.is_target.tolist() == [[True, True, False], [True] * 3]


def test_a_batch_is_cut_where_padding_would_make_it_too_large():
    long, short = Pair((5,) * 8, (5,) * 9), Pair((5,), (5,))

    # 2 + 2 tokens a pair; the long one makes it 9 + 10 a pair.
    assert cut([short] * 5, batch_tokens=8) == [[short] * 2, [short] * 2, [short]]
    assert cut([short, long], batch_tokens=37) == [[short], [long]]
    assert cut([short, long], batch_tokens=38) == [[short, long]]
    assert cut([long], batch_tokens=3) == [[long]]


def test_an_epoch_has_every_pair_once_in_batches_of_like_length():
    pairs = swapped_pairs(3000)
    groups = list(epoch(pairs, 200, Random(1)))

    assert Counter(pair for group in groups for pair in group) == Counter(pairs)
    sizes = [batch_of(group).source.numel() for group in groups]
    padded = sum(batch_of(group).source.eq(0).sum().item() for group in groups)
    assert padded / sum(sizes) < 0.05
    assert max(2 * size for size in sizes) <= 200


def test_the_same_seed_gives_the_same_batches_and_each_epoch_another_order():
    pairs = swapped_pairs(50)

    def first(seed, n):
        stream = islice(endless(pairs, 100, Random(seed)), n)
        return [batch.source.tolist() for batch in stream]

    n_an_epoch = len(list(epoch(pairs, 100, Random(3))))
    assert first(3, 20) == first(3, 20)
    assert first(3, 20) != first(4, 20)
    twice = first(3, 2 * n_an_epoch)
    assert twice[:n_an_epoch] != twice[n_an_epoch:]
