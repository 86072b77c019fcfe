"""Build what learns: MiniLM frozen, low-rank updates, two heads.

Lives here: the network and its losses. Not here: the steps (``loop.py``).

The classes are those of transformers and peft, so what is trained is what anybody
can load with them. The prediction head's last matrix is the model's own word
embedding, as in BERT; its first one starts at the identity, so that it begins by
comparing states with words.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F  # noqa: N812, as everybody writes it
from jaxtyping import Float
from peft import LoraConfig, get_peft_model
from torch import Tensor, nn
from transformers import BertForPreTraining

from model.training.masked_language.batches import NO_PAIR, Batch

# An update counts this many times: alpha is this times the rank.
SCALE = 2
TARGETS = (
    r"bert\.encoder\.layer\.\d+\."
    r"(attention\.self\.(query|key|value)|attention\.output\.dense"
    r"|intermediate\.dense|output\.dense)"
)


@dataclass(frozen=True, slots=True)
class Predictions:
    """What the network says of a batch.

    Shapes: words (selected, vocabulary), next (pair, 2): is next, is not next.
    """

    words: Float[Tensor, "selected vocabulary"]
    next: Float[Tensor, "pair 2"]


class Learner(nn.Module):
    """MiniLM with what is trained on it.

    Args:
        folder: of MiniLM.
        rank: of each update; it begins at zero.
    """

    def __init__(self, folder: Path, rank: int) -> None:
        super().__init__()
        self.rank = rank
        base = BertForPreTraining.from_pretrained(folder, dtype=torch.float32)
        transform = base.cls.predictions.transform.dense
        nn.init.eye_(transform.weight)
        nn.init.zeros_(transform.bias)
        # BERT's pooler belongs to its next-sentence head: it starts anew.
        pooler = base.bert.pooler
        assert pooler is not None, "this class always has one"
        nn.init.normal_(pooler.dense.weight, std=0.02)
        nn.init.zeros_(pooler.dense.bias)
        config = LoraConfig(r=rank, lora_alpha=SCALE * rank, target_modules=TARGETS)
        self.adapted = get_peft_model(base, config)
        self.network: Any = self.adapted.get_base_model()
        for name, parameter in self.network.named_parameters():
            is_head = name.startswith(("cls.", "bert.pooler."))
            is_tied = parameter is base.bert.embeddings.word_embeddings.weight
            if is_head and not is_tied:
                parameter.requires_grad_(True)
        # No dropout: each text is seen a few times only.
        self.eval()

    def trained(self) -> Iterator[nn.Parameter]:
        """Go through the parameters that learn."""
        return (each for each in self.parameters() if each.requires_grad)

    def forward(self, batch: Batch) -> Predictions:
        """Predict the selected tokens, and whether segments follow."""
        output = self.network.bert(
            input_ids=batch.ids,
            token_type_ids=batch.segments,
            attention_mask=batch.is_token.long(),
        )
        states = output.last_hidden_state[batch.selected]
        pooled = output.pooler_output[batch.is_next != NO_PAIR]
        return Predictions(
            self.network.cls.predictions(states),
            self.network.cls.seq_relationship(pooled),
        )


def loss_of(predictions: Predictions, batch: Batch, next_weight: float = 1.0) -> Tensor:
    """Add the two mean cross entropies, the second one weighted.

    Units: nats.
    Source: Devlin et al. 2019, appendix A.2.
    """
    pairs = batch.is_next[batch.is_next != NO_PAIR]
    words = F.cross_entropy(predictions.words, batch.wanted)
    # Index 0 of the two means "is next", as in every BERT.
    return words + next_weight * F.cross_entropy(predictions.next, 1 - pairs)
