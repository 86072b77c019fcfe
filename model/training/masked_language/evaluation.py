"""Measure how well hidden words are predicted, by source of the text.

Lives here: losses and shares on held-out examples, and the baseline that always
says the most frequent words. Not here: which examples (``examples.py``).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812, as everybody writes it

from model.training.masked_language.batches import NO_PAIR, Batch, Vocabulary, batch_of
from model.training.masked_language.examples import Example, Texts
from model.training.masked_language.learner import Learner
from model.training.masked_language.rounds import Source

MASKING_SEED = 7
BATCH = 24


@dataclass(slots=True)
class Score:
    """Sums over the words that had to be predicted."""

    n: int = 0
    loss: float = 0.0
    top_1: int = 0
    top_5: int = 0

    def add(self, losses: Sequence[float], ranks: Sequence[int]) -> None:
        """Count these predictions in; rank 0 is the likeliest word."""
        self.n += len(losses)
        self.loss += float(sum(losses))
        self.top_1 += sum(rank < 1 for rank in ranks)
        self.top_5 += sum(rank < 5 for rank in ranks)

    def as_json(self) -> dict[str, float]:
        """Return means, as the card holds them.

        Units: loss in nats a word.
        """
        return {
            "n": self.n,
            "loss": self.loss / self.n,
            "top_1": self.top_1 / self.n,
            "top_5": self.top_5 / self.n,
        }


@dataclass(slots=True)
class Scores:
    """The words, all and by source, and the pairs of segments."""

    words: Score = field(default_factory=Score)
    by_source: dict[Source, Score] = field(default_factory=dict)
    n_pairs: int = 0
    pairs_right: int = 0
    pair_loss: float = 0.0


def held_out(
    examples: Sequence[Example], vocabulary: Vocabulary
) -> list[tuple[Source, Batch]]:
    """Batch examples, one source each; always the same tokens are hidden."""
    generator = np.random.default_rng(MASKING_SEED)
    sources = list(dict.fromkeys(example.source for example in examples))
    groups = [(s, [e for e in examples if e.source == s]) for s in sources]
    return [
        (source, batch_of(group[start : start + BATCH], vocabulary, generator))
        for source, group in groups
        for start in range(0, len(group), BATCH)
    ]


@torch.inference_mode()
def evaluate(learner: Learner, batches: Iterable[tuple[Source, Batch]]) -> Scores:
    """Predict every hidden word of the batches."""
    scores = Scores()
    for source, batch in batches:
        said = learner(batch)
        losses = F.cross_entropy(said.words, batch.wanted, reduction="none").tolist()
        true = said.words.gather(1, batch.wanted[:, None])
        ranks = (said.words > true).sum(dim=1).tolist()
        scores.words.add(losses, ranks)
        scores.by_source.setdefault(source, Score()).add(losses, ranks)
        pairs = batch.is_next[batch.is_next != NO_PAIR]
        if len(pairs):
            right = said.next.argmax(dim=1) == 1 - pairs
            scores.n_pairs += len(pairs)
            scores.pairs_right += int(right.sum())
            loss = F.cross_entropy(said.next, 1 - pairs, reduction="sum")
            scores.pair_loss += float(loss)
    return scores


def most_frequent(
    texts: Texts, batches: Iterable[tuple[Source, Batch]], vocab_size: int
) -> Scores:
    """Always say how often each word stood in training, whatever the text.

    A word that never stood there counts as one half, so that no loss is endless.
    """
    counted: Counter[int] = Counter()
    documents = (*texts.addresses, *texts.books, *texts.stories, *texts.told)
    for sentences in (*documents, texts.usage, texts.entries):
        for ids in sentences:
            counted.update(ids)
    counts = np.full(vocab_size, 0.5)
    counts[list(counted)] += list(counted.values())
    losses = -np.log(counts / counts.sum())
    order = np.argsort(-counts, kind="stable")
    ranks = np.empty(vocab_size, dtype=np.int64)
    ranks[order] = np.arange(vocab_size)
    scores = Scores()
    for source, batch in batches:
        wanted = batch.wanted.numpy()
        each = (losses[wanted].tolist(), ranks[wanted].tolist())
        scores.words.add(*each)
        scores.by_source.setdefault(source, Score()).add(*each)
    return scores
