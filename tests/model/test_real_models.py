"""The packaged models: parity with eager attention, and the numbers we quote."""

import numpy as np
import pytest
import torch
from transformers import AutoModel

from model import Catalogue, Selection

ANIMAL = "The animal didn't cross the street because it was too tired"
LONG = (
    "A student asks what every word of a sentence looks at, and the model answers "
    "with a matrix: each row is a word that asks, each column a word that is asked. "
) * 8
IT, ANIMAL_KEY, STREET_KEY = 10, 2, 8


def read(loaded, text, **choice):
    tokenized = loaded.tokenize(text, truncate=True)
    resolved = loaded.resolve(Selection(**choice), tokenized)
    return loaded.read(loaded.run(tokenized), resolved)


def eager_attentions(loaded, folder, ids):
    network = AutoModel.from_pretrained(
        folder, attn_implementation="eager", dtype=torch.float32
    ).eval()
    with torch.inference_mode():
        return network(torch.tensor([ids]), output_attentions=True).attentions


@pytest.mark.parametrize("name", ["minilm", "smollm2"])
def test_weights_equal_eager_attentions_at_128_tokens(name, request, cache_folder):
    loaded = request.getfixturevalue(name)
    tokenized = loaded.tokenize(LONG)
    ids = tokenized.ids[:128]
    assert len(ids) == 128
    cut = type(tokenized)(tokenized.tokens[:128], tokenized.segment_ids[:128], 0, ())
    reading = loaded.read(loaded.run(cut), loaded.resolve(Selection(), cut))
    reference = eager_attentions(loaded, cache_folder / loaded.description.id, ids)
    for ours, theirs in zip(reading.values, reference, strict=True):
        assert np.abs(ours - theirs[0].numpy()).max() <= 1e-5


@pytest.mark.parametrize(
    ("layer", "head", "weight", "average", "times"),
    [
        (3, 1, 0.640, 0.0925, 6.9),
        (5, 11, 0.647, 0.362, 1.8),
        (4, 11, 0.210, 0.018, 11.8),
    ],
)
def test_it_looks_at_animal_as_the_lesson_says(
    minilm, layer, head, weight, average, times
):
    """The three heads of the lesson: specific, popular, and weak but specific."""
    reading = read(
        minilm, ANIMAL, layers=(layer,), heads=(head,), statistics=("column",)
    )
    found = float(reading.values[0, 0, IT, ANIMAL_KEY])
    assert found == pytest.approx(weight, abs=5e-4)
    mean = float(reading.statistics["column_mean"][0, 0, ANIMAL_KEY])
    rows = int(reading.statistics["column_rows"][0, ANIMAL_KEY])
    others = (mean * rows - found) / (rows - 1)
    assert others == pytest.approx(average, abs=6e-4)
    assert found / others == pytest.approx(times, abs=0.06)


def test_wide_for_tired_weakens_the_link_and_does_not_move_it(minilm):
    reading = read(minilm, ANIMAL.replace("tired", "wide"), layers=(3,), heads=(1,))
    row = reading.values[0, 0, IT]
    assert row[ANIMAL_KEY] == pytest.approx(0.266, abs=5e-4)
    assert row[STREET_KEY] == pytest.approx(0.128, abs=5e-4)


def test_tokens_shown_are_the_ids_fed(minilm, smollm2):
    tokens = minilm.tokenize("the cat sat on the mat").tokens
    assert [t.text for t in tokens] == [
        *("[CLS]", "the", "cat", "sat", "on", "the", "mat", "[SEP]")
    ]
    reading = read(minilm, "the cat sat on the mat")
    assert reading.values.shape == (6, 12, 8, 8)
    assert [t.text for t in reading.key_tokens] == [t.text for t in tokens]
    assert read(smollm2, "the cat sat on the mat").values.shape == (30, 9, 6, 6)


def test_a_decoder_is_causal_and_an_encoder_is_not(minilm, smollm2):
    both = read(minilm, ANIMAL)
    assert both.mask.all()
    assert (np.triu(both.values[0, 0], 1) > 0).any()
    causal = read(smollm2, ANIMAL)
    n = causal.mask.shape[0]
    assert causal.mask.tolist() == np.tril(np.ones((n, n), bool)).tolist()
    assert (np.triu(causal.values, 1) == 0).all()


@pytest.mark.parametrize("name", ["minilm", "smollm2"])
def test_description_tells_before_loading_what_is_there_after(
    name, request, cache_folder
):
    loaded = request.getfixturevalue(name)
    before = Catalogue([loaded.description.id], cache_folder=cache_folder)
    described = before.describe(loaded.description.id)
    facts = (
        *("n_layers", "n_heads", "n_key_value_heads", "head_dim", "d_model"),
        *("family", "max_length", "vocab_size", "has_special_tokens", "capture"),
    )
    for fact in facts:
        assert getattr(described, fact) == getattr(loaded.description, fact), fact
    config = loaded.network.config
    assert described.n_layers == config.num_hidden_layers
    assert described.n_key_value_heads == getattr(
        config, "num_key_value_heads", config.num_attention_heads
    )
    assert described.vocab_size == config.vocab_size == loaded.tokenizer.vocab_size
    assert described.max_length == config.max_position_embeddings
    assert described.loaded is False
    assert loaded.description.loaded is True


def test_a_long_text_is_pooled_from_all_its_tokens(smollm2):
    """2,000 tokens in 64 cells a side; each cell is the largest of its block."""
    text = "one two three four " * 500
    pooled = read(smollm2, text, layers=(3,), heads=(0,), pool=64)
    n = len(pooled.query_tokens)
    factor = pooled.pool_factor
    assert n > 1900
    assert factor == -(-n // 64)
    exact = read(
        smollm2, text, layers=(3,), heads=(0,), rows=(n - 2 * factor, n)
    ).values[0, 0]
    last = factor if n % factor == 0 else n % factor
    expected = exact[-last:, :factor].max()
    assert pooled.values[0, 0, -1, 0] == pytest.approx(expected, abs=1e-6)
    expected = exact[-last:, -last:].max()
    assert pooled.values[0, 0, -1, -1] == pytest.approx(expected, abs=1e-6)
