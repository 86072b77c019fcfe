"""Lesson 1 as the server writes it, before any script has run."""

import httpx
import numpy as np
import pytest

from tests.app.lesson_pages import boot_of, bound

pytestmark = pytest.mark.anyio


async def open_lesson(client: httpx.AsyncClient, query: str = "") -> httpx.Response:
    answer = await client.get(f"/learn/attention{query}")
    assert answer.status_code == 200
    return answer


async def test_first_view_shows_the_numbers_of_the_mission(client):
    page = (await open_lesson(client)).text

    dots = [bound(page, f"worked.dot_products.{{row}}.{key}")[0] for key in range(3)]
    scores = [bound(page, f"worked.scores.{{row}}.{key}")[0] for key in range(3)]
    weights = [bound(page, f"worked.weights.{{row}}.{key}")[0] for key in range(3)]
    output = [bound(page, f"worked.output.{{row}}.{f}")[0] for f in range(2)]
    rounded = [bound(page, f"worked.rounded_output.{{row}}.{f}")[0] for f in range(2)]

    assert dots == ["0", "1", "1"]
    assert scores == ["0", "0.7071", "0.7071"]
    assert weights == ["0.198", "0.401", "0.401"]
    assert output == ["0.797", "2.006"]
    assert rounded == ["0.797", "2.005"]
    assert set(bound(page, "worked.tokens.{row}")) == {"wear"}


async def test_numbers_follow_the_address(client):
    query = "?query=1,0.25;-2,1;0,3&key=1,0;0,1;1,1&row=2&tokens=a+b+c"
    numbers = boot_of((await open_lesson(client, query)).text)["numbers"]["worked"]

    q = np.array([[1, 0.25], [-2, 1], [0, 3]])
    k = np.array([[1.0, 0], [0, 1], [1, 1]])
    v = np.array([[2.0, 0], [0, 2], [1, 3]])
    scores = q @ k.T / np.sqrt(2)
    weights = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)

    np.testing.assert_allclose(numbers["dot_products"], q @ k.T, atol=1e-12)
    np.testing.assert_allclose(numbers["weights"], weights, rtol=1e-12)
    np.testing.assert_allclose(numbers["output"], weights @ v, rtol=1e-12)
    np.testing.assert_allclose(numbers["totals"], np.exp(scores).sum(axis=1))
    np.testing.assert_allclose(numbers["column_sums"], weights.sum(axis=0))
    assert numbers["tokens"] == ["a", "b", "c"]


async def test_three_projections_of_the_input_give_the_same_numbers(client):
    typed = boot_of((await open_lesson(client)).text)["numbers"]["worked"]
    made = boot_of((await open_lesson(client, "?mode=projections")).text)
    projected = made["numbers"]["worked"]

    for name in ("query", "key", "value", "dot_products", "weights", "output"):
        np.testing.assert_allclose(projected[name], typed[name], atol=1e-15)


@pytest.mark.parametrize("head_dim", [16, 64, 512])
async def test_dividing_keeps_the_spread_near_one(client, head_dim):
    page = await open_lesson(client, f"?head_dim={head_dim}")
    spread = boot_of(page.text)["numbers"]["spread"]

    # A standard error of the spread of 1,024 numbers is about 2 %.
    assert spread["spread"] == pytest.approx(np.sqrt(head_dim), rel=0.1)
    assert spread["scaled_spread"] == pytest.approx(1, rel=0.1)
    np.testing.assert_allclose(np.sum(spread["weights"], axis=1), 1)
    assert spread["scaled_largest"] < 0.5


async def test_softmax_saturates_where_nothing_is_divided(client):
    page = await open_lesson(client, "?head_dim=512")

    assert boot_of(page.text)["numbers"]["spread"]["largest"] > 0.9


async def test_bad_values_are_said_and_the_rest_is_kept(client):
    answer = await open_lesson(client, "?query=1,x;0,1;1,1&row=2&mode=nothing")

    boot = boot_of(answer.text)
    assert boot["state"]["query"] == boot["defaults"]["query"]
    assert boot["state"]["row"] == 2
    assert answer.text.count('class="lesson-note"') == 2
    assert "The lesson’s own value stands in for it." in answer.text


@pytest.mark.parametrize(
    "query",
    [
        "?tokens=%3Cscript%3Ealert(1)%3C/script%3E+b+c",
        "?text=%3C/script%3E%3Cb%3E",
        "?query=" + "9" * 900,
        "?row=999999999999",
        "?mode=%3Cimg+src%3Dx%3E",
        "?seed=0&head_dim=513&place=-1",
        "?query=1,2;3,4;5,6&key=1;2;3",
        "?tokens=",
        "?row=%ff",
        "?row=1&row=2",
    ],
)
async def test_hostile_values_are_text_and_never_an_error(client, query):
    page = (await open_lesson(client, query)).text

    assert "<script>alert" not in page
    assert "<img" not in page
    assert "</script><b>" not in page
    boot_of(page)


async def test_numbers_too_large_for_softmax_are_shifted_not_lost(client):
    query = "?query=1000000,0;0,1;1,1&key=1000000,0;0,1;1,1"
    worked = boot_of((await open_lesson(client, query)).text)["numbers"]["worked"]

    assert worked["is_shifted"] is True
    assert worked["weights"][0] == [1, 0, 0]
    assert all(total is not None for total in worked["totals"])


async def test_one_word_gives_itself_everything(client):
    worked = boot_of((await open_lesson(client, "?tokens=alone")).text)["numbers"]

    assert worked["worked"]["weights"] == [[1]]
    assert worked["worked"]["output"] == [[2, 0]]
