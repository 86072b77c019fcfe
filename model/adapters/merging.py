"""Compare an update beside the weights with one added to them.

Lives here: the merged weights, what differs and what each way costs. Not here:
the update beside the weights (``low_rank.py``).

    W' = W + s B A      once, and then  y = W' x + b   costs what W did

Merged, an adapter costs nothing more and can't be taken away again; separate,
it costs two thin products a layer and can be changed with every request.
In exact arithmetic both give the same: the order of the sums is all that
differs.

Source: Hu et al. 2021, section 4.1, "No additional inference latency".
"""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from statistics import median

import torch
from torch import Tensor, nn

from model.adapters.low_rank import Update, adapted, linear_layer
from model.errors import Cancelled
from model.recording import never

_MILLISECONDS = 1000.0


@dataclass(frozen=True, slots=True)
class Merging:
    """What differs, in the last states of one text, and what it costs.

    Attributes:
        largest_difference: between separate and merged.
        largest_difference_from_base: between separate and no adapter.
        largest_state: the largest number among the separate states, for scale.
        base_ms, separate_ms, merged_ms: of a forward each; the median of the
            runs.
        merge_ms: of adding the update to the weights, likewise.
        n_tokens, runs: what was measured.
    """

    largest_difference: float
    largest_difference_from_base: float
    largest_state: float
    base_ms: float
    separate_ms: float
    merged_ms: float
    merge_ms: float
    n_tokens: int
    runs: int


def merged_weights(network: nn.Module, update: Update) -> dict[str, Tensor]:
    """Compute W + s B A of every layer that changes; the network stays."""
    return {
        name: linear_layer(network, name).weight + update.scaling * factors.product()
        for name, factors in update.factors.items()
    }


@contextmanager
def lent(network: nn.Module, weights: Mapping[str, Tensor]) -> Iterator[None]:
    """Let layers of a network run with other weights, inside the block only.

    ``torch.func.functional_call`` does so for one call, but looks every name up
    at each, which on a small model takes as long as a few of its layers.
    """
    layers = {name: linear_layer(network, name) for name in weights}
    own = {name: layer.weight for name, layer in layers.items()}
    try:
        for name, weight in weights.items():
            layers[name].weight = nn.Parameter(weight, requires_grad=False)
        yield
    finally:
        for name, weight in own.items():
            layers[name].weight = weight


@torch.inference_mode()
def compare_merging(
    network: nn.Module,
    inputs: Mapping[str, Tensor],
    update: Update,
    *,
    runs: int,
    is_cancelled: Callable[[], bool] = never,
) -> Merging:
    """Run a text through the network without, beside and merged.

    The ways take turns, so that a busy moment hits all alike. The network is
    afterwards what it was.

    Raises: Cancelled between two forwards.
    """
    weights: dict[str, Tensor] = {}
    ways: Mapping[str, Callable[[], AbstractContextManager[None]]] = {
        "base": partial(adapted, None),
        "separate": partial(adapted, update),
        "merged": lambda: lent(network, weights),
    }
    states: dict[str, Tensor] = {}
    times: dict[str, list[float]] = {name: [] for name in (*ways, "merge")}
    for _ in range(runs):
        with _timed(times["merge"]):
            weights = merged_weights(network, update)
        for name, way in ways.items():
            if is_cancelled():
                raise Cancelled("The comparison was stopped.", hint="Ask again.")
            with way(), _timed(times[name]):
                states[name] = network(**inputs).last_hidden_state
    medians = {f"{name}_ms": median(taken) for name, taken in times.items()}
    return Merging(
        largest_difference=_largest(states["separate"] - states["merged"]),
        largest_difference_from_base=_largest(states["separate"] - states["base"]),
        largest_state=_largest(states["separate"]),
        n_tokens=states["base"].shape[1],
        runs=runs,
        **medians,
    )


def _largest(values: Tensor) -> float:
    return float(values.abs().max())


@contextmanager
def _timed(taken: list[float]) -> Iterator[None]:
    """Add the milliseconds of the block, with what it started on a GPU."""
    started = time.perf_counter()
    yield
    if torch.cuda.is_available():
        torch.cuda.synchronize()
    taken.append((time.perf_counter() - started) * _MILLISECONDS)
