"""Build the recurrent encoder-decoders, before and with attention.

Lives here: three translators that differ in one thing only, what the decoder
knows of the source at each step. Not here: the decoders that make the
difference (``recurrent_decoders.py``), the recurrent unit and the two score
functions (``recurrent_parts.py``), the records of what was computed
(``recurrent_steps.py``), training, and the transformer (``transformer.py``).

All three read the source from both ends with gated recurrent units and start
the decoder from one vector that sums it up. Then

    bottleneck      that vector is all there is, at every step the same
                    (Cho et al. 2014; Sutskever et al. 2014 give it to the
                    first step only)
    additive        the state before a token is read asks all encoder states;
                    the context goes into the unit and into the readout
                    (Bahdanau et al. 2015)
    multiplicative  the unit reads the token first, and the state after it asks;
                    the context goes into the readout and not back into the
                    unit: no input feeding
                    (Luong et al. 2015, global attention, *general*)

Simpler than in the papers: one layer; gated units for Luong and Sutskever too,
who had LSTMs; tanh for Bahdanau's maxout; one matrix embeds the source, embeds
the target and reads the answer out, as in the 2017 transformer. A state needs
the one before it, so the steps of a sentence are computed one after the other,
in training too.
"""

import torch
from jaxtyping import Bool, Int
from torch import Tensor, nn

from model.recurrent_decoders import (
    AdditiveDecoder,
    BottleneckDecoder,
    Embedded,
    MultiplicativeDecoder,
    RecurrentConfig,
    Written,
)
from model.recurrent_parts import GRU, State
from model.recurrent_steps import DecoderSteps, EncoderSteps, RecurrentSteps

__all__ = ["Encoder", "RecurrentConfig", "RecurrentTranslator"]


class Encoder(nn.Module):
    """Read the source from both ends. Source: Bahdanau et al. 2015, section 3.2."""

    def __init__(self, config: RecurrentConfig) -> None:
        super().__init__()
        self.forwards = GRU(config.d_embedding, config.d_hidden)
        self.backwards = GRU(config.d_embedding, config.d_hidden)
        self.summary = nn.Linear(config.d_memory, config.d_hidden)

    def forward(
        self, embedded: Embedded, is_token: Bool[Tensor, "batch position"]
    ) -> EncoderSteps:
        """Return both readings, side by side, and the vector that sums them up.

            states          h_j = [forward_j; backward_j]
            fixed_vector    tanh([last forward; first backward] W + b)

        Where a reading ends it has seen the whole source.
        """
        forward = self.forwards(embedded, is_token=is_token)
        backward = self.backwards(embedded, is_token=is_token, is_backward=True)
        states = torch.cat([forward.states, backward.states], dim=-1)
        ends = torch.cat([forward.states[:, -1], backward.states[:, 0]], dim=-1)
        fixed_vector = torch.tanh(self.summary(ends))
        return EncoderSteps(is_token, embedded, forward, backward, states, fixed_vector)


class RecurrentTranslator(nn.Module):
    """The encoder-decoder: reads a source, predicts each next target token."""

    def __init__(self, config: RecurrentConfig) -> None:
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocab_size, config.d_embedding)
        nn.init.normal_(self.embedding.weight, std=config.d_embedding**-0.5)
        self.dropout = nn.Dropout(config.dropout)
        self.encoder = Encoder(config)
        decoders = {
            None: BottleneckDecoder,
            "additive": AdditiveDecoder,
            "multiplicative": MultiplicativeDecoder,
        }
        self.decoder = decoders[config.attention](config)
        self.readout = nn.Linear(config.d_known, config.d_embedding)

    def embed(self, ids: Int[Tensor, "batch position"]) -> Embedded:
        """Look tokens up, scaled up so that their features are near 1."""
        vectors = self.embedding(ids) * self.config.d_embedding**0.5
        embedded: Tensor = self.dropout(vectors)
        return embedded

    def encode(
        self,
        source_ids: Int[Tensor, "batch position"],
        is_token: Bool[Tensor, "batch position"] | None = None,
    ) -> EncoderSteps:
        """Read the source. Padding stands at the end, where ``is_token`` is False."""
        if is_token is None:
            is_token = torch.ones_like(source_ids, dtype=torch.bool)
        steps: EncoderSteps = self.encoder(self.embed(source_ids), is_token)
        return steps

    def decode(
        self,
        memory: EncoderSteps,
        target_ids: Int[Tensor, "batch position"],
        state: State | None = None,
    ) -> DecoderSteps:
        """Predict the token after each target position.

        ``state`` is ``DecoderSteps.state`` of the positions before; without it
        the target begins here, and the fixed vector is the first state.

            readout = tanh([s_i; c_i; y_(i-1)] W + b)     Luong: tanh([c_i; s_i] W + b)
            logits  = readout E^T                         E embeds the tokens
        """
        embedded = self.embed(target_ids)
        start = memory.fixed_vector if state is None else state
        written: Written = self.decoder(embedded, memory, start)
        readout = torch.tanh(self.readout(written.known))
        logits = self.dropout(readout) @ self.embedding.weight.T
        return DecoderSteps(
            embedded=embedded,
            asking=written.asking,
            gru=written.gru,
            alignment=written.alignment,
            contexts=written.contexts,
            readout=readout,
            logits=logits,
        )

    def forward(
        self,
        source_ids: Int[Tensor, "batch source_position"],
        target_ids: Int[Tensor, "batch target_position"],
        is_token: Bool[Tensor, "batch source_position"] | None = None,
    ) -> RecurrentSteps:
        """Read the source and predict every next token of a known target."""
        memory = self.encode(source_ids, is_token)
        return RecurrentSteps(memory, self.decode(memory, target_ids))
