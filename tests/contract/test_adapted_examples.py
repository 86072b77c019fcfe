"""The examples about the adapter are what MiniLM really answers with it."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from app.engine import Engine
from app.schemas.adapted import ADAPTED
from app.schemas.adapter_card import AdapterCard
from app.schemas.adapter_details import AdapterDetails
from app.schemas.adapter_merging import AdapterMerging
from app.settings import Settings
from tests.app.conftest import client_of
from tests.contract.adapted_examples import ADAPTER, ask_all
from tests.contract.test_forward_examples import compare

pytestmark = pytest.mark.anyio


@pytest.fixture
async def real_client(
    catalogue: Any, minilm: Any, settings: Settings
) -> AsyncIterator[httpx.AsyncClient]:
    """Talk to an app that has MiniLM and its adapter in memory."""
    engine = Engine(catalogue, settings.model_copy(update={"preload": False}))
    await engine.start()
    async with client_of(engine, settings) as client:
        yield client
    await engine.stop()


async def test_the_examples_are_what_the_model_answers(real_client):
    found, shown = await ask_all(real_client), dict(ADAPTED)
    merging = [
        {**each.pop("AdapterMerging"), "milliseconds": None} for each in (found, shown)
    ]
    compare(merging[0], merging[1], "AdapterMerging")
    compare(found, shown, "examples")


async def test_answers_have_the_fields_described(real_client):
    card = AdapterCard.model_validate_json(
        (await real_client.get(f"{ADAPTER}/card")).content
    )
    assert card.training.is_finished
    assert card.results.trained is not None
    assert len(card.results.everyday or ()) == 40
    details = AdapterDetails.model_validate_json(
        (await real_client.get(ADAPTER)).content
    )
    assert len(details.modules) == details.n_matrices == 36
    assert sum(sum(each.shape) * each.rank for each in details.modules) == (
        details.n_parameters
    )
    AdapterMerging.model_validate(ADAPTED["AdapterMerging"])


async def test_merged_and_separate_differ_by_rounding(real_client):
    asked = {"model": "minilm", "text": "The animal was tired", "runs": 1}
    answer = await real_client.post("/api/v1/adapter-merging", json=asked)
    found = answer.json()
    assert found["largest_difference"] < 1e-4 * found["largest_state"]
    assert found["largest_difference_from_base"] > 0.1
    off = await real_client.post(
        "/api/v1/adapter-merging", json={**asked, "adapter_scale": 0}
    )
    assert off.json()["largest_difference"] == 0
    assert off.json()["largest_difference_from_base"] == 0


async def test_at_scale_0_the_model_is_the_one_without(real_client):
    asked = {"model": "minilm", "text": "The animal was tired", "encoding": "base64"}
    own = (await real_client.post("/api/v1/attention", json=asked)).json()
    named = {**asked, "adapter": "minilm-words"}
    off = (
        await real_client.post("/api/v1/attention", json={**named, "adapter_scale": 0})
    ).json()
    on = (await real_client.post("/api/v1/attention", json=named)).json()
    assert off["attention"]["bdata"] == own["attention"]["bdata"]
    assert on["attention"]["bdata"] != own["attention"]["bdata"]


@pytest.mark.parametrize(
    ("path", "fields", "code"),
    [
        ("fill-mask", {"text": "[CLS] [SEP]"}, "no_mask"),
        ("fill-mask", {"text": ""}, "empty_text"),
        ("fill-mask", {"text": "a [mask]"}, "no_mask"),
        ("fill-mask", {"text": "[MASK]", "split_special_tokens": True}, "no_mask"),
        ("fill-mask", {"text": "[MASK]", "adapter": "minilm-wrods"}, "unknown_adapter"),
        ("fill-mask", {"text": "[MASK]", "adapter_rank": 100}, "invalid_request"),
        ("next-sentence", {"text": "", "text_pair": "a"}, "empty_text"),
        ("next-sentence", {"text": "a", "text_pair": ""}, "empty_text"),
    ],
)
async def test_what_the_real_tokenizer_makes_of_it(real_client, path, fields, code):
    asked = {"model": "minilm", **fields}
    answer = await real_client.post(f"/api/v1/{path}", json=asked)
    assert answer.status_code == (404 if code == "unknown_adapter" else 422)
    assert answer.json()["code"] == code
    if code == "no_mask":
        assert "[MASK]" in answer.json()["hint"]


@pytest.mark.parametrize("text", ["[MASK]", "[MASK] [MASK]", "[CLS] a [MASK] [SEP]"])
async def test_every_typed_mask_is_filled(real_client, text):
    asked = {"model": "minilm", "text": text, "top_k": 1000}
    answer = (await real_client.post("/api/v1/fill-mask", json=asked)).json()
    assert len(answer["masks"]) == text.count("[MASK]")
    for each in answer["masks"]:
        assert sum(word["probability"] for word in each["tokens"]) <= 1
    drawn = await real_client.post(
        "/api/v1/masked-corruption", json={"model": "minilm", "text": "[CLS] [SEP]"}
    )
    assert drawn.json()["counts"]["tokens"] == 0
