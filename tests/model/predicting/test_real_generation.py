"""SmolLM2 goes on with a text: with the cache, without, and in float64."""

import numpy as np
import pytest
import torch
from transformers import AutoModelForCausalLM

from model import (
    EmptyText,
    GenerationRules,
    NumberOutOfRange,
    Sampling,
    TooManyTokens,
    UnsupportedByModel,
)
from model.predicting.cached_decoder import CachedDecoder
from model.recording import never

PROMPT = "The capital of France is"
# Ten times the largest difference measured, of logits that span 35.
FLOAT32_BOUND = 3e-4


def generate(loaded, text=PROMPT, **how):
    generation = loaded.generation(text, GenerationRules(**how))
    steps = []
    while not generation.is_done:
        steps.append(generation.step(never))
    return generation, steps


@pytest.fixture(scope="module")
def exact(cache_folder):
    """Load SmolLM2 with transformers' own attention, in float64."""
    return AutoModelForCausalLM.from_pretrained(
        cache_folder / "smollm2-135m", attn_implementation="eager", dtype=torch.float64
    ).eval()


def test_logits_with_the_cache_without_and_in_float64(smollm2, exact):
    """At every position of a text, read in pieces."""
    ids = smollm2.tokenize("The animal didn't cross the street because it was").ids
    cached = CachedDecoder(smollm2.language_model, smollm2.device, use_cache=True)
    plain = CachedDecoder(smollm2.language_model, smollm2.device, use_cache=False)
    with torch.inference_mode():
        expected = exact(torch.tensor([ids])).logits[0].numpy()
    done = 0
    for size in (4, 1, 1, len(ids) - 6):
        piece, done = ids[done : done + size], done + size
        found, again = cached.read(piece, never), plain.read(piece, never)
        assert np.ptp(found) > 10
        assert np.abs(found - again).max() <= FLOAT32_BOUND
        assert np.abs(found - expected[done - 1]).max() <= FLOAT32_BOUND
    assert done == len(ids)


def test_greedy_writes_what_transformers_writes(smollm2, exact):
    generation, steps = generate(smollm2, max_new_tokens=10)
    ids = torch.tensor([generation.prompt.ids])
    with torch.inference_mode():
        whole = exact.generate(ids, do_sample=False, max_new_tokens=10)[0]
    expected = whole[ids.shape[1] :].tolist()
    assert [step.choice.chosen.id for step in steps] == expected
    written = generation.written()
    assert written.new_text == smollm2.tokenizer.decode(expected)
    assert written.new_text.startswith(" Paris.")
    assert written.text == PROMPT + written.new_text
    assert written.is_retokenized_same
    assert [token.id for token in written.tokens] == whole.tolist()


def test_the_same_seed_gives_the_same_text_with_the_cache_and_without(smollm2):
    sampling = Sampling(temperature=1.0, top_k=50, top_p=0.9)
    texts = []
    for seed, use_cache in ((4, True), (4, True), (4, False), (5, True)):
        generation, steps = generate(
            smollm2, sampling=sampling, seed=seed, use_cache=use_cache, max_new_tokens=6
        )
        texts.append(generation.written().text)
        assert "".join(step.text for step in steps) == generation.written().new_text
    assert texts[0] == texts[1] == texts[2] != texts[3]


def test_it_ends_where_the_model_says_so(smollm2):
    chat = "<|im_start|>user\nSay hi.<|im_end|>\n<|im_start|>assistant\n"
    generation, steps = generate(smollm2, chat, max_new_tokens=40)
    assert generation.stop == "end"
    assert steps[-1].is_end
    end = smollm2.tokenizer.convert_tokens_to_ids("<|im_end|>")
    assert steps[-1].choice.chosen.id == end
    assert "<|im_end|>" not in generation.written().new_text
    assert generation.written().tokens[-1].id != end


def test_what_cannot_be_written_is_refused_before_anything_is_read(smollm2, minilm):
    with pytest.raises(UnsupportedByModel, match="no next token"):
        minilm.generation("a", GenerationRules())
    with pytest.raises(EmptyText):
        smollm2.generation("", GenerationRules())
    with pytest.raises(NumberOutOfRange) as refused:
        smollm2.generation("a", GenerationRules(sampling=Sampling(1.0, 49_153)))
    assert (refused.value.limit, refused.value.actual) == (49_152, 49_153)
    smollm2.generation("a", GenerationRules(sampling=Sampling(1.0, 49_152)))
    longest = "a" + " a" * 8159
    assert len(smollm2.generation(longest, GenerationRules()).prompt.ids) == 8160
    with pytest.raises(TooManyTokens) as too_many:
        smollm2.generation(longest + " a", GenerationRules())
    assert (too_many.value.limit, too_many.value.actual) == (8192, 8193)
    with pytest.raises(TooManyTokens) as too_many:
        smollm2.generation("a" + " a" * 8192, GenerationRules(max_new_tokens=1))
    assert (too_many.value.limit, too_many.value.actual) == (8192, 8193)
