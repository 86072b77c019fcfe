"""Lesson 2, which positions may contribute: masks, painted and run.

Lives here: the state of ``/learn/masks``. Its twin is
``static/js/lessons/masks.js``. Not here: the numbers of the small example
(``masks_numbers.py``), the gallery of kinds (``masks_gallery.py``) and how a
painted mask is spelled (``masks_pattern.py``).
"""

from dataclasses import dataclass
from typing import Any

from app.lessons.address import AddressReader
from app.lessons.lesson import Lesson
from app.lessons.masks_gallery import make_gallery
from app.lessons.masks_numbers import WORDS, work_steps
from app.lessons.masks_pattern import Painted, causal_pattern, read_pattern

FEWEST_WORDS, MOST_WORDS = 3, len(WORDS)
KINDS = ("none", "causal", "sliding_window", "prefix_lm", "packed", "painted")
ENCODER, DECODER = "minilm", "smollm2-135m"
# Layers and heads of the two models.
SHAPES = {ENCODER: (6, 12), DECODER: (30, 9)}
TEXT = "The animal didn't cross the street because it was too tired"
LONGEST_TEXT = 240
# The page draws so many tokens a side.
MOST_DRAWN = 48


@dataclass(frozen=True, slots=True)
class MasksState:
    """What the address of the lesson holds.

    Attributes:
        kind: the shape of the mask of the small example; ``padded`` closes
            columns of it, whatever the shape.
        window, prefix, cut, causal: what some kinds need; ``cut`` is where the
            second of two packed documents begins.
        painted: the shape that was drawn by hand, such as ``100-110-111``.
        place: the query of the reader's sentence.
        real_kind, ..., real_painted: the same for the reader's sentence.
    """

    n_words: int
    row: int
    kind: str
    window: int
    prefix: int
    cut: int
    causal: bool
    padded: tuple[int, ...]
    painted: Painted
    model: str
    text: str
    layer: int
    head: int
    place: int
    real_kind: str
    real_window: int
    real_prefix: int
    real_cut: int
    real_causal: bool
    real_padded: tuple[int, ...]
    real_painted: Painted


def read(address: AddressReader) -> MasksState:
    """Read the state; what doesn't fit the words is the lesson's own."""
    count = address.count("n_words", 3, low=FEWEST_WORDS, high=MOST_WORDS)
    model = address.choice("model", ENCODER, (ENCODER, DECODER))
    n_layers, n_heads = SHAPES[model]
    last = MOST_DRAWN - 1
    return MasksState(
        n_words=count,
        row=address.count("row", 1, low=0, high=count - 1),
        kind=address.choice("kind", "causal", KINDS),
        window=address.count("window", 2, low=1, high=count),
        prefix=address.count("prefix", 2, low=0, high=count),
        cut=address.count("cut", 2, low=1, high=count - 1),
        causal=address.flag("causal", True),
        padded=_places(address, "padded", count),
        painted=read_pattern(address, "painted", causal_pattern(count), count),
        model=model,
        text=address.text("text", TEXT, most=LONGEST_TEXT),
        layer=address.count("layer", 3, low=0, high=n_layers - 1),
        head=address.count("head", 1, low=0, high=n_heads - 1),
        place=address.count("place", 10, low=0, high=last),
        real_kind=address.choice("real_kind", "causal", KINDS),
        real_window=address.count("real_window", 4, low=1, high=MOST_DRAWN),
        real_prefix=address.count("real_prefix", 3, low=0, high=MOST_DRAWN),
        real_cut=address.count("real_cut", 6, low=1, high=last),
        real_causal=address.flag("real_causal", True),
        real_padded=_places(address, "real_padded", MOST_DRAWN),
        real_painted=read_pattern(address, "real_painted", "", None),
    )


def _places(address: AddressReader, name: str, count: int) -> tuple[int, ...]:
    """Read positions, each once, in order."""
    places = address.counts(name, (), low=0, high=count - 1, most=count)
    return tuple(sorted(set(places)))


def work(state: MasksState) -> dict[str, Any]:
    """Compute the small example; the gallery is the same on every page."""
    return {**work_steps(state), "gallery": make_gallery()}


lesson = Lesson(read=read, work=work)
