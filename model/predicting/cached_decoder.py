"""Let a decoder of transformers read on from where it stopped.

Lives here: the key/value cache of one text, and the forwards that fill it. Not
here: what is made of the logits (``generation.py``).

The attention of each layer goes through ``capture.py`` as in any other forward,
so that a mask of the model's own and sinks are treated alike.
"""

from collections.abc import Callable, Sequence
from inspect import signature
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from model.conditions import conditions


class CachedDecoder:
    """A decoder and what it has read of one text.

    Attributes:
        is_cached: keys and values of what was read are kept. Each forward then
            computes the new positions only; their queries look at the kept
            keys, which no later token changes.

    A forward that is cancelled leaves it unusable: some layers have kept the
    new positions, others haven't.
    """

    def __init__(
        self, language_model: nn.Module, device: torch.device, *, use_cache: bool
    ) -> None:
        self._model: Any = language_model
        self._device = device
        parameters = signature(language_model.forward).parameters
        self.is_cached = use_cache and "use_cache" in parameters
        # The older name is given up model by model.
        self._cache_name = "cache" if "cache" in parameters else "past_key_values"
        self._options: dict[str, Any] = {}
        if "use_cache" in parameters:
            self._options["use_cache"] = self.is_cached
        if "logits_to_keep" in parameters:
            self._options["logits_to_keep"] = 1
        self._cache: Any = None
        self._ids: list[int] = []

    @property
    def n_read(self) -> int:
        """How many positions it has read."""
        return len(self._ids)

    def read(
        self, ids: Sequence[int], is_cancelled: Callable[[], bool]
    ) -> NDArray[np.float64]:
        """Read on, and return the logits of the token that follows.

        Shapes: returns (vocabulary,).
        Raises: Cancelled between two layers.
        """
        self._ids.extend(ids)
        fed = list(ids) if self.is_cached else self._ids
        options = dict(self._options)
        if self.is_cached:
            options[self._cache_name] = self._cache
        with conditions(self._model, is_cancelled=is_cancelled):
            output = self._model(
                input_ids=torch.tensor([fed], device=self._device), **options
            )
        if self.is_cached:
            self._cache = output[self._cache_name]
        logits: NDArray[np.float64] = output.logits[0, -1].double().cpu().numpy()
        return logits


def end_ids_of(language_model: nn.Module) -> frozenset[int]:
    """Find the tokens that end a text; some models have several."""
    model: Any = language_model
    for settings in (model.generation_config, model.config):
        found = getattr(settings, "eos_token_id", None)
        if found is not None:
            return frozenset([found] if isinstance(found, int) else found)
    return frozenset()
