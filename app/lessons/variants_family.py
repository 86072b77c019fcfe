"""List the transformer family: one model a row, with its facts.

Lives here: what a row holds; the facts, from the papers named in each row, lie
in ``variants_family.json``. Not here: their order (``variants.py``). A test
builds most of these models from their shapes, empty, and counts the parameters
again.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Design = Literal["encoder", "decoder", "encoder-decoder"]


@dataclass(frozen=True, slots=True)
class Variant:
    """One model of the family.

    Attributes:
        year: of the first version of the paper.
        shape: layers x heads x width; both stacks where there are two.
        parameters: in millions, as the paper or its release gives them.
        shown_by: ids of models here that show this design, best first; the
            first is linked.
        shown_how: in what the shown model is like this one.
    """

    name: str
    year: int
    design: Design
    tokenizer: str
    shape: str
    parameters: float
    task: str
    modality: str
    paper: str
    arxiv: str
    shown_by: tuple[str, ...] = ()
    shown_how: str = ""


def _read() -> Iterator[Variant]:
    file = Path(__file__).with_suffix(".json")
    for row in json.loads(file.read_text(encoding="utf-8")):
        yield Variant(**{**row, "shown_by": tuple(row["shown_by"])})


FAMILY = tuple(_read())
