"""Search with several beams for the target that is likeliest as a whole.

Lives here: beam search on ids. Not here: greedy search and what is said of the
target found (``search.py``).

Several beginnings are kept. Each step lets every one go on with every token,
and keeps the best of them all; so a target is found that begins with a less
likely token.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from model.errors import Cancelled
from model.translation.interface import EncoderDecoder
from model.translation.likelihood import likeliest, precise_log_softmax


@dataclass(frozen=True, slots=True)
class BeamFound:
    """A target of a beam search.

    Attributes:
        ids: what was written, without start and end.
        is_finished: the end was written; else the room was used up.
        log_probability: of all that was written, the end included.
        score: log_probability / length ** length_penalty; the end counts, and
            so does a first token that was forced.
    """

    ids: tuple[int, ...]
    is_finished: bool
    log_probability: float
    score: float


@dataclass(frozen=True, slots=True)
class BeamRules:
    """What a beam search keeps, and when it ends; see ``search``."""

    n_beams: int
    max_new_tokens: int
    length_penalty: float
    stops_early: bool


@dataclass(frozen=True, slots=True)
class _Beginning:
    """A target under way: which beam it goes on from, and how likely it is."""

    ids: tuple[int, ...]
    log_probability: float
    parent: int


def beam_search(
    model: EncoderDecoder,
    memory: Any,
    rules: BeamRules,
    device: torch.device,
    is_cancelled: Callable[[], bool],
) -> list[BeamFound]:
    """Keep the best beginnings until nothing better can come.

    The rules are those of transformers: each step the 2n best continuations
    are looked at; those of the n best that end are targets; the n best that
    don't end go on.
    """
    # A forced first token is written, but by nobody's choice.
    n_forced = len(model.start_ids) - 1
    running = [_Beginning((), 0.0, 0)]
    found: list[BeamFound] = []
    fed, cache = [list(model.start_ids)], None
    for step in range(1, rules.max_new_tokens + 1):
        check_wanted(is_cancelled)
        logits, cache = model.decode(memory, torch.tensor(fed, device=device), cache)
        following = _continuations(running, logits[:, -1], 2 * rules.n_beams)
        n_written = step + n_forced
        is_last = step == rules.max_new_tokens
        ended = [
            _ended(one, n_written, model.end_id, rules.length_penalty)
            for one in following[: rules.n_beams]
            if is_last or one.ids[-1] == model.end_id
        ]
        # sorted() keeps the order of equals: what came first stays first
        found = sorted([*found, *ended], key=lambda beam: -beam.score)[: rules.n_beams]
        running = [one for one in following if one.ids[-1] != model.end_id]
        running = running[: rules.n_beams]
        if is_last or not running or _is_over(running[0], found, n_written, rules):
            break
        cache = model.reorder(cache, [one.parent for one in running])
        fed = [[one.ids[-1]] for one in running]
    return found


def _continuations(
    running: Sequence[_Beginning], logits: Tensor, n_wanted: int
) -> list[_Beginning]:
    """Let every beginning go on with every token, and keep the best."""
    rows = precise_log_softmax(logits)
    before = torch.tensor([one.log_probability for one in running], dtype=rows.dtype)
    vocab_size = rows.shape[-1]
    # (beam, vocab) -> beam * vocab
    totals = (rows + before[:, None]).flatten()
    best = []
    for place, total in likeliest(totals, n_wanted):
        parent, token = divmod(place, vocab_size)
        best.append(_Beginning((*running[parent].ids, token), total, parent))
    return best


def _ended(
    one: _Beginning, n_written: int, end_id: int, length_penalty: float
) -> BeamFound:
    is_finished = one.ids[-1] == end_id
    return BeamFound(
        ids=one.ids[:-1] if is_finished else one.ids,
        is_finished=is_finished,
        log_probability=one.log_probability,
        score=one.log_probability / n_written**length_penalty,
    )


def _is_over(
    best: _Beginning, found: Sequence[BeamFound], n_written: int, rules: BeamRules
) -> bool:
    """Whether the beams under way can no longer get among the targets.

    A guess where longer targets are favoured: the best beginning is judged by
    the length it has now.
    """
    if len(found) < rules.n_beams:
        return False
    if rules.stops_early:
        return True
    reachable: float = best.log_probability / n_written**rules.length_penalty
    return reachable <= found[-1].score


def check_wanted(is_cancelled: Callable[[], bool]) -> None:
    """Go on only while somebody waits for the target.

    Raises: Cancelled.
    """
    if is_cancelled():
        raise Cancelled("The translation was stopped.", hint="Ask again.")
