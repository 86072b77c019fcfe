"""Lesson 4 as the server writes it, before any script has run."""

import json
from pathlib import Path

import httpx
import numpy as np
import pytest

from app.engine import Engine
from app.lessons.heads_ranking import ask_ranking, rank_heads
from app.settings import Settings
from model import Catalogue
from tests.app.lesson_pages import boot_of
from tests.plain_arithmetic import plain_attention

pytestmark = pytest.mark.anyio

GOLDEN = Path(__file__).parent.parent / "golden" / "heads_ranking.json"
TEXT = "The animal didn't cross the street because it was too tired"
X = np.array([[1.0, 0, 1, 0], [0, 1, 0, 1], [-1, 0, 1, 0]])
W_Q = np.array([[4.0, 0], [0, 4], [0, 0], [0, 0]])
W_K = (
    np.array([[1.0, 0], [0, 1], [0, 0], [0, 0]]),
    np.array([[0.0, 1], [-1, 0], [0, 0], [0, 0]]),
)
W_V = np.array([[0.0, 0], [0, 0], [1, 0], [0, 1]])
W_O = np.array([[1.0, 0, 0, 1], [0, 1, 1, 0], [0, 0, 1, 0], [0, 0, 0, 1]])


async def numbers_of(client: httpx.AsyncClient, query: str = ""):
    answer = await client.get(f"/learn/heads{query}")
    assert answer.status_code == 200
    boot = boot_of(answer.text)
    return answer.text, boot["state"], boot["numbers"]


def heads_by_hand(x, keys=W_K, w_o=W_O):
    steps = [plain_attention(x @ W_Q, x @ w_k, x @ W_V) for w_k in keys]
    joined = np.concatenate([step["output"] for step in steps], axis=1)
    return [step["weights"] for step in steps], joined, joined @ w_o


async def test_first_view_works_both_heads_out(client):
    page, _, numbers = await numbers_of(client)
    weights, joined, output = heads_by_hand(X)
    worked = numbers["worked"]
    np.testing.assert_allclose(worked["weights"], weights, rtol=1e-14)
    np.testing.assert_allclose(worked["concatenated"], joined, rtol=1e-14)
    np.testing.assert_allclose(worked["output"], output, rtol=1e-14)
    # One head looks at the word itself, the other at the word before.
    assert np.argmax(worked["weights"][0], axis=1).tolist() == [0, 1, 2]
    assert np.argmax(worked["weights"][1], axis=1)[1:].tolist() == [0, 1]
    assert "We made their matrices by hand" in page
    assert (
        'data-bind="worked.output.{position}.{feature}" data-digits="3">1.839<' in page
    )


async def test_numbers_follow_the_address(client):
    query = "?inputs=1,0,1,0;0,1,0,2;-1,0.5,1,0&key_weights_1=1,0;0,1;0,0;0,3&head=0"
    query += "&output_weights=1,0,0,1;0,1,1,0;0,0,1,0;0,2,0,-1&shown=1&compared=true"
    _, state, numbers = await numbers_of(client, query)
    x = np.array([[1, 0, 1, 0], [0, 1, 0, 2], [-1, 0.5, 1, 0]])
    w_o = W_O.copy()
    w_o[3] = [0, 2, 0, -1]
    keys = (W_K[0], np.array([[1.0, 0], [0, 1], [0, 0], [0, 3]]))
    weights, _, output = heads_by_hand(x, keys, w_o)
    np.testing.assert_allclose(numbers["worked"]["weights"], weights, rtol=1e-14)
    np.testing.assert_allclose(numbers["worked"]["output"], output, rtol=1e-14)
    assert (state["shown"], state["head"], state["compared"]) == (1, 0, True)


async def test_heads_share_the_parameters_of_one_large_head(client):
    _, _, numbers = await numbers_of(client)
    sizes = numbers["worked"]["sizes"]
    assert {size["total"] for size in sizes.values()} == {f"{4 * 512**2:,}"}
    assert [sizes["8"][name] for name in ("n_heads", "head_dim")] == [8, 64]
    assert sizes["32"]["head_dim"] == 16


async def test_what_does_not_fit_is_said_and_left_aside(client):
    query = "?inputs=1,2;3,4&layer=6&head=12&feature=4&n_heads=3&measure=size&row=-1"
    page, state, _ = await numbers_of(client, query)
    assert state["inputs"] == X.tolist()
    assert (state["layer"], state["head"], state["feature"]) == (3, 1, 3)
    assert (state["n_heads"], state["measure"], state["row"]) == ("8", "entropy", 10)
    assert page.count('class="lesson-note"') == 7
    assert "it has 2 rows where 3 are needed" in page


async def test_numbers_that_overflow_are_said_in_words(client):
    huge = ";".join(["1e6,1e6"] * 4)
    query = "?inputs=" + ";".join(["1e6,1e6,1e6,1e6"] * 3) + f"&query_weights_0={huge}"
    page, _, numbers = await numbers_of(client, query)
    assert "NaN" not in page
    assert np.isfinite(numbers["worked"]["weights"]).all()


async def test_a_text_is_shown_as_text(client):
    page, state, _ = await numbers_of(client, "?text=%3C/script%3E%3Cb%3Ehi")
    assert state["text"] == "</script><b>hi"
    assert "<b>hi" not in page


@pytest.mark.parametrize("case", json.loads(GOLDEN.read_text("utf-8")))
def test_ranking_is_that_of_numpy(case):
    is_own = case["row"] == case["column"]
    found = rank_heads(case["weights"], case["means"], case["rows"], is_own_row=is_own)
    heads = found["heads"]
    others = [[head["others"] for head in line] for line in heads]
    np.testing.assert_allclose(others, case["others"], atol=1e-6)
    ratios = [[head["ratio"] for head in line] for line in heads]
    assert [[r is None for r in line] for line in ratios] == [
        [r is None for r in line] for line in case["ratio"]
    ]
    for name, ranks in (("weight_rank", "weight_ranks"), ("times_rank", "times_ranks")):
        assert [[head[name] for head in line] for line in heads] == case[ranks]
    assert found["n_others"] == case["n_others"]
    assert [head["times_rank"] for head in found["by_times"]] == [1, 2, 3, 4, 5, 6]


async def test_the_missions_numbers(cache_folder, tmp_path):
    """L5H11 .647 against .362, L3H1 .640 / .093, L4H11 .210 / .018; wide."""
    catalogue = Catalogue(
        ("minilm",), cache_folder=cache_folder, device="cpu", dtype=None
    )
    catalogue.load("minilm")
    engine = Engine(catalogue, Settings(cache_folder=tmp_path, preload=False))
    await engine.start()
    try:
        found = await ask_ranking(engine, TEXT, 10, 2)
        wide = TEXT.replace("tired", "wide")
        changed = [await ask_ranking(engine, wide, 10, key) for key in (2, 8)]
        beyond = await ask_ranking(engine, "Hi", 10, 2)
    finally:
        await engine.stop()
    ranking = found["ranking"]
    assert (ranking["from_word"], ranking["to_word"]) == ("it", "animal")
    assert (ranking["n_heads"], ranking["n_others"]) == (72, 13)
    seen = {
        head["name"]: [round(head[n], 3) for n in ("weight", "others")]
        + [round(head["times"], 1)]
        for line in ranking["heads"]
        for head in line
    }
    assert seen["L5 H11"] == [0.647, 0.362, 1.8]
    assert seen["L3 H1"] == [0.640, 0.093, 6.9]
    assert seen["L4 H11"] == [0.210, 0.018, 11.8]
    assert ranking["by_weight"][0]["name"] == "L5 H11"
    assert ranking["by_times"][0]["name"] == "L4 H11"
    weights = [c["ranking"]["heads"][3][1]["weight"] for c in changed]
    assert [round(weight, 3) for weight in weights] == [0.266, 0.128]
    assert "ranking" not in beyond
    assert beyond["words"]["tokens"] == ["[CLS]", "hi", "[SEP]"]


async def test_without_the_model_the_script_asks(client):
    _, _, numbers = await numbers_of(client)
    assert set(numbers) == {"worked"}
