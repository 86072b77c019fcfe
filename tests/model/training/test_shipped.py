"""The weights that are shipped are as good as their cards say."""

import json
import math
from functools import cache

import pytest
import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer

from model.lesson_network import read_config, read_network
from model.training.__main__ import CORPUS_SEED, WEIGHTS_FOLDER
from model.training.card import readme_of
from model.training.corpus import DEMONSTRATION, Sizes, build_corpus
from model.training.corpus.capitals import FRENCH_NAMES
from model.training.greedy import translate_all
from model.training.learners import learner_of
from model.training.masked_language.readme import readme_of as masked_readme_of
from model.training.masked_language.rounds import ROUNDS
from model.training.recipes import RECIPES
from model.training.vocabulary import encode_words

N_SAMPLE = 150


@cache
def examples():
    """Return the first test sentences; those to train on need not be made."""
    sizes = Sizes(train=0, combinations=0)
    return build_corpus(seed=CORPUS_SEED, sizes=sizes).test[:N_SAMPLE]


def card_of(name):
    return json.loads((WEIGHTS_FOLDER / name / "card.json").read_text("utf-8"))


def translate(name, sentences):
    folder = WEIGHTS_FOLDER / name
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    network, _ = read_network(folder)
    sources = [tuple(encode_words(tokenizer, each)) for each in sentences]
    return [
        tuple(map(tokenizer.id_to_token, ids))
        for ids in translate_all(learner_of(network), sources)
    ]


@pytest.mark.parametrize("name", RECIPES)
def test_a_sample_is_translated_as_well_as_the_card_says(name):
    found = translate(name, [example.source for example in examples()])
    right = [
        words == example.target
        for words, example in zip(found, examples(), strict=True)
    ]

    share = card_of(name)["results"]["test"]["exact_match"]
    spread = math.sqrt(share * (1 - share) / N_SAMPLE)
    assert sum(right) / N_SAMPLE == pytest.approx(share, abs=3 * spread)


def test_the_models_reach_what_they_are_for():
    results = {name: card_of(name)["results"] for name in RECIPES}

    translator = results["lesson-translator"]["test"]
    assert translator["exact_match"] >= 0.97
    assert translator["pronoun_accuracy"] >= 0.95
    for name in ("lesson-bahdanau", "lesson-luong"):
        assert results[name]["test"]["exact_match"] >= 0.9


def test_the_bottleneck_falls_off_with_length():
    rows = [
        row
        for row in card_of("lesson-bottleneck")["results"]["by_length"]
        if row["n"] >= 50
    ]
    shares = [row["exact_match"] for row in rows]

    assert len(rows) >= 5
    assert shares[0] > 2 * shares[-1]


def test_the_animal_is_tired_and_the_street_is_wide():
    found = translate("lesson-translator", [each.source for each in DEMONSTRATION])

    assert found == [each.target for each in DEMONSTRATION]


@pytest.mark.parametrize("name", RECIPES)
def test_the_card_is_of_a_whole_training_by_its_recipe(name):
    card, recipe = card_of(name), RECIPES[name]
    training = card["training"]
    network, config = read_network(WEIGHTS_FOLDER / name)

    assert card["id"] == config.id == name
    readme = (WEIGHTS_FOLDER / name / "README.md").read_text(encoding="utf-8")
    assert readme == readme_of(card)
    assert training["is_finished"]
    assert training["steps"] == recipe.n_steps == training["curve"][-1]["step"]
    assert training["batch_tokens"] == recipe.batch_tokens
    assert card["sizes"] == {**config.sizes}
    assert card["parameters"] == sum(each.numel() for each in network.parameters())
    assert all(bool(torch.isfinite(each).all()) for each in network.parameters())
    # The sizes are those of the recipe, so that the command makes this model.
    assert recipe.build(card["data"]["vocabulary"]).config == network.config


def test_all_share_one_vocabulary_and_the_names():
    tokenizers = {
        (WEIGHTS_FOLDER / name / "tokenizer.json").read_bytes() for name in RECIPES
    }
    names = {tuple(read_config(WEIGHTS_FOLDER / name).names) for name in RECIPES}

    assert len(tokenizers) == 1
    assert names == {tuple(sorted(FRENCH_NAMES))}


def test_the_weights_are_small():
    files = list(WEIGHTS_FOLDER.glob("*/*.safetensors"))
    sizes = [path.stat().st_size for path in files]

    # Those of the recipes, and the adapter of MiniLM.
    assert {path.parent.name for path in files} == {*RECIPES, "minilm-words"}
    assert max(sizes) < 6_000_000


def test_the_card_of_the_adapter_is_that_of_its_files():
    folder = WEIGHTS_FOLDER / "minilm-words"
    card = card_of(folder.name)
    training = card["training"]
    rounds = [*training["earlier"], training]

    readme = (folder / "README.md").read_text(encoding="utf-8")
    assert readme == masked_readme_of(card)
    assert [(each["steps"], each["rank"], each["mix"]) for each in rounds] == [
        (each.n_steps, each.rank, each.mix) for each in ROUNDS
    ]
    assert all(each["is_finished"] for each in rounds)
    adapter = load_file(folder / "adapter_model.safetensors")
    heads = load_file(folder / "heads.safetensors")
    assert card["parameters"]["low_rank"] == _count(adapter)
    assert card["parameters"]["heads"] == _count(heads)
    assert {min(each.shape) for each in adapter.values()} == {card["rank"]}
    # What the project wants of it.
    assert card["results"]["trained"]["words"]["loss"] < 3.3


def _count(tensors):
    return sum(each.numel() for each in tensors.values())
