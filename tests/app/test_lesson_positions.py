"""Lesson 3 as the server writes it, before any script has run."""

import math
import re

import httpx
import numpy as np
import pytest

from app.engine import Engine
from app.lessons.positions_words import compare_words
from tests.app.lesson_pages import boot_of, bound, notes_of
from tests.plain_arithmetic import plain_waves

pytestmark = pytest.mark.anyio


async def open_lesson(client: httpx.AsyncClient, query: str = "") -> str:
    answer = await client.get(f"/learn/positions{query}")
    assert answer.status_code == 200
    return answer.text


async def test_first_view_shows_the_numbers_of_the_mission(client):
    page = await open_lesson(client)
    numbers = boot_of(page)["numbers"]

    divisors = [bound(page, f"waves.divisors.{pair}")[0] for pair in range(4)]
    sines = [bound(page, f"waves.sines.{{row}}.{pair}")[0] for pair in range(4)]
    cosines = [bound(page, f"waves.cosines.{{row}}.{pair}")[0] for pair in range(4)]

    assert divisors == ["1", "10", "100", "1000"]
    assert sines == ["0.8415", "0.0998", "0.0100", "0.0010"]
    assert cosines == ["0.5403", "0.9950", "1.0000", "1.0000"]
    assert [round(n, 4) for n in numbers["waves"]["shown"][1]] == [
        *(0.8415, 0.5403, 0.0998, 0.9950),
        *(0.0100, 1.0000, 0.0010, 1.0000),
    ]
    assert set(bound(page, "waves.squares.{row}")) == {"4"}
    assert set(bound(page, "alike_near.dot")) == {"173.7897"}
    assert set(bound(page, "alike_far.dot")) == {"173.7897"}
    assert "60,611" in bound(page, "alike_near.longest")
    assert "62,832" in bound(page, "alike_near.limit")
    assert set(bound(page, "alike_near.square")) == {"256"}


async def test_both_couples_are_the_ones_named(client):
    numbers = boot_of(await open_lesson(client))["numbers"]

    waves = plain_waves(range(116), 512)

    near, far = numbers["alike_near"], numbers["alike_far"]
    assert (near["position"], near["partner"]) == (5, 15)
    assert (far["position"], far["partner"]) == (105, 115)
    assert near["dot"] == pytest.approx(waves[5] @ waves[15], abs=1e-9)
    assert far["dot"] == pytest.approx(waves[105] @ waves[115], abs=1e-9)


async def test_waves_follow_the_address(client):
    query = "?d_model=6&base=100&start=40&row=2&pair=1&offset=7&first=3"
    numbers = boot_of(await open_lesson(client, query))["numbers"]

    right = plain_waves(range(40, 104), 6, 100)
    near = plain_waves((3, 10), 6, 100)
    turns = 7 / 100 ** (np.arange(3) / 3)

    np.testing.assert_allclose(numbers["waves"]["sines"], right[:, 0::2], atol=1e-12)
    np.testing.assert_allclose(numbers["waves"]["cosines"], right[:, 1::2], atol=1e-12)
    np.testing.assert_allclose(numbers["waves"]["squares"], np.full(64, 3.0))
    np.testing.assert_allclose(numbers["near"]["partner_sines"], near[1, 0::2])
    np.testing.assert_allclose(
        numbers["near"]["degrees"], np.degrees(turns % (2 * np.pi)), atol=1e-9
    )
    np.testing.assert_allclose(numbers["near"]["dot"], np.cos(turns).sum())


async def test_the_fastest_pair_is_back_after_44_positions_and_slow_ones_are_not(
    client,
):
    waves = boot_of(await open_lesson(client))["numbers"]["waves"]

    assert waves["returns"] == [44, 63, "none", "none"]
    assert waves["turns"] == [7, 1, "none", "none"]
    assert waves["gaps"][0] == pytest.approx(2 * abs(math.sin(22)), abs=1e-12)


async def test_a_thousand_million_is_right(client):
    page = await open_lesson(client, "?start=1000000000&row=0")
    numbers = boot_of(page)["numbers"]["waves"]

    # sin(10^9) and cos(10^9), to ten digits, from tables of many digits.
    assert numbers["positions"] == [1_000_000_000]
    assert numbers["sines"][0][0] == pytest.approx(0.5458434494, abs=1e-9)
    assert numbers["cosines"][0][0] == pytest.approx(0.8378871813, abs=1e-9)
    assert numbers["squares"][0] == pytest.approx(4, abs=1e-12)
    assert numbers["in_table"] == [False]
    assert notes_of(page) == []


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("d_model=7", "it is odd"),
        ("d_model=0", "not between 2 and 512"),
        ("d_model=-8", "not between 2 and 512"),
        ("d_model=99999999999999999999", "no whole number"),
        ("base=0", "not between 1.0 and 1000000.0"),
        ("base=nan", "no number"),
        ("start=-1", "not between 0 and 1,000,000,000"),
        ("start=1000000001", "not between 0 and 1,000,000,000"),
        ("row=64", "not between 0 and 63"),
        ("start=1000000000&row=1", "not between 0 and 0"),
        ("d_model=8&pair=4", "not between 0 and 3"),
        ("offset=0", "not between 1 and 63"),
        ("width=3", "it is odd"),
        ("first=x", "no whole number"),
    ],
)
async def test_what_makes_no_sense_is_said_and_the_rest_stays(client, query, why):
    page = await open_lesson(client, f"?{query}&second=77")
    boot = boot_of(page)

    assert len(notes_of(page)) == 1
    assert why in notes_of(page)[0]
    assert boot["state"]["second"] == 77
    assert boot["numbers"]["far"]["position"] == 77


async def test_other_ways_have_the_numbers_of_their_papers(client):
    numbers = boot_of(await open_lesson(client))["numbers"]

    alibi, t5 = numbers["alibi"], numbers["t5"]
    assert alibi["slopes"] == [2.0**-power for power in range(1, 9)]
    assert alibi["bias"][0][8] == -4
    assert alibi["bias"][7][127] == -127 / 256
    assert t5["before"][:17] == [*range(8), 8, 8, 8, 8, 9, 9, 9, 9, 10]
    assert t5["after"][1:9] == [17, 18, 19, 20, 21, 22, 23, 24]
    assert (t5["before"][127], t5["after"][127]) == (15, 31)
    waves = plain_waves(range(128), 64)
    np.testing.assert_allclose(
        numbers["sinusoidal"]["by_distance"], waves @ waves[0] / 32, atol=1e-12
    )


async def test_long_rows_show_their_two_ends(client):
    waves = boot_of(await open_lesson(client, "?d_model=64"))["numbers"]["waves"]

    assert waves["is_cut"] is True
    assert waves["features"] == [str(f) for f in [*range(8), *range(56, 64)]]
    right = plain_waves([5], 64)[0]
    np.testing.assert_allclose(waves["shown"][5], [*right[:8], *right[56:]], atol=1e-12)


async def test_bert_is_said_to_learn_its_positions(client):
    page = await open_lesson(client)

    row = re.search(r'<th scope="row">Learned</th>(.*?)</tr>', page, re.DOTALL)
    assert row is not None
    assert "BERT" in row[1]
    sines = re.search(r'<th scope="row">Sinusoidal</th>(.*?)</tr>', page, re.DOTALL)
    assert sines is not None
    assert "BERT" not in sines[1]


async def test_no_word_asks_no_model(engine: Engine) -> None:
    assert await compare_words(engine, ("The man bit", ""), "man") == {}
