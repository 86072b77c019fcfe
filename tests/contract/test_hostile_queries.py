"""Hostile queries get an answer in the one form: a table, row by row."""

import pytest

from tests.contract.test_hostile_bodies import check_problem

pytestmark = pytest.mark.anyio

PATHS = ("/api/v1/attention", "/api/v1/tokenize", "/api/v1/residual-stream")

WRONG = {
    "": ("invalid_request", "text"),
    "text=": ("empty_text", ""),
    "text=+++": ("empty_text", ""),
    "text=%ff": ("invalid_text", "character 0"),
    "text=ab%ff": ("invalid_text", "character 2"),
    "text=%ed%a0%80": ("invalid_text", "text"),
    "text=a&model=%ff": ("invalid_text", "model"),
    "text=a&%ff=1": ("invalid_text", "name"),
    "text=a&text=b": ("invalid_request", "text"),
    "text=a&text=a": ("invalid_request", "more than once"),
    "text=a&txet=b": ("invalid_request", "txet"),
    "text=a&truncate=1": ("invalid_request", "truncate"),
    "text=a&truncate=True": ("invalid_request", "truncate"),
    "text=a&truncate=": ("invalid_request", "truncate"),
    "text=a&" + "&".join(f"f{n}=1" for n in range(200)): ("invalid_request", "64"),
}
WRONG_NUMBERS = {
    "layers=": ("invalid_request", "empty"),
    "layers=a": ("invalid_request", "whole number"),
    "layers=0,": ("invalid_request", "layers[1]"),
    "layers=,": ("invalid_request", "layers[0]"),
    "layers=1.5": ("invalid_request", "whole number"),
    "layers=-1": ("layer_out_of_range", "1"),
    "layers=2": ("layer_out_of_range", "1"),
    "layers=1e30": ("layer_out_of_range", "1"),
    "layers=0,0": ("invalid_request", "0"),
    "layers=true": ("invalid_request", "whole number"),
    "layers=[0]": ("invalid_request", "whole number"),
    "layers=0x1": ("invalid_request", "whole number"),
    "layers=1_0": ("invalid_request", "whole number"),
    "layers=%D9%A1": ("invalid_request", "whole number"),
    "layers=NaN": ("not_finite", "layers[0]"),
    "layers=0,1e309": ("not_finite", "layers[1]"),
    "layers=" + "9" * 5000: ("invalid_request", "whole number"),
    "heads=3": ("head_out_of_range", "2"),
    "rows=1": ("invalid_request", "two whole numbers"),
    "rows=1:2:3": ("invalid_request", "two whole numbers"),
    "rows=1-2": ("invalid_request", "two whole numbers"),
    "rows=:": ("invalid_request", "rows[0]"),
    "rows=2:1": ("invalid_request", "0 to 3"),
    "rows=0:99": ("invalid_request", "3"),
    "pool=0": ("invalid_request", "1 to 512"),
    "pool=Infinity": ("not_finite", "pool"),
    "digits=10": ("invalid_request", "0 to 9"),
    "encoding=npz": ("invalid_request", "uint8"),
    "statistics=head,head": ("invalid_request", "once"),
    "statistics=all": ("invalid_request", "head"),
}


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    ("query", "code", "said"),
    [(query, *expected) for query, expected in WRONG.items()],
    ids=[query[:40] or "nothing" for query in WRONG],
)
async def test_a_wrong_query_is_422(client, path, query, code, said):
    answer = await client.get(f"{path}?{query}")
    assert said in check_problem(answer, 422, code)["detail"]


@pytest.mark.parametrize(
    ("query", "code", "said"),
    [(query, *expected) for query, expected in WRONG_NUMBERS.items()],
    ids=[query[:40] for query in WRONG_NUMBERS],
)
async def test_a_wrong_number_is_422(client, query, code, said):
    answer = await client.get(f"/api/v1/attention?text=cat&{query}")
    problem = check_problem(answer, 422, code)
    assert said in problem["detail"] + problem["hint"]


@pytest.mark.parametrize(
    "query", ["layers=1,0", "layers=1.0", "rows=0:2", "truncate=false", "text_pair="]
)
async def test_what_is_right_is_taken(client, query):
    answer = await client.get(f"/api/v1/attention?text=cat&{query}")
    assert answer.status_code == 200, answer.text


async def test_a_long_address_is_414(client):
    answer = await client.get("/api/v1/tokenize", params={"text": "a" * 40_000})
    problem = check_problem(answer, 414, "uri_too_long")
    assert "POST" in problem["hint"]


TEXTS = [
    " leading and trailing ",
    "a\u0000b",
    "\ufeffa",
    "a\u2028b",
    "a\tb\nc",
    "\u202eabc\u202c",
    "e\u0301\u0301\u0301",
    "👩‍👩‍👧‍👦 💩",
    "</script><b>bold</b><a href=x>$x^2$ %{z}<extra></extra>",
    "a&b=c;d#e?f+g%20h",
    "=1+1",
    "ทดสอบ 漢字 ελληνικά",
]


@pytest.mark.parametrize("text", TEXTS)
async def test_any_text_arrives_as_it_is_by_link_and_by_body(client, controls, text):
    by_link = await client.get("/api/v1/tokenize", params={"text": text})
    by_body = await client.post("/api/v1/tokenize", json={"text": text})
    assert by_link.status_code == by_body.status_code == 200
    assert by_link.json() == by_body.json()
    assert controls.texts[-2:] == [text, text]
