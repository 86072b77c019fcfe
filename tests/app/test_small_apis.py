"""``/models``, ``/tokenize`` and ``/limits`` say what they should."""

import asyncio

import pytest

from app.schemas.limits import Limits
from app.schemas.models import ModelList
from app.schemas.tokenize import Tokens
from model import ModelUnavailable
from tests.app.asking import until
from tests.app.conftest import client_of
from tests.app.fakes import EVERY, fake_id

pytestmark = pytest.mark.anyio


async def test_models_are_listed_with_the_default_first(client):
    answer = await client.get("/api/v1/models")
    ModelList.model_validate_json(answer.content)
    listed = answer.json()
    assert listed["default"] == "fake-encoder"
    assert [m["id"] for m in listed["models"]] == [model.id for model in EVERY]
    encoder = listed["models"][0]
    assert (encoder["n_layers"], encoder["n_heads"]) == (2, 3)
    assert "more_parts" not in encoder
    assert encoder["loaded"] is True
    assert encoder["available"] is True
    assert encoder["device"] == "cpu"


async def test_models_list_the_parts_that_can_be_read(client):
    listed = (await client.get("/api/v1/models")).json()["models"]
    parts = {
        model["id"]: [(p["part"], p["n_layers"], p["n_heads"]) for p in model["parts"]]
        for model in listed
    }
    assert parts == {
        "fake-encoder": [("encoder", 2, 3)],
        "fake-decoder": [("decoder", 3, 2)],
        "fake-translator": [
            (part, 2, 2) for part in ("encoder", "decoder", "cross", "joint")
        ],
        "fake-aligner": [("cross", 1, 1)],
        "fake-bottleneck": [],
    }


async def test_one_model_is_the_same_as_in_the_list(client):
    listed = (await client.get("/api/v1/models")).json()["models"][1]
    assert (await client.get("/api/v1/models/fake-decoder")).json() == listed


async def test_a_model_that_failed_to_load_says_why(controls, settings, engine):
    controls.load_fault = ModelUnavailable("the weights are torn", hint="Fetch again.")
    engine.catalogue._loaded.clear()
    async with client_of(engine, settings) as client:
        refused = await client.get("/api/v1/tokenize?text=a&model=fake-decoder")
        assert refused.status_code == 503
        assert refused.json()["code"] == "model_unavailable"
        assert int(refused.headers["retry-after"]) >= 1
        listed = (await client.get("/api/v1/models/fake-decoder")).json()
    assert listed["state"] == "unavailable"
    assert listed["available"] is False
    assert "the weights are torn" in listed["reason"]


async def test_an_answer_waits_for_a_model_that_is_loading(controls, settings, engine):
    controls.load_gate.clear()
    engine.catalogue._loaded.clear()
    async with client_of(engine, settings) as client:

        async def state():
            answer = await client.get("/api/v1/models/fake-decoder")
            return answer.json()["state"]

        asked = asyncio.create_task(
            client.get("/api/v1/tokenize?text=cat&model=fake-decoder")
        )
        await until(lambda: controls.n_loads == 1)
        assert await state() == "loading"
        controls.load_gate.set()
        assert (await asked).status_code == 200
        assert await state() == "loaded"


async def test_tokens_are_listed_with_ids_and_offsets(client):
    answer = await client.post("/api/v1/tokenize", json={"text": "the cat"})
    Tokens.model_validate_json(answer.content)
    tokens = answer.json()["tokens"]
    assert [t["text"] for t in tokens] == ["[CLS]", "the", "cat", "[SEP]"]
    assert [t["id"] for t in tokens] == [101, fake_id("the"), fake_id("cat"), 102]
    assert (tokens[2]["start"], tokens[2]["end"]) == (4, 7)
    assert tokens[0]["start"] is None
    assert answer.json()["truncated"] is False


async def test_tokenizing_by_link_is_the_same(client):
    posted = await client.post(
        "/api/v1/tokenize", json={"text": "[MASK] a", "split_special_tokens": True}
    )
    got = await client.get("/api/v1/tokenize?text=[MASK]+a&split_special_tokens=true")
    assert got.json() == posted.json()
    mask = got.json()["tokens"][1]
    assert (mask["text"], mask["special"], mask["typed"]) == ("[MASK]", False, False)
    special = await client.get("/api/v1/tokenize?text=[MASK]+a")
    mask = special.json()["tokens"][1]
    assert (mask["text"], mask["special"], mask["typed"]) == ("[MASK]", True, True)


async def test_a_long_text_is_cut_only_on_request_and_says_so(client):
    text = "word " * 600
    refused = await client.post("/api/v1/tokenize", json={"text": text})
    assert refused.status_code == 422
    assert refused.json()["code"] == "too_many_tokens"
    assert (refused.json()["limit"], refused.json()["actual"]) == (512, 602)
    cut = await client.post("/api/v1/tokenize", json={"text": text, "truncate": True})
    assert cut.json()["truncated"] is True
    assert cut.json()["dropped"] == 90
    assert len(cut.json()["tokens"]) == 512


async def test_limits_are_those_the_server_was_started_with(client, settings):
    answer = await client.get("/api/v1/limits")
    Limits.model_validate_json(answer.content)
    assert answer.json() == {
        "max_characters": 50_000,
        "max_body_bytes": 262_144,
        "max_matrix_body_bytes": 2_097_152,
        "max_matrix_side": 64,
        "max_url_bytes": 32_768,
        "max_cells": 4_000_000,
        "max_npz_cells": 64_000_000,
        "max_pool": 512,
        "max_digits": 9,
        "max_new_tokens": 512,
        "max_generations": 8,
        "generation_seconds": 300.0,
        "max_fine_tunings": 2,
        "fine_tuning_seconds": 120.0,
        "max_tuned_adapters": 100,
        "tuned_seconds": 1800.0,
        "queue_size": 64,
        "deadline_seconds": 10.0,
        "long_text_characters": 4_000,
        "long_deadline_seconds": 50.0,
    }


@pytest.mark.parametrize("path", ["/api/v1/limits", "/api/v1/models"])
async def test_paths_without_fields_refuse_them(client, path):
    refused = await client.get(f"{path}?modle=minilm")
    assert refused.status_code == 422
    assert refused.json()["code"] == "invalid_request"
