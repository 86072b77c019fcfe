"""Make the adapter: texts, a round of training, tests of what is shipped, card.

Lives here: the order of the steps. Not here: the command (``__main__.py``).
"""

import time
from dataclasses import dataclass, replace
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
    Example,
    Gathered,
    Maker,
    Texts,
    split_texts,
)
from model.training.masked_language.learner import Learner
from model.training.masked_language.loop import CurvePoint, train
from model.training.masked_language.rounds import FINAL_MIX, ROUNDS, Mix, Round, Source
from model.training.masked_language.shipping import load_shipped, ship
from model.training.masked_language.stories import STORIES, TOLD, read_stories
from model.training.masked_language.texts import (
    ADDRESSES,
    BOOKS,
    DICTIONARY,
    fetch,
    read_addresses,
    read_books,
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
        folder: where the adapter is written; a later round starts from what lies
            there.
        number: of the round, from 1.
        n_steps: other than the round's own, for a trial.
    """

    base: Path
    texts: Path
    folder: Path
    number: int
    n_steps: int | None
    seed: int
    threads: int

    @property
    def plan(self) -> Round:
        """The round."""
        plan = ROUNDS[self.number - 1]
        return replace(plan, n_steps=self.n_steps or plan.n_steps)

    @property
    def drawn_with(self) -> int:
        """The seed of this round: no round sees the batches of another."""
        return self.seed + self.number - 1

    @property
    def command(self) -> str:
        """The command that makes the same weights again, with the same stories."""
        steps = f" --steps {self.n_steps}" if self.n_steps else ""
        return (
            f"python -m model.training.masked_language train --round {self.number}"
            f"{steps} --seed {self.seed} --threads {self.threads}"
        )


class Making:
    """The adapter in the making."""

    def __init__(self, order: Order) -> None:
        self.order = order
        torch.set_num_threads(order.threads)
        torch.use_deterministic_algorithms(True)
        self.tokenizer = AutoTokenizer.from_pretrained(order.base)
        self.vocabulary = Vocabulary.of(self.tokenizer)
        gathered = Gathered(
            read_addresses(fetch(ADDRESSES, order.texts)),
            read_stories(order.texts, STORIES),
            read_dictionary(fetch(DICTIONARY, order.texts)),
            read_books(fetch(BOOKS, order.texts)),
            read_stories(order.texts, TOLD),
        )
        self.n_stories = {
            STORIES: len(gathered.stories),
            TOLD: len(gathered.told),
        }
        self.splits = split_texts(gathered, self.tokenizer)
        self._started = time.monotonic()

    def train(self) -> Card:
        """Train and test; the weights are written at each point of the curve."""
        plan = self.order.plan
        learner, earlier = self._start()

        def keep(curve: tuple[CurvePoint, ...]) -> None:
            ship(learner, self.order.folder)
            write_card(self.order.folder, {"training": self._training(curve, earlier)})

        curve = train(
            learner,
            self._maker(self.splits.train, plan.mix, self.order.drawn_with),
            self.vocabulary,
            self._batches(self.splits.valid, plan.mix, VALID_BATCHES, VALID_SEED),
            plan=plan,
            seed=self.order.drawn_with,
            on_point=keep,
        )
        return self._test(self._training(curve, earlier))

    def _start(self) -> tuple[Learner, list[Card]]:
        """Start anew, or from the round before and what its card says of it."""
        base, rank = self.order.base, self.order.plan.rank
        torch.manual_seed(self.order.drawn_with)
        if self.order.number == 1:
            return Learner(base, rank), []
        learner = load_shipped(base, self.order.folder, rank=rank)
        before = read_card(self.order.folder)["training"]
        return learner, [*before.pop("earlier", []), before]

    def test(self) -> Card:
        """Test what lies in the folder, and write its card anew."""
        return self._test(read_card(self.order.folder)["training"])

    def _test(self, training: Card) -> Card:
        batches = self._batches(self.splits.test, FINAL_MIX, TEST_BATCHES, TEST_SEED)
        # What is tested is what lies in the folder, rounded to float16.
        shipped = load_shipped(self.order.base, self.order.folder)
        # The heads as they start are drawn: with the seed of the training.
        torch.manual_seed(self.order.seed)
        untrained = Learner(self.order.base, shipped.rank)
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

    def _training(self, curve: tuple[CurvePoint, ...], earlier: list[Card]) -> Card:
        plan = self.order.plan
        return {
            "command": self.order.command,
            "seed": self.order.seed,
            "steps": curve[-1].step,
            "is_finished": curve[-1].step == plan.n_steps,
            "seconds": round(time.monotonic() - self._started),
            "threads": self.order.threads,
            "machine": "CPU, shared with other programs",
            "rank": plan.rank,
            "next_weight": plan.next_weight,
            "mix": dict(plan.mix),
            "batch": plan.batch,
            "length": LENGTH,
            "optimizer": f"AdamW, up to {plan.highest_rate} and down to 0 in one cycle",
            "curve": curve_of(curve),
            "earlier": earlier,
        }

    def _maker(self, texts: Texts, mix: Mix, seed: int) -> Maker:
        first, separator = self.tokenizer.cls_token_id, self.tokenizer.sep_token_id
        return Maker(texts, mix, first, separator, seed)

    def _batches(
        self, texts: Texts, mix: Mix, n_batches: int, seed: int
    ) -> list[tuple[Source, Batch]]:
        maker = self._maker(texts, mix, seed)
        examples: list[Example] = []
        for _ in range(n_batches):
            examples += maker.batch()
        return held_out(examples, self.vocabulary)
