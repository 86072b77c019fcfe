"""Stand in for a model that can be fine-tuned: each slice takes a forward.

The loss of step n is 1 / n, and every text is of class 1 with a probability of
1 / (1 + strength), so that a test can work out what it must see.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from app.schemas.tuned import tuned_example
from model import (
    AdapterDescription,
    AdapterUse,
    LeftOut,
    Scores,
    TokenizedText,
    TuningRecipe,
    TuningStart,
    TuningStep,
    UnsupportedByModel,
)
from model.adapters.loaded_adapter import Adapters
from model.adapters.two_classes import refuse_repeats, split_classes
from tests.app.fake_adapters import ADAPTER, FakeAdapted, strength_of
from tests.app.fake_numbers import never

BEFORE = Scores(0.75, 0.5, 0.75, 0.5)
AFTER = Scores(0.125, 1.0, 0.25, 0.75)


@dataclass(frozen=True)
class FakeTuned:
    """What a fine-tuning leaves."""

    description: AdapterDescription
    classes: tuple[str, str]
    nbytes: int = 1000


def fake_tuned(adapter_id: str, recipe: TuningRecipe | None = None) -> FakeTuned:
    """Make an adapter; without a recipe that of the reference's examples."""
    method = recipe.method if recipe else "head"
    rank = recipe.rank if recipe and method == "lora" else 0
    description = replace(
        ADAPTER, id=adapter_id, kind=method, rank=rank, default_for=(), has_card=False
    )
    return FakeTuned(description, recipe.classes if recipe else ("one", "other"))


class FakeTuner(FakeAdapted):
    """What a model that can be fine-tuned answers."""

    adapters: Adapters

    def fine_tune(
        self,
        recipe: TuningRecipe,
        *,
        adapter_id: str,
        is_cancelled: Callable[[], bool] = never,
    ) -> Iterator[Any]:
        split = split_classes([each.label for each in recipe.sentences])
        refuse_repeats([self.tokenize(each.text).ids for each in recipe.sentences])
        is_lora = recipe.method == "lora"
        self._forward(is_cancelled)
        yield TuningStart(
            targets=("query", "value") if is_lora else (),
            n_matrices=2 * is_lora,
            n_lora_parameters=16 * recipe.rank * is_lora,
            n_head_parameters=26,
            n_base_parameters=1000,
            train=split.train,
            test=split.test,
        )
        yield None
        for number in range(1, recipe.steps + 1):
            self._forward(is_cancelled)
            is_tested = number == recipe.steps
            loss = 0.25 if is_tested else None
            yield TuningStep(number, 1 / number, 0.5, 2.0, loss, loss)
        yield SimpleNamespace(
            adapter=fake_tuned(adapter_id, recipe),
            before=BEFORE,
            after=AFTER,
            left_out=tuple(LeftOut(number, 1, 0.875) for number in split.test),
        )

    def tuned_adapter(self, adapter_id: str) -> Any:
        if adapter_id == ADAPTER.id:
            raise UnsupportedByModel("It tells no classes apart.", hint="Tune one.")
        self._described(adapter_id)
        return self._tuned(adapter_id)

    def class_probabilities(
        self,
        tokenized: TokenizedText,
        adapter: AdapterUse,
        *,
        is_cancelled: Callable[[], bool] = never,
    ) -> Any:
        self._forward(is_cancelled)
        second = 1 / (1 + strength_of(adapter))
        return np.array([1 - second, second])

    def _tuned(self, adapter_id: str) -> Any:
        """Find what was made here; the reference's example is always there."""
        if adapter_id == tuned_example("Classification", "adapter", "id"):
            return fake_tuned(adapter_id)
        return self.adapters.made.get((self.description.id, adapter_id))

    def _described(self, adapter_id: str) -> AdapterDescription:
        made = self._tuned(adapter_id)
        found: AdapterDescription = (
            made.description if made else super()._described(adapter_id)
        )
        return found
