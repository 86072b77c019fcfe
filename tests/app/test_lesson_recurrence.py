"""Lesson 6 as the server writes it, before any script has run."""

import json
import math
import re
from pathlib import Path

import numpy as np
import pytest

from app.lessons.large_counts import say_count
from app.lessons.recurrence_chart import Axis, lay_out_chart
from app.lessons.recurrence_charts import FEWEST, accuracy_chart, time_chart
from app.lessons.recurrence_counts import work_counts
from app.lessons.recurrence_examples import EXAMPLES
from model.training.corpus import DEMONSTRATION
from tests.app.lesson_pages import boot_of, bound, notes_of

pytestmark = pytest.mark.anyio

TIMES = Path(__file__).parents[2] / "app" / "lessons" / "recurrence_times.json"


async def page_of(client, query=""):
    answer = await client.get(f"/learn/recurrence{query}")
    assert answer.status_code == 200
    return answer.text


def card(by_length, d_hidden=192):
    lengths = [
        {"length": f"{a}–{b}", "first": a, "last": b, "n": n, "exact_match": share}
        for a, b, n, share in by_length
    ]
    return {
        "data": {"n_train": 300_000},
        "sizes": {"d_hidden": d_hidden},
        "results": {"by_length": lengths},
    }


async def test_the_address_is_the_state(client):
    query = "?text=A+cat.&written=0&scored=multiplicative&row=3&column=2"
    query += "&curves=true&times=true&length=512&width=64"
    state = boot_of(await page_of(client, query))["state"]
    assert list(state.values()) == [
        *("A cat.", 0, "multiplicative", 3, 2, True, True, 512, 64),
    ]
    assert boot_of(await page_of(client, "?text="))["state"]["text"] == ""


async def test_the_first_view_stops_before_the_word_to_predict(client):
    boot = boot_of(await page_of(client))
    text, french = EXAMPLES[0].text, EXAMPLES[0].french.split()
    assert boot["state"]["text"] == text
    assert french[: boot["state"]["written"]] == ["l'", "accord", "sur", "la"]
    assert french[boot["state"]["written"]] == "zone"


async def test_what_cannot_be_read_is_said(client):
    page = await page_of(client, "?length=0&width=9999&scored=dot&written=x&row=64")
    assert len(notes_of(page)) == 5
    state = boot_of(page)["state"]
    assert (state["length"], state["width"], state["scored"]) == (20, 256, "additive")


async def test_counts_are_those_of_the_papers_table(client):
    page = await page_of(client, "?length=40&width=512")
    shown = {
        kind: [
            bound(page, f"counts.{kind}.{name}")[0]
            for name in ("operations", "sequential", "path")
        ]
        for kind in ("attention", "recurrent", "convolution", "restricted")
    }
    assert shown == {
        "attention": ["819,200", "1", "1"],  # 40^2 * 512
        "recurrent": ["10.5 million", "40", "40"],  # 40 * 512^2 = 10,485,760
        "convolution": ["31.5 million", "1", "4"],  # three times that; 3^4 = 81
        "restricted": ["327,680", "1", "3"],  # 16 * 40 * 512; 40 / 16
    }
    assert bound(page, "counts.ratio")[0] == "0.078"


@pytest.mark.parametrize("length", [1, 2, 3, 16, 17, 243, 244, 4096])
@pytest.mark.parametrize("width", [16, 100, 1024])
def test_counts_of_any_length(length, width):
    counts = work_counts(length, width)
    assert counts["attention"]["operations"] == say_count(length * length * width)
    near = min(length, 16)
    assert counts["restricted"]["operations"] == say_count(near * length * width)
    layers = max(1, math.ceil(round(math.log(length, 3), 9)))
    assert counts["convolution"]["path"] == str(layers)
    assert counts["is_dearer"] == (counts["ratio"] > 1)


def test_large_counts_are_said_with_three_figures():
    said = {
        number: say_count(number)
        for number in (0, 999_999, 1_004_999, 1_005_000, 9_999_999, 999_499_999)
    }
    assert list(said.values()) == [
        *("0", "999,999", "1.00 million", "1.01 million", "10.0 million"),
        "999 million",
    ]
    assert say_count(17_179_869_184) == "17.2 billion"


def test_accuracy_is_what_the_cards_say():
    few = FEWEST - 1
    cards = {
        "lesson-bahdanau": card([(3, 4, 50, 1.0), (5, 6, 40, 0.95), (7, 8, few, 0.1)]),
        "lesson-bottleneck": card([(3, 4, 50, 0.9), (5, 6, 40, 0.25), (7, 8, few, 0)]),
    }
    found = accuracy_chart(cards)
    assert found["names"] == ["Bahdanau", "bottleneck"]
    assert found["lengths"] == ["3–4", "5–6"]
    np.testing.assert_allclose(found["rows"], [[100, 90], [95, 25]])
    assert found["counts"] == [50, 40]
    assert (found["n_shown"], found["n_train"], found["d_vector"]) == (90, 300_000, 192)
    assert found["longest"] == {"length": "5–6", "Bahdanau": 95.0, "bottleneck": 25.0}
    upper, lower = (line["dots"] for line in found["chart"]["lines"])
    # Higher on the screen is a smaller number; 0.9 to 0.25 is 65 % of the frame.
    height = found["chart"]["bottom"] - found["chart"]["top"]
    assert upper[0][1] == found["chart"]["top"]
    assert lower[1][1] - lower[0][1] == pytest.approx(0.65 * height, abs=0.11)


def test_points_stand_where_the_axes_say():
    chart = lay_out_chart(
        {"one": [(1, 1.0), (10, 10.0), (100, 100.0)], "two": [(1, 1.0), (100, 90.0)]},
        Axis(1, 100, [(1, "1"), (100, "100")], is_log=True),
        Axis(0.0, 100.0, [(0.0, "0"), (50.0, "50")]),
    )
    one = chart["lines"][0]["dots"]
    middle = (chart["left"] + chart["right"]) / 2
    assert one[1][0] == pytest.approx(middle, abs=0.1)
    assert (one[0][0], one[2]) == (chart["left"], (chart["right"], chart["top"]))
    names = [line["name_y"] for line in chart["lines"]]
    assert names[1] - names[0] >= 14


def test_the_measurement_says_where_it_comes_from_and_adds_up():
    kept = json.loads(TIMES.read_text("utf-8"))
    machine = kept["machine"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", machine["date"])
    assert {"cores", "threads", "processor", "gpu", "torch"} <= machine.keys()
    d, d_ff = machine["width"], machine["d_ff"]
    for line in kept["times"]:
        n = line["length"]
        assert line["gru_operations"] == 6 * n * d * d
        attention = 4 * n * d * d + 2 * n * n * d
        assert line["transformer_operations"] == attention + 2 * n * d * d_ff
        assert line["gru_ms"] / line["transformer_ms"] == pytest.approx(
            line["ratio"], rel=0.35
        )
    found = time_chart()
    assert found["best"]["ratio"] == max(line["ratio"] for line in kept["times"])
    # What the question about the measurement takes for granted.
    assert found["best"]["ratio"] > 1.2
    assert found["best"]["operations_ratio"] > 2
    assert found["last"]["ratio"] < 1


async def test_a_chart_is_covered_until_the_address_or_the_reader_says(client):
    covered = await page_of(client)
    assert covered.count(" data-covered>") == 1
    shown = await page_of(client, "?times=true")
    assert shown.count(" data-covered>") == 0
    assert shown.count(" data-uncovered>") == 1
    assert bound(shown, "measured.ratios.0")


async def test_without_the_models_the_page_says_so(client):
    page = await page_of(client)
    assert "accuracy can’t be shown" in page
    assert "accuracy" not in boot_of(page)["numbers"]


async def test_a_text_is_shown_as_text(client):
    page = await page_of(client, "?text=%3C/script%3E%3Cb%3Ehi")
    assert boot_of(page)["state"]["text"] == "</script><b>hi"
    assert "<b>hi" not in page


def test_the_lessons_sentence_is_one_that_no_model_was_trained_on():
    first = EXAMPLES[0]
    english = tuple(first.text.lower().replace(".", " .").split())
    assert (english, tuple(first.french.split())) in {
        (e.source, e.target) for e in DEMONSTRATION
    }
