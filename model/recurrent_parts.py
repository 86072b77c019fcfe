"""Build what recurrent encoder-decoders are made of: the unit and the attention.

Lives here: the gated recurrent unit, and additive and multiplicative attention,
every number on their way returned. Not here: how a translator joins them
(``recurrent.py``), the records (``recurrent_steps.py``).

    a recurrent unit reads one token after the other: each state needs the one
    before, so the steps of a sentence can't be computed at once

    additive (Bahdanau)        score = v . tanh(s W + h U)
    multiplicative (Luong)     score = s . (h W)

with s the decoder's state that asks and h an encoder state that is asked.
"""

from collections.abc import Sequence

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from model.recurrent_steps import AlignmentSteps, Cells, GRUSteps, States

State = Float[Tensor, "batch d_hidden"]
Memory = Float[Tensor, "batch source_position d_memory"]
IsToken = Bool[Tensor, "batch source_position"]


class GRU(nn.Module):
    """Keep a state, and let two gates decide what of it stays.

        reset      r = sigmoid(x W_r + h U_r)         what of the past counts
        update     z = sigmoid(x W_z + h U_z)         what of the past stays
        candidate  n = tanh(x W_n + r * (h U_n))
        state      h' = (1 - z) * n + z * h

    each with its biases. The reset gate comes after the matrix U_n, as in
    PyTorch; in the paper it comes before.

    Source: Cho et al. 2014, equations 5 to 8.
    """

    def __init__(self, d_input: int, d_hidden: int) -> None:
        super().__init__()
        # The three gates side by side: reset, update, candidate.
        self.input = nn.Linear(d_input, 3 * d_hidden)
        self.hidden = nn.Linear(d_hidden, 3 * d_hidden)

    def step(
        self, projected: Float[Tensor, "batch gates"], state: State
    ) -> tuple[State, State, State, State]:
        """Read one token: reset, update, candidate, and the new state.

        ``projected`` is the token's x W + b of all three gates.
        """
        of_input = projected.chunk(3, dim=-1)
        of_state = self.hidden(state).chunk(3, dim=-1)
        reset = torch.sigmoid(of_input[0] + of_state[0])
        update = torch.sigmoid(of_input[1] + of_state[1])
        candidate = torch.tanh(of_input[2] + reset * of_state[2])
        # (1 - z) n + z h, with one product less
        return reset, update, candidate, candidate + update * (state - candidate)

    def forward(
        self,
        inputs: Float[Tensor, "batch position d_input"],
        state: State | None = None,
        *,
        is_token: Bool[Tensor, "batch position"] | None = None,
        is_backward: bool = False,
    ) -> GRUSteps:
        """Read all tokens in order, or from the last to the first.

        The state stands still over padding, so that a padded text ends, or
        begins, in the state it would have alone.
        """
        projected = self.input(inputs)
        if state is None:
            state = inputs.new_zeros(len(inputs), self.hidden.in_features)
        order = list(range(inputs.shape[1]))
        rows = []
        for position in reversed(order) if is_backward else order:
            reset, update, candidate, after = self.step(projected[:, position], state)
            if is_token is not None:
                after = torch.where(is_token[:, position, None], after, state)
            state = after
            rows.append((reset, update, candidate, state))
        return stacked(rows[::-1] if is_backward else rows)


def stacked(rows: Sequence[tuple[State, State, State, State]]) -> GRUSteps:
    """Lay what single steps returned along the position axis."""
    return GRUSteps(*(torch.stack(kind, dim=1) for kind in zip(*rows, strict=True)))


class AdditiveAttention(nn.Module):
    """Score by a small network: v . tanh(s W + h U).

    Source: Bahdanau et al. 2015, section 3.1 and appendix A.1.2.
    """

    def __init__(self, d_hidden: int, d_memory: int, d_attention: int) -> None:
        super().__init__()
        self.query = nn.Linear(d_hidden, d_attention, bias=False)
        self.key = nn.Linear(d_memory, d_attention, bias=False)
        self.vector = nn.Parameter(torch.empty(d_attention))
        nn.init.normal_(self.vector, std=d_attention**-0.5)

    def forward(
        self,
        asking: States,
        keys: Float[Tensor, "batch source_position features"],
        memory: Memory,
        is_token: IsToken,
    ) -> AlignmentSteps:
        """Look from each asking state at the whole source.

        Shapes: ``keys`` are ``self.key(memory)``, computed once a sentence.
        """
        queries = self.query(asking)
        # A row for each pair of a target and a source position.
        energies = torch.tanh(queries[:, :, None] + keys[:, None])
        scores = energies @ self.vector
        return _aligned(queries, keys, energies, scores, memory, is_token)


class MultiplicativeAttention(nn.Module):
    """Score by one matrix between the two: s . (h W), Luong's *general*.

    Source: Luong et al. 2015, section 3.1, equation 8.
    """

    def __init__(self, d_hidden: int, d_memory: int) -> None:
        super().__init__()
        self.key = nn.Linear(d_memory, d_hidden, bias=False)

    def forward(
        self,
        asking: States,
        keys: Float[Tensor, "batch source_position d_hidden"],
        memory: Memory,
        is_token: IsToken,
    ) -> AlignmentSteps:
        """Look from each asking state at the whole source.

        Unlike the 2017 transformer's, the scores aren't divided by sqrt(d).
        """
        scores = asking @ keys.transpose(1, 2)
        return _aligned(asking, keys, None, scores, memory, is_token)


def _aligned(
    queries: Tensor,
    keys: Tensor,
    energies: Tensor | None,
    scores: Cells,
    memory: Memory,
    is_token: IsToken,
) -> AlignmentSteps:
    scores = scores.masked_fill(~is_token[:, None], -torch.inf)
    weights = scores.softmax(dim=-1)
    return AlignmentSteps(queries, keys, energies, scores, weights, weights @ memory)


def joined(steps: Sequence[AlignmentSteps]) -> AlignmentSteps:
    """Lay alignments of single rows under each other; they share their keys."""

    def rows(name: str) -> Tensor:
        return torch.cat([getattr(step, name) for step in steps], dim=1)

    return AlignmentSteps(
        queries=rows("queries"),
        keys=steps[0].keys,
        energies=None if steps[0].energies is None else rows("energies"),
        scores=rows("scores"),
        weights=rows("weights"),
        contexts=rows("contexts"),
    )
