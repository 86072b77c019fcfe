"""The page for people holds all of OpenAPI, and what it shows works."""

import html
import re
import shlex
from html.parser import HTMLParser

import httpx
import pytest

from app.errors import KINDS
from app.schemas.statistics import STATISTICS

pytestmark = pytest.mark.anyio

# The fakes have other names than the models of the examples.
FAKES = {
    "minilm-words": "fake-words",
    "minilm": "fake-encoder",
    "smollm2-135m": "fake-decoder",
    "lesson-translator": "fake-translator",
    "lesson-bahdanau": "fake-aligner",
}


class Page(HTMLParser):
    """Collect the ids, links and code blocks of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.sources: list[str] = []
        self.blocks: list[str] = []
        self.words = ""
        self._is_block = False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        if "id" in found:
            self.ids.append(found["id"])
        if tag == "a":
            self.links.append(found["href"])
        self.sources += [found[k] for k in ("src",) if k in found]
        if tag == "link":
            self.sources.append(found["href"])
        if tag == "pre":
            self._is_block = True
            self.blocks.append("")

    def handle_endtag(self, tag):
        self._is_block = self._is_block and tag != "pre"

    def handle_data(self, data):
        self.words += data
        if self._is_block:
            self.blocks[-1] += data


@pytest.fixture
async def page(client) -> Page:
    answer = await client.get("/docs")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    return Page(answer.text)


@pytest.fixture
async def document(client):
    return (await client.get("/openapi.json")).json()


async def test_every_path_and_field_is_on_the_page(page, document):
    for path, verbs in document["paths"].items():
        assert path in page.words
        for operation in verbs.values():
            for parameter in operation.get("parameters", []):
                assert parameter["name"] in page.words
    for schema in document["components"]["schemas"].values():
        for field, kind in schema.get("properties", {}).items():
            assert re.search(rf"\b{field}\b", page.words), field
            said = kind["description"].replace("`", "")
            assert said in page.words, field


async def test_every_error_and_statistic_is_on_the_page(page):
    for kind in KINDS.values():
        assert f"error-{kind.code}" in page.ids
        assert kind.title in page.words
    for name in STATISTICS:
        assert name in page.words


async def test_nothing_comes_from_another_host(page):
    for source in page.sources:
        assert source.startswith("/static/"), source


async def test_every_link_leads_somewhere(page, client):
    assert len(page.ids) == len(set(page.ids))
    for link in page.links:
        if link.startswith("#"):
            assert link[1:] in page.ids, link
            continue
        address = link
        for name, fake in FAKES.items():
            address = address.replace(name, fake)
        answer = await client.get(address.replace("layers=3", "layers=1"))
        assert answer.status_code == 200, link


async def test_the_curl_of_a_link_asks_what_the_link_asks(page, document):
    curls = [block for block in page.blocks if block.startswith("curl --get")]
    assert len(curls) == sum(
        {"get", "post"} <= set(verbs) for verbs in document["paths"].values()
    )
    for curl in curls:
        words = shlex.split(curl.replace("\\\n", " "))
        assert words[:2] == ["curl", "--get"]
        assert words[3::2] == ["--data-urlencode"] * len(words[3::2])
        fields = dict(word.split("=", 1) for word in words[4::2])
        asked = httpx.Request("GET", words[2], params=fields).url
        assert any(
            httpx.URL(link).params == asked.params
            for link in page.links
            if asked.path in link
        )


async def test_the_python_runs(page, client, monkeypatch):
    """Run each Python snippet against the app, through httpx's own door."""
    asked = []

    def answer(method):
        def send(url, **options):
            asked.append((method, url, options))
            return httpx.Response(200, json={}, request=httpx.Request(method, url))

        return send

    monkeypatch.setattr(httpx, "get", answer("GET"))
    monkeypatch.setattr(httpx, "post", answer("POST"))
    snippets = [b for b in page.blocks if b.startswith("import httpx")]
    assert len(snippets) >= 4
    for snippet in snippets:
        exec(compile(snippet, "snippet", "exec"), {})
    for method, url, options in asked:
        assert url.startswith("http://localhost/")
        if method == "POST":
            body = dict(options["json"])
            for name in ("model", "adapter"):
                if name in body:
                    body[name] = FAKES.get(body[name], body[name])
            if "layers" in body:
                body["layers"] = [1]
            assert (await client.post(url, json=body)).status_code == 200


async def test_text_of_the_document_cannot_become_markup(client):
    text = (await client.get("/docs")).text
    assert "<script>" not in text
    assert html.escape("'") in text or "&#39;" in text
