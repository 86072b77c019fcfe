"""Ask which of two classes a text is, with an adapter made on this server.

Lives here: the question. Not here: the making of such adapters
(``fine_tunings.py``) and the arithmetic (the model side).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from app.captures import CaptureCache, forward_key
from app.model_thread import IsCancelled
from app.questions import TextQuestion
from app.text_input import tokens_of
from model import AdapterUse, ModelDescription, TokenizedText, check_tunable

if TYPE_CHECKING:
    # This brings PyTorch with it, which only the loading thread imports.
    from model import LoadedModel


@dataclass(frozen=True, slots=True)
class ClassificationAnswer:
    """How likely each class is, in the order of the labels."""

    description: ModelDescription
    adapter: AdapterUse
    tokenized: TokenizedText
    classes: tuple[str, str]
    probabilities: NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassificationQuestion(TextQuestion):
    """Which of two classes is it?"""

    adapter: AdapterUse

    def answer(
        self, loaded: LoadedModel, captures: CaptureCache, is_cancelled: IsCancelled
    ) -> ClassificationAnswer:
        """Read the text with the adapter, unless it was read before.

        Raises:
            UnknownAdapter: there is none of this id, or no more.
            UnsupportedByModel: it tells no classes apart.
            NumberOutOfRange: its scale or rank is beyond its limits.
        """
        check_tunable(loaded.description)
        loaded.check_adapter(self.adapter)
        classes = loaded.tuned_adapter(self.adapter.id).classes
        tokenized = tokens_of(loaded, self.input, captures)
        probabilities = captures.find_or_make(
            forward_key("classes", loaded, tokenized, self.adapter),
            partial(
                loaded.class_probabilities,
                tokenized,
                self.adapter,
                is_cancelled=is_cancelled,
            ),
        )
        return ClassificationAnswer(
            loaded.description, self.adapter, tokenized, classes, probabilities
        )
