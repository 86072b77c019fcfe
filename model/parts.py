"""Say which tokens stand along the axes of each part of the attention.

Lives here: encoder, decoder, cross and joint, and the tokens of source and
target that their rows and columns are. Not here: what is chosen among them
(``selection.py``) and the numbers (``reading.py``).

A row asks, a column is looked at. In the encoder both are the source, in the
decoder the target; in cross attention the target's rows look at the source's
columns. The joint matrix holds all three: source, then target, along both axes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from model.axes import Unit, hidden_indices, units_of
from model.description import ModelDescription, Part, PartShape
from model.errors import UnsupportedByModel
from model.tokens import Token

Tokens = Sequence[Token]


@dataclass(frozen=True, slots=True)
class Side:
    """All that may stand along one axis.

    Attributes:
        name: of the text it is, as an error speaks of it.
        units: its tokens or words, in order.
        hidden: indices of the units that are not to be shown.
    """

    name: str
    units: tuple[Unit, ...]
    hidden: frozenset[int]


class Sides(NamedTuple):
    """The two axes of a matrix."""

    query: Side
    key: Side


def shape_of(asked: Part | None, description: ModelDescription) -> PartShape:
    """Find the part that is asked for; None means the model's own.

    Raises: UnsupportedByModel where the model has no such part, or none.
    """
    shapes = description.parts
    if not shapes:
        raise UnsupportedByModel(
            f"{description.id} has no attention: one vector holds the whole sentence.",
            hint="Choose a model whose parts are not empty.",
        )
    for shape in shapes:
        if asked in {None, shape.part}:
            return shape
    listed = ", ".join(shape.part for shape in shapes)
    raise UnsupportedByModel(
        _why_missing(asked, description),
        hint=f"Ask for part={listed}, or leave part out."
        if len(shapes) == 1
        else f"Ask for one of {listed}.",
    )


def _why_missing(asked: Part | None, description: ModelDescription) -> str:
    has = {shape.part for shape in description.parts}
    name, family = description.id, description.family
    if family == "encoder-decoder" and has == {"encoder"}:
        return f"Of {name} the encoder can be shown, not the {asked}."
    if family == "encoder-decoder":
        return (
            f"{name} has no {asked} matrix: encoder, decoder and cross attention "
            "have different numbers of heads."
        )
    if family == "rnn":
        return f"{name} is recurrent: it attends from the target to the source only."
    article = "an" if family == "encoder" else "a"
    return f"{name} is {article} {family} model: it has no {asked} part to show."


def sides_of(
    part: Part,
    source: Tokens,
    target: Tokens | None,
    *,
    merge: str,
    hide: str,
) -> Sides:
    """Lay the tokens of source and target along the axes of a part.

    Args:
        source: of a model that reads one text, that text.
        target: None where there is none.
    """

    def side(name: str, tokens: Tokens) -> Side:
        units = units_of(tokens, merge)
        return Side(name, units, hidden_indices(units, hide))

    if target is None:
        one = side("text", source)
        return Sides(one, one)
    if part == "encoder":
        one = side("source", source)
        return Sides(one, one)
    if part == "decoder":
        one = side("target", target)
        return Sides(one, one)
    key, query = side("source", source), side("target", target)
    if part == "cross":
        return Sides(query, key)
    both = _joined(key, query)
    return Sides(both, both)


def check_target(
    part: Part, description: ModelDescription, target: Tokens | None
) -> None:
    """Refuse to show what there is only with a target.

    Raises: UnsupportedByModel.
    """
    reads_pairs = description.family in {"encoder-decoder", "rnn"}
    if reads_pairs and part != "encoder" and target is None:
        raise UnsupportedByModel(
            f"The {part} attention of {description.id} is that of a target, and "
            "there is none.",
            hint="Give a target, or let the model write one.",
        )


def _joined(source: Side, target: Side) -> Side:
    """Let the target's tokens count on from the source's."""
    n_units, n_tokens = len(source.units), source.units[-1].stop
    words = (unit.token.word for unit in source.units)
    n_words = 1 + max((word for word in words if word is not None), default=-1)
    first = (
        replace(unit, token=replace(unit.token, segment=0)) for unit in source.units
    )
    second = (
        Unit(
            replace(
                unit.token,
                index=n_units + unit.token.index,
                segment=1,
                word=None if unit.token.word is None else n_words + unit.token.word,
            ),
            n_tokens + unit.start,
            n_tokens + unit.stop,
        )
        for unit in target.units
    )
    return Side(
        "source with its target",
        (*first, *second),
        source.hidden | {n_units + index for index in target.hidden},
    )
