"""What every answer has: headers, an id, a coding, a line in the log."""

import asyncio
import io
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, Request
from starlette.responses import PlainTextResponse, Response

from app.disconnect import run_while_connected
from app.engine import Engine
from app.main import create_app
from app.settings import Settings

pytestmark = pytest.mark.anyio

TEXT = "attention is all you need " * 20


@pytest.fixture
def app(engine: Engine, settings: Settings) -> FastAPI:
    app = create_app(settings, engine)

    async def fail(request: Request) -> Response:
        raise ZeroDivisionError("the secret of the inside")

    async def send_much(request: Request) -> Response:
        return PlainTextResponse("0123456789abcdef" * 65536)

    app.add_route("/fail", fail)
    app.add_route("/much", send_much)
    return app


@pytest.fixture
async def client(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(
        transport=transport, base_url="http://localhost"
    ) as client:
        yield client


def requests_logged(log_stream: io.StringIO) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in log_stream.getvalue().splitlines()]
    return [line for line in lines if line["event"] == "request"]


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/healthz", {}, 200),
        ("/", {"Accept": "text/html"}, 200),
        ("/docs", {"Accept": "text/html"}, 200),
        ("/api/v1/models", {}, 200),
        ("/api/v1/attention?text=", {}, 422),
        ("/nowhere", {}, 404),
        ("/fail", {}, 500),
        ("/healthz", {"Host": "evil.example"}, 400),
        ("/healthz", {"Origin": "null"}, 403),
        ("/healthz?" + "x" * 40_000, {}, 414),
    ],
)
async def test_every_answer_is_guarded_and_named(
    client: httpx.AsyncClient, path: str, headers: dict[str, str], status: int
) -> None:
    answer = await client.get(path, headers=headers)
    assert answer.status_code == status
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "script-src 'self';" in answer.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert len(answer.headers["x-request-id"]) == 32
    assert "server" not in answer.headers


async def test_an_unforeseen_fault_tells_its_id_and_nothing_else(
    client: httpx.AsyncClient, log_stream: io.StringIO
) -> None:
    answer = await client.get("/fail")
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (500, "internal_error")
    assert problem["id"] == answer.headers["x-request-id"]
    assert "secret" not in answer.text
    assert "ZeroDivision" not in answer.text
    lines = [json.loads(line) for line in log_stream.getvalue().splitlines()]
    faults = [line for line in lines if line["level"] == "error"]
    assert len(faults) == 1
    assert "ZeroDivisionError" in faults[0]["exception"]
    assert faults[0]["request_id"] == problem["id"]


async def test_one_line_a_request_and_never_the_text(
    client: httpx.AsyncClient, log_stream: io.StringIO
) -> None:
    await client.get("/api/v1/tokenize", params={"text": "my secret"})
    await client.post("/api/v1/attention", json={"text": "my secret", "layers": [99]})
    await client.post("/api/v1/attention", content=b'{"text": "my secret"')
    await client.get("/api/v1/models/%0Amodel%22%7D%1b[31m")
    assert "secret" not in log_stream.getvalue()
    lines = requests_logged(log_stream)
    assert [line["status"] for line in lines] == [200, 422, 415, 404]
    assert lines[0]["path"] == "/api/v1/tokenize"
    assert lines[0]["method"] == "GET"
    assert lines[0]["bytes"] > 100
    assert lines[0]["ms"] >= 0
    assert lines[3]["path"] == '/api/v1/models/\nmodel"}\x1b[31m'
    assert len(log_stream.getvalue().splitlines()) == 4


@pytest.mark.parametrize(
    "given",
    ["two\r\nlines", "two\nlines", "a b", "", "x" * 65, '{"a":1}', "über", "\x1b[31m"],
)
async def test_a_strange_request_id_is_replaced(
    client: httpx.AsyncClient, log_stream: io.StringIO, given: str
) -> None:
    headers = [(b"X-Request-ID", given.encode("latin-1"))]
    answer = await client.get("/healthz", headers=headers)
    used = answer.headers["x-request-id"]
    assert used != given
    assert len(used) == 32
    assert [line["request_id"] for line in requests_logged(log_stream)] == [used]


async def test_a_plain_request_id_is_kept(
    client: httpx.AsyncClient, log_stream: io.StringIO
) -> None:
    answer = await client.get("/healthz", headers={"X-Request-ID": "lab-7.a_B"})
    assert answer.headers["x-request-id"] == "lab-7.a_B"
    assert requests_logged(log_stream)[0]["request_id"] == "lab-7.a_B"


@pytest.mark.parametrize("path", ["/much", "/api/v1/tokenize"])
@pytest.mark.parametrize("coding", ["zstd", "br", "gzip"])
async def test_large_answers_are_compressed_when_asked(
    client: httpx.AsyncClient, path: str, coding: str
) -> None:
    params = {"text": TEXT} if "api" in path else {}
    plain = await client.get(
        path, params=params, headers={"Accept-Encoding": "identity"}
    )
    packed = await client.get(path, params=params, headers={"Accept-Encoding": coding})
    assert packed.headers["content-encoding"] == coding
    assert "Accept-Encoding" in packed.headers["vary"]
    assert packed.content == plain.content
    assert "content-encoding" not in plain.headers


async def test_small_answers_are_sent_as_they_are(client: httpx.AsyncClient) -> None:
    answer = await client.get("/healthz", headers={"Accept-Encoding": "gzip, zstd, br"})
    assert "content-encoding" not in answer.headers


async def test_a_large_answer_gives_others_their_turn(
    client: httpx.AsyncClient,
) -> None:
    turns = 0

    async def take_turns() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += 1

    other = asyncio.create_task(take_turns())
    await client.get("/much", headers={"Accept-Encoding": "gzip"})
    other.cancel()
    assert turns >= 5  # a mebibyte is sent in eight pieces


async def test_a_client_that_left_is_logged_and_no_fault(
    app: FastAPI, log_stream: io.StringIO
) -> None:
    ended = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.sleep(30)
        finally:
            ended.set()

    async def slow(request: Request) -> Response:
        await run_while_connected(request, work())
        return Response()

    app.add_route("/slow", slow)
    messages = [{"type": "http.request"}, {"type": "http.disconnect"}]

    async def receive() -> dict[str, Any]:
        return messages.pop(0)

    async def send(message: Any) -> None:
        raise AssertionError("nobody is there")

    scope = httpx_scope("/slow")
    await app(scope, receive, send)
    assert ended.is_set()
    assert [line["status"] for line in requests_logged(log_stream)] == [499]
    assert "Traceback" not in log_stream.getvalue()


def httpx_scope(path: str) -> dict[str, Any]:
    return {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(b"host", b"localhost")],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 2),
    }
