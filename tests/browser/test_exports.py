"""Each view as link, curl, Python, PNG, SVG, CSV, JSON, NPZ: used, not looked at."""

import csv
import json
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.head_numbers import ask_head

Explore = Callable[..., Page]
MARKUP = "=1+1 <b>bold</b> it's 'so' &lt; &#36;5 \"x\""
MARKUP_QUERY = "?text=" + quote(MARKUP) + "&row=2&column=1"


def save(page: Page, name: str, folder: Path) -> Path:
    """Click an export and keep the file under the name it came with."""
    with page.expect_download() as download:
        page.locator(".export", has_text=name).click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    expect(page.locator(".exports-said")).to_have_text(f"{path.name} saved")
    return path


@pytest.fixture
def copying(new_page: Callable[..., Page], explore: Explore) -> Callable[[str], Page]:
    """Return a function that opens a page which may use the clipboard."""

    def go(query: str) -> Page:
        page = new_page(permissions=["clipboard-read", "clipboard-write"])
        return explore(query, on=page)

    return go


def copied(page: Page, name: str) -> str:
    """Click an export and read the clipboard."""
    page.locator(".export", has_text=name).click()
    expect(page.locator(".exports-said")).to_contain_text("copied")
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_link_opens_this_view(copying: Callable[[str], Page], explore: Explore) -> None:
    """What is copied is the address, and it holds all of it."""
    page = copying(MARKUP_QUERY + "&scale=log")
    link = copied(page, "link")
    assert link == page.url
    again = explore(link.split("/", 3)[3])
    expect(again.get_by_label("Sentence", exact=True)).to_have_value(MARKUP)
    expect(again.get_by_role("radio", name="log")).to_be_checked()


def test_curl_gives_the_numbers(
    copying: Callable[[str], Page], server_url: str
) -> None:
    """The command, run by a shell, answers with this head."""
    command = copied(copying(MARKUP_QUERY), "curl")
    run = subprocess.run(
        ["bash", "-c", command], capture_output=True, check=True, timeout=60
    )
    answer = json.loads(run.stdout)
    assert [answer["layers"], answer["heads"]] == [[3], [1]]
    expected = ask_head(server_url, MARKUP)
    np.testing.assert_allclose(
        answer["attention"]["data"][0][0], expected.values, rtol=0, atol=1e-6
    )


def test_python_script_runs(copying: Callable[[str], Page], server_url: str) -> None:
    """The script prints what each token looks at most."""
    script = copied(copying("?text=" + quote(MARKUP)), "Python")
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, timeout=60
    )
    lines = run.stdout.decode().splitlines()
    head = ask_head(server_url, MARKUP)
    assert len(lines) == len(head.tokens)
    best = head.values.argmax(axis=1)
    assert [line.split()[-1] for line in lines] == [
        f"{row[key]:.3f}" for row, key in zip(head.values, best, strict=True)
    ]
    assert [line.split()[-2] for line in lines] == [head.tokens[key] for key in best]


def test_python_script_knows_masked_scores(copying: Callable[[str], Page]) -> None:
    """A decoder's scores have gaps; the script steps over them."""
    query = "?model=smollm2-135m&layer=12&head=3&quantity=scores"
    script = copied(copying(query), "Python")
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, timeout=60
    )
    assert len(run.stdout.decode().splitlines()) == 12


def test_png_is_a_sharp_picture(explore: Explore, tmp_path: Path) -> None:
    """Twice the layout's pixels, under a name that says what it is."""
    path = save(explore(), "PNG", tmp_path)
    assert path.name == "headlight-minilm-layer3-head1-weights.png"
    head = path.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", head[16:24])
    assert min(width, height) >= 1000
    assert max(width, height) <= 2400


def test_svg_stands_alone_and_is_well_formed(explore: Explore, tmp_path: Path) -> None:
    """Model, head, quantity, sentence, and markup as the letters it is."""
    path = save(explore(MARKUP_QUERY), "SVG", tmp_path)
    root = ET.fromstring(path.read_text())
    texts = [
        "".join(element.itertext())
        for element in root.iter("{http://www.w3.org/2000/svg}text")
    ]
    assert "MiniLM, layer 3, head 1: attention weights" in texts
    assert MARKUP in texts
    assert "each row adds up to 1" in texts
    assert {"<", "b", ">"} <= set(texts)


def test_csv_holds_every_float32(
    explore: Explore, server_url: str, tmp_path: Path
) -> None:
    """Exact numbers, and no label that a spreadsheet would run."""
    path = save(explore(MARKUP_QUERY), "CSV", tmp_path)
    with path.open(encoding="utf-8-sig", newline="") as file:
        header, *rows = csv.reader(file)
    head = ask_head(server_url, MARKUP)
    assert header == [
        "query_position",
        "query",
        *[f"{index} {token}" for index, token in enumerate(head.tokens)],
    ]
    assert [row[1] for row in rows][:3] == ["[CLS]", "'=", "1"]
    numbers = np.array([row[2:] for row in rows], dtype=np.float64)
    exact = ask_npz(explore, tmp_path)
    assert np.array_equal(numbers.astype(np.float32), exact)


def ask_npz(explore: Explore, folder: Path) -> np.ndarray:
    """Save the same view as NPZ and read it."""
    path = save(explore(MARKUP_QUERY), "NPZ", folder)
    with np.load(path, allow_pickle=False) as arrays:
        assert arrays["attention"].dtype == np.float32
        cells: np.ndarray = arrays["attention"][0, 0]
        return cells


def test_json_is_the_answer(explore: Explore, server_url: str, tmp_path: Path) -> None:
    """As the API writes it, with all digits."""
    path = save(explore("?zoom=2:5,0:15"), "JSON", tmp_path)
    answer = json.loads(path.read_text())
    assert [token["text"] for token in answer["query_tokens"]] == [
        "animal",
        "didn",
        "'",
    ]
    expected = ask_head(server_url).values[2:5]
    np.testing.assert_allclose(
        answer["attention"]["data"][0][0], expected, rtol=0, atol=1e-8
    )


def test_pictures_of_a_dark_page_can_have_light_paper(
    new_page: Callable[..., Page], explore: Explore, tmp_path: Path
) -> None:
    """Ticked, the picture wears the light theme; the page stays dark."""
    page = explore("", on=new_page(color_scheme="dark"))
    dark = save(page, "SVG", tmp_path).read_text()
    page.get_by_label("light paper").check()
    light = save(page, "SVG", tmp_path).read_text()
    assert "rgb(19, 21, 26)" in dark
    assert "rgb(19, 21, 26)" not in light
    assert "rgb(251, 250, 246)" in light
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == "rgb(19, 21, 26)"
