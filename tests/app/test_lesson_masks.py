"""Lesson 2 as the server writes it, before any script has run."""

import httpx
import numpy as np
import pytest

from tests.app.lesson_pages import boot_of, bound
from tests.masked_arithmetic import masked_attention

pytestmark = pytest.mark.anyio

SIX = np.ones((6, 6), dtype=bool)


async def open_lesson(client: httpx.AsyncClient, query: str = "") -> str:
    answer = await client.get(f"/learn/masks{query}")
    assert answer.status_code == 200
    return answer.text


async def test_first_view_shows_the_numbers_of_the_mission(client):
    page = await open_lesson(client)

    weights = [bound(page, f"worked.weights.{{row}}.{key}")[0] for key in range(3)]
    first = [bound(page, f"worked.weights.0.{key}")[0] for key in range(3)]
    output = [bound(page, f"worked.output.{{row}}.{f}")[0] for f in range(2)]
    masked = [bound(page, f"worked.masked.{{row}}.{key}")[0] for key in range(3)]

    assert weights == ["0.330", "0.670", "0"]
    assert first == ["1", "0", "0"]
    assert output == ["0.660", "1.340"]
    assert masked == ["0", "0.707", "−∞"]


@pytest.mark.parametrize(
    ("query", "allowed"),
    [
        ("kind=none&padded=1,4", SIX & (np.arange(6) % 3 != 1)),
        ("kind=causal", np.tri(6)),
        ("kind=sliding_window&window=2", np.tri(6) - np.tri(6, k=-2)),
        (
            "kind=sliding_window&window=2&causal=false",
            np.tri(6, k=1) - np.tri(6, k=-2),
        ),
        ("kind=prefix_lm&prefix=3", (np.tri(6) > 0) | (np.arange(6) < 3)),
        ("kind=packed&cut=2", np.kron(np.eye(2), np.ones((6, 6)))[4:10, 4:10]),
        (
            "kind=painted&painted=" + "-".join(["010101"] * 6),
            SIX & np.array([0, 1] * 3),
        ),
        ("kind=causal&padded=0,1", np.tri(6) * (np.arange(6) > 1)),
    ],
)
async def test_every_kind_gives_the_numbers_of_its_mask(client, query, allowed):
    """Padding is counted whatever the kind; padded rows in front are all zeros."""
    if "packed" in query:
        query += "&causal=false"
    page = await open_lesson(client, f"?n_words=6&{query}")
    worked = boot_of(page)["numbers"]["worked"]

    right = masked_attention(allowed)
    for name in ("weights", "output", "exponentials", "totals", "plain", "kept"):
        assert np.allclose(worked[name], right[name], rtol=1e-13, atol=1e-15), name
    empty = ~np.array(allowed, dtype=bool).any(axis=1)
    assert worked["is_full"] == empty.tolist()
    assert worked["way_difference"] == 0


async def test_a_fully_masked_row_is_named(client):
    page = await open_lesson(client, "?padded=0&row=0")

    assert set(bound(page, "worked.full_words")) == {"clowns"}
    weights = [bound(page, f"worked.weights.{{row}}.{key}")[0] for key in range(3)]
    assert weights == ["0"] * 3


async def test_an_unreadable_mask_is_said_and_the_rest_kept(client):
    page = await open_lesson(client, "?kind=painted&painted=1x-01&real_painted=10-1")

    assert "it is no rows of 1 and 0, parted by -" in page
    assert "it is no square of 2 × 2" in page
    assert boot_of(page)["state"]["painted"] == "100-110-111"


@pytest.mark.parametrize("name", ["painted", "real_painted"])
async def test_a_huge_pattern_is_refused_before_it_is_drawn(client, name):
    rows = "-".join(["1" * 64] * 64)
    page = await open_lesson(client, f"?{name}={rows}")

    assert "was left aside" in page
    assert rows not in page


async def test_pictures_are_the_masks_of_their_kinds(client):
    gallery = boot_of(await open_lesson(client))["numbers"]["gallery"]

    causal = np.tri(4, dtype=bool)
    padded = np.tile(np.arange(4) > 0, (4, 1))
    assert gallery["when"]["allowed"] == causal.tolist()
    assert gallery["what"]["allowed"] == padded.tolist()
    assert gallery["both"]["allowed"] == (causal & padded).tolist()
    assert gallery["both"]["full"] == ["[pad]"]
    assert gallery["cross"]["fraction"] == 1
    assert gallery["causal"]["fraction"] == pytest.approx(2 / 3)
    assert gallery["instead"] == pytest.approx([1 / 3] * 3, abs=1e-7)
