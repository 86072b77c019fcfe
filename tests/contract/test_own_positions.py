"""A model's own positions are its own numbers, read off its weights."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import numpy as np
import pytest

from app.engine import Engine
from app.settings import Settings
from tests.app.conftest import client_of
from tests.plain_arithmetic import plain_waves, read_array

pytestmark = pytest.mark.anyio

URL = "/api/v1/positional-encodings"


@pytest.fixture
async def real_client(
    catalogue: Any, minilm: Any, smollm2: Any, settings: Settings
) -> AsyncIterator[httpx.AsyncClient]:
    """Talk to an app that has both packaged models in memory."""
    engine = Engine(catalogue, settings.model_copy(update={"preload": False}))
    await engine.start()
    async with client_of(engine, settings) as client:
        yield client
    await engine.stop()


async def test_learned_positions_of_minilm(real_client, minilm):
    asked = {"kind": "learned", "start": 3, "n_positions": 2, "similarity": True}
    found = (await real_client.post(URL, json={**asked, "digits": 9})).json()
    table = minilm.network.embeddings.position_embeddings.weight.detach().numpy()
    encoding = read_array(found["encoding"])
    np.testing.assert_allclose(encoding, table[3:5], atol=1e-8)
    own = table[3:5].astype(np.float64)
    np.testing.assert_allclose(read_array(found["similarity"]), own @ own.T, atol=1e-8)
    assert found["model"] == "minilm"
    assert found["frequencies"] is None
    linked = await real_client.get(
        URL, params={**asked, "digits": 9, "similarity": "true"}
    )
    assert linked.json() == found


async def test_a_table_ends_where_it_ends(real_client):
    asked = {"kind": "learned", "start": 510, "n_positions": 3}
    answer = await real_client.post(URL, json=asked)
    assert answer.status_code == 422
    assert answer.json()["code"] == "invalid_request"
    assert "start is 510; the most is 509" in answer.json()["detail"]
    asked = {"kind": "learned", "n_positions": 513}
    answer = await real_client.post(URL, json=asked)
    assert (answer.json()["limit"], answer.json()["actual"]) == (512, 513)


async def test_rotary_positions_of_smollm2(real_client):
    asked = {"kind": "rotary", "model": "smollm2-135m", "n_positions": 4}
    found = (await real_client.post(URL, json={**asked, "digits": 9})).json()
    # Its configuration: heads of 64 features, rope_theta 100,000.
    assert found["base"] == 100_000
    waves = plain_waves(range(4), 64, 100_000.0)
    encoding = read_array(found["encoding"])
    np.testing.assert_allclose(encoding[:, 0::2], waves[:, 1::2], atol=1e-9)
    np.testing.assert_allclose(encoding[:, 1::2], waves[:, 0::2], atol=1e-9)


@pytest.mark.parametrize(
    ("kind", "model"),
    [
        ("learned", "smollm2-135m"),
        ("rotary", "minilm"),
        ("t5_bias", "minilm"),
        ("t5_bias", "smollm2-135m"),
    ],
)
async def test_a_model_without_such_positions_is_409(real_client, kind, model):
    answer = await real_client.post(URL, json={"kind": kind, "model": model})
    assert answer.status_code == 409
    assert answer.json()["code"] == "unsupported_by_model"


async def test_an_etag_names_the_models_revision(real_client):
    link = f"{URL}?kind=learned&n_positions=1"
    first = await real_client.get(link)
    again = await real_client.get(
        link, headers={"If-None-Match": first.headers["etag"]}
    )
    assert again.status_code == 304
    assert again.content == b""
    other = await real_client.get(f"{link}&digits=3")
    assert other.headers["etag"] != first.headers["etag"]
