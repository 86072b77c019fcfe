"""Run the real server in a process of its own, as a user would.

Lives here: starting it on a free port, waiting until it is ready, ending it.
"""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

START_SECONDS = 120


@contextmanager
def running_server() -> Iterator[str]:
    """Serve on a free port of the loopback; yield the address.

    Waits until every model is in memory: the benchmark isn't about loading.
    """
    port = _free_port()
    environment = {**os.environ, "PORT": str(port), "HOST": "127.0.0.1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "app"],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"
    try:
        _wait(address, process)
        yield address
    finally:
        process.terminate()
        process.wait(timeout=30)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait(address: str, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError("The server ended before it was ready.")
        try:
            models = httpx.get(f"{address}/api/v1/models").json()["models"]
        except httpx.TransportError:
            models = []
        if models and all(m["loaded"] or not m["available"] for m in models):
            return
        time.sleep(0.2)
    raise RuntimeError(f"The server was not ready after {START_SECONDS} s.")
