"""Lesson 5 as the server writes it, before any script has run."""

import httpx
import numpy as np
import pytest

import model
from tests.app.lesson_pages import boot_of

pytestmark = pytest.mark.anyio

INPUTS = [[1, 0, 0.5, -1], [0, 1, -0.5, 0.5], [1, 1, 0, -0.5], [-1, 0.5, 1, 1]]


async def open_lesson(client: httpx.AsyncClient, query: str = "") -> str:
    answer = await client.get(f"/learn/block{query}")
    assert answer.status_code == 200
    return answer.text


def numbers_of(page: str):
    return boot_of(page)["numbers"]


def changed(amount: float) -> list[list[float]]:
    rows = [list(row) for row in INPUTS]
    rows[1][0] += amount
    return rows


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize(
    ("mask", "spelled"), [("none", None), ("causal", "causal")], ids=["none", "causal"]
)
async def test_both_versions_are_blocks_of_their_own(client, norm, mask, spelled):
    """Sent as two texts in one, they give what each gives alone."""
    page = await open_lesson(client, f"?mask={mask}&norm={norm}&seed=7&amount=-0.5")
    found = numbers_of(page)[norm]
    specification = None if spelled is None else model.MaskSpecification(spelled)
    alone = [
        model.transformer_block(rows, 2, d_ff=8, seed=7, norm=norm, mask=specification)
        for rows in (INPUTS, changed(-0.5))
    ]
    for step, name in enumerate(found["keys"]):
        before, after = (block[name] for block in alone)
        if before.ndim == 3:
            before, after = (np.hstack(list(rows)) for rows in (before, after))
        shown = np.array(found["shown"][step], float)
        shown[np.isnan(shown)] = -np.inf
        np.testing.assert_allclose(shown[:, 0], before, atol=1e-12)
        np.testing.assert_allclose(shown[:, 1], after, atol=1e-12)
        open_cells = np.isfinite(before)
        gap = np.abs(np.where(open_cells, after, 0) - np.where(open_cells, before, 0))
        largest = gap.max(axis=1)
        np.testing.assert_allclose(found["moved"][step], largest, atol=1e-12)


async def test_no_change_moves_nothing(client):
    """0 is a value of its own, and every step then says 0."""
    found = numbers_of(await open_lesson(client, "?amount=0"))
    for norm in ("post", "pre"):
        assert not np.any(found[norm]["moved"])
        assert found[norm]["after_attention"] == "none"


async def test_the_page_says_that_the_weights_are_random(client):
    page = await open_lesson(client)
    assert "random, not learned" in page
    assert "2048" in page
    assert "d<sub>model</sub>" in page


async def test_both_orders_have_the_same_steps(client):
    found = numbers_of(await open_lesson(client))
    post, pre = found["post"]["names"], found["pre"]["names"]
    assert sorted(post) == sorted(pre)
    assert post.index("norm 1") == post.index("sum 1") + 1
    assert pre.index("norm 1") == 1


@pytest.mark.parametrize(
    ("query", "note"),
    [
        ("amount=1e9", "amount"),
        ("position=4", "position"),
        ("mask=padding", "mask"),
        ("inputs=1,2;3,4", "inputs"),
        ("step=15", "step"),
        ("tokens=a+b+c+d+e+f+g", "tokens"),
    ],
)
async def test_what_cannot_be_read_is_said(client, query, note):
    """The lesson's own value stands in for it; the page is whole."""
    page = await open_lesson(client, f"?{query}")
    assert f"“{note}” in the address was left aside" in page
    assert numbers_of(page) == numbers_of(await open_lesson(client))


async def test_one_token_is_a_block_too(client):
    found = numbers_of(await open_lesson(client, "?tokens=alone&position=0&row=0"))
    weights = found["post"]["keys"].index("weights")
    assert found["post"]["shown"][weights][0][1] == [1, 1]
    assert found["post"]["moved"][weights] == [0]


async def test_markup_in_a_token_is_text(client):
    page = await open_lesson(client, "?tokens=%3Cb%3E+x+y+z")
    assert "<b> x" not in page
    assert "&lt;b&gt;" in page
