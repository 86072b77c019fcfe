"""Masked words, next sentences and adapters, as JSON and through the client."""

import httpx
import numpy as np
import pytest

from app.client import Adapter, HeadlightClient, HeadlightError
from app.schemas.adapter_details import AdapterDetails
from app.schemas.fill_mask import FillMask
from app.schemas.masked_corruption import MaskedCorruption
from app.schemas.models import Model
from app.schemas.next_sentence import NextSentence
from tests.app.fake_adapters import SINGULAR_VALUES
from tests.app.fake_numbers import fake_states, fake_word_logits
from tests.app.fakes import ADAPTER, FakeControls, fake_id, fake_scores
from tests.app.live import live_server

pytestmark = pytest.mark.anyio

API = "/api/v1"
MASKED = "the [MASK] sat"
USED = {"id": "fake-words", "scale": 1.0, "rank": None}


async def ask(client: httpx.AsyncClient, path: str, **fields):
    answer = await client.post(f"{API}/{path}", json=fields)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_fill_mask(client):
    found = await ask(client, "fill-mask", text=MASKED, top_k=2)
    FillMask.model_validate(found)
    assert found["model"] == "fake-encoder"
    assert found["adapter"] == USED
    ids = [101, fake_id("the"), 103, fake_id("sat"), 102]
    assert [token["id"] for token in found["input_tokens"]] == ids
    [masked] = found["masks"]
    logits = fake_word_logits(2, 1.0).astype(np.float64)
    expected = np.exp(logits) / np.exp(logits).sum()
    best = np.argsort(-expected)[:2].tolist()
    assert masked["position"] == 2
    assert masked["influences"] is None
    assert [token["id"] for token in masked["tokens"]] == best
    for token in masked["tokens"]:
        assert token["text"] == f"word{token['id']}"
        assert token["probability"] == pytest.approx(expected[token["id"]])
        assert np.exp(token["log_probability"]) == pytest.approx(token["probability"])
    assert masked["entropy"] == pytest.approx(-(expected * np.log(expected)).sum())


async def test_influences_come_when_asked_for(client):
    found = await ask(client, "fill-mask", text=MASKED, influences=True)
    FillMask.model_validate(found)
    measured = found["masks"][0]["influences"]
    assert [each["position"] for each in measured] == [0, 1, 3, 4]
    assert measured[1] == {"position": 1, "kl": 2.0, "log_probability_change": -1.0}


async def test_next_sentence(client):
    asked = {"text": "the cat sat", "text_pair": "it slept", "adapter_scale": 0}
    found = await ask(client, "next-sentence", **asked)
    NextSentence.model_validate(found)
    assert found["is_next_probability"] == 0.25
    assert found["adapter"] == {"id": "fake-words", "scale": 0, "rank": None}
    assert [t["segment"] for t in found["input_tokens"]][5:7] == [1, 1]


async def test_masked_corruption(client):
    text = "one two three four five six seven eight nine ten " * 4
    found = await ask(client, "masked-corruption", text=text, seed=1, rounds=20)
    MaskedCorruption.model_validate(found)
    tokens, corrupted = found["input_tokens"], found["corrupted_tokens"]
    counts, by_round = found["counts"], found["by_round"]
    assert counts["rounds"] == 20
    assert counts["tokens"] == 20 * 40
    for name in ("selected", "mask", "random", "keep"):
        assert len(by_round[name]) == 20
        assert counts[name] == sum(by_round[name])
    actions = [each["action"] for each in found["selected"]]
    assert len(actions) == by_round["selected"][0]
    for name in ("mask", "random", "keep"):
        assert actions.count(name) == by_round[name][0]
    chosen = {each["position"]: each for each in found["selected"]}
    assert chosen
    for before, after in zip(tokens, corrupted, strict=True):
        each = chosen.get(before["index"])
        if each is None or each["action"] == "keep":
            assert after == before
            assert each is None or each["replacement"] is None
            continue
        entry = each["replacement"]
        assert {name: after[name] for name in ("id", "text", "raw")} == entry
        assert (after["id"] == 103) is (each["action"] == "mask") is after["special"]
        assert (after["start"], after["end"]) == (before["start"], before["end"])


@pytest.mark.parametrize("text", ["[MASK]", "[SEP] [MASK]"])
async def test_special_tokens_are_never_selected(client, text):
    found = await ask(client, "masked-corruption", text=text, rounds=100)
    assert found["counts"]["tokens"] == found["counts"]["selected"] == 0
    assert found["corrupted_tokens"] == found["input_tokens"]


async def test_adapters_are_listed_and_described(client):
    listed = (await client.get(f"{API}/models")).json()["models"]
    for model in listed:
        Model.model_validate(model)
    encoder, decoder = listed[:2]
    assert encoder["mask_token"] == "[MASK]"
    assert [each["id"] for each in encoder["adapters"]] == ["fake-words"]
    assert (decoder["mask_token"], decoder["adapters"]) == (None, [])
    address = f"{API}/models/fake-encoder/adapters/fake-words"
    found = (await client.get(address)).json()
    AdapterDetails.model_validate(found)
    assert {name: found[name] for name in encoder["adapters"][0]} == encoder[
        "adapters"
    ][0]
    assert found["model"] == "fake-encoder"
    assert len(found["modules"]) == ADAPTER.n_matrices
    assert found["modules"][1]["singular_values"] == list(SINGULAR_VALUES)
    card = (await client.get(f"{address}/card")).json()
    assert card["id"] == "fake-words"


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("fake-encoder/adapters/fake-wrods", "unknown_adapter"),
        ("fake-encoder/adapters/fake-wrods/card", "unknown_adapter"),
        ("fake-decoder/adapters/fake-words", "unknown_adapter"),
        ("fake-decoder/adapters/fake-words/card", "unknown_adapter"),
        ("fake-encoder/adapters/..%2f..%2fetc%2fpasswd", "unknown_model"),
        ("nothing/adapters/fake-words", "unknown_model"),
        ("..%2f..%2fetc/adapters/passwd", "unknown_model"),
        ("fake-encoder/adapters/", "unknown_model"),
        ("fake-encoder/adapters", "unknown_model"),
    ],
)
async def test_only_what_is_listed_is_found(client, path, code):
    answer = await client.get(f"{API}/models/{path}")
    assert (answer.status_code, answer.json()["code"]) == (404, code)
    if path.endswith("fake-wrods"):
        assert "fake-words" in answer.json()["hint"]


async def test_adapter_merging(client):
    found = await ask(client, "adapter-merging", text="the cat sat", runs=2)
    assert found["adapter"] == USED
    assert found["runs"] == 2
    assert found["largest_difference_from_base"] == 1.0
    assert found["milliseconds"] == {
        "base": 1.0,
        "separate": 2.0,
        "merged": 1.5,
        "merge": 4.0,
    }
    refused = await client.post(
        f"{API}/adapter-merging", json={"text": "a", "model": "fake-decoder"}
    )
    assert (refused.status_code, refused.json()["code"]) == (
        409,
        "unsupported_by_model",
    )


async def test_answers_say_which_adapter_was_used(client):
    asked = {"text": "the cat sat", "adapter": "fake-words", "adapter_scale": 0.5}
    half = {"id": "fake-words", "scale": 0.5, "rank": 3}
    found = await ask(
        client, "attention", **asked, adapter_rank=3, quantity="scores", heads=[0]
    )
    assert found["adapter"] == half
    ids = tuple(token["id"] for token in found["query_tokens"])
    expected = fake_scores(ids, 1, 0, is_causal=False) * (1 + 0.5 * 3 / 8)
    np.testing.assert_allclose(found["attention"]["data"][1][0], expected, atol=1e-5)
    stream = await ask(client, "residual-stream", **asked, adapter_rank=3)
    assert stream["adapter"] == half
    alike = await ask(
        client,
        "similarities",
        texts=["a cat", "the cat"],
        word="cat",
        adapter="fake-words",
    )
    assert alike["adapter"] == USED
    plain = await ask(client, "attention", text="the cat sat")
    assert plain["adapter"] is None


@pytest.mark.parametrize(
    ("path", "query", "body"),
    [
        (
            "fill-mask",
            "text=the+[MASK]&top_k=3&influences=true&adapter_scale=0.5&mask=causal",
            {
                "text": "the [MASK]",
                "top_k": 3,
                "influences": True,
                "adapter_scale": 0.5,
                "mask": "causal",
            },
        ),
        (
            "next-sentence",
            "text=a&text_pair=b&adapter=fake-words&adapter_rank=2",
            {"text": "a", "text_pair": "b", "adapter": "fake-words", "adapter_rank": 2},
        ),
        (
            "masked-corruption",
            "text=the+cat+sat&seed=4294967295&rounds=3",
            {"text": "the cat sat", "seed": 4294967295, "rounds": 3},
        ),
        (
            "adapter-merging",
            "text=the+cat&adapter_scale=2&runs=1",
            {"text": "the cat", "adapter_scale": 2, "runs": 1},
        ),
        (
            "attention",
            "text=the+cat&heads=0&adapter=fake-words&adapter_scale=1.5",
            {
                "text": "the cat",
                "heads": [0],
                "adapter": "fake-words",
                "adapter_scale": 1.5,
            },
        ),
    ],
)
async def test_a_link_asks_what_a_body_asks(client, path, query, body):
    link = await client.get(f"{API}/{path}?{query}")
    assert link.status_code == 200, link.text
    headers = {"If-None-Match": link.headers["etag"]}
    again = await client.get(f"{API}/{path}?{query}", headers=headers)
    assert again.status_code == 304
    by_body, by_link = await ask(client, path, **body), link.json()
    for found in (by_body, by_link):
        found.pop("timings", None)
        found.pop("cache", None)
    assert by_body == by_link


@pytest.fixture
def headlight(settings):
    anywhere = settings.model_copy(update={"port": 0})
    with (
        live_server(anywhere, FakeControls()) as live,
        HeadlightClient(live.address) as headlight,
    ):
        yield headlight


def test_the_client_asks_the_same(headlight):
    filled = headlight.fill_mask(MASKED, top_k=2, influences=True)
    assert filled.adapter == Adapter("fake-words")
    [masked] = filled.masks
    best = np.argsort(-fake_word_logits(2, 1.0))[:2].tolist()
    assert [token.id for token in masked.tokens] == best
    assert [each.position for each in masked.influences] == [0, 1, 3, 4]
    half = Adapter("fake-words", 0.5, 4)
    follows = headlight.next_sentence("the cat sat", "it slept", adapter=half)
    assert (follows.is_next_probability, follows.adapter) == (0.25 + 0.25 / 4, half)
    hidden = headlight.masked_corruption("the cat sat", seed=5, rounds=9)
    assert len(hidden.by_round["mask"]) == 9
    assert [token.index for token in hidden.corrupted_tokens] == [0, 1, 2, 3, 4]
    described = headlight.adapter("fake-encoder", "fake-words")
    assert described["modules"][0]["target"] == "query"
    assert headlight.adapter_card("fake-encoder", "fake-words")["id"] == "fake-words"
    merged = headlight.adapter_merging("the cat", adapter="fake-words", runs=3)
    assert (merged.runs, merged.milliseconds["merge"]) == (3, 4.0)
    scores = headlight.attention("the cat sat", quantity="scores", adapter=half)
    ids = tuple(token.id for token in scores.query_tokens)
    expected = fake_scores(ids, 0, 1, is_causal=False) * 1.25
    np.testing.assert_allclose(scores.values[0, 1], expected, rtol=1e-6)
    assert scores.metadata["adapter"] == {"id": "fake-words", "scale": 0.5, "rank": 4}
    stream = headlight.residual_stream("the cat sat", adapter=half)
    norms = np.linalg.norm(fake_states(ids, 2), axis=-1) * 1.25
    np.testing.assert_allclose(stream.residual_norms, norms, rtol=1e-6)
    alike = headlight.similarities(["a cat", "the cat"], "cat", adapter="fake-words")
    assert alike.adapter == USED
    with pytest.raises(HeadlightError) as refused:
        headlight.fill_mask("the cat sat")
    assert refused.value.code == "no_mask"
