"""The lesson kit: addresses, figures, the path and its pages."""

import json
import math
from pathlib import Path

import httpx
import pytest

from app.lessons.address import AddressReader
from app.lessons.attention_coins import dot, draw_vectors
from app.lessons.figures import fill_path, find, format_figure, share_of, to_wire
from app.lessons.lesson import find_lesson, written_steps
from app.lessons.modules import lesson_modules
from app.lessons.path import PATH, step_of
from app.page_modules import explore_modules

GOLDEN = Path(__file__).parent.parent / "golden"
FIGURES = json.loads((GOLDEN / "figures.json").read_text("utf-8"))
ADDRESSES = json.loads((GOLDEN / "lesson_addresses.json").read_text("utf-8"))
COINS = json.loads((GOLDEN / "coin_flips.json").read_text("utf-8"))


def read_all(address: AddressReader, defaults):
    """Read every kind of field, as a lesson does."""
    return {
        "matrix": address.matrix("matrix", to_tuples(defaults["matrix"])),
        "tokens": address.tokens("tokens", tuple(defaults["tokens"])),
        "row": address.count("row", defaults["row"], low=0, high=7),
        "flag": address.flag("flag", defaults["flag"]),
        "text": address.text("text", defaults["text"]),
        "list": address.counts("list", (1,), low=0, high=7, most=8),
        "choice": address.choice("choice", defaults["choice"], ("x", "y")),
        "number": address.number("number", defaults["number"], low=-9, high=9),
    }


def to_tuples(matrix):
    return tuple(tuple(float(cell) for cell in row) for row in matrix)


@pytest.mark.parametrize("case", FIGURES)
def test_figures_are_printed_as_the_script_prints_them(case):
    assert format_figure(case["number"], case["digits"]) == case["text"]


def test_what_is_not_there_is_a_dash_and_a_masked_score_minus_infinity():
    assert format_figure(...) == "–"
    assert format_figure(math.nan) == "–"
    assert format_figure(-math.inf) == "−∞"


@pytest.mark.parametrize("case", ADDRESSES)
def test_addresses_that_the_script_wrote_are_read_back(case):
    query = httpx.QueryParams(case["search"])
    reader = AddressReader(query)
    found = read_all(reader, case["defaults"])

    assert reader.notes == []
    assert json.loads(json.dumps(found)) == case["state"]


@pytest.mark.parametrize(
    ("field", "text", "why"),
    [
        ("matrix", "1,2;3", "row 1 has 1 numbers where row 0 has 2"),
        ("matrix", "1,x;3,4", "no number"),
        ("matrix", "", "no number"),
        ("matrix", "1,nan;0,0", "no number"),
        ("matrix", "1,Infinity;0,0", "no number"),
        ("matrix", "1,1e99;0,0", "beyond a million"),
        ("matrix", "1,1e999;0,0", "beyond a million"),
        ("matrix", ";".join(["1"] * 9), "9 × 1 is more than 8 × 8"),
        ("matrix", "1" * 5000, "no number"),
        ("matrix", "١,٢", "no number"),
        ("tokens", " ".join("abcdefghi"), "9 tokens are more than 8"),
        ("tokens", "a" * 25, "more than 24 characters"),
        ("row", "8", "not between 0 and 7"),
        ("row", "-1", "not between 0 and 7"),
        ("row", "1.5", "no whole number"),
        ("row", "", "no whole number"),
        ("row", "9" * 5000, "no whole number"),
        ("flag", "1", "none of true, false"),
        ("text", "x" * 2001, "2001 characters are more than 2000"),
        ("text", "\ud800", "half a character"),
        ("list", "1,,2", "no list"),
        ("list", "0,9", "not between 0 and 7"),
        ("choice", "<script>", "none of x, y"),
        ("number", "1e2", "not between -9 and 9"),
    ],
)
def test_a_value_that_makes_no_sense_is_said_and_the_others_stay(field, text, why):
    defaults = {**ADDRESSES[1]["defaults"]}
    query = {"row": "3", "text": "kept", field: text}
    reader = AddressReader(query)
    found = read_all(reader, defaults)

    (note,) = reader.notes
    assert note.startswith(f"“{field}” in the address was left aside")
    assert why in note
    assert len(note) < 200
    assert json.loads(json.dumps(found[field])) == defaults[field]
    if field != "row":
        assert found["row"] == 3
    if field != "text":
        assert found["text"] == "kept"


def test_paths_follow_choices_and_never_fail():
    tree = {"row": 1, "worked": {"weights": ((0.0,), (-math.inf, 0.25)), "best": [1]}}

    assert find(tree, "worked.weights.{row}.1") == 0.25
    assert find(tree, "worked.weights.{worked.best.0}.1") == 0.25
    assert find(tree, "worked.weights.9.0") is ...
    assert find(tree, "worked.weights.-1.0") is ...
    assert find(tree, "worked.nothing") is ...
    assert fill_path(tree, "a.{nothing}.b") == "a..b"
    assert to_wire(tree)["worked"]["weights"] == [[0.0], [None, 0.25]]
    assert share_of(-math.inf, 0, 1) == "0"


def test_random_vectors_are_the_scripts():
    for case in COINS:
        vectors = draw_vectors(case["seed"], 4)
        dots = [dot(vectors[0], other, case["n_features"]) for other in vectors]
        assert dots == case["dots"]
        # A vector of +1 and -1 with itself gives its length.
        assert dots[0] == case["n_features"]


def test_the_path_is_in_order_and_needs_only_what_came_before():
    slugs = [step.slug for step in PATH]

    assert slugs == [
        *("attention", "masks", "positions", "heads", "block"),
        *("recurrence", "translation"),
        *("bert", "gpt", "adapting", "variants"),
    ]
    for place, step in enumerate(PATH):
        assert set(step.needs) <= set(slugs[:place])


def test_explore_loads_no_lesson_and_a_lesson_no_explore():
    lesson = set(lesson_modules("attention"))
    explore = explore_modules()

    assert not [name for name in explore if "/learn" in name or "lesson" in name]
    assert "js/views/heatmap.js" in explore
    assert {"js/learn.js", "js/lessons/attention.js", "js/learn/paths.js"} <= lesson
    assert not lesson & {"js/main.js", "js/session.js", "js/views/mosaic.js"}
    assert not [name for name in lesson if "plot/" in name]


@pytest.mark.anyio
async def test_only_lessons_that_are_written_are_linked(client: httpx.AsyncClient):
    index = await client.get("/learn")
    written = {step.slug for step in written_steps()}

    assert index.status_code == 200
    for step in PATH:
        link = f'href="/learn/{step.slug}"'
        page = await client.get(f"/learn/{step.slug}")
        assert (link in index.text) == (step.slug in written)
        assert page.status_code == (200 if step.slug in written else 404)


@pytest.mark.anyio
@pytest.mark.parametrize(
    "slug", ["nothing", "lesson", "figures", "attention_spread", "..%2fattention", "A"]
)
async def test_other_slugs_are_not_found(client: httpx.AsyncClient, slug: str):
    answer = await client.get(f"/learn/{slug}", headers={"accept": "text/html"})

    assert answer.status_code == 404
    assert step_of(slug) is None
    assert find_lesson(slug) is None
