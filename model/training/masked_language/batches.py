"""Turn examples into tensors, with the hidden tokens chosen.

Lives here: padding, and the 15 % recipe on a batch. Not here: the examples
(``examples.py``) and the recipe itself (``model/predicting/corruption.py``).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Bool, Int
from torch import Tensor
from transformers import PreTrainedTokenizerBase

from model.predicting.corruption import corrupt
from model.training.masked_language.examples import Example

NO_PAIR = -1


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What hiding needs to know of the tokenizer."""

    size: int
    pad_id: int
    mask_id: int
    special_ids: tuple[int, ...]

    @classmethod
    def of(cls, tokenizer: PreTrainedTokenizerBase) -> "Vocabulary":
        """Read it off a tokenizer."""
        return cls(
            size=len(tokenizer),
            pad_id=tokenizer.pad_token_id,
            mask_id=tokenizer.mask_token_id,
            special_ids=tuple(tokenizer.all_special_ids),
        )


@dataclass(frozen=True, slots=True)
class Batch:
    """Sequences as the model reads them, and what it must say.

    Attributes:
        selected: the tokens to predict.
        wanted: their true ids, in the order of ``selected``.
        is_next: 1 where the second segment follows, 0 where it doesn't,
            ``NO_PAIR`` where there is none.
    """

    ids: Int[Tensor, "sequence position"]
    segments: Int[Tensor, "sequence position"]
    is_token: Bool[Tensor, "sequence position"]
    selected: Bool[Tensor, "sequence position"]
    wanted: Int[Tensor, " selected"]
    is_next: Int[Tensor, " sequence"]


def batch_of(
    examples: Sequence[Example],
    vocabulary: Vocabulary,
    generator: np.random.Generator,
) -> Batch:
    """Pad the examples to one length and hide 15 % of their tokens."""
    length = max(len(example.ids) for example in examples)
    ids = np.full((len(examples), length), vocabulary.pad_id, dtype=np.int64)
    segments = np.zeros_like(ids)
    for row, example in enumerate(examples):
        ids[row, : len(example.ids)] = example.ids
        segments[row, : len(example.ids)] = example.segments
    hidden = corrupt(
        ids,
        ~np.isin(ids, vocabulary.special_ids),
        mask_id=vocabulary.mask_id,
        vocab_size=vocabulary.size,
        generator=generator,
    )
    is_next = [NO_PAIR if e.is_next is None else int(e.is_next) for e in examples]
    return Batch(
        ids=torch.from_numpy(hidden.ids),
        segments=torch.from_numpy(segments),
        is_token=torch.from_numpy(ids != vocabulary.pad_id),
        selected=torch.from_numpy(hidden.selected),
        wanted=torch.from_numpy(ids[hidden.selected]),
        is_next=torch.tensor(is_next),
    )
