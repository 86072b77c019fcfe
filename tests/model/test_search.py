"""Greedy and beam search, against transformers' own and by hand."""

import math
from typing import Any

import pytest
import torch
import transformers as hf

from model.errors import Cancelled, NotFinite
from model.recording import never
from model.translation.search import Found, search
from tests.model.tiny_models import ENCODER_DECODERS

CPU = torch.device("cpu")
SOURCE = [5, 17, 23, 42, 8, 2]
END = 2


class Recomputing:
    """A model of transformers that keeps the ids alone: a cache can't be wrong."""

    end_id = END

    def __init__(self, network, start_ids):
        self.network = network
        self.start_ids = start_ids

    def encode(self, source_ids):
        return self.network.get_encoder()(input_ids=source_ids)

    def decode(self, memory, target_ids, cache=None):
        whole = target_ids if cache is None else torch.cat([cache, target_ids], dim=1)
        states = memory[0].expand(len(whole), -1, -1)
        output = self.network(encoder_outputs=(states,), decoder_input_ids=whole)
        return output.logits[:, -target_ids.shape[1] :], whole

    def reorder(self, cache, beams):
        return cache[list(beams)]


class Scripted:
    """A model without memory of more than one token: its table says it all."""

    end_id = END

    def __init__(self, rows, start_ids=(0,)):
        self.rows = torch.tensor(rows)
        self.start_ids = start_ids

    def encode(self, source_ids):
        return None

    def decode(self, memory, target_ids, cache=None):
        return self.rows[target_ids], None

    def reorder(self, cache, beams):
        return None


def find(model, max_new_tokens=12, **options) -> Found:
    options.setdefault("is_cancelled", never)
    return search(model, SOURCE, max_new_tokens=max_new_tokens, device=CPU, **options)


def logs(rows):
    return [[math.log(p) if p else -math.inf for p in row] for row in rows]


@pytest.fixture(scope="module", params=ENCODER_DECODERS)
def network(request):
    config = ENCODER_DECODERS[request.param]()
    config.eos_token_id, config.pad_token_id, config.forced_eos_token_id = END, 0, None
    config.decoder_start_token_id = 0
    torch.manual_seed(11)
    network = hf.AutoModelForSeq2SeqLM.from_config(config).eval()
    with torch.no_grad():
        for name, parameter in network.named_parameters():
            if parameter.dim() > 1:
                # Peaked, but not so much that the same token wins every time.
                parameter.mul_(2.0 if "embed" in name or "shared" in name else 6.0)
    # Random models hardly ever end: let the end be likely.
    network.lm_head = EndsAtTimes(network.lm_head)
    return network


class EndsAtTimes(torch.nn.Module):
    """The head of a random model, evened out, that may end at any step."""

    def __init__(self, head):
        super().__init__()
        self.head = head

    def forward(self, states):
        logits = self.head(states)
        logits = logits / logits.std(dim=-1, keepdim=True)
        logits[..., END] = logits.amax(dim=-1) - 1.0 + states.sum(dim=-1).sin()
        return logits


OPTIONS = [
    (n_beams, penalty, stops)
    for n_beams in (2, 4)
    for penalty in (0.0, 0.6, 2.0)
    for stops in (False, True)
]


@pytest.mark.parametrize(("n_beams", "penalty", "stops_early"), OPTIONS)
def test_beam_search_is_that_of_transformers(network, n_beams, penalty, stops_early):
    theirs = network.generate(
        torch.tensor([SOURCE]),
        max_new_tokens=12,
        num_beams=n_beams,
        num_return_sequences=n_beams,
        length_penalty=penalty,
        early_stopping=stops_early,
        do_sample=False,
        return_dict_in_generate=True,
        output_scores=True,
    )
    ours = find(
        Recomputing(network, (0,)),
        n_beams=n_beams,
        length_penalty=penalty,
        stops_early=stops_early,
    )
    expected: list[Any] = []
    for row, score in zip(
        theirs.sequences.tolist(), theirs.sequences_scores.tolist(), strict=True
    ):
        written = row[1:]
        is_finished = END in written
        ids = written[: written.index(END)] if is_finished else written
        expected.append((tuple(ids), is_finished, pytest.approx(score, abs=2e-5)))
    assert [(b.ids, b.is_finished, b.score) for b in ours.beams] == expected
    assert ours.ids == ours.beams[0].ids
    assert ours.log_probability == ours.beams[0].log_probability
    total = sum(step.log_probability for step in ours.steps)
    assert total == pytest.approx(ours.log_probability, abs=2e-5)
    length = len(ours.ids) + ours.is_finished
    assert len(ours.steps) == length
    assert ours.beams[0].score == pytest.approx(ours.log_probability / length**penalty)


def test_the_parity_test_sees_ends_and_cut_targets(network):
    """The test above says little if no beam ends, or all do at once."""
    lengths = {
        (len(beam.ids), beam.is_finished)
        for penalty in (0.0, 2.0)
        for beam in find(
            Recomputing(network, (0,)), n_beams=5, length_penalty=penalty
        ).beams
    }
    assert len(lengths) >= 3


def test_greedy_search_is_that_of_transformers(network):
    theirs = network.generate(
        torch.tensor([SOURCE]), max_new_tokens=12, num_beams=1, do_sample=False
    )
    ours = find(Recomputing(network, (0,)))
    written = [*ours.ids, *([END] if ours.is_finished else [])]
    assert theirs[0, 1:].tolist() == written
    assert ours.beams == ()


# Row: what was read. Column: how likely each of 5 tokens is next.
TABLE = logs(
    [
        [0.0, 0.0, 0.1, 0.5, 0.4],
        [0.2] * 5,
        [0.2] * 5,
        [0.1, 0.2, 0.3, 0.3, 0.1],
        [0.0, 0.0, 0.9, 0.1, 0.0],
    ]
)


def test_greedy_steps_by_hand():
    found = find(Scripted(TABLE), max_new_tokens=6, n_alternatives=3)
    # 3 is likeliest (.5); after 3 the end and 3 are equal: the smaller id wins
    assert (found.ids, found.is_finished) == ((3,), True)
    first, last = found.steps
    assert (first.id, last.id) == (3, END)
    assert math.exp(first.log_probability) == pytest.approx(0.5)
    assert found.log_probability == pytest.approx(math.log(0.5 * 0.3))
    entropy = -sum(p * math.log(p) for p in (0.1, 0.5, 0.4))
    assert first.entropy_nats == pytest.approx(entropy)
    assert [token for token, _ in first.alternatives] == [3, 4, 2]
    assert [token for token, _ in last.alternatives] == [2, 3, 1]
    assert last.alternatives[2][1] == pytest.approx(math.log(0.2))


def test_what_can_not_come_is_no_alternative():
    found = find(Scripted(TABLE), max_new_tokens=1, n_alternatives=5)
    assert [token for token, _ in found.steps[0].alternatives] == [3, 4, 2]


def test_two_beams_find_what_greedy_search_misses():
    found = find(Scripted(TABLE), max_new_tokens=6, n_beams=2, length_penalty=1.0)
    # 4 end: .4 * .9 = .36 beats 3 end: .5 * .3 = .15
    assert (found.ids, found.is_finished) == ((4,), True)
    assert [beam.ids for beam in found.beams] == [(4,), (3,)]
    assert found.beams[0].score == pytest.approx(math.log(0.36) / 2)
    assert found.beams[1].log_probability == pytest.approx(math.log(0.15))


def test_a_forced_first_token_counts_as_length_but_not_as_choice():
    found = find(Scripted(TABLE, start_ids=(0, 4)), max_new_tokens=6, n_beams=2)
    assert found.ids == ()
    assert found.log_probability == pytest.approx(math.log(0.9))
    assert found.beams[0].score == pytest.approx(math.log(0.9) / 2)


@pytest.mark.parametrize("n_beams", [1, 2])
def test_a_target_that_reaches_the_limit_says_that_it_did_not_end(n_beams):
    endless = logs([[0.0, 0.5, 0.0, 0.3, 0.2]] * 5)
    found = find(Scripted(endless), max_new_tokens=4, n_beams=n_beams)
    assert not found.is_finished
    assert found.ids == (1, 1, 1, 1)
    assert len(found.steps) == 4
    assert found.log_probability == pytest.approx(4 * math.log(0.5))


@pytest.mark.parametrize("n_beams", [1, 3])
def test_nobody_waiting_stops_the_search_between_two_steps(n_beams):
    n_asked = 0

    def after_two_steps():
        nonlocal n_asked
        n_asked += 1
        return n_asked > 2

    endless = logs([[0.0, 0.5, 0.0, 0.3, 0.2]] * 5)
    with pytest.raises(Cancelled):
        find(
            Scripted(endless),
            max_new_tokens=50,
            n_beams=n_beams,
            is_cancelled=after_two_steps,
        )
    assert n_asked == 3


@pytest.mark.parametrize("n_beams", [1, 2])
def test_numbers_that_overflow_are_said(n_beams):
    with pytest.raises(NotFinite):
        find(Scripted([[math.nan] * 5] * 5), n_beams=n_beams)


def test_more_beams_than_a_small_vocabulary_has_tokens():
    found = find(Scripted(TABLE), max_new_tokens=6, n_beams=8)
    assert found.ids == (4,)
    scores = [beam.score for beam in found.beams]
    assert scores == sorted(scores, reverse=True)
