"""Lesson 7 as the server writes it: its state, its map, its words."""

import re

import httpx
import pytest

from app.lessons.translation_parts import PARTS
from tests.app.lesson_pages import boot_of, notes_of

pytestmark = pytest.mark.anyio

TIRED = "The animal didn't cross the street because it was too tired."
WIDE = "The animal didn't cross the street because it was too wide."


async def open_lesson(client: httpx.AsyncClient, query: str = "") -> str:
    answer = await client.get(f"/learn/translation{query}")
    assert answer.status_code == 200
    return answer.text


async def test_the_lesson_opens_on_the_animal(client):
    """The first view has a sentence, its rival and a part of the map."""
    boot = boot_of(await open_lesson(client))
    state = boot["state"]
    assert state == boot["defaults"]
    assert (state["text"], state["first"], state["second"]) == (TIRED, TIRED, WIDE)
    assert state["part"] == "decoder.1.cross_attention"
    assert state["forced"] is False


async def test_every_part_is_drawn_on_both_maps_with_its_name(client):
    """A desk and a phone have maps of their own, of the same parts."""
    page = await open_lesson(client)
    drawn = re.findall(r'data-part="([^"]+)"[^>]*aria-label="([^"]+)"', page)
    parts = [part for part, _ in drawn]
    assert sorted(parts) == sorted(2 * PARTS)
    names = dict(drawn)
    assert names["decoder.2.self_attention"] == (
        "Decoder, layer 2: masked self-attention"
    )
    assert names["encoder.0.feed_forward.norm"] == (
        "Encoder, layer 0: add and norm after the feed-forward"
    )
    assert len(set(names.values())) == len(PARTS)


async def test_the_decoder_has_the_order_of_2017(client):
    """Masked self-attention, cross attention, feed-forward: from top to bottom."""
    page = await open_lesson(client)
    wide = page[page.index("map-wide") : page.index("map-narrow")]
    boxes = re.findall(r'data-part="(decoder\.1\.\w+)".*?y="([\d.]+)"', wide, re.DOTALL)
    tops = {part.split(".")[2]: float(top) for part, top in boxes}
    assert tops["self_attention"] < tops["cross_attention"] < tops["feed_forward"]


async def test_the_address_holds_zero_false_and_nothing(client):
    """A forced empty target is a state of its own, as are 0 and the first place."""
    page = await open_lesson(
        client, "?forced=true&target=&step=0&place=0&key=0&length_penalty=0&text="
    )
    state = boot_of(page)["state"]
    assert (state["forced"], state["target"], state["text"]) == (True, "", "")
    assert (state["step"], state["place"], state["key"]) == (0, 0, 0)
    assert state["length_penalty"] == 0
    assert notes_of(page) == []


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("?part=decoder.9.cross_attention", "part"),
        ("?part=encoder.0.cross_attention", "part"),
        ("?layer=3", "layer"),
        ("?head=-1", "head"),
        ("?step=64", "step"),
        ("?n_beams=0", "n_beams"),
        ("?length_penalty=2.5", "length_penalty"),
        ("?attention=joint", "attention"),
        ("?forced=perhaps", "forced"),
        ("?text=" + 301 * "a", "text"),
    ],
)
async def test_what_cannot_be_read_is_said_and_left_aside(client, query, field):
    page = await open_lesson(client, query)
    boot = boot_of(page)
    assert boot["state"][field] == boot["defaults"][field]
    (note,) = notes_of(page)
    assert f"“{field}”" in note


async def test_a_text_of_the_reader_is_text(client):
    """Markup in the address stays what it is: letters."""
    page = await open_lesson(client, "?text=%3Cscript%3Ealert(1)%3C/script%3E")
    assert "<script>alert" not in page
    assert boot_of(page)["state"]["text"] == "<script>alert(1)</script>"
