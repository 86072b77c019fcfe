"""Keep the catalogue: id -> description -> loaded model.

Lives here: which models a server offers, where each stands, and loading one
when it is wanted. Not here: what a name stands for (``entries.py``) or how
weights are loaded (``huggingface.py``, ``translation/loaded_lesson.py``).

Only names that the operator gave are ever looked up: an id from a request is
compared with the catalogue and touches neither the disk nor the network.
"""

import difflib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from model.adapters.description import AdapterDescription, unknown_adapter
from model.checkpoint import UnusableCheckpoint, describe_checkpoint
from model.description import ModelDescription
from model.entries import NOT_FETCHED, Entry, entry_of, hub_source
from model.errors import ModelUnavailable, UnknownModel
from model.first_import import import_transformers, paused_collector
from model.hub import fetch
from model.lessons import WEIGHTS_FOLDER, read_card

if TYPE_CHECKING:
    from model.loaded_model import LoadedModel


class Catalogue:
    """The models a server offers.

    Args:
        names: packaged ids, ids of models of this project, folders (with a
            slash or a dot in front), or hub ids ``org/name``; the first is the
            default.
        cache_folder: where the packaged models lie.
        weights_folder: where the models and adapters of this project lie.
        device, dtype: as in ``device.py``; None chooses.

    An entry that can't be used stays in the catalogue and says why.
    """

    def __init__(
        self,
        names: Sequence[str],
        *,
        cache_folder: Path,
        weights_folder: Path = WEIGHTS_FOLDER,
        device: str | None = None,
        dtype: str | None = None,
    ) -> None:
        if not names:
            raise ValueError("A catalogue needs at least one model.")
        self._weights_folder = weights_folder
        self._device = device
        self._dtype = dtype
        self._entries: dict[str, Entry] = {}
        for name in names:
            entry = entry_of(name.strip(), cache_folder, weights_folder)
            self._entries.setdefault(entry.description.id, entry)

    @property
    def ids(self) -> tuple[str, ...]:
        """Every id, in the operator's order."""
        return tuple(self._entries)

    @property
    def default_id(self) -> str:
        """The model that is meant when a request names none."""
        return self.ids[0]

    def describe_all(self) -> tuple[ModelDescription, ...]:
        """Describe every model, whatever its state."""
        return tuple(entry.description for entry in self._entries.values())

    def describe(self, model_id: str) -> ModelDescription:
        """Describe one model.

        Raises: UnknownModel, with the nearest id as a hint.
        """
        return self._entry(model_id).description

    def loaded(self, model_id: str) -> "LoadedModel | None":
        """Return a model if it is in memory; never wait.

        Raises: UnknownModel.
        """
        return self._entry(model_id).loaded

    def load(self, model_id: str) -> "LoadedModel":
        """Return a model, loading it first if need be (seconds).

        Threads that ask for the same model wait for the one that loads it.

        Raises: UnknownModel, ModelUnavailable with the reason.
        """
        entry = self._entry(model_id)
        with entry.lock:
            if entry.loaded is not None:
                return entry.loaded
            if not entry.description.available:
                raise _unavailable(entry.description)
            before = entry.description
            entry.description = replace(before, state="loading")
            try:
                with paused_collector():
                    entry.loaded = self._load(entry, before)
            except (ModelUnavailable, UnusableCheckpoint) as fault:
                entry.description = replace(
                    before, state="unavailable", reason=str(fault)
                )
                raise _unavailable(entry.description) from fault
            except BaseException:
                entry.description = before
                raise
            entry.description = entry.loaded.description
            return entry.loaded

    def card(self, model_id: str) -> dict[str, Any] | None:
        """Read how a model of this project was trained; None for all others.

        Raises: UnknownModel.
        """
        entry = self._entry(model_id)
        if not entry.is_lesson or entry.folder is None:
            return None
        return read_card(entry.folder)

    def adapter(self, model_id: str, adapter_id: str) -> AdapterDescription:
        """Describe an adapter of a model.

        Raises: UnknownModel, UnknownAdapter.
        """
        adapters = self.describe(model_id).adapters
        for adapter in adapters:
            if adapter.id == adapter_id:
                return adapter
        raise unknown_adapter(model_id, adapter_id, adapters)

    def adapter_card(self, model_id: str, adapter_id: str) -> dict[str, Any] | None:
        """Read how an adapter was trained; None where nothing says so.

        Raises: UnknownModel, UnknownAdapter.
        """
        adapter = self.adapter(model_id, adapter_id)
        return read_card(self._weights_folder / adapter.id)

    def _load(self, entry: Entry, described: ModelDescription) -> "LoadedModel":
        # Seconds, at the first time.
        import_transformers()
        if entry.is_lesson and entry.folder is not None:
            from model.translation.loaded_lesson import load_lesson

            return load_lesson(
                entry.folder, described, device=self._device, dtype=self._dtype
            )
        from model.huggingface import load_checkpoint

        if entry.folder is None and entry.hub_id is not None:
            entry.folder = fetch(entry.hub_id)
            described = describe_checkpoint(
                entry.folder, model_id=entry.hub_id, source=hub_source(entry.hub_id)
            )
        if entry.folder is None:
            raise _unavailable(replace(described, reason=NOT_FETCHED))
        return load_checkpoint(
            entry.folder,
            described,
            device=self._device,
            dtype=self._dtype,
            adapters_folder=self._weights_folder,
        )

    def _entry(self, model_id: str) -> Entry:
        if model_id in self._entries:
            return self._entries[model_id]
        usable = [d.id for d in self.describe_all() if d.available] or self.ids
        near = difflib.get_close_matches(model_id, usable, n=1)
        listed = ", ".join(usable)
        raise UnknownModel(
            "A model is named by its id in the catalogue.",
            hint=f"Did you mean {near[0]}?" if near else f"Choose one of: {listed}.",
        )


def _unavailable(description: ModelDescription) -> ModelUnavailable:
    return ModelUnavailable(
        description.reason or f"{description.id} can't be loaded.",
        hint="Choose another model; the catalogue says which are available.",
    )
