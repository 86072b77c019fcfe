"""Translate many sentences at once, greedily.

Lives here: the search that evaluation uses, for speed in batches. Not here: the
search of the service, with its steps, alternatives and beams
(``translation/search.py``); a test holds the two to the same answers.
"""

from collections.abc import Sequence

import torch

from model.lesson_network import END_ID, MAX_LENGTH, PAD_ID, START_ID
from model.training.batches import padded
from model.training.learners import Learner

SENTENCES_AT_ONCE = 256

Ids = tuple[int, ...]


@torch.inference_mode()
def translate_all(
    learner: Learner, sources: Sequence[Ids], *, max_length: int = MAX_LENGTH
) -> list[Ids]:
    """Translate each source; the ids written, without start and end.

    A sentence whose end isn't written stops at ``max_length`` tokens fed.
    """
    was_training = learner.network.training
    learner.network.eval()
    found: list[Ids] = [()] * len(sources)
    order = sorted(range(len(sources)), key=lambda index: len(sources[index]))
    for start in range(0, len(order), SENTENCES_AT_ONCE):
        part = order[start : start + SENTENCES_AT_ONCE]
        written = _translate(learner, [sources[index] for index in part], max_length)
        for index, ids in zip(part, written, strict=True):
            found[index] = ids
    learner.network.train(was_training)
    return found


def _translate(learner: Learner, sources: list[Ids], max_length: int) -> list[Ids]:
    source = padded([(*ids, END_ID) for ids in sources])
    memory = learner.begin(source, source != PAD_ID)
    read = torch.full((len(sources), 1), START_ID)
    going_on = torch.arange(len(sources))
    written: list[Ids] = [()] * len(sources)
    for _ in range(max_length):
        logits, memory = learner.write(memory, read)
        chosen = logits.argmax(dim=-1)
        goes_on = chosen != END_ID
        if not goes_on.all():
            for row in (~goes_on).nonzero()[:, 0].tolist():
                written[int(going_on[row])] = tuple(read[row, 1:].tolist())
            rows = goes_on.nonzero()[:, 0]
            memory = learner.keep(memory, rows)
            read, chosen, going_on = read[rows], chosen[rows], going_on[rows]
        if not len(read):
            return written
        read = torch.cat([read, chosen[:, None]], dim=1)
    for row, index in enumerate(going_on.tolist()):
        written[index] = tuple(read[row, 1:].tolist())
    return written
