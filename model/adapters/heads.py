"""Turn the states of an encoder into words, and into "does it follow?".

Lives here: BERT's two heads, written out, as they come with an adapter; and the
same two of any checkpoint that has its own. Not here: the lists of words made of
the logits (``model/predicting/masked_words.py``).
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Protocol

import torch.nn.functional as F  # noqa: N812, as everybody writes it
from jaxtyping import Float
from torch import Tensor, nn

Inputs = Mapping[str, Tensor]


class Heads(Protocol):
    """What reads an encoder's last states, whoever made it."""

    @property
    def objectives(self) -> tuple[str, ...]:
        """What can be asked: ``fill-mask``, ``next-sentence``."""

    def word_logits(
        self, network: nn.Module, inputs: Inputs, positions: Sequence[int]
    ) -> Float[Tensor, "text position vocab_size"]:
        """Read texts once, and say of each word how well it fits each place."""

    def next_sentence_logits(
        self, network: nn.Module, inputs: Inputs
    ) -> Float[Tensor, " answer=2"]:
        """Read a pair once, and say "it follows" and "it doesn't"."""


@dataclass(frozen=True, slots=True)
class WordHead:
    """Predict the word at a position from the state there.

    With h the state, E the model's own word embeddings and c a number a word:

        z = LayerNorm(GELU(W h + b)),        logits = E z + c

    Sharing E ties what a word means when it is read to what it means when it is
    written, and saves the largest matrix of all.

    Source: Devlin et al. 2019, section 3.1; the layer before E is in their code
        only. Press and Wolf 2017 for the sharing.
    """

    weight: Float[Tensor, "d_model d_model"]
    bias: Float[Tensor, " d_model"]
    norm_weight: Float[Tensor, " d_model"]
    norm_bias: Float[Tensor, " d_model"]
    norm_epsilon: float
    embeddings: Float[Tensor, "vocab_size d_model"]
    word_bias: Float[Tensor, " vocab_size"]

    def __call__(
        self, states: Float[Tensor, "*position d_model"]
    ) -> Float[Tensor, "*position vocab_size"]:
        """Compute the logits of every word."""
        hidden = F.gelu(F.linear(states, self.weight, self.bias))
        normed = F.layer_norm(
            hidden,
            hidden.shape[-1:],
            self.norm_weight,
            self.norm_bias,
            self.norm_epsilon,
        )
        return F.linear(normed, self.embeddings, self.word_bias)


@dataclass(frozen=True, slots=True)
class NextSentenceHead:
    """Tell from the state of [CLS] whether the second text follows the first.

        logits = V tanh(P h + p) + v

    The first of the two logits says that it follows, in every BERT.

    Source: Devlin et al. 2019, section 3.1, task 2.
    """

    pooler_weight: Float[Tensor, "d_model d_model"]
    pooler_bias: Float[Tensor, " d_model"]
    weight: Float[Tensor, "answer=2 d_model"]
    bias: Float[Tensor, " answer=2"]

    def __call__(self, state: Float[Tensor, " d_model"]) -> Float[Tensor, " answer=2"]:
        """Compute the two logits."""
        pooled = F.linear(state, self.pooler_weight, self.pooler_bias).tanh()
        return F.linear(pooled, self.weight, self.bias)


@dataclass(frozen=True, slots=True)
class AdapterHeads:
    """The heads that come with an adapter; either may be missing."""

    words: WordHead | None
    next_sentence: NextSentenceHead | None

    @property
    def objectives(self) -> tuple[str, ...]:
        """What can be asked."""
        both = {"fill-mask": self.words, "next-sentence": self.next_sentence}
        return tuple(name for name, head in both.items() if head is not None)

    def word_logits(
        self, network: nn.Module, inputs: Inputs, positions: Sequence[int]
    ) -> Float[Tensor, "text position vocab_size"]:
        """Read the texts, and ask the head at the positions."""
        assert self.words is not None
        return self.words(network(**inputs).last_hidden_state[:, list(positions)])

    def next_sentence_logits(
        self, network: nn.Module, inputs: Inputs
    ) -> Float[Tensor, " answer=2"]:
        """Read the pair, and ask the head at [CLS]."""
        assert self.next_sentence is not None
        return self.next_sentence(network(**inputs).last_hidden_state[0, 0])


class CheckpointHeads:
    """The heads of a checkpoint of transformers, reached through the whole of it.

    A head knows no positions: it makes logits of every state it is given, the
    words of the whole vocabulary each. So only the states asked for are handed
    on to it, by a hook that does nothing otherwise.

    Args:
        whole: the network with its heads.
        objectives: those of its heads whose weights are in the checkpoint.
    """

    def __init__(self, whole: Any, objectives: tuple[str, ...]) -> None:
        self.whole = whole
        self.objectives = objectives
        self.whole.base_model.register_forward_hook(_hand_on)

    def word_logits(
        self, network: nn.Module, inputs: Inputs, positions: Sequence[int]
    ) -> Float[Tensor, "text position vocab_size"]:
        """Read the texts, and let the head see the positions only."""
        assert network is self.whole.base_model
        with _handing_on(positions):
            output = self.whole(**inputs)
        logits: Tensor = output["prediction_logits" if self._is_both else "logits"]
        return logits

    def next_sentence_logits(
        self, network: nn.Module, inputs: Inputs
    ) -> Float[Tensor, " answer=2"]:
        """Read the pair; its head sees what the network has pooled of it."""
        assert network is self.whole.base_model
        with _handing_on([0]):
            output = self.whole(**inputs)
        name = "seq_relationship_logits" if self._is_both else "logits"
        logits: Tensor = output[name][0]
        return logits

    @property
    def _is_both(self) -> bool:
        return type(self.whole).__name__.endswith("ForPreTraining")


_handed_on: ContextVar[tuple[int, ...] | None] = ContextVar("handed_on", default=None)


@contextmanager
def _handing_on(positions: Sequence[int]) -> Iterator[None]:
    token = _handed_on.set(tuple(positions))
    try:
        yield
    finally:
        _handed_on.reset(token)


def _hand_on(_: nn.Module, __: Any, output: Any) -> Any:
    positions = _handed_on.get()
    if positions is None:
        return None
    states = output["last_hidden_state"][:, list(positions)]
    return type(output)(**{**output, "last_hidden_state": states})
