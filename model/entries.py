"""Say what a name in the operator's list of models stands for.

Lives here: the entry of a packaged model, a model of this project, a folder or
a hub id, with its description. Not here: where the entries are kept
(``registry.py``), what a description says (``description.py``,
``checkpoint.py``).
"""

import threading
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from model.adapters.catalogue import adapters_of
from model.checkpoint import UnusableCheckpoint, describe_checkpoint
from model.description import ModelDescription
from model.hub import cached_folder, is_hub_id, is_offline
from model.lessons import LESSONS, describe_lesson
from model.packages.table import PACKAGED, PackagedModel, packaged_folder

if TYPE_CHECKING:
    from model.loaded_model import LoadedModel

NOT_FETCHED = "Its weights are not in the cache folder yet: run make install."


@dataclass(slots=True)
class Entry:
    """One model of the catalogue.

    Attributes:
        folder: where its files lie; None while they don't.
        is_lesson: trained by this project, and in the repository.
        lock: held while it is loaded.
    """

    description: ModelDescription
    folder: Path | None = None
    hub_id: str | None = None
    is_lesson: bool = False
    loaded: "LoadedModel | None" = None
    lock: threading.Lock = field(default_factory=threading.Lock)


def entry_of(name: str, cache_folder: Path, weights_folder: Path) -> Entry:
    """Look a name up: a packaged id, a lesson's, a folder, a hub id.

    A name that leads nowhere gives an entry that says so.
    """
    if name in PACKAGED:
        return _packaged_entry(PACKAGED[name], cache_folder, weights_folder)
    try:
        if name in LESSONS:
            return _lesson_entry(name, weights_folder)
        if name.startswith((".", "/", "~")) or Path(name).is_dir():
            return _folder_entry(Path(name).expanduser().resolve())
        if is_hub_id(name):
            return _hub_entry(name)
    except UnusableCheckpoint as fault:
        return Entry(_blank(Path(name).name if "/" in name else name, str(fault)))
    return Entry(_blank(name, "It is no packaged model, no folder and no hub id."))


def _packaged_entry(
    model: PackagedModel, cache_folder: Path, weights_folder: Path
) -> Entry:
    folder = packaged_folder(model.id, cache_folder)
    adapters = adapters_of(model.id, weights_folder)
    served = [o for adapter in adapters for o in adapter.default_for]
    revisions = (model.revision, *(adapter.revision[:8] for adapter in adapters))
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
        objectives=tuple(dict.fromkeys((*model.objectives, *served))),
        capture="operands",
        takes_pair=model.takes_pair,
        has_special_tokens=model.has_special_tokens,
        source=model.source,
        license=model.license,
        notice=model.notice,
        revision="+".join(revisions),
        state="available" if folder else "unavailable",
        reason=None if folder else NOT_FETCHED,
        more_parts=model.more_parts,
        adapters=adapters,
        mask_token=model.mask,
    )
    return Entry(description, folder)


def _lesson_entry(name: str, weights_folder: Path) -> Entry:
    description = describe_lesson(name, weights_folder)
    return Entry(description, weights_folder / name, is_lesson=True)


def _folder_entry(folder: Path) -> Entry:
    # A folder's name is its id: a path would tell clients about the machine.
    source = f"local folder {folder.name}"
    return Entry(
        describe_checkpoint(folder, model_id=folder.name, source=source), folder
    )


def _hub_entry(hub_id: str) -> Entry:
    folder = cached_folder(hub_id)
    source = hub_source(hub_id)
    if folder is not None:
        described = describe_checkpoint(folder, model_id=hub_id, source=source)
        return Entry(described, folder, hub_id)
    if is_offline():
        reason = "It is not in the hub's local cache, and the hub is switched off."
        return Entry(replace(_blank(hub_id, reason), source=source), None, hub_id)
    waiting = replace(_blank(hub_id, None), source=source, state="available")
    return Entry(waiting, None, hub_id)


def hub_source(hub_id: str) -> str:
    """Say where a model of the hub comes from."""
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
