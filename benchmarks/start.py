"""(e): from ``python -m app`` to the first picture, in a real Chromium.

Everything is in the cache folder, and the browser is running, as on the second
day of use. The server is a new process each time, so what is painted has been
computed by a model that this very process has loaded.
"""

import resource
import statistics
import time

import httpx
from playwright.sync_api import Browser, sync_playwright

from benchmarks.browser import FLAGS, VIEWPORT, chromium
from benchmarks.server import starting_server, wait_for
from benchmarks.tables import Table

ROUNDS = 5
PAINT_MS = 120_000
STEPS = ("server answers", "heatmap painted", "all heads painted")


def start_table() -> Table:
    """Start the server some times and say when things were there."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=FLAGS.split()
        )
        rounds = [_start(browser) for _ in range(ROUNDS)]
        browser.close()
    rows = [
        [name, *(f"{pick(values):.1f}" for pick in (statistics.median, min, max))]
        for name, values in zip(
            (*STEPS, "CPU time of the server"), zip(*rounds, strict=True), strict=True
        )
    ]
    return Table(
        "(e) From start to first picture",
        f"Seconds since the command, {ROUNDS} starts, with everything cached: "
        "MiniLM on the first visit's sentence, 1440 x 900. The last row is what the "
        "process took of all cores until it was ended, right after.",
        ("what", "median", "least", "most"),
        rows,
    )


def _start(browser: Browser) -> tuple[float, ...]:
    page = browser.new_page(viewport=VIEWPORT)
    cpu_before = _children_seconds()
    began_at = time.perf_counter()
    with starting_server() as (address, process):
        wait_for(address, process, _is_alive, pause_seconds=0.05)
        moments = [time.perf_counter() - began_at]
        page.goto(address, wait_until="commit")
        for view in ("heatmap", "mosaic"):
            ready = f"[data-view={view}][data-ready]"
            page.wait_for_selector(ready, timeout=PAINT_MS)
            moments.append(time.perf_counter() - began_at)
        page.close()
    return *moments, _children_seconds() - cpu_before


def _is_alive(address: str) -> bool:
    return httpx.get(f"{address}/healthz").is_success


def _children_seconds() -> float:
    """Sum the processor time of the processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
