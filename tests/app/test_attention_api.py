"""``/attention`` gives the model's numbers, in every form it can be asked for."""

import base64
import io
import json

import httpx
import numpy as np
import pytest

from app.schemas.attention_answer import Attention
from app.schemas.statistics import STATISTICS
from app.settings import Settings
from tests.app.conftest import client_of
from tests.app.fakes import fake_id, fake_scores, fake_weights

pytestmark = pytest.mark.anyio

URL = "/api/v1/attention"
TEXT = "the cat sat"
IDS = (101, fake_id("the"), fake_id("cat"), fake_id("sat"), 102)
DECODER_IDS = IDS[1:-1]


async def ask(client: httpx.AsyncClient, **fields):
    answer = await client.post(URL, json={"text": TEXT, **fields})
    assert answer.status_code == 200, answer.text
    Attention.model_validate_json(answer.content)
    return answer.json()


def unpack(array):
    values = np.frombuffer(base64.b64decode(array["bdata"]), "<" + array["dtype"])
    return values.reshape(array["shape"])


async def test_all_layers_and_heads_come_when_none_are_named(client):
    answer = await ask(client)
    assert answer["layers"] == [0, 1]
    assert answer["heads"] == [0, 1, 2]
    assert answer["attention"]["shape"] == [2, 3, 5, 5]
    values = np.array(answer["attention"]["data"])
    for layer in range(2):
        for head in range(3):
            expected = fake_weights(IDS, layer, head, is_causal=False)
            np.testing.assert_allclose(values[layer, head], expected, atol=6e-7)


async def test_layers_and_heads_come_in_the_order_named(client):
    answer = await ask(client, layers=[1], heads=[2, 0], digits=4)
    values = answer["attention"]["data"]
    for place, head in enumerate((2, 0)):
        expected = fake_weights(IDS, 1, head, is_causal=False)
        np.testing.assert_allclose(values[0][place], expected, atol=6e-5)


async def test_tokens_are_those_that_were_fed(client):
    answer = await ask(client, rows=[1, 3], columns=[2, 4])
    assert [t["text"] for t in answer["query_tokens"]] == ["the", "cat"]
    assert [t["text"] for t in answer["key_tokens"]] == ["cat", "sat"]
    assert [t["id"] for t in answer["key_tokens"]] == list(IDS[2:4])
    assert answer["attention"]["shape"] == [2, 3, 2, 2]


async def test_a_link_answers_as_a_body_does(client):
    fields = {"text": TEXT, "layers": [1, 0], "rows": [1, 3], "truncate": True}
    posted = await ask(client, **fields, statistics=["head", "row"])
    got = await client.get(
        f"{URL}?text=the+cat+sat&layers=1,0&rows=1:3&truncate=true&statistics=head,row"
    )
    assert got.status_code == 200
    for part in ("timings", "cache"):
        posted.pop(part)
    assert {k: v for k, v in got.json().items() if k in posted} == posted


async def test_base64_holds_every_bit(client):
    answer = await ask(client, encoding="base64", layers=[0], heads=[1])
    values = unpack(answer["attention"])
    assert values.dtype == np.float32
    expected = fake_weights(IDS, 0, 1, is_causal=False)
    np.testing.assert_allclose(values[0, 0], expected, atol=1e-7)
    assert unpack(answer["mask"]).all()


async def test_uint8_is_within_half_a_step(client):
    answer = await ask(client, encoding="uint8", statistics=["head"])
    array = answer["attention"]
    assert array["dtype"] == "u1"
    values = array["offset"] + array["scale"] * unpack(array)
    for layer in range(2):
        for head in range(3):
            expected = fake_weights(IDS, layer, head, is_causal=False)
            error = np.abs(values[layer, head] - expected).max()
            assert error <= array["scale"] / 2 + 1e-7
    assert answer["statistics"]["entropy_nats"]["dtype"] == "f4"


async def test_masked_scores_are_null_and_the_mask_says_why(client):
    answer = await ask(
        client, model="fake-decoder", quantity="scores", layers=[2], heads=[1]
    )
    scores = answer["attention"]["data"][0][0]
    expected = fake_scores(DECODER_IDS, 2, 1, is_causal=True)
    for query in range(3):
        for key in range(3):
            if key > query:
                assert scores[query][key] is None
            else:
                assert scores[query][key] == pytest.approx(expected[query, key], 1e-5)
    assert answer["mask"]["data"] == np.tri(3, dtype=bool).tolist()
    assert answer["mask"]["axes"] == ["query", "key"]


async def test_masked_scores_in_base64_are_minus_infinity(client):
    answer = await ask(
        client, model="fake-decoder", quantity="scores", encoding="base64"
    )
    values = unpack(answer["attention"])
    assert np.isneginf(values[:, :, 0, 1:]).all()
    assert np.isfinite(values[:, :, 2]).all()


async def test_pooling_says_how_many_tokens_a_cell_covers(client):
    answer = await ask(client, pool=2, layers=[0], heads=[0])
    weights = fake_weights(IDS, 0, 0, is_causal=False)
    # Five tokens in at most two cells: three a side, the last cell covers two.
    expected = [
        [weights[:3, :3].max(), weights[:3, 3:].max()],
        [weights[3:, :3].max(), weights[3:, 3:].max()],
    ]
    assert answer["pool"] == {"factor": 3, "reducer": "max"}
    np.testing.assert_allclose(answer["attention"]["data"][0][0], expected, atol=6e-7)
    assert len(answer["query_tokens"]) == 5


async def test_hiding_prints_the_hidden_share(client):
    answer = await ask(client, hide="special", layers=[0], heads=[0])
    weights = fake_weights(IDS, 0, 0, is_causal=False)
    share = weights[1:4][:, [0, 4]].sum(axis=1).mean()
    assert answer["hidden"]["kind"] == "special"
    assert answer["hidden"]["positions"] == [0, 4]
    assert answer["hidden"]["share"]["data"] == [[pytest.approx(share, abs=1e-6)]]
    assert [t["text"] for t in answer["query_tokens"]] == ["the", "cat", "sat"]


@pytest.mark.parametrize("model", ["fake-encoder", "fake-decoder"])
async def test_every_statistic_has_the_axes_it_is_described_with(client, model):
    answer = await ask(client, model=model, statistics=["head", "row", "column"])
    n_layers, n_heads = (2, 3) if model == "fake-encoder" else (3, 2)
    n = len(answer["query_tokens"])
    sizes = {"layer": n_layers, "head": n_heads, "query": n, "key": n, "side": 2}
    assert set(answer["statistics"]) == set(STATISTICS)
    for name, array in answer["statistics"].items():
        described = STATISTICS[name]
        assert tuple(array["axes"]) == described.axes
        assert array["shape"] == [sizes[axis] for axis in described.axes]
        assert array["dtype"] == described.dtype


async def test_no_statistics_no_field_full_of_nothing(client):
    answer = await ask(client)
    assert answer["statistics"] is None
    assert answer["pool"] is None
    assert answer["hidden"] is None


async def test_another_head_or_encoding_never_runs_the_model_again(client, controls):
    first = await ask(client, layers=[0])
    second = await ask(client, layers=[1], encoding="uint8", pool=2)
    third = await client.post(
        URL, json={"text": TEXT}, headers={"Accept": "application/x-npz"}
    )
    assert (first["cache"], second["cache"]) == ("miss", "hit")
    assert third.status_code == 200
    assert controls.n_forwards == 1


async def test_npz_holds_the_same_numbers(client):
    body = {"text": TEXT, "statistics": ["head"], "hide": "first", "layers": [1]}
    got = await client.post(URL, json=body, headers={"Accept": "application/x-npz"})
    assert got.headers["content-type"] == "application/x-npz"
    assert "fake-encoder-attention.npz" in got.headers["content-disposition"]
    asked = await ask(client, statistics=["head"], hide="first", layers=[1], digits=9)
    with np.load(io.BytesIO(got.content), allow_pickle=False) as arrays:
        metadata = json.loads(arrays["metadata.json"])
        np.testing.assert_allclose(
            arrays["attention"], asked["attention"]["data"], atol=1e-9
        )
        assert arrays["mask"].dtype == np.bool_
        np.testing.assert_allclose(
            arrays["hidden_share"], asked["hidden"]["share"]["data"], atol=1e-9
        )
        np.testing.assert_allclose(
            arrays["entropy_nats"],
            asked["statistics"]["entropy_nats"]["data"],
            atol=1e-9,
        )
    assert metadata["key_tokens"] == asked["key_tokens"]
    assert metadata["attention"]["axes"] == ["layer", "head", "query", "key"]
    assert metadata["attention"]["member"] == "attention"


async def test_npz_may_be_larger_than_json(engine, tmp_path):
    # 2 layers, 3 heads, 5 tokens: 150 cells.
    limited = Settings(cache_folder=tmp_path, max_cells=149, max_npz_cells=150)
    async with client_of(engine, limited) as client:
        refused = await client.post(URL, json={"text": TEXT})
        assert refused.status_code == 413
        problem = refused.json()
        assert problem["code"] == "response_too_large"
        assert (problem["limit"], problem["actual"]) == (149, 150)
        assert "149" in problem["detail"]
        assert "150" in problem["detail"]
        assert "npz" in problem["hint"]
        npz = {"Accept": "application/x-npz"}
        taken = await client.post(URL, json={"text": TEXT}, headers=npz)
        assert taken.status_code == 200


async def test_no_form_the_client_takes_is_406(client):
    refused = await client.get(f"{URL}?text=a", headers={"Accept": "text/csv"})
    assert refused.status_code == 406
    assert refused.json()["code"] == "not_acceptable"
    assert "application/json" in refused.json()["hint"]


async def test_large_answers_are_compressed_when_asked(client):
    asked = {"Accept-Encoding": "gzip"}
    zipped = await client.get(f"{URL}?text={TEXT}", headers=asked)
    plain = await client.get(f"{URL}?text={TEXT}", headers={"Accept-Encoding": ""})
    assert zipped.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert zipped.json()["attention"] == plain.json()["attention"]
