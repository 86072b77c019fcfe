"""Find a checkpoint of the Hugging Face hub, in the local cache or outside.

Lives here: the little that is needed of ``huggingface_hub``. Only files that
can do no harm are ever fetched: weights as safetensors, and texts.
"""

import os
import re
from pathlib import Path

from model.checkpoint import UnusableCheckpoint

_ID = re.compile(r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*")
_FILES = ["*.safetensors", "*.json", "*.txt", "*.model", "*.jinja", "README.md"]


def is_hub_id(name: str) -> bool:
    """Whether a name reads as ``org/name``."""
    return _ID.fullmatch(name) is not None


def is_offline() -> bool:
    """Whether the operator keeps the hub out."""
    return os.environ.get("HF_HUB_OFFLINE", "").lower() in {"1", "true", "yes", "on"}


def cached_folder(hub_id: str) -> Path | None:
    """Return the folder in the hub's local cache, without any request."""
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import LocalEntryNotFoundError

    try:
        return Path(
            snapshot_download(hub_id, local_files_only=True, allow_patterns=_FILES)
        )
    except (LocalEntryNotFoundError, FileNotFoundError):
        return None


def fetch(hub_id: str) -> Path:
    """Download a checkpoint, or return it from the cache.

    Raises: UnusableCheckpoint when the hub can't be reached or doesn't have it.
    """
    folder = cached_folder(hub_id)
    if folder is not None:
        return folder
    if is_offline():
        raise UnusableCheckpoint(
            f"{hub_id} is not in the hub's local cache, and the hub is switched off."
        )
    from huggingface_hub import snapshot_download

    try:
        return Path(snapshot_download(hub_id, allow_patterns=_FILES))
    except Exception as fault:
        # Network and hub errors come in many classes of several libraries.
        reason = type(fault).__name__
        raise UnusableCheckpoint(
            f"{hub_id} could not be fetched from the hub ({reason})."
        ) from fault
