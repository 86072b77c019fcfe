"""Say what every model that writes a target from a source can do.

Lives here: the one seam between such models and all that is asked of them. Not
here: the records of what was written (``records.py``), the models
(``huggingface.py``, ``lesson.py``), the search for a target (``search.py``) and
the reading of attention, which goes through ``capture.py`` as for any other
model.
"""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from jaxtyping import Float, Int
from torch import Tensor


@runtime_checkable
class EncoderDecoder(Protocol):
    """Read a source once, then write a target token by token.

    While a recording of ``capture.py`` is open, each attention of a forward is
    kept: by ``encode`` the encoder's layers in order; by ``decode`` each
    layer's self-attention, then its cross attention. A model that has one kind
    only, as the recurrent ones, keeps that; one that has none keeps nothing.

    Attributes:
        start_ids: what the decoder is fed before anything is written; the
            model's start token, and a forced first token where it has one.
        end_id: writing this token ends the target.
    """

    @property
    def start_ids(self) -> tuple[int, ...]:
        """The ids the decoder starts from."""

    @property
    def end_id(self) -> int:
        """The id that ends a target."""

    def encode(self, source_ids: Int[Tensor, "1 source_position"]) -> Any:
        """Read the source; what comes back is only handed on to ``decode``."""

    def decode(
        self,
        memory: Any,
        target_ids: Int[Tensor, "batch target_position"],
        cache: Any = None,
    ) -> tuple[Float[Tensor, "batch target_position vocab_size"], Any]:
        """Predict the token after each target position.

        With a cache, ``target_ids`` holds only the positions that follow those
        decoded before. The batch is of beams of one source.

        Shapes: logits, and the cache to go on from.
        """

    def reorder(self, cache: Any, beams: Sequence[int]) -> Any:
        """Let beam i go on from what beam ``beams[i]`` has kept."""
