"""Lesson 5, the block: what mixes positions and what doesn't.

Lives here: the state of ``/learn/block``. Its twin is
``static/js/lessons/block.js``. Not here: the numbers of the small block
(``block_numbers.py``), and those of real models, which the script asks for.
"""

from dataclasses import dataclass
from typing import Any

from app.lessons.address import AddressReader, Matrix
from app.lessons.block_numbers import D_FF, work_block
from app.lessons.lesson import Lesson

TOKENS = ("clowns", "wear", "red", "shoes")
INPUTS: Matrix = (
    (1.0, 0.0, 0.5, -1.0),
    (0.0, 1.0, -0.5, 0.5),
    (1.0, 1.0, 0.0, -0.5),
    (-1.0, 0.5, 1.0, 1.0),
)
WIDTH = 4
MOST_TOKENS = 6
TEXT = "The American shrew mole digs in wet soil."
MOLES = (
    TEXT,
    "One mole of carbon dioxide weighs 44 grams.",
    "The doctor took a biopsy of the mole on her arm.",
)
LONGEST_TEXT = 300
N_STEPS = 15


@dataclass(frozen=True, slots=True)
class BlockState:
    """What the address of the lesson holds.

    Attributes:
        position, feature, amount: which number of the inputs is changed, and
            what is added to it.
        mask: which positions each one sees in attention.
        step: the step of the block whose numbers are shown.
        row, column, unit: the position, the feature and the hidden feature
            that are worked out.
        place, pre_place: the token followed through each real model.
        first, second, third, word: the sentences, and what is compared in them.
    """

    tokens: tuple[str, ...]
    inputs: Matrix
    position: int
    feature: int
    amount: float
    mask: str
    norm: str
    seed: int
    step: int
    row: int
    column: int
    unit: int
    text: str
    place: int
    pre_place: int
    first: str
    second: str
    third: str
    word: str
    with_positions: bool


def read(address: AddressReader) -> BlockState:
    """Read the state; what doesn't fit the tokens is the lesson's own."""
    tokens = address.tokens("tokens", TOKENS, most=MOST_TOKENS)
    count = len(tokens)
    inputs = tuple(INPUTS[place % len(INPUTS)] for place in range(count))
    most = count - 1
    return BlockState(
        tokens=tokens,
        inputs=address.matrix("inputs", inputs, rows=count, columns=WIDTH),
        position=address.count("position", min(1, most), low=0, high=most),
        feature=address.count("feature", 0, low=0, high=WIDTH - 1),
        amount=address.number("amount", 1.0, low=-4.0, high=4.0),
        mask=address.choice("mask", "none", ("none", "causal", "self")),
        norm=address.choice("norm", "post", ("post", "pre")),
        seed=address.count("seed", 1, low=1, high=9999),
        step=address.count("step", 7, low=0, high=N_STEPS - 1),
        row=address.count("row", min(1, most), low=0, high=most),
        column=address.count("column", 0, low=0, high=WIDTH - 1),
        unit=address.count("unit", 0, low=0, high=D_FF - 1),
        text=address.text("text", TEXT, most=LONGEST_TEXT),
        place=address.count("place", 5, low=0, high=511),
        pre_place=address.count("pre_place", 3, low=0, high=2047),
        first=address.text("first", MOLES[0], most=LONGEST_TEXT),
        second=address.text("second", MOLES[1], most=LONGEST_TEXT),
        third=address.text("third", MOLES[2], most=LONGEST_TEXT),
        word=address.text("word", "mole", most=60),
        with_positions=address.flag("with_positions", True),
    )


def work(state: BlockState) -> dict[str, Any]:
    """Send the small example through the block, in both orders of norms."""
    return {
        norm: work_block(
            norm,
            tokens=state.tokens,
            inputs=state.inputs,
            changed=changed_inputs(state),
            mask=state.mask,
            seed=state.seed,
        )
        for norm in ("post", "pre")
    }


def changed_inputs(state: BlockState) -> Matrix:
    """Add the amount to the one number that is chosen."""
    rows = [list(row) for row in state.inputs]
    rows[state.position][state.feature] += state.amount
    return tuple(tuple(row) for row in rows)


lesson = Lesson(read=read, work=work)
