"""Record an encoder-decoder's attention while it reads and writes.

Lives here: a model that keeps the attention of each of its forwards, sorted by
part. Not here: the joining of steps (``stitching.py``) and the recording itself
(``model/recording.py``).
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal

from jaxtyping import Float, Int
from torch import Tensor

from model.capture import Capture
from model.description import ModelDescription, Part
from model.errors import UnsupportedByModel
from model.operands import LayerAttention
from model.recording import OtherMask, Recording, never, recorded
from model.translation.interface import EncoderDecoder
from model.translation.joint import JointAttention
from model.translation.stitching import Shared, StitchedLayer

Layers = tuple[LayerAttention, ...]


class RecordedModel:
    """An encoder-decoder that keeps what it attends with.

    It is an ``EncoderDecoder`` itself, so any search can write with it: one
    source, one target, no beams.

    Args:
        is_recurrent: there is attention from target to source only; else each
            layer of a decoder looks at the target first, then at the source.
        mask: replaces the encoder's own.
    """

    def __init__(
        self,
        model: EncoderDecoder,
        *,
        is_recurrent: bool,
        mask: OtherMask | None = None,
        is_cancelled: Callable[[], bool] = never,
    ) -> None:
        self._model = model
        self._is_recurrent = is_recurrent
        self._mask = mask
        self._is_cancelled = is_cancelled
        self._encoder: Layers = ()
        self._decoder: list[StitchedLayer] = []
        self._cross: list[StitchedLayer] = []

    @property
    def start_ids(self) -> tuple[int, ...]:
        """The ids the decoder starts from."""
        return self._model.start_ids

    @property
    def end_id(self) -> int:
        """The id that ends a target."""
        return self._model.end_id

    def encode(self, source_ids: Int[Tensor, "1 source_position"]) -> Any:
        """Read the source, keeping the encoder's attention."""
        recording = Recording(self._is_cancelled, self._mask, may_be_empty=True)
        with recorded(recording):
            memory = self._model.encode(source_ids)
        self._encoder = tuple(recording.layers)
        return memory

    def decode(
        self,
        memory: Any,
        target_ids: Int[Tensor, "1 target_position"],
        cache: Any = None,
    ) -> tuple[Float[Tensor, "1 target_position vocab_size"], Any]:
        """Go on with the target, keeping the decoder's attention.

        Raises: Cancelled between two layers; UnsupportedByModel where the
            attention isn't one of each kind a layer.
        """
        recording = Recording(self._is_cancelled, may_be_empty=True)
        with recorded(recording):
            answer = self._model.decode(memory, target_ids, cache)
        layers = recording.layers
        if self._is_recurrent:
            _add(self._cross, "cross", layers)
        else:
            _add(self._decoder, "decoder", layers[0::2])
            _add(self._cross, "cross", layers[1::2])
        return answer

    def reorder(self, cache: Any, beams: Sequence[int]) -> Any:  # noqa: ARG002 - protocol
        """Refuse: the attention of several beams is no matrix of one target."""
        raise UnsupportedByModel(
            "The attention of several beams is not that of one target.",
            hint="Write greedily, or read the target that was found.",
        )

    def capture(self, description: ModelDescription) -> Capture:
        """Put together what was kept, part by part."""
        shared: Shared = {}
        decoder, cross = (
            tuple(layer.joined(shared) for layer in layers)
            for layers in (self._decoder, self._cross)
        )
        every: dict[Part, Layers] = {
            "encoder": self._encoder,
            "decoder": decoder,
            "cross": cross,
        }
        parts = {part: layers for part, layers in every.items() if layers}
        if any(shape.part == "joint" for shape in description.parts) and cross:
            n_target, n_source = cross[0].weights([0], slice(None)).shape[1:]
            parts["joint"] = tuple(
                JointAttention(*three, n_source, n_target)
                for three in zip(self._encoder, cross, decoder, strict=False)
            )
        return Capture(self._encoder or cross, parts)


def _add(
    stitched: list[StitchedLayer],
    kind: Literal["decoder", "cross"],
    layers: Sequence[LayerAttention],
) -> None:
    if not stitched:
        stitched += [StitchedLayer(kind) for _ in layers]
    if len(layers) != len(stitched):
        raise UnsupportedByModel(
            "The number of this model's layers changes from step to step.",
            hint="Choose another model.",
        )
    for layer, kept in zip(layers, stitched, strict=True):
        kept.add(layer)
