"""Static files are there for ever, under the hash of them all."""

import gzip
from pathlib import Path

import brotli
import httpx
import pytest
import zstandard
from starlette.applications import Starlette
from starlette.routing import Route

from app.static_files import StaticTree, find_plotly

pytestmark = pytest.mark.anyio

SCRIPT = "export const answer = 42;\n" * 100


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "static"
    (folder / "js").mkdir(parents=True)
    (folder / "js" / "main.js").write_text(SCRIPT)
    (folder / "small.css").write_text("a{color:red}")
    (folder / ".hidden").write_text("secret")
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "plotly.js").write_text("// plotly")
    return folder


@pytest.fixture
def tree(folder: Path, tmp_path: Path) -> StaticTree:
    return StaticTree(folder, plotly=tmp_path / "plotly.js")


def client_of(tree: StaticTree) -> httpx.AsyncClient:
    app = Starlette(routes=[Route("/static/{tree_hash}/{name:path}", tree.serve)])
    transport = httpx.ASGITransport(app=app)
    return httpx.AsyncClient(transport=transport, base_url="http://localhost")


async def test_a_file_is_served_for_ever(tree: StaticTree) -> None:
    async with client_of(tree) as client:
        url = tree.url("js/main.js")
        assert url == f"/static/{tree.hash}/js/main.js"
        answer = await client.get(url, headers={"Accept-Encoding": "identity"})
        assert (answer.status_code, answer.text) == (200, SCRIPT)
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["content-type"].startswith("text/javascript")
        assert answer.headers["vary"] == "Accept-Encoding"
        small = await client.get(tree.url("small.css"))
        assert "content-encoding" not in small.headers


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip", "gzip"),
        ("gzip, deflate, br, zstd", "br"),
        ("zstd, gzip", "zstd"),
        ("br;q=0, gzip", "gzip"),
        ("gzip; q=0", None),
        ("deflate", None),
    ],
)
async def test_each_coding_gives_the_same_file(
    tree: StaticTree, accepted: str, coding: str | None
) -> None:
    decode = {
        "br": brotli.decompress,
        "zstd": lambda body: (
            zstandard.ZstdDecompressor().decompressobj().decompress(body)
        ),
        "gzip": gzip.decompress,
        None: bytes,
    }[coding]
    headers = {"Accept-Encoding": accepted}
    async with (
        client_of(tree) as client,
        client.stream("GET", tree.url("js/main.js"), headers=headers) as answer,
    ):
        raw = b"".join([piece async for piece in answer.aiter_raw()])
    assert answer.headers.get("content-encoding") == coding
    assert decode(raw) == SCRIPT.encode()


@pytest.mark.parametrize(
    "name",
    [
        "..%2fsecret.txt",
        "%2e%2e/secret.txt",
        "/etc/passwd",
        ".hidden",
        "js",
        "",
        "js/main.js/",
        "js\\main.js",
    ],
)
async def test_nothing_but_the_files_is_served(tree: StaticTree, name: str) -> None:
    async with client_of(tree) as client:
        path = f"/static/{tree.hash}/{name}".encode()
        url = httpx.URL("http://localhost").copy_with(raw_path=path)
        assert (await client.get(url)).status_code == 404
        assert (
            await client.get("/static/0000000000000000/js/main.js")
        ).status_code == 404


def test_every_change_changes_the_hash(folder: Path, tmp_path: Path) -> None:
    def new_hash() -> str:
        return StaticTree(folder, plotly=tmp_path / "plotly.js").hash

    hashes = [new_hash(), new_hash()]
    assert hashes[0] == hashes[1]
    (folder / "js" / "main.js").write_text(SCRIPT + "//")
    hashes.append(new_hash())
    (folder / "js" / "main.js").rename(folder / "js" / "other.js")
    hashes.append(new_hash())
    (tmp_path / "plotly.js").write_text("// newer")
    hashes.append(new_hash())
    assert len(set(hashes)) == 4


def test_a_name_that_does_not_exist_is_a_mistake(tree: StaticTree) -> None:
    with pytest.raises(KeyError, match=r"js/mian\.js"):
        tree.url("js/mian.js")


async def test_in_development_an_edit_shows_at_once(
    folder: Path, tmp_path: Path
) -> None:
    plotly = tmp_path / "plotly.js"
    tree = StaticTree(folder, plotly=plotly, is_development=True)
    before = tree.url("small.css")
    (folder / "small.css").write_text("a{color:blue}")
    after = tree.url("small.css")
    assert before != after
    async with client_of(tree) as client:
        assert (await client.get(after)).text == "a{color:blue}"
        # The page that was loading meanwhile still gets its files, never kept.
        stale = await client.get(before)
    assert stale.text == "a{color:blue}"
    assert stale.headers["cache-control"] == "no-store"


async def test_what_browsers_ask_for_is_compressed_before(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    plotly = tmp_path / "plotly.js"
    plotly.write_text(SCRIPT * 1000)
    tree = StaticTree(tmp_path / "static", plotly=plotly)
    tree.prepare()
    plotly.unlink()
    async with client_of(tree) as client:
        for accepted in ("gzip, deflate, br, zstd", "gzip"):
            headers = {"Accept-Encoding": accepted}
            answer = await client.get(tree.url("plotly.min.js"), headers=headers)
            assert answer.text == SCRIPT * 1000
            assert int(answer.headers["content-length"]) < len(answer.content) / 100


async def test_plotly_comes_from_its_package() -> None:
    tree = StaticTree()
    tree.prepare()
    async with client_of(tree) as client:
        headers = {"Accept-Encoding": "gzip"}
        answer = await client.get(tree.url("plotly.min.js"), headers=headers)
    assert answer.content == find_plotly().read_bytes()
    assert int(answer.headers["content-length"]) < len(answer.content) / 3
