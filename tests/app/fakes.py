"""Stand in for the models: the same door, numbers at once, faults on demand.

``FakeModel`` reads attention from the scores that ``fake_scores`` gives for
any ids, so a test can work the right numbers out by itself; ``FakeTranslator``
has a target, too. ``FakeControls`` hold a forward or a load until a test lets it
go, or make it fail.
"""

from dataclasses import replace
from typing import Any

from app.schemas.adapted import adapted_example
from app.schemas.translated import example
from model import (
    AdapterDescription,
    ModelDescription,
    ModelUnavailable,
    UnknownModel,
)
from model.adapters.description import unknown_adapter
from tests.app.fake_adapters import ADAPTER
from tests.app.fake_descriptions import (
    ALIGNER,
    BOTTLENECK,
    DECODER,
    ENCODER,
    TRANSLATOR,
)
from tests.app.fake_model import FakeControls, FakeModel
from tests.app.fake_numbers import fake_scores, fake_weights
from tests.app.fake_tokens import fake_id
from tests.app.fake_translator import FakeTranslator

__all__ = [
    "ADAPTER",
    "ALIGNER",
    "BOTTLENECK",
    "DECODER",
    "ENCODER",
    "EVERY",
    "TRANSLATOR",
    "FakeCatalogue",
    "FakeControls",
    "FakeModel",
    "FakeTranslator",
    "fake_id",
    "fake_scores",
    "fake_weights",
]

EVERY = (ENCODER, DECODER, TRANSLATOR, ALIGNER, BOTTLENECK)
CARD = {**example("ModelCard"), "id": TRANSLATOR.id}


class FakeCatalogue:
    """A catalogue of fake models; ``controls`` are shared by all of them."""

    def __init__(
        self,
        *descriptions: ModelDescription,
        controls: FakeControls | None = None,
        is_loaded: bool = True,
    ) -> None:
        self.controls = controls or FakeControls()
        self._described = {d.id: d for d in descriptions or EVERY}
        self._loaded: dict[str, Any] = {}
        for model_id in self._described if is_loaded else ():
            self.load(model_id)
        self.controls.n_loads = 0

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(self._described)

    @property
    def loaded_ids(self) -> list[str]:
        """The ids in the order in which they were loaded."""
        return list(self._loaded)

    @property
    def default_id(self) -> str:
        return self.ids[0]

    def describe_all(self) -> tuple[ModelDescription, ...]:
        return tuple(self.describe(model_id) for model_id in self.ids)

    def describe(self, model_id: str) -> ModelDescription:
        if model_id not in self._described:
            raise UnknownModel("There is no such model.", hint="Choose another.")
        loaded = self._loaded.get(model_id)
        description: ModelDescription = (
            loaded.description if loaded else self._described[model_id]
        )
        return description

    def loaded(self, model_id: str) -> Any:
        self.describe(model_id)
        return self._loaded.get(model_id)

    def load(self, model_id: str) -> Any:
        description = self.describe(model_id)
        self.controls.n_loads += 1
        self._described[model_id] = replace(description, state="loading")
        self.controls.load_gate.wait()
        fault = self.controls.load_fault
        self._described[model_id] = description
        if isinstance(fault, ModelUnavailable):
            self._described[model_id] = replace(
                description, state="unavailable", reason=str(fault)
            )
        if fault is not None:
            raise fault
        if not description.available:
            raise ModelUnavailable(description.reason or "", hint="Choose another.")
        if description.family is None:
            # Its files, now that they are here, say what it is.
            description = replace(description, family="encoder")
        writes = description.family in ("encoder-decoder", "rnn")
        kind = FakeTranslator if writes else FakeModel
        self._loaded[model_id] = kind(description, self.controls)
        return self._loaded[model_id]

    def adapter(self, model_id: str, adapter_id: str) -> AdapterDescription:
        known = self.describe(model_id).adapters
        for adapter in known:
            if adapter.id == adapter_id:
                return adapter
        raise unknown_adapter(model_id, adapter_id, known)

    def adapter_card(self, model_id: str, adapter_id: str) -> Any:
        self.adapter(model_id, adapter_id)
        return {**adapted_example("AdapterCard"), "id": adapter_id}

    def card(self, model_id: str) -> Any:
        self.describe(model_id)
        return CARD if model_id == TRANSLATOR.id else None
