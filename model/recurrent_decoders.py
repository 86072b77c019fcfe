"""Write the target: the three decoders, which know the source differently.

Lives here: what happens between the embedded target and the readout. Not here:
the readout and the encoder (``recurrent.py``), the unit and the score functions
(``recurrent_parts.py``).

In the formulas y is an embedded token, s the decoder's state, h the encoder's
states, c what is known of the source, and square brackets lay vectors side by
side.
"""

from dataclasses import dataclass
from typing import Literal

import torch
from jaxtyping import Float
from torch import Tensor, nn

from model.recurrent_parts import (
    GRU,
    AdditiveAttention,
    MultiplicativeAttention,
    State,
    joined,
    stacked,
)
from model.recurrent_steps import AlignmentSteps, EncoderSteps, GRUSteps, States

Score = Literal["additive", "multiplicative"]
Embedded = Float[Tensor, "batch position d_embedding"]


@dataclass(frozen=True, slots=True)
class RecurrentConfig:
    """The sizes, and how the decoder looks back.

    Attributes:
        attention: the score function; None is the bottleneck.
        d_attention: how many features additive attention compares.
        dropout: the share of numbers dropped in training; none after ``eval()``.
    """

    vocab_size: int
    attention: Score | None = None
    d_embedding: int = 128
    d_hidden: int = 192
    d_attention: int = 128
    dropout: float = 0.1

    @property
    def d_memory(self) -> int:
        """The width of an encoder state: both readings side by side."""
        return 2 * self.d_hidden

    @property
    def d_context(self) -> int:
        """The width of what is known of the source at each step."""
        return self.d_hidden if self.attention is None else self.d_memory

    @property
    def d_known(self) -> int:
        """The width of what the readout is made of."""
        state = self.d_hidden + self.d_context
        return state if self.attention == "multiplicative" else state + self.d_embedding


@dataclass(frozen=True, slots=True)
class Written:
    """What a decoder made of the embedded target, short of the readout.

    Attributes:
        known: what the readout is made of.
    """

    asking: States
    gru: GRUSteps
    alignment: AlignmentSteps | None
    contexts: Float[Tensor, "batch position d_context"]
    known: Float[Tensor, "batch position d_known"]


class BottleneckDecoder(nn.Module):
    """Write from the fixed vector, which is read anew at every step.

        s_i = GRU(s_(i-1), [y_(i-1); c])      c = s_0 = fixed_vector

    Source: Cho et al. 2014, section 2.2.
    """

    def __init__(self, config: RecurrentConfig) -> None:
        super().__init__()
        self.gru = GRU(config.d_embedding + config.d_context, config.d_hidden)

    def forward(
        self, embedded: Embedded, memory: EncoderSteps, state: State
    ) -> Written:
        """Read the target's tokens in order, the fixed vector beside each."""
        # (batch, hidden) -> (batch, position, hidden)
        contexts = memory.fixed_vector[:, None].expand(-1, embedded.shape[1], -1)
        gru = self.gru(torch.cat([embedded, contexts], dim=-1), state)
        asking = torch.cat([state[:, None], gru.states[:, :-1]], dim=1)
        known = torch.cat([gru.states, contexts, embedded], dim=-1)
        return Written(asking, gru, None, contexts, known)


class AdditiveDecoder(nn.Module):
    """Look back before each token is read.

        c_i = attention(s_(i-1), h)
        s_i = GRU(s_(i-1), [y_(i-1); c_i])

    Source: Bahdanau et al. 2015, section 3.1 and appendix A.2.2.
    """

    def __init__(self, config: RecurrentConfig) -> None:
        super().__init__()
        self.gru = GRU(config.d_embedding + config.d_context, config.d_hidden)
        self.attention = AdditiveAttention(
            config.d_hidden, config.d_memory, config.d_attention
        )

    def forward(
        self, embedded: Embedded, memory: EncoderSteps, state: State
    ) -> Written:
        """Ask, read the token with what was found, and go on to the next."""
        keys = self.attention.key(memory.states)
        asking, rows, looks = [], [], []
        for token in embedded.unbind(dim=1):
            asking.append(state)
            look = self.attention(state[:, None], keys, memory.states, memory.is_token)
            inputs = torch.cat([token, look.contexts[:, 0]], dim=-1)
            rows.append(self.gru.step(self.gru.input(inputs), state))
            looks.append(look)
            state = rows[-1][-1]
        gru, look = stacked(rows), joined(looks)
        known = torch.cat([gru.states, look.contexts, embedded], dim=-1)
        return Written(torch.stack(asking, dim=1), gru, look, look.contexts, known)


class MultiplicativeDecoder(nn.Module):
    """Read each token, then look back.

        s_i = GRU(s_(i-1), y_(i-1))
        c_i = attention(s_i, h)

    Source: Luong et al. 2015, section 3, equation 5.
    """

    def __init__(self, config: RecurrentConfig) -> None:
        super().__init__()
        self.gru = GRU(config.d_embedding, config.d_hidden)
        self.attention = MultiplicativeAttention(config.d_hidden, config.d_memory)

    def forward(
        self, embedded: Embedded, memory: EncoderSteps, state: State
    ) -> Written:
        """Read the whole target, then ask for all its positions at once."""
        gru = self.gru(embedded, state)
        keys = self.attention.key(memory.states)
        look = self.attention(gru.states, keys, memory.states, memory.is_token)
        known = torch.cat([look.contexts, gru.states], dim=-1)
        return Written(gru.states, gru, look, look.contexts, known)
