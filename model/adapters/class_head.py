"""Tell two classes apart from the last states of an encoder.

Lives here: the head that a small fine-tuning trains, and the adapter that it
becomes. Not here: the training (``fine_tuning.py``).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
import torch.nn.functional as F  # noqa: N812, as everybody writes it
from jaxtyping import Float, Int
from torch import Tensor, nn

from model.adapters.catalogue import target_of
from model.adapters.description import AdapterDescription
from model.adapters.loaded_adapter import LoadedAdapter
from model.adapters.low_rank import Update
from model.adapters.two_classes import N_CLASSES, TuningRecipe
from model.errors import NotFinite

OBJECTIVE = "classification"


@dataclass(frozen=True, slots=True)
class ClassHead:
    """One linear layer on the mean of a text's last states.

    The mean is over every token that was fed, special ones too, as the makers
    of MiniLM take it; it says more of a whole text than the state of [CLS],
    which in MiniLM was trained for nothing.
    """

    weight: Float[Tensor, "n_classes d_model"]
    bias: Float[Tensor, " n_classes"]

    @classmethod
    def untrained(cls, d_model: int, device: torch.device) -> "ClassHead":
        """Begin at zero, where both classes are as likely as each other."""
        return cls(
            torch.zeros(N_CLASSES, d_model, device=device),
            torch.zeros(N_CLASSES, device=device),
        )

    @property
    def parameters(self) -> tuple[Tensor, Tensor]:
        """What is trained."""
        return self.weight, self.bias

    def __call__(
        self, mean_states: Float[Tensor, "text d_model"]
    ) -> Float[Tensor, "text n_classes"]:
        """Compute the logits of both classes."""
        return F.linear(mean_states, self.weight, self.bias)

    def frozen(self) -> "ClassHead":
        """Return the same head, no longer in training."""
        return ClassHead(self.weight.detach(), self.bias.detach())


class TunedAdapter(LoadedAdapter):
    """What a small fine-tuning leaves: a head, and perhaps low-rank updates.

    Attributes:
        classes: their names, in the order of the logits.
        class_head: what reads the last states.
    """

    def __init__(
        self,
        description: AdapterDescription,
        network: nn.Module,
        update: Update,
        classes: tuple[str, str],
        class_head: ClassHead,
    ) -> None:
        super().__init__(description, network, update)
        self.classes = classes
        self.class_head = class_head

    @property
    def nbytes(self) -> int:
        """Bytes that its own numbers take."""
        own = (*tensors_of(self.update), *self.class_head.parameters)
        return sum(tensor.nbytes for tensor in own)


def tensors_of(update: Update) -> tuple[Tensor, ...]:
    """List A and B of every matrix."""
    factors = update.factors.values()
    return tuple(tensor for each in factors for tensor in (each.down, each.up))


def describe(
    adapter_id: str, recipe: TuningRecipe, update: Update, head: ClassHead
) -> AdapterDescription:
    """Describe what a recipe trains, before or after it is trained."""
    factors = update.factors
    is_lora = recipe.method == "lora"
    rank = recipe.rank if is_lora else 0
    return AdapterDescription(
        id=adapter_id,
        title=" or ".join(recipe.classes),
        kind=recipe.method,
        rank=rank,
        alpha=update.scaling * rank,
        scaling=update.scaling,
        targets=tuple(dict.fromkeys(map(target_of, factors))),
        n_matrices=len(factors),
        n_parameters=sum(each.numel() for each in tensors_of(update)),
        n_head_parameters=sum(each.numel() for each in head.parameters),
        objectives=(OBJECTIVE,),
        default_for=(),
        source="fine-tuned on this server, on sentences that somebody typed",
        license="",
        revision=adapter_id,
        has_card=False,
    )


def pad(
    all_ids: Sequence[Sequence[int]], pad_id: int
) -> tuple[Int[Tensor, "text position"], Int[Tensor, "text position"]]:
    """Fill texts up to the longest, and say which tokens are theirs (1)."""
    longest = max(map(len, all_ids))
    ids = [[*each, *[pad_id] * (longest - len(each))] for each in all_ids]
    own = [[1] * len(each) + [0] * (longest - len(each)) for each in all_ids]
    return torch.tensor(ids), torch.tensor(own)


def read_mean_states(
    network: nn.Module,
    ids: Int[Tensor, "text position"],
    own: Int[Tensor, "text position"],
    **more: Tensor,
) -> Float[Tensor, "text d_model"]:
    """Read texts at once, and average the last states of each over its tokens.

    In float32, also where the network computes in less.

    Args: ``more`` is what else the network is fed, such as segments.
    """
    output = network(input_ids=ids, attention_mask=own, **more)
    states = output.last_hidden_state.float()
    share = own[:, :, None] / own.sum(dim=1)[:, None, None]
    mean_states: Tensor = (states * share).sum(dim=1)
    return mean_states


def judge(
    logits: Float[Tensor, "text n_classes"], labels: Int[Tensor, " text"]
) -> tuple[float, float]:
    """Compute the mean cross-entropy, in nats, and the accuracy.

    Of two equal logits the first class is taken.

    Raises: NotFinite where the numbers have run away.
    """
    loss = F.cross_entropy(logits, labels).item()
    if not math.isfinite(loss):
        raise NotFinite(
            "The loss is no finite number any more: the training has run away.",
            hint="Choose a smaller learning_rate.",
        )
    return loss, (logits.argmax(dim=1) == labels).float().mean().item()
