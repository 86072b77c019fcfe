"""A training of seconds learns, repeats itself, and leaves a whole model."""

import json

import pytest
import torch

from model.lesson_network import read_config, read_network
from model.recurrent import RecurrentTranslator
from model.training.learners import learner_of
from model.training.loop import initialise, seed_everything, train
from model.training.recipes import RECIPES
from model.training.run import Making, Order
from model.training.vocabulary import SPECIAL_TOKENS
from tests.model.training.small_training import (
    small_data,
    small_recipe,
    swapped_pairs,
)

N_STEPS = 6


@pytest.fixture(autouse=True)
def _settings_of_before():
    threads = torch.get_num_threads()
    yield
    torch.set_num_threads(threads)
    torch.use_deterministic_algorithms(False)


def train_little(name, seed, n_steps=N_STEPS):
    seed_everything(seed, threads=1)
    recipe = small_recipe(name)
    network = recipe.build(10)
    initialise(network)
    pairs = swapped_pairs(60)
    return train(network, recipe, pairs, pairs[:20], n_steps=n_steps, seed=seed)


@pytest.mark.parametrize("name", RECIPES)
def test_the_same_seed_gives_the_same_weights_to_the_bit(name):
    one, again = train_little(name, seed=5), train_little(name, seed=5)
    other = train_little(name, seed=6)

    assert one.curve == again.curve
    for parameter, weights in one.weights.items():
        assert torch.equal(weights, again.weights[parameter]), parameter
    embedding = "embedding.weight"
    assert not torch.equal(one.weights[embedding], other.weights[embedding])


def test_a_training_learns():
    trained = train_little("lesson-luong", seed=5, n_steps=40)

    first, last = trained.curve[0], trained.curve[-1]
    assert last.valid_loss < 0.8 * first.valid_loss
    assert last.train_loss < first.train_loss
    assert [point.step for point in trained.curve] == list(range(1, 41))


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("weights")
    order = Order(n_steps=4, seed=9, threads=1, folder=folder, minutes_between=0.0)
    card = Making(small_recipe("lesson-bahdanau"), small_data(), order).run()
    return folder / "lesson-bahdanau", card


def test_the_folder_is_a_whole_model(made):
    folder, _ = made
    config = read_config(folder)
    network, _ = read_network(folder)

    assert {path.name for path in folder.iterdir()} == {
        "README.md",
        "card.json",
        "config.json",
        "model.safetensors",
        "tokenizer.json",
        "tokenizer_config.json",
    }
    assert config.id == "lesson-bahdanau"
    assert config.architecture == "recurrent"
    assert isinstance(network, RecurrentTranslator)
    assert network.config.attention == "additive"
    assert not network.training
    assert {each.dtype for each in network.parameters()} == {torch.float32}
    # Rounded to float16 and back, which is what is tested.
    assert all(torch.equal(each, each.half().float()) for each in network.parameters())


def test_the_tokenizer_and_the_network_agree(made):
    from tokenizers import Tokenizer

    folder, card = made
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    network, config = read_network(folder)

    size = card["data"]["vocabulary"]
    assert tokenizer.get_vocab_size() == network.config.vocab_size == size
    ids = [config.pad_id, config.start_id, config.end_id, config.unknown_id]
    assert tuple(map(tokenizer.id_to_token, ids)) == SPECIAL_TOKENS


def test_the_card_has_what_the_lessons_read(made):
    folder, card = made
    results = card["results"]

    assert json.loads((folder / "card.json").read_text("utf-8")) == card
    assert card["data"] == {
        "n_train": 600,
        "n_valid": 30,
        "n_test": 40,
        "n_combinations": 20,
        "vocabulary": card["data"]["vocabulary"],
    }
    assert card["parameters"] == sum(
        each.numel() for each in read_network(folder)[0].parameters()
    )
    assert [point["step"] for point in card["training"]["curve"]] == [1, 2, 3, 4]
    assert card["training"]["is_finished"] is True
    assert card["training"]["command"] == (
        "python -m model.training lesson-bahdanau --steps 4 --seed 9 --threads 1"
    )
    assert results["test"]["n"] == sum(row["n"] for row in results["by_length"]) == 40
    assert results["combinations"]["n"] == 20
    assert {"exact_match", "chrf", "pronoun_accuracy", "pronouns", "n"} == set(
        results["test"]
    )


def test_the_readme_says_what_the_card_says(made):
    folder, card = made
    readme = (folder / "README.md").read_text(encoding="utf-8")

    assert readme.startswith("# lesson-bahdanau\n")
    assert f"{card['parameters']:,} parameters" in readme
    assert card["training"]["command"] in readme
    assert f"| test | 40 | {card['results']['test']['exact_match']:.1%} |" in readme
    for row in card["results"]["by_length"]:
        assert f"| {row['length']} | {row['n']} |" in readme


def test_a_stopped_training_leaves_what_it_has(tmp_path):
    cards = []
    order = Order(n_steps=3, seed=9, threads=1, folder=tmp_path, minutes_between=0.0)
    making = Making(small_recipe("lesson-luong"), small_data(), order)

    def stop(network, curve):
        making._now_and_then(network, curve)
        folder = tmp_path / "lesson-luong"
        cards.append(json.loads((folder / "card.json").read_text("utf-8")))
        raise KeyboardInterrupt

    recipe = small_recipe("lesson-luong")
    data = small_data()
    seed_everything(9, threads=1)
    network = recipe.build(len(data.words))
    with pytest.raises(KeyboardInterrupt):
        train(network, recipe, data.train, data.valid, n_steps=3, seed=9, on_point=stop)

    [card] = cards
    assert card["training"]["steps"] == 1
    assert card["training"]["is_finished"] is False
    readme = (tmp_path / "lesson-luong" / "README.md").read_text("utf-8")
    assert "hasn't finished" in readme
    assert learner_of(read_network(tmp_path / "lesson-luong")[0])
