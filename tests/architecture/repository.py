"""Find the project's own files, for the tests that read them as text."""

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_ROOMS = (
    "app",
    "benchmarks",
    "docs",
    "model",
    "static",
    "templates",
    "tests",
    ".ci",
)
_LEFT_OUT = {"__pycache__", "node_modules"}


def own_files(*suffixes: str, rooms: tuple[str, ...] = _ROOMS) -> Iterator[Path]:
    """Yield the files of the given rooms, and of the top level for all rooms."""
    folders = [ROOT / room for room in rooms]
    for folder in folders:
        yield from _matching(folder.rglob("*"), suffixes)
    if rooms == _ROOMS:
        yield from _matching(ROOT.iterdir(), suffixes)


def name_of(path: Path) -> str:
    """Return a path as written in the repository."""
    return path.relative_to(ROOT).as_posix()


def _matching(paths: Iterator[Path], suffixes: tuple[str, ...]) -> Iterator[Path]:
    for path in sorted(paths):
        parts = path.relative_to(ROOT).parts
        left_out = bool(_LEFT_OUT.intersection(parts))
        if not left_out and path.suffix in suffixes and path.is_file():
            yield path
