"""What is said of a source and its target, as JSON and as .npz."""

import io
import json
import zipfile

import httpx
import numpy as np
import pytest

from app.schemas.attention_answer import Attention
from app.schemas.fields import AnswerModel
from app.schemas.head_effects import HeadEffects
from app.schemas.model_card import ModelCard
from app.schemas.tensors import Tensors
from app.schemas.tokenize import Tokens
from app.schemas.translations import Translation
from app.settings import Settings
from tests.app.conftest import client_of
from tests.app.fake_numbers import VOCABULARY, fake_cross_scores, fake_logits, softmax
from tests.app.fake_translator import fake_effects
from tests.app.fakes import CARD, fake_id, fake_weights

pytestmark = pytest.mark.anyio

API = "/api/v1"
TEXT = "the cat sat"
SOURCE = (101, fake_id("the"), fake_id("cat"), fake_id("sat"), 102)
OWN = (1, fake_id("dormait"), fake_id("chat"), fake_id("le"))
ASKED = {"model": "fake-translator", "text": TEXT}
SCHEMAS: dict[str, type[AnswerModel]] = {
    "attention": Attention,
    "tokenize": Tokens,
    "translations": Translation,
    "tensors": Tensors,
    "head-effects": HeadEffects,
}


async def ask(client: httpx.AsyncClient, path: str, **fields):
    answer = await client.post(f"{API}/{path}", json={**ASKED, **fields})
    assert answer.status_code == 200, answer.text
    SCHEMAS[path].model_validate_json(answer.content)
    return answer.json()


def texts(tokens):
    return [None if token is None else token["text"] for token in tokens]


async def test_cross_attention_names_both_sides(client):
    found = await ask(client, "attention", part="cross", layers=[0], heads=[1])
    assert found["part"] == "cross"
    assert found["target"] == {
        "text": "dormait chat le",
        "forced": False,
        "finished": True,
    }
    assert texts(found["source_tokens"]) == ["[CLS]", "the", "cat", "sat", "[SEP]"]
    assert texts(found["target_tokens"]) == ["<s>", "dormait", "chat", "le"]
    assert found["query_tokens"] == found["target_tokens"]
    assert found["key_tokens"] == found["source_tokens"]
    assert texts(found["next_tokens"]) == ["dormait", "chat", "le", "</s>"]
    expected = softmax(fake_cross_scores(OWN, SOURCE, 0, 1))
    np.testing.assert_allclose(found["attention"]["data"][0][0], expected, atol=1e-6)


async def test_next_tokens_belong_to_the_rows_shown(client):
    found = await ask(client, "attention", part="decoder", rows=[1, 3], layers=[0])
    assert texts(found["query_tokens"]) == ["dormait", "chat"]
    assert texts(found["next_tokens"]) == ["chat", "le"]
    found = await ask(client, "attention", part="cross", hide="special", layers=[0])
    assert texts(found["query_tokens"]) == ["dormait", "chat", "le"]
    assert texts(found["next_tokens"]) == ["chat", "le", "</s>"]
    assert texts(found["key_tokens"]) == ["the", "cat", "sat"]
    found = await ask(client, "attention", part="joint", rows=[3, 7], layers=[0])
    assert texts(found["query_tokens"]) == ["sat", "[SEP]", "<s>", "dormait"]
    assert texts(found["next_tokens"]) == [None, None, "dormait", "chat"]
    for fields in ({"part": "encoder", "target": "le"}, {"merge": "words"}):
        found = await ask(client, "attention", **{"part": "cross", **fields})
        assert found["next_tokens"] is None
        assert found["target_tokens"] is not None


async def test_the_encoder_alone_has_no_target(client, controls):
    for fields in ({}, {"part": "encoder"}):
        found = await ask(client, "attention", **fields)
        assert (found["part"], found["target"]) == ("encoder", None)
        assert found["target_tokens"] is found["next_tokens"] is None
        assert len(found["source_tokens"]) == 5
    assert controls.n_written == 0
    for model in ("fake-encoder", "fake-decoder"):
        found = await ask(client, "attention", model=model)
        for name in ("target", "source_tokens", "target_tokens", "next_tokens"):
            assert found[name] is None


async def test_an_empty_target_is_a_target(client):
    found = await ask(client, "attention", part="cross", target="", layers=[0])
    assert found["target"] == {"text": "", "forced": True, "finished": True}
    assert texts(found["query_tokens"]) == ["<s>"]
    assert texts(found["next_tokens"]) == ["</s>"]
    by_link = await client.get(
        f"{API}/attention", params={**ASKED, "part": "cross", "target": ""}
    )
    assert by_link.json()["target"]["forced"] is True


async def test_statistics_of_cross_attention_know_no_diagonal(client):
    found = await ask(
        client, "attention", part="cross", statistics=["head", "row", "column"]
    )
    names = set(found["statistics"])
    assert not {"previous_share", "distance", "row_distance"} & names
    assert {"entropy_nats", "row_entropy_nats", "column_mean"} <= names
    assert found["statistics"]["row_entropy_nats"]["shape"] == [2, 2, 4]
    assert found["statistics"]["column_mean"]["shape"] == [2, 2, 5]


async def test_a_joint_matrix_comes_as_npz_and_as_bytes(client):
    found = await ask(client, "attention", part="joint", encoding="uint8", pool=3)
    assert found["attention"]["shape"] == [2, 2, 3, 3]
    answer = await client.post(
        f"{API}/attention",
        json={**ASKED, "part": "joint", "layers": [1]},
        headers={"Accept": "application/x-npz"},
    )
    with np.load(io.BytesIO(answer.content)) as arrays:
        values = arrays["attention"][0, 1]
        metadata = json.loads(arrays["metadata.json"])
    expected = fake_weights(OWN, 1, 1, is_causal=True)
    np.testing.assert_allclose(values[5:, 5:], expected, atol=1e-6)
    assert metadata["target"]["text"] == "dormait chat le"
    assert [t["segment"] for t in metadata["query_tokens"]] == [0] * 5 + [1] * 4


async def test_unknown_words_are_said_and_kept(client):
    found = await ask(
        client,
        "attention",
        text="the zzebra sat",
        target="le zzébu zzebra",
        part="cross",
    )
    assert found["warnings"] == ["The model has no entry for: zzebra, zzébu."]
    assert len(found["key_tokens"]) == 5
    found = await ask(client, "translations", text="Zzulu the zzebra")
    assert found["unknown_words"] == [
        {"text": "Zzulu", "start": 0, "end": 5},
        {"text": "zzebra", "start": 10, "end": 16},
    ]
    assert found["warnings"] == ["The model has no entry for: Zzulu, zzebra."]
    many = " ".join(f"zz{number}" for number in range(14))
    found = await ask(client, "translations", text=many)
    assert len(found["unknown_words"]) == 14
    assert found["warnings"][0].endswith("zz11 and 2 more.")


async def test_a_target_that_is_cut_is_said(client):
    found = await ask(
        client, "attention", part="decoder", target="mot " * 40, truncate=True
    )
    assert (found["truncated"], found["dropped"]) == (True, 9)
    assert len(found["target_tokens"]) == 32


async def test_tokens_of_both_sides(client):
    source = await ask(client, "tokenize")
    assert texts(source["tokens"]) == ["[CLS]", "the", "cat", "sat", "[SEP]"]
    target = await ask(client, "tokenize", text="le chat", side="target")
    assert texts(target["tokens"]) == ["<s>", "le", "chat"]
    assert (target["tokens"][2]["start"], target["tokens"][2]["end"]) == (3, 7)
    empty = await ask(client, "tokenize", text="", side="target")
    assert texts(empty["tokens"]) == ["<s>"]


async def test_a_translation_says_how_it_was_written(client):
    found = await ask(client, "translations", top_k=3)
    assert (found["text"], found["finished"]) == ("dormait chat le", True)
    assert texts(found["target_tokens"]) == ["dormait", "chat", "le"]
    assert [s["token"]["text"] for s in found["steps"]] == [
        *("dormait", "chat", "le", "</s>")
    ]
    assert [s["probability"] for s in found["steps"]] == [1 / 2, 1 / 3, 1 / 4, 1 / 5]
    assert [len(s["alternatives"]) for s in found["steps"]] == [3] * 4
    total = float(np.log([1 / 2, 1 / 3, 1 / 4, 1 / 5]).sum())
    assert found["log_probability"] == pytest.approx(total)
    assert found["beams"] == []


async def test_a_translation_that_was_stopped_says_so(client):
    found = await ask(client, "translations", max_new_tokens=2)
    assert (found["text"], found["finished"]) == ("dormait chat", False)
    assert texts(found["target_tokens"]) == ["dormait", "chat"]
    assert len(found["steps"]) == 2


async def test_beams_come_best_first(client):
    found = await ask(client, "translations", n_beams=3, length_penalty=2)
    scores = [beam["score"] for beam in found["beams"]]
    assert scores == sorted(scores, reverse=True)
    assert len(scores) == 3
    assert texts(found["beams"][0]["tokens"]) == ["dormait", "chat", "le"]


async def test_no_model_means_the_first_that_translates(client):
    for path, fields in (
        ("translations", {}),
        ("tensors", {}),
        ("head-effects", {"other_token": "chat", "place": 0}),
    ):
        answer = await client.post(f"{API}/{path}", json={"text": TEXT, **fields})
        assert answer.json()["model"] == "fake-translator"


async def test_tensors_are_listed_and_fetched(client):
    index = (await ask(client, "tensors"))["index"]
    assert [entry["name"] for entry in index] == ["scores", "weights", "logits"]
    assert index[1] == {
        "name": "weights",
        "shape": [4, 5],
        "axes": ["target_position", "source_position"],
    }
    found = await ask(client, "tensors", names=["weights"], digits=9)
    assert list(found["tensors"]) == ["weights"]
    expected = softmax(fake_cross_scores(OWN, SOURCE, 0, 0))
    np.testing.assert_allclose(found["tensors"]["weights"]["data"], expected, atol=1e-6)
    assert found["vocabulary"] is None
    assert texts(found["next_tokens"]) == ["dormait", "chat", "le", "</s>"]
    found = await ask(client, "tensors", names=["logits"], target="le")
    assert found["vocabulary"][-1] == f"word{VOCABULARY - 1}"
    logits = fake_logits((fake_id("le"),))
    np.testing.assert_allclose(found["tensors"]["logits"]["data"][1], logits, atol=1e-6)


async def test_tensors_are_members_of_an_npz(client):
    link = f"{API}/tensors?model=fake-aligner&text=the+cat+sat&names=scores,weights"
    answer = await client.get(link, headers={"Accept": "application/x-npz"})
    with np.load(io.BytesIO(answer.content)) as arrays:
        assert set(arrays) == {"scores", "weights", "metadata.json"}
        np.testing.assert_allclose(arrays["weights"].sum(axis=-1), 1, atol=1e-6)
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        metadata = json.loads(archive.read("metadata.json"))
    assert metadata["tensors"]["weights"]["member"] == "weights"
    assert metadata["target"]["text"] == "dormait chat le"


async def test_too_many_cells_of_tensors(engine, tmp_path):
    # weights has 4 x 5 cells.
    limited = Settings(cache_folder=tmp_path, max_cells=19, max_npz_cells=20)
    async with client_of(engine, limited) as client:
        body = {**ASKED, "names": ["weights"]}
        refused = await client.post(f"{API}/tensors", json=body)
        problem = refused.json()
        assert (refused.status_code, problem["code"]) == (413, "response_too_large")
        assert (problem["limit"], problem["actual"]) == (19, 20)
        npz = {"Accept": "application/x-npz"}
        taken = await client.post(f"{API}/tensors", json=body, headers=npz)
        assert taken.status_code == 200


async def test_head_effects_come_by_part(client):
    found = await ask(client, "head-effects", token="chat", other_token="le", digits=3)
    assert found["place"] == 1
    assert found["token"] == {"id": fake_id("chat"), "text": "chat"}
    assert found["other_token"] == {"id": fake_id("le"), "text": "le"}
    assert found["log_odds"] == (fake_id("chat") - fake_id("le")) / 100
    assert list(found["effect"]) == ["encoder", "decoder", "cross"]
    for part, array in found["effect"].items():
        assert array["axes"] == ["layer", "head"]
        np.testing.assert_allclose(array["data"], fake_effects(part, 1), atol=1e-9)


async def test_a_card_is_the_models_own(client):
    answer = await client.get(f"{API}/models/fake-translator/card")
    ModelCard.model_validate_json(answer.content)
    assert answer.json() == CARD
    tag = {"If-None-Match": answer.headers["etag"]}
    again = await client.get(f"{API}/models/fake-translator/card", headers=tag)
    assert again.status_code == 304


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("attention", {"part": "cross", "target": "le, chat & <b>"}),
        ("tokenize", {"side": "target"}),
        ("translations", {"n_beams": 2, "length_penalty": 0.5, "top_k": 1}),
        ("tensors", {"names": "weights,scores", "target": ""}),
        ("head-effects", {"token": "le", "other_token": "chat", "place": 1}),
    ],
)
async def test_a_link_asks_what_a_body_asks(client, path, query):
    link = await client.get(f"{API}/{path}", params={**ASKED, **query})
    assert link.status_code == 200, link.text
    fields = {k: v.split(",") if k == "names" else v for k, v in query.items()}
    found = await ask(client, path, **fields)
    for volatile in ("timings", "cache"):
        found.pop(volatile, None)
    assert {k: v for k, v in link.json().items() if k in found} == found
    tag = {"If-None-Match": link.headers["etag"]}
    again = await client.get(f"{API}/{path}", params={**ASKED, **query}, headers=tag)
    assert (again.status_code, again.content) == (304, b"")
    other = await client.get(
        f"{API}/{path}", params={**ASKED, **query, "text": "cat"}, headers=tag
    )
    assert other.status_code == 200
