"""Add a low-rank update to matrices of a frozen network.

Lives here: the two small matrices beside a large one, and how their product is
added while the network runs. Not here: where they come from (``reading.py``)
and adding them to the weights once and for all (``merging.py``).

A linear layer computes W x + b. What fine-tuning would change of W is written
as a product of two thin matrices, A with r rows and B with r columns:

    y = W x + b + s B A x,        A (r, d_in), B (d_out, r), s = alpha / r

W stays as it is. A and B together have r (d_in + d_out) numbers instead of the
d_in d_out of W. B starts at zero, so that training starts at the model as it was.

How it works. A forward hook sits on each such layer for as long as the network
lives, and does nothing until a context variable names an update: so two
requests with two adapters can't mix, and a forward without one is the base
model's, bit for bit.

Source: Hu et al. 2021, section 4.1, equation 3.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any
from weakref import WeakSet

import torch
import torch.nn.functional as F  # noqa: N812, as everybody writes it
from jaxtyping import Float
from torch import Tensor, nn


@dataclass(frozen=True, slots=True)
class Factors:
    """The thin matrices beside one large one.

    Attributes:
        down: A, from the layer's input to r numbers.
        up: B, from these to the layer's output.
    """

    down: Float[Tensor, "rank d_in"]
    up: Float[Tensor, "d_out rank"]

    def product(self) -> Float[Tensor, "d_out d_in"]:
        """Multiply out what is added to the large matrix, but for its scaling."""
        return self.up @ self.down

    def add(
        self,
        x: Float[Tensor, "*batch d_in"],
        y: Float[Tensor, "*batch d_out"],
        s: float,
    ) -> Float[Tensor, "*batch d_out"]:
        """Compute y + s B A x, never building the large product B A."""
        return y + s * F.linear(F.linear(x, self.down), self.up)

    def decompose(
        self,
    ) -> tuple[
        Float[Tensor, "d_out rank"], Float[Tensor, " rank"], Float[Tensor, "rank d_in"]
    ]:
        """Compute the singular value decomposition U S V of B A.

        With B = Q R and A^T = P T, B A = Q (R T^T) P^T: only the middle, r x r,
        needs decomposing. In float64, on the CPU.
        """
        q, r = torch.linalg.qr(self.up.detach().cpu().double())
        p, t = torch.linalg.qr(self.down.detach().cpu().double().T)
        u, sizes, v = torch.linalg.svd(r @ t.T, full_matrices=False)
        return q @ u, sizes, v @ p.T

    def by_strength(self) -> "Factors":
        """Return other factors of the same product, strongest direction first."""
        u, sizes, v = self.decompose()
        return Factors(down=v.to(self.down), up=(u * sizes).to(self.up))

    def first(self, rank: int) -> "Factors":
        """Keep the first directions.

        Of factors in the order of their strength this is the nearest matrix of
        that rank.

        Source: Eckart and Young 1936.
        """
        return Factors(down=self.down[:rank], up=self.up[:, :rank])


@dataclass(frozen=True, slots=True)
class Update:
    """What an adapter adds to a network.

    Attributes:
        factors: of each matrix that changes, by the name of its layer.
        scaling: s of the formula.
    """

    factors: Mapping[str, Factors]
    scaling: float

    def scaled(self, scale: float) -> "Update":
        """Return the same update, stronger or weaker."""
        return Update(self.factors, self.scaling * scale)

    def by_strength(self) -> "Update":
        """Return the same update with every matrix's strongest directions first."""
        factors = {name: each.by_strength() for name, each in self.factors.items()}
        return Update(factors, self.scaling)

    def first(self, rank: int) -> "Update":
        """Keep the first directions of every matrix."""
        factors = {name: each.first(rank) for name, each in self.factors.items()}
        return Update(factors, self.scaling)


_acting: ContextVar[Update | None] = ContextVar("acting_update", default=None)
_listening: WeakSet[nn.Module] = WeakSet()


@contextmanager
def adapted(update: Update | None) -> Iterator[None]:
    """Let an update act on the forwards inside; None leaves the network alone.

    An update of no strength is none at all: adding zeros could still turn -0
    into 0. Gradients reach the factors, so training runs in here too.
    """
    acting = update if update is not None and update.scaling != 0 else None
    token = _acting.set(acting)
    try:
        yield
    finally:
        _acting.reset(token)


def listen(network: nn.Module, names: Iterable[str]) -> None:
    """Make layers of a network ready to be updated, each once.

    Raises: ValueError for a name that is no linear layer of the network.
    """
    layers = {name: linear_layer(network, name) for name in names}
    for name, layer in layers.items():
        if layer not in _listening:
            layer.register_forward_hook(_adding(name))
            _listening.add(layer)


def linear_layer(network: nn.Module, name: str) -> nn.Linear:
    """Find a linear layer by its name.

    Raises: ValueError where there is none.
    """
    try:
        layer = network.get_submodule(name)
    except AttributeError:
        layer = None
    if not isinstance(layer, nn.Linear):
        raise ValueError(f"The network has no linear layer named {name}.")
    return layer


def _adding(name: str) -> Any:
    """Make the hook of one layer."""

    def add(_: nn.Module, inputs: tuple[Tensor, ...], output: Tensor) -> Tensor | None:
        update = _acting.get()
        factors = None if update is None else update.factors.get(name)
        if update is None or factors is None:
            return None
        return factors.add(inputs[0], output, update.scaling)

    return add
