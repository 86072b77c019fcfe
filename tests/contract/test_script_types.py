"""The types of the page's scripts are those of the OpenAPI document."""

import re

import pytest

from tests.architecture.repository import ROOT

pytestmark = pytest.mark.anyio

TYPES = (ROOT / "static/js/api/wire.js").read_text("utf-8")
TYPEDEF = re.compile(r"@typedef \{object\} (\w+)\n(.*?)(?=@typedef|\*/)", re.DOTALL)
PROPERTY = re.compile(r"@property \{.+?\} (\[?\w+\]?)(?:\s|$)", re.MULTILINE)
INLINE = re.compile(r"@typedef \{\{(.*?)\}\} (\w+)\n", re.DOTALL)

# Type of the scripts -> schema of the API.
SAME = {
    "Token": "Token",
    "Model": "Model",
    "Adapter": "Adapter",
    "AttentionAnswer": "Attention",
    "AttentionRequest": "AttentionRequest",
    "WireArray": "Array",
}
INLINE_SAME = {
    "TranslationAnswer": "Translation",
    "UsedAdapter": "UsedAdapter",
    "Likely": "LikelyWord",
    "Influence": "Influence",
    "MaskedWord": "MaskedWord",
    "FillMaskAnswer": "FillMask",
}


def fields_of(name: str) -> set[str]:
    """Return the fields that a type of the scripts lists."""
    for found, body in TYPEDEF.findall(TYPES):
        if found == name:
            return {field.strip("[]") for field in PROPERTY.findall(body)}
    raise AssertionError(name)


@pytest.mark.parametrize(("type_name", "schema_name"), SAME.items())
async def test_every_field_of_a_script_type_is_in_the_api(
    client, type_name, schema_name
):
    schemas = (await client.get("/openapi.json")).json()["components"]["schemas"]
    known = set(schemas[schema_name]["properties"])
    listed = fields_of(type_name)

    assert listed
    assert listed <= known


async def test_tokens_and_answers_are_listed_whole(client):
    schemas = (await client.get("/openapi.json")).json()["components"]["schemas"]

    assert fields_of("Token") == set(schemas["Token"]["properties"])
    assert fields_of("AttentionAnswer") == set(schemas["Attention"]["properties"])


async def test_answers_have_what_the_scripts_read(client):
    schemas = (await client.get("/openapi.json")).json()["components"]["schemas"]
    inline = {name: body for body, name in INLINE.findall(TYPES)}
    for type_name, schema_name in INLINE_SAME.items():
        read = set(re.findall(r"(\w+)\??:", inline[type_name]))

        assert read
        assert read <= set(schemas[schema_name]["properties"]), type_name
