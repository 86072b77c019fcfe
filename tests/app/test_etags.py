"""An answer the client holds is not computed again."""

import pytest

pytestmark = pytest.mark.anyio

URL = "/api/v1/attention?text=the+cat&layers=0"


async def etag(client, url=URL, **headers):
    answer = await client.get(url, headers=headers)
    assert answer.status_code == 200
    return answer.headers["etag"]


async def test_the_same_question_is_not_computed_again(client, controls):
    tag = await etag(client)
    again = await client.get(URL, headers={"If-None-Match": tag})
    assert again.status_code == 304
    assert again.content == b""
    assert controls.n_readings == 1


async def test_304_keeps_the_headers_of_the_answer(client):
    first = await client.get(URL)
    again = await client.get(URL, headers={"If-None-Match": first.headers["etag"]})
    for name in ("etag", "cache-control", "content-security-policy"):
        assert again.headers[name] == first.headers[name]
    vary = {part.strip() for part in again.headers["vary"].split(",")}
    assert {"Accept", "Accept-Encoding"} <= vary
    assert first.headers["cache-control"] == "private, no-cache"


async def test_every_representation_has_its_own_tag(client):
    plain = {"Accept-Encoding": "identity"}
    tags = [
        await etag(client, **plain),
        await etag(client, **{"Accept-Encoding": "gzip"}),
        await etag(client, **plain, Accept="application/x-npz"),
        await etag(client, f"{URL}&encoding=uint8", **plain),
        await etag(client, f"{URL}&encoding=base64", **plain),
        await etag(client, f"{URL}&digits=3", **plain),
        await etag(client, f"{URL}&heads=0", **plain),
        await etag(client, f"{URL}&model=fake-decoder", **plain),
        await etag(client, "/api/v1/attention?text=the+dog&layers=0", **plain),
        await etag(client, "/api/v1/tokenize?text=the+cat", **plain),
    ]
    assert all(tag.startswith('W/"') for tag in tags)
    assert len(set(tags)) == len(tags)


async def test_the_default_model_is_the_same_question_by_name(client):
    assert await etag(client) == await etag(client, f"{URL}&model=fake-encoder")


async def test_one_of_several_tags_is_enough(client):
    tag = await etag(client)
    several = {"If-None-Match": f'"other", {tag.removeprefix("W/")}'}
    assert (await client.get(URL, headers=several)).status_code == 304
    other = {"If-None-Match": '"other", *'}
    assert (await client.get(URL, headers=other)).status_code == 200


async def test_a_wrong_request_is_an_error_whatever_the_client_holds(client):
    tag = await etag(client)
    wrong = await client.get(f"{URL}&layer=1", headers={"If-None-Match": tag})
    assert wrong.status_code == 422


@pytest.mark.parametrize(
    "url",
    ["/api/v1/models", "/api/v1/models/fake-encoder", "/api/v1/limits"],
)
async def test_small_answers_have_tags_too(client, url):
    tag = await etag(client, url)
    again = await client.get(url, headers={"If-None-Match": tag})
    assert again.status_code == 304


async def test_a_post_has_no_tag_and_is_never_304(client):
    body = {"text": "the cat"}
    first = await client.post("/api/v1/attention", json=body)
    assert "etag" not in first.headers
    tag = await etag(client)
    again = await client.post(
        "/api/v1/attention", json=body, headers={"If-None-Match": tag}
    )
    assert again.status_code == 200


async def test_head_is_a_get_without_a_body(client):
    got = await client.get(URL)
    head = await client.head(URL)
    assert head.status_code == 200
    assert head.content == b""
    assert head.headers["etag"] == got.headers["etag"]
