"""Only our own names are served, and only our own pages may ask."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from app.engine import Engine
from app.settings import Settings
from tests.app.conftest import client_of

pytestmark = pytest.mark.anyio

PATHS = ("/api/v1/models", "/healthz", "/static/x/js/main.js", "/nowhere")


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LOCALHOST:8000",
        "headlight.localhost",
        "localhost.",
        "127.0.0.1:8000",
        "192.168.1.20",
        "[::1]:8000",
    ],
)
async def test_names_of_this_machine_are_served(
    client: httpx.AsyncClient, path: str, host: str
) -> None:
    answer = await client.get(path, headers={"Host": host})
    assert answer.status_code in (200, 404)
    assert "bad_host" not in answer.text


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost.evil.example",
        "evil-localhost",
        "127.0.0.1.evil.example",
        "999.0.0.1",
        "localhost:80:80",
        "localhost:port",
        "user@localhost",
        "localhost/",
        "[::1",
        " ",
    ],
)
async def test_other_names_are_refused(
    client: httpx.AsyncClient, path: str, host: str
) -> None:
    answer = await client.get(path, headers={"Host": host})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_host")
    assert answer.headers["content-type"] == "application/problem+json"
    assert "evil" not in answer.text


@pytest.mark.parametrize("hosts", [[], [b"localhost", b"localhost"]])
async def test_exactly_one_host_is_needed(
    engine: Engine, settings: Settings, hosts: list[bytes]
) -> None:
    async with client_of(engine, settings) as client:
        request = client.build_request("GET", "/healthz")
        others = [header for header in request.headers.raw if header[0] != b"Host"]
        request.headers = httpx.Headers(others + [(b"Host", host) for host in hosts])
        answer = await client.send(request)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_host")
    assert answer.json()["actual"] == len(hosts)


async def test_operators_add_names(engine: Engine, tmp_path: Path) -> None:
    names = ("lab.example", "*.school.example")
    settings = Settings(cache_folder=tmp_path, allowed_hosts=names)
    async with client_of(engine, settings) as client:
        for host, status in {
            "lab.example:8000": 200,
            "room-1.school.example": 200,
            "school.example": 400,
            "notlab.example": 400,
        }.items():
            answer = await client.get("/healthz", headers={"Host": host})
            assert answer.status_code == status, host


REQUESTS: list[tuple[str, str, dict[str, Any]]] = [
    ("GET", "/api/v1/attention", {"params": {"text": "the cat"}}),
    ("POST", "/api/v1/attention", {"json": {"text": "the cat"}}),
    ("GET", "/api/v1/models", {}),
    ("POST", "/api/v1/tokenize", {"json": {"text": "the cat"}}),
    ("HEAD", "/api/v1/limits", {}),
    ("OPTIONS", "/api/v1/attention", {}),
]


@pytest.mark.parametrize(("method", "path", "extra"), REQUESTS)
@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "null",
        "https://localhost",
        "http://localhost:8001",
        "http://localhost.evil.example",
        "file://",
        "",
    ],
)
async def test_pages_of_other_sites_get_nothing(
    client: httpx.AsyncClient,
    method: str,
    path: str,
    extra: dict[str, Any],
    origin: str,
) -> None:
    answer = await client.request(method, path, headers={"Origin": origin}, **extra)
    assert answer.status_code == 403
    assert "access-control-allow-origin" not in answer.headers
    if method != "HEAD":
        assert answer.json()["code"] == "bad_origin"


@pytest.mark.parametrize(("method", "path", "extra"), REQUESTS)
async def test_our_own_pages_and_programs_are_answered(
    client: httpx.AsyncClient, method: str, path: str, extra: dict[str, Any]
) -> None:
    for headers in ({"Origin": "http://localhost"}, {}):
        answer = await client.request(method, path, headers=headers, **extra)
        assert answer.status_code in (200, 204)
        assert "access-control-allow-origin" not in answer.headers


async def test_a_configured_origin_may_ask_and_no_other(
    engine: Engine, tmp_path: Path
) -> None:
    settings = Settings(cache_folder=tmp_path, cors_origins=("https://lab.example",))
    headers = {"Origin": "https://lab.example"}
    asks = {"Access-Control-Request-Method": "POST"}
    async with client_of(engine, settings) as client:
        answer = await client.get("/api/v1/models", headers=headers)
        assert answer.status_code == 200
        assert answer.headers["access-control-allow-origin"] == "https://lab.example"
        asked = await client.options("/api/v1/attention", headers=headers | asks)
        assert asked.status_code == 200
        assert "POST" in asked.headers["access-control-allow-methods"]
        other = await client.options(
            "/api/v1/attention", headers={"Origin": "https://evil.example"} | asks
        )
        assert other.status_code == 403
        assert "access-control-allow-origin" not in other.headers


@pytest.mark.parametrize(
    "origin", ["*", "lab.example", "https://*.example", "https://lab.example/"]
)
def test_a_wildcard_is_no_origin(tmp_path: Path, origin: str) -> None:
    with pytest.raises(ValueError, match="is not an origin"):
        Settings(cache_folder=tmp_path, cors_origins=(origin,))
