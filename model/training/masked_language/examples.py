"""Make token sequences of the texts: pairs of segments, and packed sentences.

Lives here: what one example of training is, the sources, the split. Not here: the
texts (``texts.py``), the hiding of tokens (``model/predicting/corruption.py``).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from transformers import PreTrainedTokenizerBase

from model.training.masked_language.rounds import Mix, Source
from model.training.masked_language.texts import Document, Entry

LENGTH = 64
# [CLS] and [SEP]; [CLS], [SEP] and [SEP].
ROOM_FOR_ONE = LENGTH - 2
ROOM_FOR_TWO = LENGTH - 3
# Tokens of a first segment: whole sentences up to a length drawn between these.
FIRST_SEGMENT = (6, 36)

Ids = list[int]


@dataclass(frozen=True, slots=True)
class Example:
    """One sequence, special tokens included.

    Attributes:
        segments: 0 for the first segment and its [SEP], 1 for the second.
        is_next: whether the second segment followed the first; None where
            there is no second.
    """

    source: Source
    ids: Ids
    segments: list[int]
    is_next: bool | None = None


@dataclass(frozen=True, slots=True)
class Texts:
    """One split of the texts, as ids without special tokens."""

    addresses: list[list[Ids]] = field(default_factory=list)
    books: list[list[Ids]] = field(default_factory=list)
    stories: list[list[Ids]] = field(default_factory=list)
    told: list[list[Ids]] = field(default_factory=list)
    usage: list[Ids] = field(default_factory=list)
    entries: list[Ids] = field(default_factory=list)

    @property
    def n_tokens(self) -> dict[Source, int]:
        """How many tokens each source has."""
        return {
            "addresses": _count(self.addresses),
            "books": _count(self.books),
            "stories": _count(self.stories),
            "told": _count(self.told),
            "usage": sum(map(len, self.usage)),
            "dictionary": sum(map(len, self.entries)),
        }


@dataclass(frozen=True, slots=True)
class Splits:
    """To learn from, to watch the training with, to test with.

    An address, a passage of a book or a story is in one of them as a whole, so is a
    meaning of the dictionary with its examples.
    """

    train: Texts
    valid: Texts
    test: Texts


@dataclass(frozen=True, slots=True)
class Gathered:
    """All texts, in the order in which they are drawn.

    What was added later is drawn later: so what was held out stays held out.
    """

    addresses: Sequence[Document]
    stories: Sequence[Document]
    entries: Sequence[Entry]
    books: Sequence[Document] = ()
    told: Sequence[Document] = ()


def split_texts(
    gathered: Gathered, tokenizer: PreTrainedTokenizerBase, *, seed: int = 0
) -> Splits:
    """Cut the texts into pieces and divide them: 90, 5 and 5 %."""

    def ids_of(sentences: Sequence[str]) -> list[Ids]:
        encoded = tokenizer(list(sentences), add_special_tokens=False, verbose=False)
        return [list(ids) for ids in encoded["input_ids"] if ids]

    splits = Splits(Texts(), Texts(), Texts())
    draw = Random(seed)  # noqa: S311 - a seed is wanted
    for document in gathered.addresses:
        _drawn(splits, draw).addresses.append(ids_of(document.sentences))
    for story in gathered.stories:
        _drawn(splits, draw).stories.append(ids_of(story.sentences))
    for entry in gathered.entries:
        split = _drawn(splits, draw)
        usage = [f"{example.rstrip('.')}." for example in entry.examples]
        split.usage.extend(ids_of(usage) if usage else [])
        split.entries.extend(ids_of([f"{entry.word}: {entry.meaning}."]))
    for passage in gathered.books:
        _drawn(splits, draw).books.append(ids_of(passage.sentences))
    for story in gathered.told:
        _drawn(splits, draw).told.append(ids_of(story.sentences))
    return splits


def _count(documents: list[list[Ids]]) -> int:
    return sum(len(sentence) for document in documents for sentence in document)


def _drawn(splits: Splits, draw: Random) -> Texts:
    chance = draw.random()
    if chance < 0.9:
        return splits.train
    return splits.valid if chance < 0.95 else splits.test


class Maker:
    """Draw examples from a split, again and again.

    Args:
        first_id, separator_id: of [CLS] and [SEP].
        mix: how many examples of each source a batch has.
    """

    def __init__(
        self, texts: Texts, mix: Mix, first_id: int, separator_id: int, seed: int
    ) -> None:
        self._texts, self._mix = texts, mix
        self._first, self._separator = first_id, separator_id
        self._draw = Random(seed)  # noqa: S311 - a seed is wanted
        self._usage = self._packed(texts.usage)
        self._entries = self._packed(texts.entries)
        self._makers: dict[Source, Callable[[], Example]] = {
            "addresses": lambda: self._pair("addresses", texts.addresses),
            "books": lambda: self._pair("books", texts.books),
            "stories": lambda: self._pair("stories", texts.stories),
            "told": lambda: self._pair("told", texts.told),
            "usage": lambda: self._one("usage", next(self._usage)),
            "dictionary": lambda: self._one("dictionary", next(self._entries)),
        }

    def batch(self) -> list[Example]:
        """Return one batch: so many of each source, in the mix."""
        return [
            self._makers[source]() for source, n in self._mix.items() for _ in range(n)
        ]

    def _packed(self, sentences: Sequence[Ids]) -> Iterator[Ids]:
        """Fill sequences with sentences in a random order, forever."""
        while True:
            held: Ids = []
            for ids in self._draw.sample(sentences, len(sentences)):
                if held and len(held) + len(ids) > ROOM_FOR_ONE:
                    yield held
                    held = []
                held = (held + ids)[:ROOM_FOR_ONE]
            yield held

    def _one(self, source: Source, ids: Ids) -> Example:
        whole = [self._first, *ids, self._separator]
        return Example(source, whole, [0] * len(whole))

    def _pair(self, source: Source, documents: list[list[Ids]]) -> Example:
        """Take two segments that follow each other; half the time, don't."""
        is_next = self._draw.random() < 0.5
        place = self._draw.randrange(len(documents))
        first, rest = self._segment(documents[place])
        if not is_next:
            # Of all documents but this one.
            other = (place + self._draw.randrange(1, len(documents))) % len(documents)
            start = self._draw.randrange(len(documents[other]))
            rest = _from(documents[other], start)
        second = rest[: ROOM_FOR_TWO - len(first)]
        ids = [self._first, *first, self._separator, *second, self._separator]
        n_first = len(first) + 2
        segments = [0] * n_first + [1] * (len(ids) - n_first)
        return Example(source, ids, segments, is_next)

    def _segment(self, document: list[Ids]) -> tuple[Ids, Ids]:
        """Draw whole sentences up to a length, and what comes after them."""
        start = self._draw.randrange(len(document) - 1)
        length = self._draw.randint(*FIRST_SEGMENT)
        held = document[start]
        after = start + 1
        while after < len(document) - 1 and len(held) + len(document[after]) <= length:
            held = held + document[after]
            after += 1
        return held[: FIRST_SEGMENT[1]], _from(document, after)


def _from(document: list[Ids], start: int) -> Ids:
    """Take sentences from a place on until a sequence is full."""
    held: Ids = []
    for ids in document[start:]:
        held = held + ids
        if len(held) >= ROOM_FOR_TWO:
            break
    return held
