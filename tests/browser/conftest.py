"""Give browser tests a real server, a real Chromium and a strict page.

Lives here: starting and ending both, and what every page is held to: no page
error, no console error, no request that leaves this machine. Not here: what a
test expects to see.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.lesson_checks import READY, check_same_without_script

ROOT = Path(__file__).parent.parent.parent
READY_SECONDS = 120
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Whatever a page asks outside of this machine does not exist.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
VIEWS = ("heatmap", "mosaic", "strip", "reading")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what stands in this folder as driving a browser, and run it last.

    Playwright keeps an event loop running in the main thread from its first
    use to the end, and asynchronous tests could not start theirs after it.
    """
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@dataclass
class Server:
    """A running server, and the process to end it by."""

    url: str
    process: subprocess.Popen[bytes]

    def stop(self) -> None:
        """End it and wait until it has gone."""
        self.process.terminate()
        self.process.wait(timeout=30)


@dataclass
class Watch:
    """What the pages of a test complained about."""

    complaints: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    def expect(self, pattern: str) -> None:
        """Allow a complaint that the test brings about on purpose."""
        self.expected.append(pattern)

    def unexpected(self) -> list[str]:
        """List what nobody asked for."""
        return [
            complaint
            for complaint in self.complaints
            if not any(re.search(pattern, complaint) for pattern in self.expected)
        ]


@pytest.fixture(scope="session")
def start_server(
    cache_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[..., Server]]:
    """Return a function that starts a server of one's own."""
    servers: list[Server] = []

    def start(
        port: int | None = None, *, until: str = "/readyz", **settings: str
    ) -> Server:
        port = port or _free_port()
        log = tmp_path_factory.mktemp("server") / "log.txt"
        environment = {
            **os.environ,
            "PORT": str(port),
            "HOST": "127.0.0.1",
            "HEADLIGHT_CACHE": str(cache_folder),
            **settings,
        }
        with log.open("wb") as output:
            process = subprocess.Popen(
                [sys.executable, "-m", "app"],
                cwd=ROOT,
                env=environment,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        server = Server(f"http://127.0.0.1:{port}", process)
        servers.append(server)
        _wait_for(server, until, log)
        return server

    yield start
    for server in servers:
        if server.process.poll() is None:
            server.stop()


@pytest.fixture(scope="session")
def server_url(start_server: Callable[..., Server]) -> str:
    """Return the address of the server that all tests share."""
    return start_server().url


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Return Chromium, started once."""
    path = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield chromium
        chromium.close()


@pytest.fixture
def watch() -> Iterator[Watch]:
    """Return the record of complaints; unexpected ones fail the test."""
    record = Watch()
    yield record
    assert record.unexpected() == []


@pytest.fixture
def new_page(browser: Browser, watch: Watch) -> Iterator[Callable[..., Page]]:
    """Return a function that opens a page as a desk, a phone or a dark room."""
    contexts: list[BrowserContext] = []

    def open_page(width: int = 1440, height: int = 900, **options: Any) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height}, **options
        )
        contexts.append(context)
        page = context.new_page()
        _listen(page, watch)
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """Return an empty page at a desk, 1440 x 900, light."""
    return new_page()


@pytest.fixture
def wait_ready() -> Callable[..., None]:
    """Return a function that waits until views show their newest data."""

    def wait(page: Page, *views: str) -> None:
        for view in views or VIEWS:
            page.wait_for_selector(
                f'[data-view="{view}"][data-ready]', state="attached"
            )

    return wait


@pytest.fixture
def explore(
    page: Page, server_url: str, wait_ready: Callable[..., None]
) -> Callable[..., Page]:
    """Return a function that opens ``/`` with a query and waits for it."""

    def go(query: str = "", on: Page | None = None) -> Page:
        target = on or page
        target.goto(f"{server_url}/{query}")
        wait_ready(target)
        return target

    return go


@pytest.fixture
def lesson(page: Page, server_url: str) -> Callable[..., Page]:
    """Return a function that opens a lesson and waits for its numbers."""

    def go(slug: str, query: str = "", on: Page | None = None) -> Page:
        target = on or page
        target.goto(f"{server_url}/learn/{slug}{query}")
        return _settled(target)

    return go


@pytest.fixture
def settled() -> Callable[[Page], Page]:
    """Return a function that waits until a lesson shows its newest numbers."""
    return _settled


@pytest.fixture
def same_with_and_without_script(
    new_page: Callable[..., Page], server_url: str
) -> Callable[..., None]:
    """Return a function that compares the server's numbers with the script's."""

    def check(slug: str, query: str = "") -> None:
        check_same_without_script(new_page, f"{server_url}/learn/{slug}{query}")

    return check


def _settled(page: Page) -> Page:
    page.wait_for_selector(READY, state="attached")
    return page


def _listen(page: Page, watch: Watch) -> None:
    def hear_request(url: str) -> None:
        if not url.startswith(("http://127.0.0.1:", "data:", "blob:")):
            watch.complaints.append(f"left this machine: {url}")

    page.on("pageerror", lambda error: watch.complaints.append(f"page: {error}"))
    page.on("request", lambda request: hear_request(request.url))
    page.on(
        "console",
        lambda message: (
            watch.complaints.append(f"{message.type}: {message.text}")
            if message.type in ("error", "warning")
            else None
        ),
    )


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(server: Server, path: str, log: Path) -> None:
    end = time.monotonic() + READY_SECONDS
    while time.monotonic() < end:
        if server.process.poll() is not None:
            break
        try:
            with urlopen(f"{server.url}{path}", timeout=2) as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.1)
    pytest.fail(f"the server did not start:\n{log.read_text()[-3000:]}")
