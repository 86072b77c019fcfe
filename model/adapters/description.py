"""Name an adapter, say how strongly it acts, and describe it unloaded.

Lives here: what a request says of an adapter and what a catalogue says of it,
without PyTorch. Not here: finding adapters on the disk (``catalogue.py``),
reading their matrices (``reading.py``) and what these do (``low_rank.py``).
"""

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from model.checks import check_range
from model.errors import UnknownAdapter

STRONGEST = 2

Kind = Literal["lora", "head"]


@dataclass(frozen=True, slots=True)
class AdapterUse:
    """An adapter as one forward uses it; part of every key of a cache.

    Attributes:
        scale: how strongly it acts, from 0 to ``STRONGEST``; 1 is as trained,
            0 the base model bit for bit.
        rank: the update cut to its strongest directions; None as trained.
    """

    id: str
    scale: float = 1.0
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class AdapterDescription:
    """One adapter of a model.

    Attributes:
        kind: ``lora`` adds low-rank updates to matrices of the model; ``head``
            only reads its last states, and changes none of them.
        rank, alpha: as trained; the update of a matrix is B A times
            ``scaling``, which is alpha / rank.
        targets: short names of the matrices that it changes, such as
            ``query``; ``n_matrices`` counts them in all layers.
        n_parameters: of the low-rank matrices A and B.
        n_head_parameters: of the heads that came with it, without the word
            embeddings, which are the model's own.
        objectives: what its heads predict.
        default_for: the objectives for which it is used without being named.
    """

    id: str
    title: str
    kind: Kind
    rank: int
    alpha: float
    scaling: float
    targets: tuple[str, ...]
    n_matrices: int
    n_parameters: int
    n_head_parameters: int
    objectives: tuple[str, ...]
    default_for: tuple[str, ...]
    source: str
    license: str
    revision: str
    has_card: bool

    def check(self, use: AdapterUse) -> None:
        """Let a use pass that this adapter can be put to.

        Raises: NumberOutOfRange for a scale or a rank beyond its limits.
        """
        check_range("adapter_scale", use.scale, 0, STRONGEST)
        if use.rank is not None:
            check_range("adapter_rank", use.rank, 1, self.rank)


def unknown_adapter(
    model_id: str, adapter_id: str, known: Sequence[AdapterDescription]
) -> UnknownAdapter:
    """Make the error for an adapter that a model doesn't have."""
    ids = [adapter.id for adapter in known]
    near = difflib.get_close_matches(adapter_id, ids, n=1)
    if near:
        hint = f"Did you mean {near[0]}?"
    elif ids:
        hint = f"The adapters of {model_id}: {', '.join(ids)}."
    else:
        hint = f"{model_id} has no adapters: leave it out, or choose another model."
    return UnknownAdapter(f"{model_id} has no adapter of that id.", hint=hint)
