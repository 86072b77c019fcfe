"""Hold what was read from a capture.

Lives here: the answer of the model side, as numpy arrays. Not here: how it is
computed (``reading.py``) and how it travels (``app/wire.py``).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.description import Part
from model.selection import Reducer
from model.tokens import Token


@dataclass(frozen=True, slots=True)
class AttentionReading:
    """What was read, as numpy arrays.

    Attributes:
        query_tokens, key_tokens: of the rows and columns kept, before pooling;
            of the target and the source where one looks at the other.
        values: (layer, head, query, key), float32 or, quantised, uint8 with
            value = offset + scale * byte; masked scores are -inf in float32.
        mask: True where a query may look; (query, key), or (layer, query, key)
            where layers differ; a pooled cell is open if any of its cells is.
        fully_masked_rows: places in ``query_tokens`` of rows with no key.
        pool_factor: tokens a cell's side; None where nothing was pooled.
        hidden_positions: units that were dropped from the key axis.
        hidden_share: (layer, head), what the shown rows give to hidden keys, as
            a share of all that they give.
        statistics: float32 arrays by name.
    """

    part: Part
    layers: tuple[int, ...]
    heads: tuple[int, ...]
    query_tokens: tuple[Token, ...]
    key_tokens: tuple[Token, ...]
    values: NDArray[Any]
    scale: float | None
    offset: float | None
    mask: NDArray[np.bool_]
    fully_masked_rows: tuple[int, ...]
    pool_factor: int | None
    pool_reducer: Reducer | None
    hidden_kind: str | None
    hidden_positions: tuple[int, ...]
    hidden_share: NDArray[np.float32] | None
    statistics: dict[str, NDArray[Any]]
