"""Lesson 9 as the server writes it, before any script has run."""

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.engine import Engine
from app.lessons.gpt_costs import DECODER as SMOLLM2
from app.lessons.gpt_costs import ENCODER as MINILM
from app.lessons.gpt_costs import work_costs
from app.lessons.gpt_prompts import TASKS, trials, work_prompts
from app.lessons.gpt_reweighing import joins, reweigh
from tests.app.conftest import client_of
from tests.app.fake_numbers import fake_logits
from tests.app.fakes import DECODER, FakeCatalogue, fake_id
from tests.app.lesson_pages import boot_of, bound, notes_of

pytestmark = pytest.mark.anyio

TRIALS = Path(__file__).parents[2] / "app" / "lessons" / "gpt_trials.json"


async def page_of(client, query=""):
    answer = await client.get(f"/learn/gpt{query}")
    assert answer.status_code == 200
    return answer.text


async def test_the_address_is_the_state(client):
    query = (
        "?text=&temperature=0.5&cuts_k=true&top_k=7&top_p=0.8&place=0&sure=A&film=sampled"
        "&film_temperature=2&film_cuts_k=true&film_k=3&film_p=0.05&seed=0&n_new=8&step=0"
        "&layer=0&head=0&instruction=I&examples=a+-%3E+b&question=&answer=d&other=e"
        "&shown=true&length=1&run=0"
    )
    page = await page_of(client, query)
    assert notes_of(page) == []
    assert list(boot_of(page)["state"].values()) == [
        *("", 0.5, True, 7, 0.8, 0, "A", "sampled", 2, True, 3, 0.05, 0, 8, 0, 0, 0),
        *("I", "a -> b", "", "d", "e", True, 1, 0),
    ]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("?temperature=0", "temperature"),
        ("?temperature=5.5", "temperature"),
        ("?top_k=0", "top_k"),
        ("?top_k=1001", "top_k"),
        ("?top_p=0", "top_p"),
        ("?n_new=9", "n_new"),
        ("?film=beam", "film"),
        ("?layer=30", "layer"),
        ("?head=9", "head"),
        ("?seed=-1", "seed"),
        ("?text=" + 601 * "a", "text"),
    ],
)
async def test_what_cannot_be_read_is_said_and_left_aside(client, query, field):
    page = await page_of(client, query)
    boot = boot_of(page)
    assert boot["state"][field] == boot["defaults"][field]
    (note,) = notes_of(page)
    assert f"“{field}”" in note


async def test_a_text_is_shown_as_text(client):
    page = await page_of(client, "?text=%3Cb%3E&examples=%3Ci%3E+-%3E+x&answer=%3Cu%3E")
    assert bound(page, "prompts.few")[0].split("\n")[1] == "&lt;i&gt; -&gt; x"
    assert "&lt;b&gt;</textarea>" in page
    assert "<u>" not in page
    assert boot_of(page)["numbers"]["prompts"]["few"].split("\n")[1] == "<i> -> x"


async def test_without_the_model_the_page_still_counts_and_asks(client):
    """The catalogue of these tests has no SmolLM2."""
    page = await page_of(client)
    assert bound(page, "reweighed.total") == ["–", "–"]
    assert bound(page, "costs.with_cache") == ["136 million"]
    assert bound(page, "prompts.zero") == ["Write the past tense.\ncome -&gt;"]


async def test_the_first_view_has_the_distribution_in_it(settings, controls):
    """Every number from a softmax over the whole small vocabulary."""
    decoder = replace(DECODER, id="smollm2-135m", vocab_size=40)
    fake = FakeCatalogue(decoder, controls=controls)
    engine = Engine(fake, settings)  # type: ignore[arg-type]
    await engine.start()
    query = "?text=so+it+goes&temperature=2&cuts_k=true&top_k=3"
    async with client_of(engine, settings) as client:
        page = await page_of(client, query)
        n_forwards = controls.n_forwards
    await engine.stop()
    logits = fake_logits((fake_id("goes"),)).astype(np.float64)
    shares = np.exp(logits / 2) / np.exp(logits / 2).sum()
    order = np.argsort(-shares, kind="stable")
    numbers = boot_of(page)["numbers"]["reweighed"]
    assert n_forwards == 1
    assert [row["word"] for row in numbers["rows"]] == [f"word{i}" for i in order[:12]]
    shown = [row["probability"] for row in numbers["rows"]]
    np.testing.assert_allclose(shown, shares[order[:12]], rtol=1e-9)
    kept = shares[order[:3]] / shares[order[:3]].sum()
    finals = [row["final"] for row in numbers["rows"]]
    np.testing.assert_allclose(finals, [*kept, *9 * [0]], rtol=1e-9)
    entropy = -(shares * np.log(shares)).sum()
    assert math.isclose(numbers["entropy"], entropy, rel_tol=1e-9)
    assert bound(page, "reweighed.n_kept")[0] == "3"
    assert f"{shares[order[0]]:.4f}" in page


def following_of(logits, n_listed):
    """List the likeliest at temperature 1, as the API does."""
    shares = np.exp(logits - logits.max())
    shares /= shares.sum()
    listed = np.argsort(-shares, kind="stable")[:n_listed]
    return {
        "text": "t",
        "words": [str(i) for i in listed],
        "joins": n_listed * [False],
        "log_probabilities": np.log(shares[listed]).tolist(),
        "outside": float(1 - shares[listed].sum()),
        "entropy": 0.0,
        "n_vocabulary": len(logits),
    }


@pytest.mark.parametrize("temperature", [0.1, 0.5, 1.0, 1.7, 5.0])
@pytest.mark.parametrize("spread", [0.5, 2.0, 4.0])
def test_the_bound_holds_and_the_exact_sum_is_exact(temperature, spread):
    """A softmax over all 3,000, of which 100 are listed."""
    logits = spread * np.random.default_rng(7).standard_normal(3000)
    shares = np.exp((logits - logits.max()) / temperature)
    total = shares.sum()
    shares = np.sort(shares / total)[::-1]
    following = following_of(logits, 100)
    rough = reweigh(following, None, temperature, None, 1.0, n_shown=12)
    assert abs(rough["total"] - total) <= (rough["error"] + 1e-12) * rough["total"]
    # Known at 1, tight below, and an honest range above.
    assert (rough["error"] < 1e-9) if temperature == 1 else rough["error"] < 1
    assert rough["error"] > 0.01 if temperature > 1 and spread < 3 else True
    top = {"text": "t", "temperature": temperature, "entropy": 1.5}
    exact = {**top, "log_probability": math.log(shares[0])}
    sure = reweigh(following, exact, temperature, None, 1.0, n_shown=12)
    assert sure["is_exact"]
    assert sure["error"] == 0
    found = [row["probability"] for row in sure["rows"]]
    np.testing.assert_allclose(found, shares[:12], rtol=1e-9)
    old = {**exact, "temperature": temperature / 2}
    assert not reweigh(following, old, temperature, None, 1.0, n_shown=12)["is_exact"]


def quarters(top_k, top_p, temperature=1.0):
    """Four tokens of 1/2, 1/4, 1/8, 1/8, all listed."""
    following = {
        "text": "t",
        "words": list("abcd"),
        "joins": 4 * [False],
        "log_probabilities": [math.log(share) for share in (0.5, 0.25, 0.125, 0.125)],
        "outside": 0.0,
        "n_vocabulary": 4,
    }
    return reweigh(following, None, temperature, top_k, top_p, n_shown=4)


@pytest.mark.parametrize(
    ("top_k", "top_p", "finals"),
    [
        (None, 1.0, [1 / 2, 1 / 4, 1 / 8, 1 / 8]),
        (2, 1.0, [2 / 3, 1 / 3, 0, 0]),
        (None, 0.6, [2 / 3, 1 / 3, 0, 0]),
        (None, 0.4, [1, 0, 0, 0]),
        (3, 0.8, [4 / 7, 2 / 7, 1 / 7, 0]),
        (1, 0.8, [1, 0, 0, 0]),
    ],
)
def test_what_is_cut_has_no_chance_and_the_rest_adds_up(top_k, top_p, finals):
    found = quarters(top_k, top_p)
    np.testing.assert_allclose([row["final"] for row in found["rows"]], finals)
    assert found["n_kept"] == sum(share > 0 for share in finals)


def test_half_the_temperature_squares_every_ratio():
    """Weights 1/4, 1/16, 1/64, 1/64: of 22/64."""
    found = quarters(None, 1.0, 0.5)
    shares = [row["probability"] for row in found["rows"]]
    np.testing.assert_allclose(shares, [16 / 22, 4 / 22, 1 / 22, 1 / 22])
    assert math.isclose(found["ratio"], found["plain_ratio"] ** 2)


def test_more_than_is_listed_may_be_kept():
    following = following_of(np.zeros(3000), 100)
    found = reweigh(following, None, 1.0, None, 0.9, n_shown=12)
    assert (found["n_kept"], found["kept_mass"]) == ("more than 100", 0.9)
    assert reweigh(following, None, 1.0, 40, 0.9, n_shown=12)["n_kept"] == 40


def test_a_token_without_a_space_joins_the_word_before():
    assert [joins(*one) for one in (("cat", "Ġcat"), ("s", "s"), (",", ","))] == [
        *(False, True, False),
    ]


def test_multiply_adds_are_counted_from_the_shapes(cache_folder):
    """30 (2 576^2 + 2 576 192 + 3 576 1536) and so on, by hand."""
    for shapes, name in ((SMOLLM2, "smollm2-135m"), (MINILM, "minilm")):
        config = json.loads((cache_folder / name / "config.json").read_text())
        assert shapes.n_layers == config["num_hidden_layers"]
        assert shapes.d_model == config["hidden_size"]
        assert shapes.d_ff == config["intermediate_size"]
        assert shapes.n_heads == config["num_attention_heads"]
        assert shapes.vocab_size == config["vocab_size"]
        kept = config.get("num_key_value_heads", shapes.n_heads)
        assert shapes.n_key_value_heads == kept
    position = 30 * (663_552 + 221_184 + 2_654_208)
    assert position == 106_168_320
    costs = work_costs(100)
    step = position + 100 * 34_560 + 28_311_552
    again = 100 * position + 5050 * 34_560 + 28_311_552
    encoder = 100 * 6 * (589_824 + 1_179_648) + 100 * 100 * 4608
    assert (step, again, encoder) == (137_935_872, 10_819_671_552, 1_107_763_200)
    assert costs["with_cache"] == "138 million"
    assert costs["without"] == "10.8 billion"
    assert costs["encoder"] == "1.11 billion"
    assert math.isclose(costs["saved"], again / step)
    assert math.isclose(costs["beside"], step / encoder)
    assert costs["kept_all"] == 100 * 30 * 2 * 3 * 64


def test_prompts_end_where_the_answer_begins():
    task = TASKS[0]
    prompts = work_prompts(task.instruction, task.examples, task.question, task.other)
    assert prompts["zero"] == "Write the past tense.\ncome ->"
    assert prompts["few"].startswith(
        "Write the past tense.\nwalk -> walked\nsee -> saw"
    )
    assert prompts["few"].endswith("\ntake -> took\ncome ->")
    assert prompts["other"] == prompts["few"].replace("come", "eat")


def test_the_trials_are_whole_and_summed_up():
    measured = json.loads(TRIALS.read_text())["tasks"]
    summed = {one["name"]: one for one in trials()}
    assert [one["name"] for one in measured] == [task.name for task in TASKS]
    for task in measured:
        assert len(task["questions"]) == 12
        few = np.mean([one["few"] for one in task["questions"]])
        assert math.isclose(summed[task["name"]]["few"], few)
    assert summed["past tense"]["few"] > 5 * summed["past tense"]["zero"]
