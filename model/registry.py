"""Keep the catalogue: id -> description -> loaded model.

Lives here: which models a server offers, where each stands, and loading one
when it is wanted. Not here: what a description says (``description.py``,
``checkpoint.py``) or how weights are loaded (``huggingface.py``).

Only names that the operator gave are ever looked up: an id from a request is
compared with the catalogue and touches neither the disk nor the network.
"""

import difflib
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from model.checkpoint import UnusableCheckpoint, describe_checkpoint
from model.description import ModelDescription
from model.errors import ModelUnavailable, UnknownModel
from model.first_import import import_transformers, paused_collector
from model.hub import cached_folder, fetch, is_hub_id, is_offline
from model.packages.table import PACKAGED, PackagedModel, packaged_folder

if TYPE_CHECKING:
    from model.loaded_model import LoadedModel

NOT_FETCHED = "Its weights are not in the cache folder yet: run make install."


@dataclass(slots=True)
class _Entry:
    description: ModelDescription
    folder: Path | None = None
    hub_id: str | None = None
    loaded: "LoadedModel | None" = None
    lock: threading.Lock = field(default_factory=threading.Lock)


class Catalogue:
    """The models a server offers.

    Args:
        names: packaged ids, folders (with a slash or a dot in front), or hub
            ids ``org/name``; the first is the default.
        cache_folder: where the packaged models lie.
        device, dtype: as in ``device.py``; None chooses.

    An entry that can't be used stays in the catalogue and says why.
    """

    def __init__(
        self,
        names: Sequence[str],
        *,
        cache_folder: Path,
        device: str | None = None,
        dtype: str | None = None,
    ) -> None:
        if not names:
            raise ValueError("A catalogue needs at least one model.")
        self._device = device
        self._dtype = dtype
        self._entries: dict[str, _Entry] = {}
        for name in names:
            entry = _entry_of(name.strip(), cache_folder)
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

    def _load(self, entry: _Entry, described: ModelDescription) -> "LoadedModel":
        # Seconds, at the first time.
        import_transformers()
        from model.huggingface import load_checkpoint

        if entry.folder is None and entry.hub_id is not None:
            entry.folder = fetch(entry.hub_id)
            described = describe_checkpoint(
                entry.folder, model_id=entry.hub_id, source=_hub_source(entry.hub_id)
            )
        if entry.folder is None:
            raise _unavailable(replace(described, reason=NOT_FETCHED))
        return load_checkpoint(
            entry.folder, described, device=self._device, dtype=self._dtype
        )

    def _entry(self, model_id: str) -> _Entry:
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


def _entry_of(name: str, cache_folder: Path) -> _Entry:
    if name in PACKAGED:
        return _packaged_entry(PACKAGED[name], cache_folder)
    try:
        if name.startswith((".", "/", "~")) or Path(name).is_dir():
            return _folder_entry(Path(name).expanduser().resolve())
        if is_hub_id(name):
            return _hub_entry(name)
    except UnusableCheckpoint as fault:
        return _Entry(_blank(Path(name).name if "/" in name else name, str(fault)))
    return _Entry(_blank(name, "It is no packaged model, no folder and no hub id."))


def _packaged_entry(model: PackagedModel, cache_folder: Path) -> _Entry:
    folder = packaged_folder(model.id, cache_folder)
    description = ModelDescription(
        id=model.id,
        title=model.title,
        family=model.family,
        n_layers=model.n_layers,
        n_heads=model.n_heads,
        n_key_value_heads=model.n_key_value_heads,
        head_dim=model.head_dim,
        d_model=model.d_model,
        max_length=model.max_length,
        vocab_size=model.vocab_size,
        positions=model.positions,
        objectives=model.objectives,
        capture="operands",
        takes_pair=model.takes_pair,
        has_special_tokens=model.has_special_tokens,
        source=model.source,
        license=model.license,
        notice=model.notice,
        revision=model.revision,
        state="available" if folder else "unavailable",
        reason=None if folder else NOT_FETCHED,
    )
    return _Entry(description, folder)


def _folder_entry(folder: Path) -> _Entry:
    # A folder's name is its id: a path would tell clients about the machine.
    source = f"local folder {folder.name}"
    return _Entry(
        describe_checkpoint(folder, model_id=folder.name, source=source), folder
    )


def _hub_entry(hub_id: str) -> _Entry:
    folder = cached_folder(hub_id)
    source = _hub_source(hub_id)
    if folder is not None:
        described = describe_checkpoint(folder, model_id=hub_id, source=source)
        return _Entry(described, folder, hub_id)
    if is_offline():
        reason = "It is not in the hub's local cache, and the hub is switched off."
        return _Entry(replace(_blank(hub_id, reason), source=source), None, hub_id)
    waiting = replace(_blank(hub_id, None), source=source, state="available")
    return _Entry(waiting, None, hub_id)


def _hub_source(hub_id: str) -> str:
    return f"Hugging Face hub, {hub_id}"


def _blank(model_id: str, reason: str | None) -> ModelDescription:
    return ModelDescription(
        id=model_id,
        title=model_id,
        family=None,
        n_layers=None,
        n_heads=None,
        n_key_value_heads=None,
        head_dim=None,
        d_model=None,
        max_length=None,
        vocab_size=None,
        positions=None,
        objectives=(),
        capture=None,
        takes_pair=False,
        has_special_tokens=False,
        source="",
        license="unknown",
        notice="",
        revision="",
        state="unavailable",
        reason=reason,
    )
