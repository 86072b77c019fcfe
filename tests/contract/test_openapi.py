"""The OpenAPI document is whole, and says what the server does."""

import json

import jsonschema_rs
import pytest

from app.errors import KINDS

pytestmark = pytest.mark.anyio

API_PATHS = {
    "/api/v1/models": {"get"},
    "/api/v1/models/{model_id}": {"get"},
    "/api/v1/models/{model_id}/card": {"get"},
    "/api/v1/models/{model_id}/adapters/{adapter_id}": {"get"},
    "/api/v1/models/{model_id}/adapters/{adapter_id}/card": {"get"},
    "/api/v1/adapter-merging": {"get", "post"},
    "/api/v1/fine-tunings": {"post"},
    "/api/v1/classifications": {"get", "post"},
    "/api/v1/fill-mask": {"get", "post"},
    "/api/v1/next-sentence": {"get", "post"},
    "/api/v1/masked-corruption": {"get", "post"},
    "/api/v1/tokenize": {"get", "post"},
    "/api/v1/attention": {"get", "post"},
    "/api/v1/next-token": {"get", "post"},
    "/api/v1/generations": {"get", "post"},
    "/api/v1/residual-stream": {"get", "post"},
    "/api/v1/similarities": {"get", "post"},
    "/api/v1/translations": {"get", "post"},
    "/api/v1/tensors": {"get", "post"},
    "/api/v1/head-effects": {"get", "post"},
    "/api/v1/scaled-dot-product": {"get", "post"},
    "/api/v1/masks": {"get", "post"},
    "/api/v1/positional-encodings": {"get", "post"},
    "/api/v1/multi-head-attention": {"get", "post"},
    "/api/v1/transformer-block": {"get", "post"},
    "/api/v1/limits": {"get"},
}
# What a request can't be made without.
REQUIRED = {
    "attention": {"text"},
    "tokenize": {"text"},
    "next-token": {"text"},
    "generations": {"text"},
    "residual-stream": {"text"},
    "fill-mask": {"text"},
    "next-sentence": {"text", "text_pair"},
    "masked-corruption": {"text"},
    "adapter-merging": {"text"},
    "classifications": {"adapter", "text"},
    "similarities": {"texts", "word"},
    "translations": {"text"},
    "tensors": {"text"},
    "head-effects": {"text", "other_token"},
    "scaled-dot-product": {"query", "key", "value"},
    "masks": {"kind", "query_length"},
    "positional-encodings": set(),
    "multi-head-attention": {
        "inputs",
        "query_weights",
        "key_weights",
        "value_weights",
    },
    "transformer-block": {"inputs"},
}


@pytest.fixture
async def document(client):
    answer = await client.get("/openapi.json")
    assert answer.status_code == 200
    return answer.json()


def operations(document):
    for path, verbs in document["paths"].items():
        for verb, operation in verbs.items():
            yield f"{verb.upper()} {path}", operation


def references(node):
    if isinstance(node, dict):
        if "$ref" in node:
            yield node["$ref"]
        for value in node.values():
            yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)


async def test_every_path_is_there(document):
    described = {
        path: set(verbs)
        for path, verbs in document["paths"].items()
        if path.startswith("/api/")
    }
    assert described == API_PATHS


async def test_every_reference_leads_somewhere(document):
    known = document["components"]["schemas"]
    named = {ref.rpartition("/")[2] for ref in references(document)}
    assert named <= set(known)
    assert "Problem" in named


async def test_every_field_has_a_description_and_an_example(document):
    for name, schema in document["components"]["schemas"].items():
        assert schema.get("description"), name
        for field, kind in schema.get("properties", {}).items():
            assert kind.get("description"), f"{name}.{field}"
            assert kind.get("examples"), f"{name}.{field}"
    for name, operation in operations(document):
        assert operation["summary"], name
        assert operation["description"], name
        for parameter in operation.get("parameters", []):
            where = f"{name}: {parameter['name']}"
            assert parameter["description"], where
            example = parameter.get("example", parameter["schema"].get("examples"))
            assert example is not None, where


async def test_every_example_is_valid_by_its_own_schema(document):
    for name, schema in document["components"]["schemas"].items():
        for field, kind in schema.get("properties", {}).items():
            whole = {**kind, "components": document["components"]}
            for example in kind["examples"]:
                jsonschema_rs.validate(whole, example)
            assert kind["examples"] is not None, f"{name}.{field}"


async def test_a_link_takes_the_fields_a_body_takes(document):
    for name, needed in REQUIRED.items():
        verbs = document["paths"][f"/api/v1/{name}"]
        body = verbs["post"]["requestBody"]["content"]["application/json"]["schema"]
        schema = document["components"]["schemas"][body["$ref"].rpartition("/")[2]]
        parameters = {p["name"]: p for p in verbs["get"]["parameters"]}
        assert set(parameters) == set(schema["properties"])
        required = {n for n, p in parameters.items() if p["required"]}
        assert required == set(schema.get("required", ())) == needed
        assert schema["additionalProperties"] is False


async def test_every_operation_names_its_errors_in_their_media_type(document):
    codes = {kind.code: kind.status for kind in KINDS.values()}
    for name, operation in operations(document):
        if "/api/" not in name:
            continue
        assert operation["responses"]["422"], name
        for status, response in operation["responses"].items():
            if int(status) < 400:
                continue
            assert list(response["content"]) == ["application/problem+json"]
            named = [c for c in codes if f"`{c}`" in response["description"]]
            assert named, f"{name} {status}"
            assert {codes[code] for code in named} == {int(status)}


async def test_npz_and_etag_are_described(document):
    answer = document["paths"]["/api/v1/attention"]["get"]["responses"]
    assert set(answer["200"]["content"]) == {"application/json", "application/x-npz"}
    assert "ETag" in answer["200"]["headers"]
    assert "304" in answer
    assert "Retry-After" in answer["503"]["headers"]


async def test_examples_keep_their_nulls(document):
    content = document["paths"]["/api/v1/attention"]["post"]["responses"]["200"]
    example = content["content"]["application/json"]["example"]
    assert example["pool"] is None
    assert json.loads(json.dumps(example)) == example
