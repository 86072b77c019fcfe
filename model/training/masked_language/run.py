"""Make the adapter: texts, training, tests of what is shipped, card.

Lives here: the order of the steps. Not here: the command (``__main__.py``).
"""

import time
from dataclasses import dataclass
from pathlib import Path

import torch
from transformers import AutoTokenizer

from model.training.masked_language.batches import Batch, Vocabulary
from model.training.masked_language.card import (
    Card,
    card_of,
    curve_of,
    read_card,
    results_of,
    sentences_of,
    write_card,
)
from model.training.masked_language.evaluation import evaluate, held_out, most_frequent
from model.training.masked_language.examples import (
    LENGTH,
    MIX,
    Example,
    Maker,
    Source,
    Texts,
    split_texts,
)
from model.training.masked_language.learner import Learner
from model.training.masked_language.loop import OPTIMIZER, CurvePoint, train
from model.training.masked_language.shipping import load_shipped, ship
from model.training.masked_language.stories import read_stories
from model.training.masked_language.texts import (
    ADDRESSES,
    DICTIONARY,
    fetch,
    read_addresses,
    read_dictionary,
)

VALID_BATCHES, TEST_BATCHES = 16, 100
VALID_SEED, TEST_SEED = 1, 2


@dataclass(frozen=True, slots=True)
class Order:
    """What was asked for.

    Attributes:
        base: the folder of MiniLM.
        texts: the folder of the texts, with the stories in it.
        folder: where the adapter is written.
    """

    base: Path
    texts: Path
    folder: Path
    n_steps: int
    seed: int
    threads: int

    @property
    def command(self) -> str:
        """The command that makes the same weights again, with the same stories."""
        return (
            "python -m model.training.masked_language train "
            f"--steps {self.n_steps} --seed {self.seed} --threads {self.threads}"
        )


class Making:
    """The adapter in the making."""

    def __init__(self, order: Order) -> None:
        self.order = order
        torch.set_num_threads(order.threads)
        torch.use_deterministic_algorithms(True)
        self.tokenizer = AutoTokenizer.from_pretrained(order.base)
        self.vocabulary = Vocabulary.of(self.tokenizer)
        stories = read_stories(order.texts)
        self.n_stories = len(stories)
        self.splits = split_texts(
            read_addresses(fetch(ADDRESSES, order.texts)),
            stories,
            read_dictionary(fetch(DICTIONARY, order.texts)),
            self.tokenizer,
        )
        self._started = time.monotonic()

    def train(self) -> Card:
        """Train and test; the weights are written at each point of the curve."""
        torch.manual_seed(self.order.seed)
        learner = Learner(self.order.base)

        def keep(curve: tuple[CurvePoint, ...]) -> None:
            ship(learner, self.order.folder)
            write_card(self.order.folder, {"training": self._training(curve)})

        curve = train(
            learner,
            self._maker(self.splits.train, self.order.seed),
            self.vocabulary,
            self._batches(self.splits.valid, VALID_BATCHES, VALID_SEED),
            n_steps=self.order.n_steps,
            seed=self.order.seed,
            on_point=keep,
        )
        return self._test(self._training(curve))

    def test(self) -> Card:
        """Test what lies in the folder, and write its card anew."""
        return self._test(read_card(self.order.folder)["training"])

    def _test(self, training: Card) -> Card:
        batches = self._batches(self.splits.test, TEST_BATCHES, TEST_SEED)
        # What is tested is what lies in the folder, rounded to float16.
        shipped = load_shipped(self.order.base, self.order.folder)
        # The heads as they start are drawn: with the seed of the training.
        torch.manual_seed(self.order.seed)
        untrained = Learner(self.order.base)
        frequent = most_frequent(self.splits.train, batches, self.vocabulary.size)
        results = {
            "most_frequent": results_of(frequent),
            "untrained": results_of(evaluate(untrained, batches)),
            "trained": results_of(evaluate(shipped, batches)),
            "everyday": sentences_of(shipped, self.tokenizer),
        }
        card = card_of(shipped, self.splits, self.n_stories, training, results)
        write_card(self.order.folder, card)
        return card

    def _training(self, curve: tuple[CurvePoint, ...]) -> Card:
        return {
            "command": self.order.command,
            "seed": self.order.seed,
            "steps": curve[-1].step,
            "is_finished": curve[-1].step == self.order.n_steps,
            "seconds": round(time.monotonic() - self._started),
            "threads": self.order.threads,
            "machine": "CPU, shared with other programs",
            "batch": sum(MIX.values()),
            "length": LENGTH,
            "optimizer": OPTIMIZER,
            "curve": curve_of(curve),
        }

    def _maker(self, texts: Texts, seed: int) -> Maker:
        first, separator = self.tokenizer.cls_token_id, self.tokenizer.sep_token_id
        return Maker(texts, first, separator, seed)

    def _batches(
        self, texts: Texts, n_batches: int, seed: int
    ) -> list[tuple[Source, Batch]]:
        maker = self._maker(texts, seed)
        examples: list[Example] = []
        for _ in range(n_batches):
            examples += maker.batch()
        return held_out(examples, self.vocabulary)
