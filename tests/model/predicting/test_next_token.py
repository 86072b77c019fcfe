"""Next tokens: a distribution over the whole vocabulary, in float64."""

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from transformers import AutoModelForCausalLM, LlamaConfig, LlamaForCausalLM, LlamaModel

from model import (
    Catalogue,
    MaskSpecification,
    NotFinite,
    UnsupportedByModel,
    most_likely,
)
from tests.model.small_tokenizers import llama as llama_tokenizer
from tests.model.test_real_models import ANIMAL
from tests.model.tiny_models import GROUPED

LOGITS = np.log(np.array([0.1, 0.4, 0.2, 0.3], np.float32))


def exact(logits, temperature):
    """Softmax by Python's own exact sums, one number at a time."""
    scaled = [float(x) / temperature for x in logits]
    top = max(scaled)
    total = math.fsum(math.exp(x - top) for x in scaled)
    return [math.exp(x - top) / total for x in scaled]


def choose(logits=LOGITS, *, temperature=1.0, top_k=10, top_p=1.0):
    return most_likely(logits, temperature=temperature, top_k=top_k, top_p=top_p)


def test_hand_worked():
    found = choose()
    assert found.ids == (1, 3, 2, 0)
    np.testing.assert_allclose(found.probabilities, [0.4, 0.3, 0.2, 0.1], rtol=1e-6)
    expected = -sum(p * math.log(p) for p in (0.1, 0.2, 0.3, 0.4))
    assert found.entropy_nats == pytest.approx(expected, rel=1e-6)
    np.testing.assert_allclose(np.exp(found.log_probabilities), found.probabilities)


@pytest.mark.parametrize(
    ("top_k", "top_p", "ids"),
    [
        (2, 1.0, (1, 3)),
        (10, 0.39, (1,)),
        (10, 0.41, (1, 3)),
        (10, 0.69, (1, 3)),
        (10, 0.71, (1, 3, 2)),
        (1, 0.71, (1,)),
        (10, 1e-9, (1,)),
    ],
)
def test_top_k_and_top_p_cut_the_list_and_raise_nothing(top_k, top_p, ids):
    found = choose(top_k=top_k, top_p=top_p)
    assert found.ids == ids
    whole = dict(zip(choose().ids, choose().probabilities, strict=True))
    assert found.probabilities.tolist() == [whole[i] for i in ids]
    assert found.entropy_nats == choose().entropy_nats


def test_a_temperature_of_two_squares_roots_them():
    found = choose(temperature=2.0)
    roots = np.sqrt([0.4, 0.3, 0.2, 0.1])
    np.testing.assert_allclose(found.probabilities, roots / roots.sum(), rtol=1e-6)
    assert choose(temperature=0.01).entropy_nats < 1e-9
    assert choose(temperature=100.0).entropy_nats == pytest.approx(
        math.log(4), abs=1e-3
    )


def test_what_cannot_come_is_not_listed():
    found = choose(np.array([0.0, -np.inf, 1.0, -np.inf], np.float32))
    assert found.ids == (2, 0)
    assert math.isfinite(found.entropy_nats)
    certain = choose(np.array([0.0, 3e4], np.float32))
    assert certain.ids == (1,)
    assert certain.entropy_nats == 0


@pytest.mark.parametrize("wrong", [np.nan, np.inf])
def test_numbers_that_overflow_are_refused(wrong):
    with pytest.raises(NotFinite):
        choose(np.array([0.0, wrong], np.float32))


@given(
    st.lists(st.floats(-50, 50, width=32), min_size=1, max_size=40),
    st.floats(0.05, 20),
)
def test_it_is_a_distribution(logits, temperature):
    found = choose(np.array(logits, np.float32), temperature=temperature, top_k=100)
    expected = exact(logits, temperature)
    by_id = dict(zip(found.ids, found.probabilities, strict=True))
    for i, probability in enumerate(expected):
        assert by_id.get(i, 0.0) == pytest.approx(probability, rel=1e-9, abs=1e-300)
    assert math.fsum(found.probabilities) == pytest.approx(1, abs=1e-12)
    assert (np.diff(found.probabilities) <= 0).all()
    assert -1e-12 <= found.entropy_nats <= math.log(len(logits)) + 1e-12


@pytest.fixture(scope="module")
def reference(cache_folder):
    """Load SmolLM2 with transformers' own attention, in float64."""
    return AutoModelForCausalLM.from_pretrained(
        cache_folder / "smollm2-135m", attn_implementation="eager", dtype=torch.float64
    ).eval()


@pytest.mark.parametrize("mask", [None, MaskSpecification("none")], ids=["own", "none"])
def test_smollm2_predicts_as_in_float64(smollm2, reference, mask):
    tokenized = smollm2.tokenize(ANIMAL)
    logits = smollm2.next_logits(tokenized, mask=mask)
    assert logits.shape == (49152,)
    ids = torch.tensor([tokenized.ids])
    n = len(tokenized.ids)
    added = {} if mask is None else {"attention_mask": torch.zeros(1, 1, n, n).double()}
    with torch.inference_mode():
        expected = reference(ids, **added).logits[0, -1].numpy()
    assert np.abs(logits - expected).max() <= 2e-3
    for temperature in (0.7, 1.0, 2.5):
        found = choose(logits, temperature=temperature, top_k=5)
        exactly = exact(expected, temperature)
        np.testing.assert_allclose(
            found.probabilities, [exactly[i] for i in found.ids], rtol=5e-3
        )
        assert found.probabilities[0] == pytest.approx(max(exactly), rel=5e-3)
        entropy = -math.fsum(p * math.log(p) for p in exactly if p > 0)
        assert found.entropy_nats == pytest.approx(entropy, abs=2e-3)


def test_entries_of_the_vocabulary_read_like_tokens(smollm2):
    ids = [t.id for t in smollm2.tokenize("The animal\n👍").tokens]
    entries = smollm2.vocabulary_entries([*ids, 1, 10**6])
    assert [e.text for e in entries[:3]] == ["The", "animal", "⏎"]
    assert entries[1].raw == "Ġanimal"
    assert all(e.text.isprintable() and "�" not in e.text for e in entries)
    assert entries[-2].text == "<|im_start|>"
    assert (entries[-1].text, entries[-1].raw) == ("id 1000000", "")


def test_an_encoder_predicts_nothing(minilm):
    with pytest.raises(UnsupportedByModel) as refused:
        minilm.next_logits(minilm.tokenize("a"))
    assert "minilm" in refused.value.detail
    assert "decoder" in refused.value.hint


@pytest.mark.parametrize("has_head", [True, False], ids=["with", "without"])
def test_a_local_folder_predicts_where_its_head_is_in_the_file(tmp_path, has_head):
    """A head that transformers would draw at random is not used."""
    config = LlamaConfig(**{**GROUPED, "vocab_size": 280}, tie_word_embeddings=False)
    torch.manual_seed(0)
    network = (LlamaForCausalLM if has_head else LlamaModel)(config).eval()
    folder = tmp_path / "tiny"
    network.save_pretrained(folder)
    llama_tokenizer().save_pretrained(folder)
    if not has_head:
        text = (folder / "config.json").read_text()
        (folder / "config.json").write_text(
            text.replace('"LlamaModel"', '"LlamaForCausalLM"')
        )
    catalogue = Catalogue([str(folder)], cache_folder=tmp_path)
    loaded = catalogue.load("tiny")
    assert loaded.description.objectives == ("attention", "next-token")
    tokenized = loaded.tokenize("hello")
    if has_head:
        with torch.inference_mode():
            expected = network(torch.tensor([tokenized.ids])).logits[0, -1]
        np.testing.assert_allclose(loaded.next_logits(tokenized), expected, atol=1e-5)
    else:
        with pytest.raises(UnsupportedByModel, match="no next token"):
            loaded.next_logits(tokenized)
    assert len(loaded.run(tokenized).layers) == 3
