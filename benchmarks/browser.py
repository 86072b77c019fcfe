"""(d): from a keystroke to the redrawn page, in a real Chromium.

The page leaves its own decoding and drawing in the browser's timeline. It asks
for both answers at once. Waiting is the time until the first is there, and what
is left of the second once the first is drawn; drawing is all the rest, until
both the heatmap and the mosaic stand on the screen.
"""

import shutil
import statistics
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.tables import Table, ms
from benchmarks.texts import texts_of
from model import Catalogue

LENGTHS = (16, 64, 128)
KEYSTROKES = "abcdefghi"
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync "
    "--disable-background-networking --disable-component-update"
)
VIEWPORT: Any = {"width": 1440, "height": 900}

# Follows one keystroke through the page's own timeline.
OBSERVE = """
window.bench = { start: 0, decode: 0, answers: [], drawn: {}, end: 0 };
addEventListener("keydown", () => {
  const start = performance.now();
  Object.assign(bench, { start, decode: 0, answers: [], drawn: {}, end: 0 });
}, true);
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (entry.startTime < bench.start) continue;
    const end = entry.startTime + entry.duration - bench.start;
    if (entry.name === "headlight:decode") bench.decode += entry.duration;
    if (entry.name.startsWith("headlight:draw")) bench.drawn[entry.name] = end;
    if (entry.name.includes("/api/v1/attention")) bench.answers.push(end);
  }
  const isDone = Object.keys(bench.drawn).length === 2 && bench.answers.length >= 2;
  if (isDone && !bench.end) {
    requestAnimationFrame(() => setTimeout(() => (bench.end ||= performance.now())));
  }
}).observe({ entryTypes: ["measure", "resource"] });
"""


def browser_table(address: str, catalogue: Catalogue) -> Table:
    """Measure each model at each length."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=FLAGS.split()
        )
        rows = list(_rows(browser, address, catalogue))
        browser.close()
    return Table(
        "(d) Keystroke to redrawn page, in Chromium",
        "One more letter in the sentence, 1440 x 900: the wait for both answers, "
        "their decoding, and drawing the heatmap and all heads. Milliseconds, medians.",
        (
            "model",
            "heads",
            "tokens",
            "total",
            "wait",
            "decode",
            "draw",
            "decode + draw",
        ),
        rows,
    )


def chromium() -> str:
    """Find a Chromium that is installed."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name)
        if found:
            return found
    raise RuntimeError("The browser benchmark needs Chromium: apt-get install chromium")


def _rows(browser: Browser, address: str, catalogue: Catalogue) -> Iterator[list[str]]:
    for model_id in catalogue.ids:
        model = catalogue.load(model_id)
        card = model.description
        for n_tokens in LENGTHS:
            text = next(texts_of(model, n_tokens))
            # The script that waits is evaluated, which the page's policy forbids.
            page = browser.new_page(viewport=VIEWPORT, bypass_csp=True)
            page.add_init_script(OBSERVE)
            query = urlencode({"model": model_id, "text": text, "layer": 1, "head": 1})
            page.goto(f"{address}/?{query}")
            found = _type(page)
            page.close()
            wait, decode, draw = (
                statistics.median(part) for part in zip(*found, strict=True)
            )
            yield [
                card.title,
                f"{card.n_layers}x{card.n_heads}",
                str(n_tokens),
                *map(ms, (wait + decode + draw, wait, decode, draw, decode + draw)),
            ]


def _type(page: Page) -> list[tuple[float, float, float]]:
    """Type letter after letter; the first warms the page up."""
    for view in ("heatmap", "mosaic"):
        page.wait_for_selector(f"[data-view={view}][data-ready]", timeout=60_000)
    page.focus("[data-view=sentence] textarea, [data-view=sentence] input")
    page.keyboard.press("End")
    found = []
    for letter in KEYSTROKES:
        page.keyboard.press(letter)
        page.wait_for_function("bench.end > 0", timeout=60_000)
        bench = page.evaluate("bench")
        first, last = min(bench["answers"]), max(bench["answers"])
        # What is drawn before the last answer is the other view.
        busy = min((end for end in bench["drawn"].values() if end < last), default=0)
        wait = first + max(0.0, last - max(first, busy))
        total = bench["end"] - bench["start"]
        found.append((wait, bench["decode"], total - wait - bench["decode"]))
    return found[1:]
