"""Follow the residual stream through a model, layer by layer.

Lives here: what enters a layer, what attention and feed-forward add to it, and
what leaves, seen by hooks that are gone after the forward. Not here: the names
of the parts (``layer_names.py``) and what is asked of the states
(``similarity.py``).
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from jaxtyping import Float
from numpy.typing import NDArray
from torch import Tensor, nn

from model.errors import UnsupportedByModel
from model.layer_names import LayerNames, NormPlacement, names_of
from model.operands import precise


@dataclass(frozen=True, slots=True)
class LayerSteps:
    """What one layer did to the residual stream.

    Attributes:
        before, after: the stream as it enters and leaves.
        attention, feed_forward: what is added to it, before any norm of the
            sum.
    """

    before: Float[Tensor, "1 position feature"]
    attention: Float[Tensor, "1 position feature"]
    feed_forward: Float[Tensor, "1 position feature"]
    after: Float[Tensor, "1 position feature"]


@dataclass(frozen=True, slots=True)
class ResidualStream:
    """How long the vectors of the stream are, and of what is added to it.

    Attributes:
        norm_placement: ``post``: each sum is normalised before it goes on;
            ``pre``: the stream is a plain sum.
        residual_norms: (layer, position); layer 0 is what enters the first
            layer, layer n what leaves the n-th.
        attention_norms, feed_forward_norms: (layer, position), of what each
            layer adds, before any norm of the sum.

    Units: L2 norms, float32.
    """

    norm_placement: NormPlacement
    residual_norms: NDArray[np.float32]
    attention_norms: NDArray[np.float32]
    feed_forward_norms: NDArray[np.float32]

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return 3 * self.residual_norms.nbytes


def residual_norms(network: nn.Module, forward: Callable[[], object]) -> ResidualStream:
    """Measure the stream in one forward.

    Raises: UnsupportedByModel for an architecture that is not known.
    """
    names = names_of(network.config)
    lengths: list[list[Tensor]] = []

    def measure(steps: LayerSteps) -> None:
        parts = (steps.before, steps.attention, steps.feed_forward, steps.after)
        lengths.append([precise(part)[0].norm(dim=-1) for part in parts])

    with traced(network, names, measure):
        forward()
    before, attention, feed_forward, after = (
        [layer[part].float().cpu().numpy() for layer in lengths] for part in range(4)
    )
    return ResidualStream(
        norm_placement=names.norm_placement,
        residual_norms=np.stack([before[0], *after]),
        attention_norms=np.stack(attention),
        feed_forward_norms=np.stack(feed_forward),
    )


def mean_states(
    network: nn.Module,
    forward: Callable[[], object],
    groups: Sequence[Sequence[int]],
) -> NDArray[np.float64]:
    """Read the stream at groups of positions, each as its mean.

    Shapes: (layer, group, feature); layer 0 is what enters the first layer.
    Raises: UnsupportedByModel for an architecture that is not known.
    """
    states: list[NDArray[np.float64]] = []

    def pick(stream: Tensor) -> NDArray[np.float64]:
        rows = [stream[0, list(group)].double().mean(dim=0) for group in groups]
        picked: NDArray[np.float64] = torch.stack(rows).cpu().numpy()
        return picked

    def keep(steps: LayerSteps) -> None:
        if not states:
            states.append(pick(steps.before))
        states.append(pick(steps.after))

    with traced(network, names_of(network.config), keep):
        forward()
    return np.stack(states)


@contextmanager
def traced(
    network: nn.Module, names: LayerNames, visit: Callable[[LayerSteps], None]
) -> Iterator[None]:
    """Show each layer's steps to ``visit``, in the order of the layers.

    One layer's tensors are held at a time. The hooks are gone afterwards,
    whatever happens.

    Raises: UnsupportedByModel where what is seen doesn't add up, so that
        numbers of a layer built in another way are never shown.
    """
    layers = [
        module
        for name, module in network.named_modules()
        if re.fullmatch(names.layer, name)
    ]
    with ExitStack() as hooks:
        for layer in layers:
            _Tracer(layer, names, visit).watch(hooks)
        yield


class _Tracer:
    """Collect the steps of one layer, each time it is called."""

    def __init__(
        self, layer: nn.Module, names: LayerNames, visit: Callable[[LayerSteps], None]
    ) -> None:
        self.layer = layer
        self.names = names
        self.visit = visit
        self.before = self.attention = self.feed_forward = torch.empty(0)

    def watch(self, hooks: ExitStack) -> None:
        """Put the hooks on, each to be taken off by the stack."""
        layer = self.layer
        attention = _part(layer, self.names.attention)
        feed_forward = _part(layer, self.names.feed_forward)
        for handle in (
            layer.register_forward_pre_hook(self._enter, with_kwargs=True),
            attention.register_forward_hook(self._attend),
            feed_forward.register_forward_hook(self._feed),
            layer.register_forward_hook(self._leave),
        ):
            hooks.callback(handle.remove)

    def _enter(self, _: nn.Module, args: Any, named: dict[str, Any]) -> None:
        self.before = args[0] if args else named["hidden_states"]

    def _attend(self, _: nn.Module, __: Any, output: Any) -> None:
        self.attention = _first(output).reshape(self.before.shape)

    def _feed(self, _: nn.Module, __: Any, output: Any) -> None:
        self.feed_forward = _first(output).reshape(self.before.shape)

    def _leave(self, _: nn.Module, __: Any, output: Any) -> None:
        steps = LayerSteps(
            self.before, self.attention, self.feed_forward, _first(output)
        )
        gap = (again(steps, self.layer, self.names) - steps.after).abs().max()
        largest = 1 + steps.after.abs().max()
        if gap > largest * torch.finfo(steps.after.dtype).eps ** 0.5:
            raise UnsupportedByModel(
                "What this model's layers add does not add up to their output, so "
                "they are built in a way that is not known here.",
                hint="Choose a model like BERT, GPT-2 or Llama.",
            )
        self.visit(steps)


def again(steps: LayerSteps, layer: nn.Module, names: LayerNames) -> Tensor:
    """Compute a layer's output once more, from what was seen of it."""
    middle = steps.before + steps.attention
    if names.attention_norm is not None:
        middle = _part(layer, names.attention_norm)(middle)
    after: Tensor = middle + steps.feed_forward
    if names.feed_forward_norm is not None:
        after = _part(layer, names.feed_forward_norm)(after)
    return after


def _part(layer: nn.Module, name: str) -> nn.Module:
    try:
        return layer.get_submodule(name)
    except AttributeError:
        raise UnsupportedByModel(
            f"This model's layers have no part named {name}.",
            hint="Choose a model like BERT, GPT-2 or Llama.",
        ) from None


def _first(output: Any) -> Tensor:
    first: Tensor = output[0] if isinstance(output, tuple) else output
    return first
