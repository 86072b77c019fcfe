"""Fine-tune an encoder on a few sentences, one short step at a time.

Lives here: the training of a head, alone or with low-rank updates below it, on
sentences of two classes. Not here: what it learns from and tells
(``two_classes.py``), what it begins with (``fresh_update.py``) and what it
leaves (``class_head.py``).

The encoder stays as it is, to the last bit: gradients flow through it to the
updates, and nothing else ever changes. With a head alone no gradient enters it,
so it reads each sentence once and is done.
"""

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import torch
import torch.nn.functional as F  # noqa: N812, as everybody writes it
from torch import Tensor

from model.adapters.adam import Adam
from model.adapters.class_head import (
    ClassHead,
    TunedAdapter,
    describe,
    judge,
    pad,
    read_mean_states,
    tensors_of,
)
from model.adapters.fresh_update import SCALING, fresh_update
from model.adapters.low_rank import Factors, Update, adapted, listen
from model.adapters.two_classes import (
    LeftOut,
    Scores,
    Split,
    TuningRecipe,
    TuningStart,
    TuningStep,
)
from model.recording import Recording, recorded

BATCH = 8
TEST_EVERY = 10


@dataclass(frozen=True, slots=True)
class TuningEnd:
    """What a run leaves."""

    adapter: TunedAdapter
    before: Scores
    after: Scores
    left_out: tuple[LeftOut, ...]


Slice = TuningStart | TuningStep | TuningEnd | None


class FineTuning:
    """One run; ``slices`` does it.

    Args:
        all_ids: the sentences as they are fed, in the order of the recipe's.
        pad_id: fills short ones up.
    """

    def __init__(
        self,
        network: Any,
        recipe: TuningRecipe,
        split: Split,
        all_ids: Sequence[Sequence[int]],
        *,
        pad_id: int,
        adapter_id: str,
        is_cancelled: Callable[[], bool],
    ) -> None:
        self._network = network
        self._recipe = recipe
        self._split = split
        self._all_ids = all_ids
        self._pad_id = pad_id
        self._adapter_id = adapter_id
        self._is_cancelled = is_cancelled
        first = next(network.parameters())
        self._device, self._dtype = first.device, first.dtype
        labels = [sentence.label for sentence in recipe.sentences]
        self._labels = torch.tensor(labels, device=self._device)
        # Decides the first numbers and the order, the same on every device.
        self._chance = torch.Generator().manual_seed(recipe.seed)
        self._waiting: list[int] = []
        self._kept: list[Tensor] = []
        d_model = network.config.hidden_size
        self._head = ClassHead.untrained(d_model, self._device)
        self._update = Update({}, SCALING)
        if recipe.method == "lora":
            self._update = fresh_update(network, recipe.rank, self._chance)
            listen(network, self._update.factors)
        self._trained = (*self._head.parameters, *tensors_of(self._update))
        for tensor in self._trained:
            tensor.requires_grad_()
        self._optimizer = Adam(self._trained, recipe.chosen_rate)

    def slices(self) -> Iterator[Slice]:
        """Train, and tell the start, each step and the end, in this order.

        None is a slice without news: a moment for others.

        Raises: NotFinite where the loss runs away; Cancelled between two layers.
        """
        yield self._start()
        if self._recipe.method == "head":
            yield from self._keep_states()
        before, _ = yield from self._score_all()
        for number in range(1, self._recipe.steps + 1):
            step = self._step(number)
            if number % TEST_EVERY == 0 or number == self._recipe.steps:
                logits = yield from self._read(self._split.test)
                loss, accuracy = self._judge(logits, self._split.test)
                step = replace(step, test_loss=loss, test_accuracy=accuracy)
            yield step
        after, logits = yield from self._score_all()
        yield TuningEnd(self._adapter(), before, after, self._left_out(logits))

    def _start(self) -> TuningStart:
        """Count what is trained."""
        description = describe(self._adapter_id, self._recipe, self._update, self._head)
        return TuningStart(
            targets=description.targets,
            n_matrices=description.n_matrices,
            n_lora_parameters=description.n_parameters,
            n_head_parameters=description.n_head_parameters,
            n_base_parameters=sum(each.numel() for each in self._network.parameters()),
            train=self._split.train,
            test=self._split.test,
        )

    def _step(self, number: int) -> TuningStep:
        """Learn from the next few sentences."""
        began_at = time.perf_counter()
        batch = self._next_batch()
        with torch.enable_grad(), self._listening():
            logits = self._head(self._mean_states(batch))
            loss = F.cross_entropy(logits, self._labels[batch])
            gradients = torch.autograd.grad(loss, self._trained, materialize_grads=True)
        _, accuracy = self._judge(logits.detach(), batch)
        self._optimizer.step(gradients)
        milliseconds = (time.perf_counter() - began_at) * 1000
        return TuningStep(number, loss.item(), accuracy, milliseconds)

    def _next_batch(self) -> list[int]:
        """Take the next sentences; all of them once before any a second time."""
        batch: list[int] = []
        while len(batch) < min(BATCH, len(self._split.train)):
            if not self._waiting:
                order = torch.randperm(len(self._split.train), generator=self._chance)
                self._waiting = [self._split.train[place] for place in order.tolist()]
            batch.append(self._waiting.pop())
        return batch

    def _keep_states(self) -> Generator[None, None, None]:
        """Read every sentence once: below a head alone nothing will change."""
        kept: list[Tensor] = []
        for batch in _batches(range(len(self._all_ids))):
            with torch.no_grad(), self._listening():
                kept += self._mean_states(batch)
            yield None
        self._kept = kept

    def _mean_states(self, batch: Sequence[int]) -> Tensor:
        """Read sentences, or look up what was read: (text, d_model)."""
        if self._kept:
            return torch.stack([self._kept[number] for number in batch])
        ids, own = pad([self._all_ids[number] for number in batch], self._pad_id)
        return read_mean_states(
            self._network, ids.to(self._device), own.to(self._device)
        )

    def _read(self, numbers: Sequence[int]) -> Generator[None, None, Tensor]:
        """Compute the logits of sentences, some a slice."""
        logits: list[Tensor] = []
        for batch in _batches(numbers):
            with torch.no_grad(), self._listening():
                logits.append(self._head(self._mean_states(batch)))
            yield None
        return torch.cat(logits)

    def _score_all(self) -> Generator[None, None, tuple[Scores, Tensor]]:
        """Judge all sentences; also return the logits of those left out."""
        train = yield from self._read(self._split.train)
        test = yield from self._read(self._split.test)
        on_train = self._judge(train, self._split.train)
        on_test = self._judge(test, self._split.test)
        return Scores(*on_train, *on_test), test

    def _judge(self, logits: Tensor, numbers: Sequence[int]) -> tuple[float, float]:
        return judge(logits, self._labels[list(numbers)])

    def _left_out(self, logits: Tensor) -> tuple[LeftOut, ...]:
        probabilities = logits.softmax(dim=1)
        return tuple(
            LeftOut(number, int(row.argmax()), row.max().item())
            for number, row in zip(self._split.test, probabilities, strict=True)
        )

    def _adapter(self) -> TunedAdapter:
        """Take what was learned out of the training."""
        with torch.no_grad():
            update = self._in_precision()
        head = self._head.frozen()
        description = describe(self._adapter_id, self._recipe, update, head)
        return TunedAdapter(
            description, self._network, update, self._recipe.classes, head
        )

    def _in_precision(self) -> Update:
        """Give the update the network's precision; it is trained in float32.

        Where that is the network's own, the tensors are the trained ones.
        """
        factors = {
            name: Factors(each.down.to(self._dtype), each.up.to(self._dtype))
            for name, each in self._update.factors.items()
        }
        return Update(factors, self._update.scaling)

    @contextmanager
    def _listening(self) -> Iterator[None]:
        """Let the update act on the forwards inside, and stop when nobody waits."""
        recording = Recording(self._is_cancelled, keeps=False)
        with adapted(self._in_precision()), recorded(recording):
            yield


def _batches(numbers: Sequence[int]) -> Iterator[list[int]]:
    for start in range(0, len(numbers), BATCH):
        yield list(numbers[start : start + BATCH])
