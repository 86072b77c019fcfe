"""A second view on the page leaves the first as it was."""

from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

HEATMAP = '<div class="heatmap" data-view="heatmap">'
CELLS = """
  [...document.querySelectorAll(".heatmap .js-plotly-plot")].map((plot) =>
    plot._fullData[0].z.map((row) => [...row].map((cell) => Number(cell.toFixed(3)))))
"""


def test_two_heatmaps_on_one_page_show_the_same(
    new_page: Callable[..., Page],
    explore: Callable[..., Page],
    wait_ready: Callable[..., None],
) -> None:
    """The page's own mark-up with its heatmap written twice."""
    page = new_page()

    def twice(route: Route) -> None:
        answer = route.fetch()
        body = answer.text()
        assert HEATMAP in body
        start = body.index(HEATMAP)
        stop = body.index("</div>", start) + len("</div>")
        view = body[start:stop]
        route.fulfill(response=answer, body=body[:stop] + view + body[stop:])

    page.route(lambda url: url.rstrip("/").count("/") == 2, twice)
    explore("", on=page)
    expect(page.locator(".heatmap[data-ready]")).to_have_count(2)
    first, second = page.evaluate(CELLS)
    assert len(first) == 15
    assert first[10][2] == 0.64
    assert first == second
    page.keyboard.press("Escape")
    page.keyboard.press("]")
    wait_ready(page, "heatmap", "mosaic")
    expect(page.locator(".heatmap[data-ready]")).to_have_count(2)
    first, second = page.evaluate(CELLS)
    assert first == second
    assert first[10][2] != 0.64
