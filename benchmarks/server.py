"""Run the real server in a process of its own, as a user would.

Lives here: starting it on a free port, waiting until it is ready, ending it.
"""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx

START_SECONDS = 120


@contextmanager
def running_server() -> Iterator[str]:
    """Serve, and yield the address once every model is in memory."""
    with starting_server() as (address, process):
        wait_for(address, process, _has_all_models)
        yield address


@contextmanager
def starting_server() -> Iterator[tuple[str, "subprocess.Popen[bytes]"]]:
    """Serve on a free port of the loopback; yield the address at once."""
    port = _free_port()
    environment = {**os.environ, "PORT": str(port), "HOST": "127.0.0.1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "app"],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield f"http://127.0.0.1:{port}", process
    finally:
        process.terminate()
        process.wait(timeout=30)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(
    address: str,
    process: "subprocess.Popen[bytes]",
    has_come: Callable[[str], bool],
    *,
    pause_seconds: float = 0.2,
) -> None:
    """Wait until this is true of the server; not answering yet is no.

    Raises:
        RuntimeError: the server ended, or it took too long.
    """
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError("The server ended before it was ready.")
        try:
            if has_come(address):
                return
        except httpx.TransportError:
            pass  # it doesn't listen yet
        time.sleep(pause_seconds)
    raise RuntimeError(f"The server was not ready after {START_SECONDS} s.")


def _has_all_models(address: str) -> bool:
    models = httpx.get(f"{address}/api/v1/models").json()["models"]
    return all(m["loaded"] or not m["available"] for m in models)
