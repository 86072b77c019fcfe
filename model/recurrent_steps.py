"""Keep what one forward of a recurrent encoder-decoder computed.

Lives here: the records that ``recurrent.py`` and its parts return, from the
smallest to the whole. Not here: how their numbers come about.
"""

from dataclasses import dataclass

from jaxtyping import Bool, Float, Int
from torch import Tensor

States = Float[Tensor, "batch position d_hidden"]
Cells = Float[Tensor, "batch target_position source_position"]


@dataclass(frozen=True, slots=True)
class GRUSteps:
    """The gates of a recurrent layer, and the state after each position."""

    reset: States
    update: States
    candidate: States
    states: States

    def picked(self, rows: Int[Tensor, " row"]) -> "GRUSteps":
        """Return these texts of the batch."""
        kept = (self.reset, self.update, self.candidate, self.states)
        return GRUSteps(*(each[rows] for each in kept))


@dataclass(frozen=True, slots=True)
class EncoderSteps:
    """The source, read from both ends.

    Attributes:
        is_token: False where a shorter source of the batch is padded.
        states: both readings of each position, side by side: what attention
            looks at.
        fixed_vector: the whole source in one vector, where every decoder
            starts from; without attention it is all there is.
    """

    is_token: Bool[Tensor, "batch position"]
    embedded: Float[Tensor, "batch position d_embedding"]
    forward: GRUSteps
    backward: GRUSteps
    states: Float[Tensor, "batch position d_memory"]
    fixed_vector: Float[Tensor, "batch d_hidden"]

    def picked(self, rows: Int[Tensor, " row"]) -> "EncoderSteps":
        """Return these sources of the batch; one may be picked several times."""
        return EncoderSteps(
            is_token=self.is_token[rows],
            embedded=self.embedded[rows],
            forward=self.forward.picked(rows),
            backward=self.backward.picked(rows),
            states=self.states[rows],
            fixed_vector=self.fixed_vector[rows],
        )


@dataclass(frozen=True, slots=True)
class AlignmentSteps:
    """Every step of one attention, a row for each state that asks.

    Attributes:
        queries, keys: what is compared; Luong's queries are the asking states.
        energies: additive attention only, what the vector v is multiplied with.
        scores: -inf where the source is padding.

    Invariants: each row of ``weights`` sums to 1.
    """

    queries: Float[Tensor, "batch target_position features"]
    keys: Float[Tensor, "batch source_position features"]
    energies: Float[Tensor, "batch target_position source_position features"] | None
    scores: Cells
    weights: Cells
    contexts: Float[Tensor, "batch target_position d_memory"]


@dataclass(frozen=True, slots=True)
class DecoderSteps:
    """Every step from the tokens written so far to the next one.

    Attributes:
        asking: the state that asks attention: the one before the token is read
            (Bahdanau) or after (Luong); for the bottleneck, the one before.
        alignment: None without attention.
        contexts: what is known of the source at each step.
        readout: what the logits are read from.
    """

    embedded: Float[Tensor, "batch position d_embedding"]
    asking: States
    gru: GRUSteps
    alignment: AlignmentSteps | None
    contexts: Float[Tensor, "batch position d_context"]
    readout: Float[Tensor, "batch position d_embedding"]
    logits: Float[Tensor, "batch position vocab_size"]

    @property
    def state(self) -> Float[Tensor, "batch d_hidden"]:
        """The state after the last token: where decoding goes on from."""
        return self.gru.states[:, -1]


@dataclass(frozen=True, slots=True)
class RecurrentSteps:
    """Every step from token ids to logits."""

    encoder: EncoderSteps
    decoder: DecoderSteps
