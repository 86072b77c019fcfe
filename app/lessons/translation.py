"""Lesson 7, the encoder-decoder transformer: a sentence in, another one out.

Lives here: the state of ``/learn/translation``. All its numbers are a real
model's: the script asks for them. Its twin is
``static/js/lessons/translation.js``. Not here: the parts of the drawn map
(``translation_parts.py``).
"""

from dataclasses import dataclass
from typing import Any

from app.lessons.address import AddressReader
from app.lessons.lesson import Lesson
from app.lessons.translation_parts import LAYERS, N_HEADS, PARTS

TIRED = "The animal didn't cross the street because it was too tired."
WIDE = "The animal didn't cross the street because it was too wide."
ATTENTIONS = ("encoder", "decoder", "cross")
# No target of the lesson's models is longer than this.
MOST_TOKENS = 64
MOST_TENSORS = 8
MOST_BEAMS = 8
LONGEST_TEXT = 300


@dataclass(frozen=True, slots=True)
class TranslationState:
    """What the address of the lesson holds.

    Attributes:
        part, tensor: the part of the map and which of its tensors is shown.
        layer, head: of the attentions; the head is the map's too.
        attention, place, key: the attention, query and key that are worked out.
        step: of the film; step 0 writes the first word.
        forced, target: whether the reader's own French stands in for the
            model's, and that French.
        first, second: the two sentences whose pronouns are compared.
    """

    text: str
    part: str
    tensor: int
    layer: int
    head: int
    attention: str
    place: int
    key: int
    step: int
    forced: bool
    target: str
    first: str
    second: str
    n_beams: int
    length_penalty: float


def read(address: AddressReader) -> TranslationState:
    """Read the state; no field depends on another one."""
    last = MOST_TOKENS - 1
    return TranslationState(
        text=address.text("text", TIRED, most=LONGEST_TEXT),
        part=address.choice("part", "decoder.1.cross_attention", PARTS),
        tensor=address.count("tensor", 4, low=0, high=MOST_TENSORS - 1),
        layer=address.count("layer", 1, low=0, high=LAYERS - 1),
        head=address.count("head", 3, low=0, high=N_HEADS - 1),
        attention=address.choice("attention", "cross", ATTENTIONS),
        place=address.count("place", 10, low=0, high=last),
        key=address.count("key", 11, low=0, high=last),
        step=address.count("step", 10, low=0, high=last),
        forced=address.flag("forced", False),
        target=address.text("target", "", most=LONGEST_TEXT),
        first=address.text("first", TIRED, most=LONGEST_TEXT),
        second=address.text("second", WIDE, most=LONGEST_TEXT),
        n_beams=address.count("n_beams", 4, low=1, high=MOST_BEAMS),
        length_penalty=address.number("length_penalty", 1.0, low=0.0, high=2.0),
    )


def work(_state: TranslationState) -> dict[str, Any]:
    """Work nothing out: what this lesson shows, the model has to say."""
    return {}


lesson = Lesson(read=read, work=work)
