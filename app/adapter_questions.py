"""Ask what an adapter is like, and whether it can be merged.

Lives here: the questions about an adapter itself. Not here: the questions that a
model answers with one (``predictions.py``, ``answering.py``, ``questions.py``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.captures import CaptureCache
from app.model_thread import IsCancelled
from app.questions import ModelQuestion, TextQuestion
from app.text_input import tokens_of
from model import AdapterDescription, AdapterUse, ModelDescription, TokenizedText

if TYPE_CHECKING:
    # These bring PyTorch with them, which only the loading thread imports.
    from model import AdaptedMatrix, LoadedModel, Merging


@dataclass(frozen=True, slots=True)
class AdapterAnswer:
    """An adapter of a model, and what it does to each matrix that it changes."""

    model_id: str
    description: AdapterDescription
    modules: tuple[AdaptedMatrix, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AdapterQuestion(ModelQuestion):
    """What does an adapter add to the model's matrices?"""

    adapter_id: str

    def answer(
        self, loaded: LoadedModel, _: CaptureCache, __: IsCancelled
    ) -> AdapterAnswer:
        """Measure it; the adapter itself keeps what was measured.

        Raises:
            UnknownAdapter: the model has none of this id.
        """
        adapter = loaded.adapter(self.adapter_id)
        return AdapterAnswer(
            loaded.description.id, adapter.description, adapter.modules
        )


@dataclass(frozen=True, slots=True)
class MergingAnswer:
    """What differs between an adapter beside the matrices and one in them."""

    description: ModelDescription
    adapter: AdapterUse
    tokenized: TokenizedText
    merging: Merging


@dataclass(frozen=True, slots=True)
class MergingQuestion(TextQuestion):
    """Does adding an adapter to the matrices change the states, or the times?

    Nothing of it is kept: what is asked for is a measurement.
    """

    adapter: AdapterUse
    runs: int = 5

    def answer(
        self, loaded: LoadedModel, captures: CaptureCache, is_cancelled: IsCancelled
    ) -> MergingAnswer:
        """Run the model both ways, and without the adapter.

        Raises:
            UnknownAdapter: the model has none of this id.
            Cancelled: nobody waits any more.
        """
        loaded.check_adapter(self.adapter)
        tokenized = tokens_of(loaded, self.input, captures)
        merging = loaded.merging(
            tokenized, self.adapter, runs=self.runs, is_cancelled=is_cancelled
        )
        return MergingAnswer(loaded.description, self.adapter, tokenized, merging)
