"""Search for a target, and say how likely each of its tokens was.

Lives here: greedy search over any encoder-decoder, and the door to both
searches, on ids. Not here: beam search (``beams.py``), the model
(``interface.py`` says what is asked of it), and the words for what was found
(``writing.py``).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor

from model.translation.beams import BeamFound, BeamRules, beam_search, check_wanted
from model.translation.interface import EncoderDecoder
from model.translation.likelihood import (
    StepFound,
    likeliest,
    precise_log_softmax,
    step_found,
)


@dataclass(frozen=True, slots=True)
class Found:
    """The target that a search found.

    Attributes:
        ids, is_finished, log_probability: as in ``BeamFound``.
        steps: one a token written, the end included.
        beams: best first; empty for greedy search.
    """

    ids: tuple[int, ...]
    is_finished: bool
    log_probability: float
    steps: tuple[StepFound, ...]
    beams: tuple[BeamFound, ...]


@torch.inference_mode()
def search(
    model: EncoderDecoder,
    source_ids: Sequence[int],
    *,
    max_new_tokens: int,
    device: torch.device,
    is_cancelled: Callable[[], bool],
    n_beams: int = 1,
    length_penalty: float = 1.0,
    stops_early: bool = False,
    n_alternatives: int = 5,
) -> Found:
    """Write a target: greedily with one beam, by beam search with more.

    Args:
        max_new_tokens: the most that is written, the end included.
        stops_early: end as soon as there are ``n_beams`` targets; else only
            when no beam under way could beat the worst of them.

    Raises: Cancelled between two steps; NotFinite where the model overflows.
    """
    memory = model.encode(torch.tensor([list(source_ids)], device=device))
    if n_beams == 1:
        return _greedy(
            model, memory, max_new_tokens, n_alternatives, device, is_cancelled
        )
    beams = beam_search(
        model,
        memory,
        BeamRules(n_beams, max_new_tokens, length_penalty, stops_early),
        device,
        is_cancelled,
    )
    best = beams[0]
    written = [*best.ids, *([model.end_id] if best.is_finished else [])]
    # The steps of the best target: one forward over it gives them all.
    fed = torch.tensor([[*model.start_ids, *written[:-1]]], device=device)
    logits, _ = model.decode(memory, fed)
    rows = precise_log_softmax(logits[0, len(model.start_ids) - 1 :])
    steps = [
        step_found(row, token, n_alternatives)
        for row, token in zip(rows, written, strict=True)
    ]
    return Found(
        best.ids, best.is_finished, best.log_probability, tuple(steps), tuple(beams)
    )


def greedy_ids(
    model: EncoderDecoder,
    memory: Any,
    *,
    max_new_tokens: int,
    device: torch.device,
    is_cancelled: Callable[[], bool],
) -> Iterator[tuple[int, Float[Tensor, " vocab_size"]]]:
    """Write the likeliest token again and again, the end too.

    Gives each token with the log-probabilities it was chosen by. What has been
    decoded is kept: each forward is fed the new token only.

    Raises: Cancelled, NotFinite.
    """
    fed, cache = list(model.start_ids), None
    for _ in range(max_new_tokens):
        check_wanted(is_cancelled)
        logits, cache = model.decode(memory, torch.tensor([fed], device=device), cache)
        row = precise_log_softmax(logits[0, -1])
        token, _ = likeliest(row, 1)[0]
        yield token, row
        if token == model.end_id:
            return
        fed = [token]


def _greedy(
    model: EncoderDecoder,
    memory: Any,
    max_new_tokens: int,
    n_alternatives: int,
    device: torch.device,
    is_cancelled: Callable[[], bool],
) -> Found:
    steps = [
        step_found(row, token, n_alternatives)
        for token, row in greedy_ids(
            model,
            memory,
            max_new_tokens=max_new_tokens,
            device=device,
            is_cancelled=is_cancelled,
        )
    ]
    ids = [step.id for step in steps]
    is_finished = ids[-1] == model.end_id
    return Found(
        ids=tuple(ids[:-1] if is_finished else ids),
        is_finished=is_finished,
        log_probability=sum(step.log_probability for step in steps),
        steps=tuple(steps),
        beams=(),
    )
