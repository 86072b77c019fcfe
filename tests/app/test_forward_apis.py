"""The answers about one forward, as JSON, as .npz and through the client."""

import base64
import io
import json
import zipfile

import httpx
import numpy as np
import pytest

from app.client import HeadlightClient, HeadlightError
from model import most_likely
from tests.app.fake_numbers import fake_logits, fake_states
from tests.app.fakes import FakeControls, fake_id, fake_weights
from tests.app.live import live_server

pytestmark = pytest.mark.anyio

API = "/api/v1"
IDS = tuple(fake_id(word) for word in ("the", "cat", "sat"))
FRAMED = (101, *IDS, 102)
STREAM = f"{API}/residual-stream"


async def ask(client: httpx.AsyncClient, path: str, **fields):
    answer = await client.post(f"{API}/{path}", json=fields)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_next_token(client):
    asked = {"model": "fake-decoder", "text": "the cat sat", "top_k": 4}
    found = await ask(client, "next-token", **asked, temperature=0.5, top_p=0.8)
    expected = most_likely(fake_logits(IDS), temperature=0.5, top_k=4, top_p=0.8)
    assert found.keys() == {
        *("model", "input_tokens", "tokens", "entropy", "listed_probability"),
        *("truncated", "dropped", "warnings"),
    }
    assert [t["id"] for t in found["input_tokens"]] == list(IDS)
    assert [t["id"] for t in found["tokens"]] == list(expected.ids)
    assert [t["text"] for t in found["tokens"]] == [f"word{i}" for i in expected.ids]
    for place, token in enumerate(found["tokens"]):
        assert token["probability"] == expected.probabilities[place]
        assert token["log_probability"] == expected.log_probabilities[place]
    assert found["entropy"] == expected.entropy_nats
    assert found["listed_probability"] == pytest.approx(expected.probabilities.sum())


async def test_an_encoder_has_no_next_token(client):
    answer = await client.post(f"{API}/next-token", json={"text": "the cat"})
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (409, "unsupported_by_model")
    assert problem["hint"]


async def test_residual_stream(client):
    found = await ask(client, "residual-stream", text="the cat sat", digits=4)
    norms = np.linalg.norm(fake_states(FRAMED, 2), axis=-1)
    for name, expected in (
        ("residual_norms", norms),
        ("attention_norms", norms[1:]),
        ("feed_forward_norms", norms[1:] * 2),
    ):
        array = found[name]
        assert array["axes"] == ["layer", "position"]
        assert (array["dtype"], array["shape"]) == ("f4", list(expected.shape))
        np.testing.assert_allclose(array["data"], expected, atol=6e-5)
    assert found["norm_placement"] == "post"
    assert [t["id"] for t in found["tokens"]] == list(FRAMED)
    assert found["warnings"] == []


async def test_similarities(client):
    asked = {"texts": ["the cat sat", "a cat"], "word": "cat", "encoding": "base64"}
    found = await ask(client, "similarities", **asked)
    array = found["cosines"]
    assert array["axes"] == ["layer", "occurrence", "occurrence"]
    assert (array["dtype"], array["shape"]) == ("f8", [3, 2, 2])
    values = np.frombuffer(base64.b64decode(array["bdata"]), "<f8").reshape(3, 2, 2)
    np.testing.assert_allclose(values[:, 0, 0], 1, atol=1e-12)
    np.testing.assert_array_equal(values, values.transpose(0, 2, 1))
    assert found["occurrences"] == [
        {"text": 0, "tokens": [2], "word": 1},
        {"text": 1, "tokens": [2], "word": 1},
    ]
    assert [len(tokens) for tokens in found["text_tokens"]] == [5, 4]


@pytest.mark.parametrize(
    ("path", "query", "body"),
    [
        (
            "next-token",
            "text=the+cat&model=fake-decoder&temperature=0.7&top_p=.5&mask=causal",
            {
                "text": "the cat",
                "model": "fake-decoder",
                "temperature": 0.7,
                "top_p": 0.5,
                "mask": "causal",
            },
        ),
        (
            "residual-stream",
            'text=the+cat&without_positions=true&mask={"kind":"padding","lengths":[2]}',
            {
                "text": "the cat",
                "without_positions": True,
                "mask": {"kind": "padding", "lengths": [2]},
            },
        ),
        (
            "similarities",
            'texts=["the+cat","a,+cat"]&word=cat&digits=3',
            {"texts": ["the cat", "a, cat"], "word": "cat", "digits": 3},
        ),
        (
            "similarities",
            "texts=the+cat,a+cat&word=cat",
            {"texts": ["the cat", "a cat"], "word": "cat"},
        ),
        (
            "attention",
            (
                "text=the+cat&heads=0&mask=[[true,false,false,false],[true,true,true,true],"
                "[true,true,true,true],[false,false,false,false]]"
            ),
            {
                "text": "the cat",
                "heads": [0],
                "mask": [
                    [True, False, False, False],
                    [True] * 4,
                    [True] * 4,
                    [False] * 4,
                ],
            },
        ),
    ],
)
async def test_a_link_asks_what_a_body_asks(client, path, query, body):
    query = query.replace("top_p=.5", "top_p=0.5")
    link = await client.get(f"{API}/{path}?{query}")
    assert link.status_code == 200, link.text
    by_body = await ask(client, path, **body)
    by_link = link.json()
    for found in (by_body, by_link):
        found.pop("timings", None)
        found.pop("cache", None)
    assert by_body == by_link


async def test_a_link_is_named_and_not_sent_twice(client, controls: FakeControls):
    params = {"text": "the cat", "digits": "3"}
    first = await client.get(STREAM, params=params)
    headers = {"If-None-Match": first.headers["etag"]}
    again = await client.get(STREAM, params=params, headers=headers)
    assert (again.status_code, again.content) == (304, b"")
    other = {**params, "without_positions": "true"}
    assert (await client.get(STREAM, params=other, headers=headers)).status_code == 200


async def test_npz_has_the_arrays_and_the_rest(client):
    answer = await client.get(
        STREAM, params={"text": "the cat sat"}, headers={"Accept": "application/x-npz"}
    )
    assert "residual-stream.npz" in answer.headers["content-disposition"]
    with np.load(io.BytesIO(answer.content)) as arrays:
        norms = np.linalg.norm(fake_states(FRAMED, 2), axis=-1)
        np.testing.assert_allclose(arrays["residual_norms"], norms, rtol=1e-6)
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        metadata = json.loads(archive.read("metadata.json"))
    assert metadata["residual_norms"]["member"] == "residual_norms"
    assert metadata["norm_placement"] == "post"
    refused = await client.get(
        f"{API}/next-token",
        params={"text": "a", "model": "fake-decoder"},
        headers={"Accept": "application/x-npz"},
    )
    assert refused.status_code == 406


async def test_attention_under_a_mask(client):
    asked = {"text": "the cat sat", "layers": [1], "heads": [0], "digits": 6}
    own = await ask(client, "attention", **asked)
    assert own["mask_from"] == "model"
    found = await ask(client, "attention", **asked, mask="causal")
    assert found["mask_from"] == "request"
    assert found["mask"]["data"] == np.tri(5, dtype=bool).tolist()
    assert found["fully_masked_rows"] == []
    expected = fake_weights(FRAMED, 1, 0, is_causal=True)
    np.testing.assert_allclose(found["attention"]["data"][0][0], expected, atol=1e-6)
    padding = {"kind": "causal_padding", "padded_positions": [0]}
    found = await ask(client, "attention", **asked, mask=padding)
    assert found["fully_masked_rows"] == [0]
    assert found["attention"]["data"][0][0][0] == [0] * 5


async def test_a_masks_npz_says_whose_mask_it_is(client):
    answer = await client.post(
        f"{API}/attention",
        json={"text": "the cat sat", "mask": "causal"},
        headers={"Accept": "application/x-npz"},
    )
    with np.load(io.BytesIO(answer.content)) as arrays:
        assert arrays["mask"].tolist() == np.tri(5, dtype=bool).tolist()
        assert (np.triu(arrays["attention"], 1) == 0).all()
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert json.loads(archive.read("metadata.json"))["mask_from"] == "request"


@pytest.fixture
def headlight(settings):
    anywhere = settings.model_copy(update={"port": 0})
    with (
        live_server(anywhere, FakeControls()) as live,
        HeadlightClient(live.address) as headlight,
    ):
        yield headlight


def test_the_client_asks_the_same(headlight):
    found = headlight.next_token("the cat sat", model="fake-decoder", top_k=2)
    expected = most_likely(fake_logits(IDS), temperature=1.0, top_k=2, top_p=1.0)
    assert tuple(token.id for token in found.tokens) == expected.ids
    assert found.tokens[0].probability == expected.probabilities[0]
    assert found.entropy == expected.entropy_nats
    stream = headlight.residual_stream("the cat sat", mask="causal")
    norms = np.linalg.norm(fake_states(FRAMED, 2), axis=-1)
    np.testing.assert_allclose(stream.residual_norms, norms, rtol=1e-6)
    assert stream.norm_placement == "post"
    alike = headlight.similarities(["the cat sat", "a cat"], "cat")
    assert alike.cosines.shape == alike.largest_differences.shape == (3, 2, 2)
    assert alike.occurrences[1] == {"text": 1, "tokens": [2], "word": 1}
    mask = np.tri(5, dtype=bool)
    masked = headlight.attention("the cat sat", mask=mask)
    assert masked.mask.tolist() == mask.tolist()
    assert masked.metadata["mask_from"] == "request"
    with pytest.raises(HeadlightError) as refused:
        headlight.similarities(["the cat"], "dog")
    assert refused.value.code == "invalid_request"
    assert "texts[0]" in refused.value.detail
