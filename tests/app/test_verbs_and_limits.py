"""HEAD, OPTIONS and other verbs; heads and bodies that are too large."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from app.engine import Engine
from app.main import create_app
from app.settings import Settings
from tests.app.fakes import FakeControls

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("path", ["/healthz", "/api/v1/models", "/", "/docs"])
async def test_head_is_get_without_its_body(
    client: httpx.AsyncClient, path: str
) -> None:
    got = await client.get(path, headers={"Accept": "text/html, */*;q=0.5"})
    head = await client.head(path, headers={"Accept": "text/html, */*;q=0.5"})
    assert (head.status_code, head.content) == (200, b"")
    varying = {"x-request-id"}
    assert {k: v for k, v in head.headers.items() if k not in varying} == {
        k: v for k, v in got.headers.items() if k not in varying
    }


@pytest.mark.parametrize(
    ("path", "verbs"),
    [
        ("/api/v1/attention", "GET, HEAD, POST, OPTIONS"),
        ("/api/v1/models", "GET, HEAD, OPTIONS"),
        ("/healthz", "GET, HEAD, OPTIONS"),
        ("/", "GET, HEAD, OPTIONS"),
    ],
)
async def test_options_and_other_verbs_tell_what_is_allowed(
    client: httpx.AsyncClient, path: str, verbs: str
) -> None:
    options = await client.options(path)
    assert (options.status_code, options.content) == (204, b"")
    assert options.headers["allow"] == verbs
    for verb in ("DELETE", "PATCH", "TRACE", "BREW"):
        answer = await client.request(verb, path)
        assert (answer.status_code, answer.headers["allow"]) == (405, verbs)
    assert (await client.options("/nowhere")).status_code == 404


async def test_a_body_over_the_limit_is_refused(
    engine: Engine, tmp_path: Path, controls: FakeControls
) -> None:
    settings = Settings(
        cache_folder=tmp_path, max_body_bytes=1000, max_matrix_body_bytes=1000
    )
    body = json.dumps({"text": "x" * 1000}).encode()

    async def pieces() -> AsyncIterator[bytes]:
        for start in range(0, len(body), 100):
            yield body[start : start + 100]

    transport = httpx.ASGITransport(app=create_app(settings, engine))
    json_type = {"Content-Type": "application/json"}
    async with httpx.AsyncClient(
        transport=transport, base_url="http://localhost"
    ) as client:
        for content in (body, pieces()):
            answer = await client.post(
                "/api/v1/attention", content=content, headers=json_type
            )
            assert (answer.status_code, answer.json()["code"]) == (
                413,
                "body_too_large",
            )
            assert answer.json()["limit"] == 1000
            assert answer.json()["actual"] > 1000
        fits = await client.post("/api/v1/attention", json={"text": "x" * 900})
        assert fits.status_code == 200
    assert controls.n_forwards == 1


@pytest.mark.parametrize(
    ("headers", "actual"),
    [({f"X-{i}": "1" for i in range(200)}, None), ({"X-Long": "x" * 40_000}, None)],
)
async def test_too_many_or_too_long_headers_are_refused(
    client: httpx.AsyncClient, headers: dict[str, str], actual: None
) -> None:
    answer = await client.get("/healthz", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (431, "headers_too_large")
    assert answer.json()["actual"] > answer.json()["limit"]
