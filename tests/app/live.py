"""Run a real server on a free port, and talk to it byte by byte."""

import contextlib
import os
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass

from app.main import create_app
from app.server import Server, make_server
from app.settings import Settings
from tests.app.asking import fake_engine
from tests.app.fakes import FakeControls

_PATIENCE_SECONDS = 20.0


@dataclass(frozen=True)
class Live:
    """A server that runs in a thread of the test."""

    server: Server
    address: str
    port: int
    controls: FakeControls

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), _PATIENCE_SECONDS)

    def exchange(self, sent: bytes) -> bytes:
        """Send bytes and read until the server closes."""
        with self.connect() as connection:
            connection.sendall(sent)
            return read_all(connection)

    @property
    def n_connections(self) -> int:
        return len(self.server.server_state.connections)


def read_all(connection: socket.socket) -> bytes:
    """Read until the server closes."""
    received = bytearray()
    with contextlib.suppress(ConnectionResetError):
        while piece := connection.recv(65536):
            received += piece
    return bytes(received)


def get(path: str, *headers: str) -> bytes:
    """Write a GET request that asks to close the connection."""
    lines = [f"GET {path} HTTP/1.1", "Host: localhost", "Connection: close", *headers]
    return "\r\n".join([*lines, "", ""]).encode()


def post(body: str, length: int | None = None) -> bytes:
    """Write a POST request, of a body that may be longer than what is sent."""
    head = (
        "POST /api/v1/attention HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        "Content-Type: application/json\r\n"
        f"Content-Length: {length or len(body)}\r\n\r\n"
    )
    return (head + body).encode()


@contextlib.contextmanager
def live_server(settings: Settings, controls: FakeControls) -> Iterator[Live]:
    """Serve fake models until the block ends."""
    listening = threading.Event()
    engine = fake_engine(controls, settings)
    app = create_app(settings, engine)
    server = make_server(app, settings, lambda _: listening.set())
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    assert listening.wait(_PATIENCE_SECONDS), "the server doesn't listen"
    address = server.address()
    try:
        yield Live(server, address, int(address.rpartition(":")[2]), controls)
    finally:
        controls.gate.set()
        server.should_exit = True
        thread.join(_PATIENCE_SECONDS)
        assert not thread.is_alive(), "the server doesn't stop"


def main() -> None:
    """Serve slow fake models as a process of its own."""
    from app.logs import configure_logging

    configure_logging("json")
    settings = Settings(port=0)
    controls = FakeControls(forward_seconds=float(os.environ["FORWARD_SECONDS"]))
    engine = fake_engine(controls, settings)
    app = create_app(settings, engine)
    make_server(app, settings, lambda a: print(a, flush=True)).run()  # noqa: T201


if __name__ == "__main__":
    main()
