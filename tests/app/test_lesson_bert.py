"""Lesson 8 as the server writes it: its state, its counts, its curve, its card."""

import json
import math
import re

import httpx
import pytest
import torch
from transformers import BertConfig, BertForPreTraining, BertModel

from app.lessons.bert_card import describe_card
from app.lessons.bert_counts import SIZES, count_parameters, work_counts
from app.lessons.bert_gelu import N_POINTS, work_gelu
from tests.app.lesson_pages import boot_of, bound, notes_of

pytestmark = pytest.mark.anyio

CONFIGS = {
    "base": BertConfig(),
    "large": BertConfig(
        num_hidden_layers=24,
        num_attention_heads=16,
        hidden_size=1024,
        intermediate_size=4096,
    ),
    "minilm": BertConfig(num_hidden_layers=6, hidden_size=384, intermediate_size=1536),
}


async def open_lesson(client: httpx.AsyncClient, query: str = "") -> str:
    answer = await client.get(f"/learn/bert{query}")
    assert answer.status_code == 200
    return answer.text


def parameters_of(network: torch.nn.Module) -> int:
    """Count every tensor once, tied ones too."""
    return sum(each.numel() for each in network.parameters())


@pytest.mark.parametrize("name", CONFIGS)
def test_parameters_are_those_of_the_real_network(name):
    """Counted from the shapes here, and made by transformers there."""
    with torch.device("meta"):
        network = BertModel(CONFIGS[name])
        both = BertForPreTraining(CONFIGS[name])
    counts = work_counts()
    assert count_parameters(SIZES[name]) == parameters_of(network)
    assert counts["total"][name] == f"{parameters_of(network):,}"
    assert counts["with_heads"][name] == f"{parameters_of(both):,}"


def test_bert_base_has_110_million():
    assert work_counts()["total"]["base"] == "109,482,240"


def test_minilm_is_counted_as_its_file_has_it(cache_folder):
    """The file's own shapes; its positions 0 to 511 are no parameters."""
    with (cache_folder / "minilm" / "model.safetensors").open("rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
    shapes = {
        name: entry["shape"]
        for name, entry in header.items()
        if name not in {"__metadata__", "embeddings.position_ids"}
    }
    assert count_parameters(SIZES["minilm"]) == sum(map(math.prod, shapes.values()))


def test_the_curve_is_gelu():
    """Each point is torch's; GELU is lowest where no neighbour is lower."""
    found = work_gelu()
    points = found["points"]
    x = torch.tensor([point["x"] for point in points], dtype=torch.float64)
    right = torch.nn.functional.gelu(x).tolist()
    assert [point["gelu"] for point in points] == pytest.approx(right, abs=1e-12)
    assert [point["relu"] for point in points] == x.clamp(min=0).tolist()
    assert len(points) == N_POINTS == 161
    at, lowest = found["lowest"]["x"], found["lowest"]["gelu"]
    near = torch.tensor([at - 1e-3, at + 1e-3], dtype=torch.float64)
    assert torch.nn.functional.gelu(near).min().item() > lowest
    assert lowest == pytest.approx(-0.16997, abs=1e-5)


def test_a_card_without_results_says_nothing_of_them():
    """A training that goes on has a curve, and no test yet."""
    assert describe_card({"results": {"untrained": {}}}) == {
        "is_measured": False,
        "has_pairs": False,
    }


def test_results_are_said_in_percent():
    words = {"n": 8, "loss": 3.0, "top_1": 0.25, "top_5": 0.5}
    card = {
        "results": {
            "trained": {"words": words, "next_sentence": {"n": 4, "accuracy": 0.75}},
            "most_frequent": {"words": {**words, "top_1": 0.125}},
        }
    }
    found = describe_card(card)
    assert found["words"]["top_1_percent"] == 25
    assert found["frequent"]["top_1_percent"] == 12.5
    assert found["pairs"] == {"n": 4, "accuracy_percent": 75}


async def test_the_lesson_opens_with_a_hidden_word(client):
    boot = boot_of(await open_lesson(client))
    state = boot["state"]
    assert state == boot["defaults"]
    assert state["hidden"] == [1]
    assert state["text"].split()[1] == "doctor"


async def test_the_page_has_the_counts_and_the_curve_without_script(client):
    page = await open_lesson(client, "?at=100")
    assert bound(page, "counts.total.base") == ["109,482,240"]
    assert bound(page, "counts.words_percent") == ["21.4"]
    # GELU(1) is the share of a normal distribution below 1.
    assert "0.8413" in bound(page, "gelu.points.{at}.gelu")
    cells = re.findall(r"<td>([\d,]+)</td>", page)
    assert {"23,440,896", "7,087,872", "85,054,464"} <= set(cells)


async def test_the_table_of_roberta_is_the_papers(client):
    """Liu et al. 2019, table 2: with the loss, then without."""
    page = await open_lesson(client)
    table = page[page.index("nsp-table") : page.index("Liu et al. 2019, table 2")]
    numbers = [float(cell) for cell in re.findall(r"<td>([\d.]+)</td>", table)]
    assert [numbers[at : at + 5] for at in range(0, 20, 5)] == [
        [90.4, 78.7, 84.0, 92.9, 64.2],
        [88.7, 76.2, 82.9, 92.1, 63.0],
        [90.4, 79.1, 84.7, 92.5, 64.8],
        [90.6, 79.7, 84.7, 92.7, 65.6],
    ]


async def test_positions_are_learned_and_never_waves(client):
    page = await open_lesson(client)
    assert "positions are learned" in page
    assert "sinusoid" not in page.lower()


async def test_the_address_holds_zero_and_nothing(client):
    page = await open_lesson(client, "?hidden=&text=&seed=0&layer=0&head=0&at=0")
    state = boot_of(page)["state"]
    assert (state["hidden"], state["text"], state["seed"]) == ([], "", 0)
    assert (state["layer"], state["head"], state["at"]) == (0, 0, 0)
    assert notes_of(page) == []


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("?hidden=1,x", "hidden"),
        ("?hidden=1,2,3,4,5,6,7,8,9", "hidden"),
        ("?layer=6", "layer"),
        ("?head=12", "head"),
        ("?rounds=0", "rounds"),
        ("?rounds=1001", "rounds"),
        ("?at=161", "at"),
        ("?text=" + 301 * "a", "text"),
    ],
)
async def test_what_cannot_be_read_is_said_and_left_aside(client, query, field):
    page = await open_lesson(client, query)
    boot = boot_of(page)
    assert boot["state"][field] == boot["defaults"][field]
    (note,) = notes_of(page)
    assert f"“{field}”" in note


async def test_markup_in_the_address_stays_letters(client):
    page = await open_lesson(client, "?text=%3Cscript%3Ealert(1)%3C/script%3E")
    assert "<script>alert" not in page


async def test_any_round_of_the_recipe_can_be_shown(client):
    """The page shows the last; a round after the last there is none."""
    asked = {"text": "the cat sat on the mat", "seed": 3, "rounds": 9}
    for shown in (1, 4, 9):
        answer = await client.post(
            "/api/v1/masked-corruption", json={**asked, "round": shown}
        )
        found = answer.json()
        assert len(found["selected"]) == found["by_round"]["selected"][shown - 1]
    refused = await client.post(
        "/api/v1/masked-corruption", json={**asked, "round": 10}
    )
    assert refused.status_code == 422
    assert "10" in refused.json()["detail"]
    assert "9" in refused.json()["detail"]
