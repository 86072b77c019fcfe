"""Be one adapter in memory, and keep those of a network.

Lives here: an adapter's update at any strength and rank, what its matrices are
like, and which adapters a network has. Not here: reading one
(``reading.py``) and the arithmetic of an update (``low_rank.py``).
"""

from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from torch import nn

from model.adapters.catalogue import target_of
from model.adapters.description import (
    AdapterDescription,
    AdapterUse,
    unknown_adapter,
)
from model.adapters.heads import Heads
from model.adapters.low_rank import Update, adapted, linear_layer, listen


@dataclass(frozen=True, slots=True)
class AdaptedMatrix:
    """One matrix W of the network, and the update s B A beside it.

    Attributes:
        name: of its layer in the network.
        layer: which layer of the stack; None outside of it.
        target: what it is within its layer.
        shape: of W: outputs, inputs.
        rank: of A and B.
        singular_values: of s B A, largest first.
        frobenius_norm: of s B A; relative_norm: that divided by W's own.
    """

    name: str
    layer: int | None
    target: str
    shape: tuple[int, int]
    rank: int
    singular_values: NDArray[np.float64]
    frobenius_norm: float
    relative_norm: float


class LoadedAdapter:
    """An adapter in memory, beside its network.

    Attributes:
        update: what it adds, as trained.
        heads: what came with it to read the last states, if anything did.
    """

    def __init__(
        self,
        description: AdapterDescription,
        network: nn.Module,
        update: Update,
        heads: Heads | None = None,
    ) -> None:
        self.description = description
        self.update = update
        self.heads = heads
        self._network = network
        listen(network, update.factors)

    def update_for(self, use: AdapterUse) -> Update:
        """Return what it adds when it is used like this.

        Raises: NumberOutOfRange for a scale or a rank beyond its limits.
        """
        self.description.check(use)
        update = self.update
        # At its full rank it stays as trained, to the last bit.
        if use.rank is not None and use.rank < self.description.rank:
            update = self._by_strength.first(use.rank)
        return update.scaled(use.scale)

    @cached_property
    def modules(self) -> tuple[AdaptedMatrix, ...]:
        """Measure every matrix that it changes."""
        return tuple(self._matrix(name) for name in self.update.factors)

    @cached_property
    def _by_strength(self) -> Update:
        return self.update.by_strength()

    def _matrix(self, name: str) -> AdaptedMatrix:
        weight = linear_layer(self._network, name).weight
        factors = self.update.factors[name]
        _, sizes, _ = factors.decompose()
        singular_values = (sizes * self.update.scaling).numpy()
        # Its square is the sum of the squares of the singular values.
        norm = float(np.linalg.norm(singular_values))
        n_out, n_in = weight.shape
        before, _, after = name.partition(".layer.")
        number = after.partition(".")[0]
        return AdaptedMatrix(
            name=name,
            layer=int(number) if before and number.isdigit() else None,
            target=target_of(name),
            shape=(n_out, n_in),
            rank=len(sizes),
            singular_values=singular_values,
            frobenius_norm=norm,
            relative_norm=norm / float(weight.cpu().double().norm()),
        )


class Adapters:
    """The adapters of one network in memory.

    Those made while the service runs are found by their id like the others,
    but no list and no hint names them.

    Attributes:
        made: these, by model and id. Whoever makes many puts a mapping here
            that forgets; several models may share it.
    """

    def __init__(self, model_id: str) -> None:
        self._model_id = model_id
        self._listed: dict[str, LoadedAdapter] = {}
        self.made: MutableMapping[tuple[str, str], LoadedAdapter] = {}

    @property
    def listed(self) -> tuple[AdapterDescription, ...]:
        """Describe those that belong to the model."""
        return tuple(adapter.description for adapter in self._listed.values())

    def attach(self, adapter: LoadedAdapter, *, is_listed: bool = False) -> None:
        """Let an adapter be found; one of the same id goes."""
        adapter_id = adapter.description.id
        if is_listed:
            self._listed[adapter_id] = adapter
        else:
            self.made[self._model_id, adapter_id] = adapter

    def detach(self, adapter_id: str) -> None:
        """Forget an adapter that was made while the service runs, if it is there."""
        self.made.pop((self._model_id, adapter_id), None)

    def find(self, adapter_id: str) -> LoadedAdapter:
        """Find an adapter.

        Raises: UnknownAdapter, with the nearest id or all of them as a hint.
        """
        made = self.made.get((self._model_id, adapter_id))
        found = self._listed.get(adapter_id) or made
        if found is None:
            raise unknown_adapter(self._model_id, adapter_id, self.listed)
        return found

    def check(self, use: AdapterUse | None) -> None:
        """Let a use pass that can be put into effect; None is none.

        Raises: UnknownAdapter; NumberOutOfRange for its scale or rank.
        """
        if use is not None:
            self.find(use.id).description.check(use)

    @contextmanager
    def acting(self, use: AdapterUse | None) -> Iterator[None]:
        """Let an adapter act on the forwards inside; None leaves the base model.

        Raises: UnknownAdapter; NumberOutOfRange for its scale or rank.
        """
        update = None if use is None else self.find(use.id).update_for(use)
        with adapted(update):
            yield
