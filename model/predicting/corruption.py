"""Hide tokens of a text as BERT's pre-training does.

Lives here: the recipe, seeded, for training and for showing it. Not here: what a
model makes of the hidden tokens (``fill_mask.py``).
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

SELECTED_SHARE = 0.15
MASKED_SHARE = 0.8
RANDOM_SHARE = 0.1

Action = Literal["mask", "random", "keep"]


@dataclass(frozen=True, slots=True)
class Corruption:
    """A text with some of its tokens hidden.

    Attributes:
        ids: what the model reads instead of the text's own ids.
        selected: the tokens it must predict.
        masked, replaced: those of them that became [MASK], or a random token;
            the rest of the selected ones stand as they were.

    Shapes: each (position,).
    """

    ids: NDArray[np.int64]
    selected: NDArray[np.bool_]
    masked: NDArray[np.bool_]
    replaced: NDArray[np.bool_]

    def action(self, position: int) -> Action | None:
        """Say what was done to a token; None where nothing was."""
        if not self.selected[position]:
            return None
        if self.masked[position]:
            return "mask"
        return "random" if self.replaced[position] else "keep"


def corrupt(
    ids: NDArray[np.int64],
    may_be_selected: NDArray[np.bool_],
    *,
    mask_id: int,
    vocab_size: int,
    generator: np.random.Generator,
) -> Corruption:
    """Select 15 % of the tokens; mask 80 % of them, replace 10 %, keep 10 %.

    Each token draws for itself, so a short text may have none selected; Google's
    own code takes 15 % of the count, rounded, and at least one. A random token is
    any of the vocabulary.

    Shapes: (position,), or any shape that both arrays share.
    Source: Devlin et al. 2019, section 3.1 and appendix A.1.
    """
    selected = may_be_selected & (generator.random(ids.shape) < SELECTED_SHARE)
    draw = generator.random(ids.shape)
    masked = selected & (draw < MASKED_SHARE)
    replaced = selected & ~masked & (draw < MASKED_SHARE + RANDOM_SHARE)
    anything = generator.integers(vocab_size, size=ids.shape)
    corrupted = np.where(masked, mask_id, np.where(replaced, anything, ids))
    return Corruption(corrupted, selected, masked, replaced)
