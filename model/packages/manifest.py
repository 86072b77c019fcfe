"""Tell whether a folder of the cache is complete and unharmed.

Lives here: the ``manifest.json`` beside a model's files, written last. Not
here: how the files get there (``sources.py``).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from model.packages.wheels import sha256_of

MANIFEST_NAME = "manifest.json"


@dataclass(frozen=True, slots=True)
class FileRecord:
    """Size and digest of one file as it was when the folder was finished."""

    size_bytes: int
    sha256: str


def write_manifest(folder: Path, origin: Mapping[str, str]) -> None:
    """Record every file of a finished folder, and where it came from."""
    files = {
        path.name: {"size_bytes": path.stat().st_size, "sha256": sha256_of(path)}
        for path in sorted(folder.iterdir())
        if path.is_file()
    }
    manifest = {"origin": dict(origin), "files": files}
    text = json.dumps(manifest, indent=2) + "\n"
    (folder / MANIFEST_NAME).write_text(text, encoding="utf-8")


def is_complete(folder: Path, origin: Mapping[str, str], *, deep: bool = False) -> bool:
    """Whether a folder holds what its manifest says, from this origin.

    Args:
        folder: need not exist.
        origin: must equal the recorded one, so that a new version of a
            package, or of the conversion, makes the folder anew.
        deep: compare digests too, not only names and sizes (about a second
            for half a gigabyte).
    """
    records = _read_records(folder, origin)
    if not records:
        return False
    return all(
        _is_unharmed(folder / name, record, deep=deep)
        for name, record in records.items()
    )


def _read_records(folder: Path, origin: Mapping[str, str]) -> dict[str, FileRecord]:
    """Read the recorded files; none where there is no fitting manifest."""
    try:
        text = (folder / MANIFEST_NAME).read_text(encoding="utf-8")
        manifest: dict[str, Any] = json.loads(text)
        if manifest["origin"] != dict(origin):
            return {}
        return {name: FileRecord(**entry) for name, entry in manifest["files"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _is_unharmed(path: Path, record: FileRecord, *, deep: bool) -> bool:
    try:
        if path.stat().st_size != record.size_bytes:
            return False
        return not deep or sha256_of(path) == record.sha256
    except OSError:
        return False
