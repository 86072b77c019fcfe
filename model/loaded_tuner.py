"""Be a network in memory that can be fine-tuned a little, and then asked.

Lives here: the door to a small fine-tuning on sentences of two classes, and the
question which of the two a text is. Not here: the training
(``adapters/fine_tuning.py``) and attention (``loaded_model.py``).
"""

from collections.abc import Callable, Iterator

import numpy as np
import torch
from numpy.typing import NDArray

from model.adapters.class_head import TunedAdapter, read_mean_states
from model.adapters.description import AdapterUse
from model.adapters.fine_tuning import FineTuning, Slice
from model.adapters.two_classes import (
    MOST_TOKENS,
    TuningRecipe,
    check_tunable,
    refuse_repeats,
    split_classes,
)
from model.errors import TextError, TooManyTokens, UnsupportedByModel
from model.loaded_predictor import LoadedPredictor
from model.recording import never
from model.tokens import TokenizedText


class LoadedTuner(LoadedPredictor):
    """A network, and what it was taught beside its own numbers."""

    def fine_tune(
        self,
        recipe: TuningRecipe,
        *,
        adapter_id: str,
        is_cancelled: Callable[[], bool] = never,
    ) -> Iterator[Slice]:
        """Train on a few sentences, one slice of work an item.

        The network stays as it is, to the last bit. What is made is not
        attached: ``adapters.attach`` does that.

        Raises: UnsupportedByModel for anything but an encoder, or one whose
            attention can't be found; TextError, with the number of the
            sentence, for one that can't be read, is too long or stands there
            twice; NumberOutOfRange for too few of a class; NotFinite where the
            loss runs away; Cancelled between two layers.
        """
        check_tunable(self.description)
        split = split_classes([sentence.label for sentence in recipe.sentences])
        all_ids = [
            self._short_ids(number, sentence.text)
            for number, sentence in enumerate(recipe.sentences)
        ]
        refuse_repeats(all_ids)
        yield from FineTuning(
            self.network,
            recipe,
            split,
            all_ids,
            pad_id=self.tokenizer.pad_token_id or 0,
            adapter_id=adapter_id,
            is_cancelled=is_cancelled,
        ).slices()

    def tuned_adapter(self, adapter_id: str) -> TunedAdapter:
        """Find an adapter that tells two classes apart.

        Raises: UnknownAdapter; UnsupportedByModel for one that does something
            else.
        """
        adapter = self.adapters.find(adapter_id)
        if not isinstance(adapter, TunedAdapter):
            raise UnsupportedByModel(
                f"The adapter {adapter_id} tells no classes apart.",
                hint="POST /api/v1/fine-tunings makes one that does.",
            )
        return adapter

    def class_probabilities(
        self,
        tokenized: TokenizedText,
        adapter: AdapterUse,
        *,
        is_cancelled: Callable[[], bool] = never,
    ) -> NDArray[np.float64]:
        """Ask which of two classes a text is.

        The adapter's strength is that of its low-rank updates: its head reads
        the states as it was trained to.

        Shapes: returns (class,).
        Raises: as ``tuned_adapter``; NumberOutOfRange for its scale or rank.
        """
        tuned = self.tuned_adapter(adapter.id)
        inputs = self._inputs(tokenized)
        ids = inputs.pop("input_ids")
        with self._conditions(
            tokenized, None, adapter=adapter, is_cancelled=is_cancelled
        ):
            states = read_mean_states(self.network, ids, torch.ones_like(ids), **inputs)
            logits = tuned.class_head(states)[0]
        probabilities: NDArray[np.float64] = logits.double().softmax(-1).cpu().numpy()
        return probabilities

    def _short_ids(self, number: int, text: str) -> tuple[int, ...]:
        """Read one sentence to learn from; say which one is wrong.

        Raises: TextError of any kind.
        """
        try:
            ids = self.tokenize(text).ids
        except TextError as error:
            raise type(error)(
                f"sentences[{number}]: {error.detail}",
                hint=error.hint,
                limit=error.limit,
                actual=error.actual,
            ) from error
        if len(ids) > MOST_TOKENS:
            raise TooManyTokens(
                f"sentences[{number}] has {len(ids):,} tokens; at most {MOST_TOKENS} "
                "are learned from.",
                hint="Shorten the sentence, or cut it in two.",
                limit=MOST_TOKENS,
                actual=len(ids),
            )
        return ids
