"""Steps of a generation: the cache changes nothing, and greedy is greedy."""

from dataclasses import dataclass, field

import numpy as np
import pytest
import torch
import transformers as hf

from model import Cancelled, GeneratedText, Generation, GenerationRules, Sampling
from model.capture import IMPLEMENTATION
from model.predicting.cached_decoder import CachedDecoder, end_ids_of
from model.predicting.generation import PROMPT_SLICE
from model.recording import never
from model.tokens import TokenizedText, added_token
from tests.model.tiny_models import BYPASSING, DECODERS, VOCABULARY

CPU = torch.device("cpu")
MAKERS = {**DECODERS, "bloom": BYPASSING["bloom"]}
# Longer than the windows of 8 that some of them have.
PROMPT = [int(i) for i in np.random.default_rng(3).integers(3, VOCABULARY, 21)]

N_NEW = 12


def tiny(name, *, seed=0):
    """Build a decoder with its head, of random weights in float64."""
    torch.manual_seed(seed)
    implementation = "eager" if name == "bloom" else IMPLEMENTATION
    model = hf.AutoModelForCausalLM.from_config(
        MAKERS[name](),
        attn_implementation=implementation,
        # The other kernels of mixtures know no float64.
        **({"experts_implementation": "eager"} if name == "gpt_oss" else {}),
    ).double()
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() > 1:
                parameter.mul_(4)
    return model.eval()


@dataclass
class Numbers:
    """Write tokens as their numbers."""

    ids: list[int] = field(default_factory=list)

    def add(self, token_id):
        self.ids.append(token_id)
        return f" {token_id}"

    def written(self):
        text = "".join(f" {i}" for i in self.ids)
        return GeneratedText(text, text, (), True, ())


def prompt_of(ids):
    tokens = [added_token(index, i, str(i)) for index, i in enumerate(ids)]
    return TokenizedText(tuple(tokens), (), 0, ())


def steps_of(generation):
    steps = []
    while not generation.is_done:
        steps.append(generation.step(never))
    return steps


def generate(model, ids=PROMPT, *, end_ids=(), **how):
    """Run a generation to its end: the ids written, and the steps."""
    rules = GenerationRules(**{"max_new_tokens": N_NEW, **how})
    writer = Numbers()
    decoder = CachedDecoder(model, CPU, use_cache=rules.use_cache)
    generation = Generation(prompt_of(ids), decoder, writer, rules, end_ids)
    steps = steps_of(generation)
    return writer.ids, [step for step in steps if step is not None]


@pytest.mark.parametrize("name", MAKERS)
def test_logits_with_the_cache_are_those_without(name):
    """Read in pieces of any size, every position predicts as read at once."""
    model = tiny(name)
    cached = CachedDecoder(model, CPU, use_cache=True)
    plain = CachedDecoder(model, CPU, use_cache=False)
    assert (cached.is_cached, plain.is_cached) == (True, False)
    largest = 0.0
    done = 0
    for size in (5, 1, 9, 1, 1, 4):
        piece, done = PROMPT[done : done + size], done + size
        found, expected = cached.read(piece, never), plain.read(piece, never)
        assert found.dtype == expected.dtype == np.float64
        assert np.ptp(expected) > 0.1
        largest = max(largest, float(np.abs(found - expected).max()))
        assert cached.n_read == plain.n_read == done
    assert largest <= 1e-9


@pytest.mark.parametrize("name", MAKERS)
def test_greedy_is_what_transformers_generates(name):
    model = tiny(name, seed=1)
    # The end, where it is met, is a token that this very model writes.
    with torch.inference_mode():
        whole = model.generate(
            torch.tensor([PROMPT]),
            do_sample=False,
            max_new_tokens=N_NEW,
            eos_token_id=None,
        )[0, len(PROMPT) :].tolist()
    assert generate(model)[0] == whole
    end = whole[6]
    expected = whole[: whole.index(end)]
    ids, steps = generate(model, end_ids={end})
    assert ids == expected
    assert steps[-1].is_end
    assert steps[-1].text == ""
    assert steps[-1].choice.chosen.id == end
    assert generate(model, end_ids={end}, stops_at_end=False)[0] == whole


@pytest.mark.parametrize("sampling", [Sampling(), Sampling(1.3, 20, 0.9)], ids=str)
def test_the_cache_is_told_and_changes_no_token(sampling):
    model = tiny("mistral")
    ids, steps = generate(model, sampling=sampling, seed=5)
    plain_ids, plain = generate(model, sampling=sampling, seed=5, use_cache=False)
    assert ids == plain_ids
    n = len(PROMPT)
    assert [(s.n_computed, s.n_reused) for s in steps] == [
        (n, 0),
        *((1, n + i) for i in range(N_NEW - 1)),
    ]
    assert [(s.n_computed, s.n_reused) for s in plain] == [
        (n + i, 0) for i in range(N_NEW)
    ]


def test_the_same_seed_writes_the_same_and_others_something_else():
    model = tiny("llama")
    hot = Sampling(temperature=2.0)
    first, steps = generate(model, sampling=hot, seed=1)
    assert generate(model, sampling=hot, seed=1)[0] == first
    others = [generate(model, sampling=hot, seed=seed)[0] for seed in (0, 2, 2**32 - 1)]
    assert first not in others
    assert len({tuple(ids) for ids in others}) == 3
    draws = [step.choice.draw for step in steps]
    assert len(set(draws)) == N_NEW
    assert min(draws) >= 0
    assert max(draws) < 1


class Scripted:
    """A decoder that predicts the number after the last."""

    is_cached = True

    def __init__(self):
        self.read_sizes = []

    @property
    def n_read(self):
        return sum(self.read_sizes)

    def read(self, ids, is_cancelled):
        self.read_sizes.append(len(ids))
        return np.eye(1000)[(ids[-1] + 1) % 1000]


def test_a_long_prompt_is_read_in_parts():
    decoder = Scripted()
    ids = [i % 1000 for i in range(2 * PROMPT_SLICE + 3)]
    rules = GenerationRules(max_new_tokens=3)
    generation = Generation(prompt_of(ids), decoder, Numbers(), rules, ())
    steps = steps_of(generation)
    assert steps[:2] == [None, None]
    assert [step.choice.chosen.id for step in steps[2:]] == [515, 516, 517]
    assert [step.index for step in steps[2:]] == [0, 1, 2]
    assert decoder.read_sizes == [PROMPT_SLICE, PROMPT_SLICE, 3, 1, 1]
    assert (steps[2].n_computed, steps[2].n_reused) == (len(ids), 0)
    assert (steps[3].n_computed, steps[3].n_reused) == (1, len(ids))
    assert generation.stop == "max_new_tokens"
    assert generation.written().new_text == " 515 516 517"


def test_it_stops_at_the_end_token_and_says_so():
    rules = GenerationRules(max_new_tokens=9)
    generation = Generation(prompt_of([7]), Scripted(), Numbers(), rules, {11, 99})
    steps = steps_of(generation)
    assert [step.choice.chosen.id for step in steps] == [8, 9, 10, 11]
    assert [step.is_end for step in steps] == [False, False, False, True]
    assert generation.stop == "end"
    assert generation.written().new_text == " 8 9 10"


def test_somebody_who_goes_away_stops_it_between_two_layers():
    model = tiny("llama")
    asked = []

    def is_cancelled():
        asked.append(True)
        return len(asked) > 4

    decoder = CachedDecoder(model, CPU, use_cache=True)
    generation = Generation(
        prompt_of(PROMPT), decoder, Numbers(), GenerationRules(), ()
    )
    generation.step(is_cancelled)
    with pytest.raises(Cancelled):
        generation.step(is_cancelled)
    assert len(asked) == 5


@pytest.mark.parametrize(
    ("own", "config", "expected"),
    [(None, 2, {2}), ([5, 6], 2, {5, 6}), (7, None, {7}), (None, None, set())],
)
def test_the_end_is_what_the_checkpoint_says(own, config, expected):
    model = tiny("llama")
    model.generation_config.eos_token_id = own
    model.config.eos_token_id = config
    assert end_ids_of(model) == expected
