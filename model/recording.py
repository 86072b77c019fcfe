"""Open a recording for the attention of a forward, and put layers into it.

Lives here: what is recorded and under which conditions, known to every model,
ours and those of transformers. Not here: how the latter are listened to
(``capture.py``).

The recording is a context variable, so two forwards in two threads can't mix,
and a model is left as it was found.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

import torch
from jaxtyping import Bool
from torch import Tensor

from model.errors import Cancelled, UnsupportedByModel
from model.operands import LayerAttention


def never() -> bool:
    """Answer that nobody has cancelled."""
    return False


@dataclass(frozen=True, slots=True)
class OtherMask:
    """A mask to use instead of the model's own.

    Attributes:
        cells: True where a query may look; (text, 1, query, key), where one text
            stands for all of a batch.
        opened: the same, but a row with no key is all open: kernels disagree
            on what such a row gives (zeros, an average or NaN), so its output
            is thrown away.
        empty_rows: which rows those are, (text, query, 1, 1); None where there
            are none.
        narrows: it closes cells of the model's own mask instead of replacing
            that, as a window of a layer needs.
    """

    cells: Tensor
    opened: Tensor
    empty_rows: Tensor | None
    narrows: bool = False

    @classmethod
    def of(
        cls,
        cells: Bool[Tensor, "*text query_position key_position"],
        *,
        narrows: bool = False,
    ) -> "OtherMask":
        """Prepare one mask, or one a text of a batch, for all layers."""
        texts = cells if cells.ndim == 3 else cells[None]
        is_empty = ~texts.any(dim=-1)
        whole = texts[:, None]
        if not is_empty.any():
            return cls(whole, whole, None, narrows)
        # (text, query) -> (text, query, 1) and (text, query, 1, 1)
        opened = (texts | is_empty[..., None])[:, None]
        return cls(whole, opened, is_empty[..., None, None], narrows)

    def over(self, own: Tensor | None) -> Tensor:
        """Return the cells to use where the model's own mask is this one."""
        if not self.narrows or own is None:
            return self.cells
        if own.dtype == torch.bool:
            return own & self.cells
        return own.masked_fill(~self.cells, -torch.inf)


@dataclass(slots=True)
class Recording:
    """Collect the attention of each layer, in the order of the calls.

    The order is the layer's index, also where layers share one module
    (ALBERT). With ``keeps`` off nothing is kept but the number of calls.
    ``may_be_empty`` admits a model that has no attention at all.
    """

    is_cancelled: Callable[[], bool] = never
    other_mask: OtherMask | None = None
    keeps: bool = True
    may_be_empty: bool = False
    n_calls: int = 0
    layers: list[LayerAttention] = field(default_factory=list)

    def count_call(self) -> None:
        """Note that another layer attends.

        Raises: Cancelled when nobody waits any more.
        """
        if self.is_cancelled():
            raise Cancelled("The forward was stopped.", hint="Ask again.")
        self.n_calls += 1


_open: ContextVar[Recording | None] = ContextVar("recording", default=None)


@contextmanager
def recorded(recording: Recording) -> Iterator[None]:
    """Let the forwards inside fill this recording.

    Raises: UnsupportedByModel where none of them used the attention
        interface, though operands were to be kept or a mask to be put in.
    """
    token = _open.set(recording)
    try:
        yield
    finally:
        _open.reset(token)
    needs_calls = recording.keeps or recording.other_mask
    if recording.n_calls == 0 and needs_calls and not recording.may_be_empty:
        raise UnsupportedByModel(
            "This model does not use the attention interface.",
            hint="Load it with eager attention.",
        )


def open_recording() -> Recording | None:
    """Return the recording that is open in this thread."""
    return _open.get()


def keep(layer: LayerAttention) -> None:
    """Put a layer of a model of our own into the open recording, if any.

    Each attention calls this once, in the order in which they are computed,
    with the mask of ``replaced_mask`` where there is one.

    Raises: Cancelled when nobody waits any more.
    """
    recording = _open.get()
    if recording is None:
        return
    recording.count_call()
    if recording.keeps:
        recording.layers.append(layer)


def replaced_mask() -> OtherMask | None:
    """Return the mask that a model of our own must use instead of its own."""
    recording = _open.get()
    return None if recording is None else recording.other_mask
