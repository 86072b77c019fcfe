"""What comes over a real socket: slow, endless, broken, gone."""

import io
import json
import socket
import time
from collections.abc import Callable, Iterator

import pytest

from app.settings import Settings
from tests.app.fakes import FakeControls
from tests.app.live import Live, get, live_server, post, read_all


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    settings = Settings(
        cache_folder=tmp_path_factory.mktemp("cache"),
        port=0,
        preload=False,
        silence_seconds=0.4,
        headers_seconds=0.4,
        body_seconds=0.6,
        unread_seconds=0.4,
        grace_seconds=0.1,
    )
    with live_server(settings, FakeControls()) as live:
        yield live


@pytest.fixture
def live(server: Live) -> Iterator[Live]:
    yield server
    server.controls.gate.set()


@pytest.fixture
def controls(live: Live) -> FakeControls:
    live.controls.reset()
    return live.controls


def until(is_true: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not is_true():
        assert time.monotonic() < end, "it never became true"
        time.sleep(0.005)


def trickle(connection: socket.socket, sent: bytes) -> bytes:
    """Send one byte now and then until the server closes."""
    connection.settimeout(0.05)
    for byte in sent:
        try:
            connection.sendall(bytes([byte]))
            answer = connection.recv(65536)
        except TimeoutError:
            continue
        except (BrokenPipeError, ConnectionResetError):
            return b""
        return answer
    raise AssertionError("the server went on reading")


def test_a_silent_connection_is_closed(live: Live) -> None:
    with live.connect() as connection:
        assert live.exchange(get("/healthz")).startswith(b"HTTP/1.1 200")
        assert read_all(connection) == b""


def test_slow_headers_are_not_awaited_for_ever(live: Live) -> None:
    with live.connect() as connection:
        head = b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X-Slow: 1\r\n" * 100
        assert trickle(connection, head) == b""
    with live.connect() as connection:
        assert trickle(connection, b"\r\n" * 200) == b""


def test_a_slow_body_is_not_awaited_for_ever(
    live: Live, controls: FakeControls
) -> None:
    with live.connect() as connection:
        connection.sendall(post('{"text": "', length=5000))
        assert trickle(connection, b"x" * 1000) == b""
        assert live.exchange(get("/healthz")).startswith(b"HTTP/1.1 200")
    assert controls.texts == []


def test_a_connection_may_be_used_again_and_again(live: Live) -> None:
    request = get("/healthz").replace(b"Connection: close\r\n", b"")
    with live.connect() as connection:
        for _ in range(3):
            connection.sendall(request)
            assert connection.recv(65536).endswith(b'{"status":"alive"}')
        connection.sendall(request + request + get("/healthz"))
        assert read_all(connection).count(b"HTTP/1.1 200") == 3


def test_an_answer_nobody_reads_is_given_up(live: Live) -> None:
    tree_hash = live.server.config.app.state.static_tree.hash  # type: ignore[union-attr]
    with live.connect() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.sendall(get(f"/static/{tree_hash}/plotly.min.js"))
        until(lambda: live.n_connections == 1)
        until(lambda: live.n_connections == 0)


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (get("/healthz", "X-Long: " + "x" * 300_000), 431, "headers_too_large"),
        (get("/healthz", *["X-Many: 1"] * 2000), 431, "headers_too_large"),
        (get("/" + "x" * 100_000), 414, "uri_too_long"),
        (get("/?text=" + "x" * 40_000), 414, "uri_too_long"),
        (get("/healthz", "X-Endless: " + "x" * 300_000)[:-4], 431, "headers_too_large"),
        (get("/" + "x" * 300_000)[:100_000], 414, "uri_too_long"),
    ],
    ids=["long", "many", "path", "query", "endless-headers", "endless-url"],
)
def test_large_heads_are_refused_and_the_client_hears_it(
    live: Live, sent: bytes, status: int, code: str
) -> None:
    answer = live.exchange(sent)
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert b"application/problem+json" in head
    problem = json.loads(body)
    assert problem["code"] == code
    assert problem["actual"] > problem["limit"]


@pytest.mark.parametrize("verb", ["BREW", "get", "PROPFIND", "X-Y.Z"])
def test_unknown_verbs_hear_what_is_allowed(live: Live, verb: str) -> None:
    sent = get("/api/v1/attention").replace(b"GET", verb.encode(), 1)
    head, _, body = live.exchange(sent).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 405 ")
    assert b"allow: GET, HEAD, POST, OPTIONS" in head
    assert json.loads(body)["code"] == "method_not_allowed"
    assert f"does not answer {verb}" in json.loads(body)["detail"]


@pytest.mark.parametrize(
    "hosts", [b"", b"Host: localhost\r\nHost: localhost\r\n", b"Host: evil.example\r\n"]
)
def test_the_host_is_checked_on_the_wire(live: Live, hosts: bytes) -> None:
    answer = live.exchange(get("/healthz").replace(b"Host: localhost\r\n", hosts))
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b'"bad_host"' in answer


@pytest.mark.parametrize("garbage", [b"\x16\x03\x01\x02\x00\x01\x00", b"hello\r\n\r\n"])
def test_what_is_no_http_is_closed(live: Live, garbage: bytes) -> None:
    assert live.exchange(garbage).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    "path",
    [
        "../app/main.py",
        "..%2fapp%2fmain.py",
        "js/../../app/main.py",
        "%00",
        "//etc/passwd",
    ],
)
def test_nothing_outside_the_static_files_is_read(live: Live, path: str) -> None:
    tree_hash = live.server.config.app.state.static_tree.hash  # type: ignore[union-attr]
    assert live.exchange(get(f"/static/{tree_hash}/{path}")).startswith(
        b"HTTP/1.1 404 "
    )


def test_who_goes_away_in_the_queue_is_never_computed(
    live: Live, controls: FakeControls, log_stream: io.StringIO
) -> None:
    controls.gate.clear()
    with live.connect() as first:
        first.sendall(post('{"text": "first"}'))
        until(controls.begun.is_set)
        with live.connect() as second:
            second.sendall(post('{"text": "second"}'))
            until(lambda: b'"waiting":1' in live.exchange(get("/readyz")))
        until(lambda: b'"waiting":0' in live.exchange(get("/readyz")))
        controls.gate.set()
        assert read_all(first).startswith(b"HTTP/1.1 200")
    assert controls.texts == ["first"]
    assert '"status": 499' in log_stream.getvalue()
    assert "Traceback" not in log_stream.getvalue()


def test_who_goes_away_in_a_forward_frees_the_slot(
    live: Live, controls: FakeControls, log_stream: io.StringIO
) -> None:
    controls.gate.clear()
    with live.connect() as first:
        first.sendall(post('{"text": "third"}'))
        until(controls.begun.is_set)
    until(lambda: controls.n_cancelled == 1)
    controls.gate.set()
    assert live.exchange(post('{"text": "fourth"}')).startswith(b"HTTP/1.1 200")
    assert "Traceback" not in log_stream.getvalue()
