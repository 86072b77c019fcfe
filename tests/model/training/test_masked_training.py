"""A training of seconds learns, repeats itself, and ships what it learned."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from torch import nn
from transformers import BertConfig, BertModel

from model.training.masked_language.batches import Vocabulary, batch_of
from model.training.masked_language.evaluation import evaluate, held_out, most_frequent
from model.training.masked_language.examples import Maker, Texts
from model.training.masked_language.learner import Learner, loss_of
from model.training.masked_language.loop import train
from model.training.masked_language.rounds import ROUNDS
from model.training.masked_language.shipping import load_shipped, ship

# peft reads an attribute that transformers has renamed.
pytestmark = pytest.mark.filterwarnings("ignore:`is_gradient:FutureWarning")

VOCABULARY = Vocabulary(size=60, pad_id=0, mask_id=3, special_ids=(0, 1, 2, 3))
N_STEPS = 12
# Hidden words of these texts can be told from the word before.
SENTENCES = [[10 + (start + step) % 40 for step in range(8)] for start in range(40)]
DOCUMENTS = [SENTENCES[start : start + 5] for start in range(0, 40, 5)]
TEXTS = Texts(DOCUMENTS, DOCUMENTS, DOCUMENTS, DOCUMENTS, SENTENCES, SENTENCES)
PLAN = ROUNDS[0]
RANK = 8


@pytest.fixture(autouse=True)
def _settings_of_before():
    threads = torch.get_num_threads()
    yield
    torch.set_num_threads(threads)
    torch.use_deterministic_algorithms(False)


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    folder = tmp_path_factory.mktemp("base")
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=VOCABULARY.size,
        hidden_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=96,
        max_position_embeddings=64,
    )
    BertModel(config).save_pretrained(folder)
    return folder


def maker(seed):
    return Maker(TEXTS, PLAN.mix, 1, 2, seed)


def trained(base, seed, n_steps=N_STEPS, next_weight=1.0):
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    torch.manual_seed(seed)
    learner = Learner(base, RANK)
    valid = held_out(maker(1).batch(), VOCABULARY)
    curve = train(
        learner,
        maker(seed),
        VOCABULARY,
        valid,
        plan=replace(PLAN, n_steps=n_steps, next_weight=next_weight),
        seed=seed,
        on_point=lambda _: None,
    )
    return learner, curve


def weights_of(learner):
    return {
        name: each.detach().clone()
        for name, each in learner.network.named_parameters()
        if each.requires_grad
    }


def test_the_same_seed_gives_the_same_weights_to_the_bit(base):
    one, again = trained(base, seed=5), trained(base, seed=5)
    other = weights_of(trained(base, seed=6)[0])

    assert one[1] == again[1]
    found = weights_of(one[0])
    for name, weights in weights_of(again[0]).items():
        assert torch.equal(found[name], weights), name
    name = "cls.predictions.transform.dense.weight"
    assert not torch.equal(found[name], other[name])


def test_it_learns_and_leaves_the_model_alone(base):
    before = {
        name: each.clone()
        for name, each in Learner(base, RANK).network.named_parameters()
    }
    learner, curve = trained(base, seed=5, n_steps=60)

    assert curve[-1].valid_loss < curve[0].valid_loss - 0.1
    assert [point.step for point in curve][-1] == 60
    for name, each in learner.network.named_parameters():
        if not each.requires_grad:
            assert torch.equal(each, before[name]), name
    kinds = {n.split(".lora_")[0].rpartition(".")[0] for n, _ in _low_rank(learner)}
    assert len(kinds) > 1


def _low_rank(learner):
    named = learner.network.named_parameters()
    return [(name, each) for name, each in named if "lora_" in name]


def test_six_matrices_a_layer_get_a_low_rank_update(base):
    learner = Learner(base, RANK)

    found = _low_rank(learner)
    assert len(found) == 2 * 6 * 2  # layers, matrices, A and B
    by_shape = {tuple(each.shape) for _, each in found}
    assert by_shape == {(RANK, 64), (64, RANK), (RANK, 96), (96, RANK)}
    # B begins at zero, so nothing is changed before the first step.
    assert not any(each.any() for name, each in found if "lora_B" in name)


def test_the_transform_starts_as_the_identity_and_words_are_tied(base):
    network = Learner(base, RANK).network

    transform = network.cls.predictions.transform.dense.weight
    assert torch.equal(transform, torch.eye(64))
    assert network.cls.predictions.decoder.weight is (
        network.bert.embeddings.word_embeddings.weight
    )


def test_what_is_shipped_says_the_same(base, tmp_path):
    learner, _ = trained(base, seed=5)
    ship(learner, tmp_path)
    again = load_shipped(base, tmp_path)
    generator = np.random.default_rng(0)
    batch = batch_of(maker(3).batch(), VOCABULARY, generator)

    with torch.inference_mode():
        said, repeated = learner(batch), again(batch)
    # Rounded to float16, which keeps three decimals of what is near 1.
    assert torch.allclose(said.words, repeated.words, atol=0.02)
    assert torch.allclose(said.next, repeated.next, atol=0.02)
    configuration = json.loads((tmp_path / "adapter_config.json").read_text("utf-8"))
    assert configuration["base_model_name_or_path"] is None
    assert configuration["r"] == RANK
    heads = load_file(tmp_path / "heads.safetensors")
    assert "cls.predictions.decoder.weight" not in heads
    assert {each.dtype for each in heads.values()} == {torch.float16}


def test_a_higher_rank_begins_where_the_lower_one_ended(base, tmp_path):
    learner, _ = trained(base, seed=5)
    ship(learner, tmp_path)
    same = load_shipped(base, tmp_path)
    wider = load_shipped(base, tmp_path, rank=RANK + 3)
    batch = batch_of(maker(3).batch(), VOCABULARY, np.random.default_rng(0))

    with torch.inference_mode():
        assert torch.allclose(same(batch).words, wider(batch).words, atol=1e-5)
    for name, each in _low_rank(wider):
        if "lora_A" in name:
            # So that what was added can learn.
            assert each.shape[0] == RANK + 3
            assert each[RANK:].any(dim=1).all(), name
        else:
            assert each.shape[1] == RANK + 3
            assert not each[:, RANK:].any(), name


def test_the_loss_counts_selected_words_and_true_pairs_only(base):
    """Work the two means out one by one, in float64."""
    learner = Learner(base, RANK)
    batch = batch_of(maker(4).batch(), VOCABULARY, np.random.default_rng(1))
    with torch.inference_mode():
        said = learner(batch)
        loss = float(loss_of(said, batch))
        lighter = float(loss_of(said, batch, 0.25))

    words = said.words.double().log_softmax(dim=-1)
    each = [-float(words[row, wanted]) for row, wanted in enumerate(batch.wanted)]
    pairs = [int(known) for known in batch.is_next if known >= 0]
    following = said.next.double().log_softmax(dim=-1)
    # Column 0 of the head says "it follows".
    told = [-float(following[row, 1 - known]) for row, known in enumerate(pairs)]
    assert len(each) == int(batch.selected.sum())
    of_words, of_pairs = sum(each) / len(each), sum(told) / len(told)
    assert loss == pytest.approx(of_words + of_pairs, abs=1e-5)
    assert lighter == pytest.approx(of_words + of_pairs / 4, abs=1e-5)


@pytest.mark.parametrize(("next_weight", "is_learned"), [(0.0, False), (1.0, True)])
def test_a_round_says_how_much_the_next_sentence_counts(base, next_weight, is_learned):
    """A loss that counts nothing moves no bias, since each begins at zero."""
    learner, _ = trained(base, seed=5, next_weight=next_weight)

    assert bool(learner.network.cls.seq_relationship.bias.any()) is is_learned


def test_always_saying_the_most_frequent_word():
    texts = Texts(addresses=[[[10] * 6]], books=[[[11] * 3]], usage=[[12]])
    generator = np.random.default_rng(0)
    example = maker(1).batch()[0]
    batch = batch_of([example], VOCABULARY, generator)
    wanted = torch.tensor([10, 11, 12, 40])
    asked = type(batch)(
        batch.ids, batch.segments, batch.is_token, batch.selected, wanted, batch.is_next
    )

    words = most_frequent(texts, [("usage", asked)], VOCABULARY.size).words

    # 10 tokens, and one half for each of the 60 words: 40 in all.
    shares = [6.5 / 40, 3.5 / 40, 1.5 / 40, 0.5 / 40]
    assert words.loss == pytest.approx(-sum(np.log(shares)))
    assert (words.n, words.top_1, words.top_5) == (4, 1, 3)


def test_ranks_and_pairs_are_counted(base):
    """A learner that always says the same two things."""

    class Fixed(nn.Module):
        def forward(self, batch):
            from model.training.masked_language.learner import Predictions

            words = torch.arange(60.0, 0.0, -1.0).repeat(len(batch.wanted), 1)
            pairs = int((batch.is_next >= 0).sum())
            return Predictions(words, torch.tensor([[5.0, 0.0]]).repeat(pairs, 1))

    batches = held_out(maker(1).batch(), VOCABULARY)
    fixed: Any = Fixed()
    scores = evaluate(fixed, batches)
    wanted = torch.cat([batch.wanted for _, batch in batches])
    following = torch.cat([batch.is_next for _, batch in batches])

    assert scores.words.n == len(wanted)
    assert scores.words.top_5 == int((wanted < 5).sum())
    assert scores.n_pairs == int((following >= 0).sum())
    assert scores.pairs_right == int((following == 1).sum())
