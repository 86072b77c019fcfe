"""Every class of error, on every route, is answered in the one form."""

import html
from typing import Any

import httpx
import pytest
from structlog.testing import capture_logs

from app import errors
from app.dependencies import get_arithmetic, get_engine, get_settings
from app.errors import KINDS, AppError, FieldError, InternalError, kind_of
from app.main import create_app
from app.problems import problem_of
from model import ModelError
from tests.contract.test_hostile_bodies import check_problem

pytestmark = pytest.mark.anyio

ROUTES = [
    ("GET", "/api/v1/models"),
    ("GET", "/api/v1/models/fake-encoder"),
    ("GET", "/api/v1/models/fake-translator/card"),
    ("GET", "/api/v1/models/fake-encoder/adapters/fake-words"),
    ("GET", "/api/v1/models/fake-encoder/adapters/fake-words/card"),
    ("GET", "/api/v1/tokenize?text=a"),
    ("POST", "/api/v1/tokenize"),
    ("GET", "/api/v1/attention?text=a"),
    ("POST", "/api/v1/attention"),
    ("GET", "/api/v1/next-token?text=a"),
    ("POST", "/api/v1/next-token"),
    ("GET", "/api/v1/generations?text=a"),
    ("POST", "/api/v1/generations"),
    ("GET", "/api/v1/fill-mask?text=a"),
    ("POST", "/api/v1/fill-mask"),
    ("GET", "/api/v1/next-sentence?text=a&text_pair=b"),
    ("POST", "/api/v1/next-sentence"),
    ("GET", "/api/v1/masked-corruption?text=a"),
    ("POST", "/api/v1/masked-corruption"),
    ("GET", "/api/v1/adapter-merging?text=a"),
    ("POST", "/api/v1/adapter-merging"),
    ("POST", "/api/v1/fine-tunings"),
    ("GET", "/api/v1/classifications?text=a&adapter=a"),
    ("POST", "/api/v1/classifications"),
    ("GET", "/api/v1/residual-stream?text=a"),
    ("POST", "/api/v1/residual-stream"),
    ("GET", "/api/v1/similarities?texts=a&word=a"),
    ("POST", "/api/v1/similarities"),
    ("GET", "/api/v1/translations?text=a"),
    ("POST", "/api/v1/translations"),
    ("GET", "/api/v1/tensors?text=a"),
    ("POST", "/api/v1/tensors"),
    ("GET", "/api/v1/head-effects?text=a&other_token=a"),
    ("POST", "/api/v1/head-effects"),
    ("GET", "/api/v1/limits"),
    ("GET", "/api/v1/scaled-dot-product?query=[[1]]&key=[[1]]&value=[[1]]"),
    ("POST", "/api/v1/scaled-dot-product"),
    ("GET", "/api/v1/masks?kind=causal&query_length=2"),
    ("POST", "/api/v1/masks"),
    ("GET", "/api/v1/positional-encodings"),
    ("POST", "/api/v1/positional-encodings"),
    ("GET", "/api/v1/multi-head-attention?inputs=[[1]]"),
    ("POST", "/api/v1/multi-head-attention"),
    ("GET", "/api/v1/transformer-block?inputs=[[1]]"),
    ("POST", "/api/v1/transformer-block"),
]
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def subclasses(base: type[Exception]) -> set[type[Exception]]:
    found = {base}
    for child in base.__subclasses__():
        found |= subclasses(child)
    return found


ERRORS = sorted(
    subclasses(AppError) | subclasses(ModelError), key=lambda kind: kind.__name__
)


def make(kind: Any) -> Any:
    if kind is InternalError:
        return InternalError("abc123")
    return kind("It has 70 of 64.", hint="Take fewer.", limit=64, actual=70)


@pytest.fixture
def failing(settings, engine):
    """Make an app whose routes all raise one error."""
    app = create_app(settings, engine)

    def fail_with(error: Exception) -> httpx.AsyncClient:
        def fail() -> None:
            raise error

        app.dependency_overrides = dict.fromkeys(
            (get_arithmetic, get_engine, get_settings), fail
        )
        transport = httpx.ASGITransport(app=app)
        return httpx.AsyncClient(transport=transport, base_url="http://localhost")

    return fail_with


@pytest.mark.parametrize("kind", ERRORS, ids=lambda kind: kind.__name__)
async def test_every_class_on_every_route_is_a_problem(failing, kind):
    error = make(kind)
    expected = kind_of(error)
    for method, url in ROUTES:
        answer = await failing(error).request(method, url, headers=BROWSER)
        problem = check_problem(answer, expected.status, expected.code)
        assert problem["title"] == expected.title
        if kind is not InternalError:
            assert problem["detail"] == "It has 70 of 64."
            assert (problem["limit"], problem["actual"]) == (64, 70)
        has_retry = expected.status in (429, 503, 504)
        assert ("retry-after" in answer.headers) == has_retry


@pytest.mark.parametrize("kind", ERRORS, ids=lambda kind: kind.__name__)
async def test_a_browser_gets_a_page_with_the_same_fields(failing, kind):
    problem = problem_of(make(kind))
    answer = await failing(make(kind)).get("/", headers=BROWSER)
    assert answer.status_code == problem.status
    assert answer.headers["content-type"].startswith("text/html")
    page = html.unescape(answer.text)
    for field in (str(problem.status), problem.code, problem.title, problem.hint):
        assert field in page
    assert problem.detail in page


async def test_what_nobody_foresaw_is_500_with_an_id_and_nothing_else(failing):
    secret = "s3cr3t in /home/someone/app.py"
    for method, url in ROUTES:
        with capture_logs() as lines:
            answer = await failing(RuntimeError(secret)).request(method, url)
        problem = check_problem(answer, 500, "internal_error")
        logged = [line for line in lines if line["event"] == "internal_error"]
        assert [line["error_id"] for line in logged] == [problem["id"]]
        assert problem["id"] == answer.headers["x-request-id"]
        assert problem["id"] in problem["detail"]
        for word in ("s3cr3t", "RuntimeError", "Traceback", ".py"):
            assert word not in answer.text


async def test_a_client_that_asks_for_json_never_gets_a_page(failing):
    error = make(errors.Busy)
    for accept in ("application/json", "*/*", "application/problem+json"):
        answer = await failing(error).get("/", headers={"Accept": accept})
        check_problem(answer, 503, "busy")


async def test_retry_after_is_what_the_error_says(failing):
    error = errors.Busy("Full.", hint="Wait.", retry_after_seconds=7)
    answer = await failing(error).get("/api/v1/models")
    assert answer.headers["retry-after"] == "7"


async def test_surrogates_and_large_numbers_can_be_sent(failing):
    error = errors.InvalidRequest(
        "bad \ud800",
        hint="\udfff",
        actual=10**30,
        errors=[FieldError(("\ud800",), "t", "\ud800")],
    )
    answer = await failing(error).get("/api/v1/models")
    problem = check_problem(answer, 422, "invalid_request")
    assert problem["actual"] == 10**30
    assert problem["errors"][0]["loc"] == ["?"]


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nope", 404, "not_found"),
        ("GET", "/api/v1", 404, "not_found"),
        ("GET", "/api/v1/nope", 404, "not_found"),
        ("GET", "/api/v2/models", 404, "not_found"),
        ("GET", "/api/v1/models/nope", 404, "unknown_model"),
        ("POST", "/api/v1/models", 405, "method_not_allowed"),
        ("GET", "/api/v1/fine-tunings", 405, "method_not_allowed"),
        ("PUT", "/api/v1/attention", 405, "method_not_allowed"),
        ("DELETE", "/api/v1/limits", 405, "method_not_allowed"),
        ("PATCH", "/docs", 405, "method_not_allowed"),
        ("BREW", "/api/v1/attention", 405, "method_not_allowed"),
    ],
)
async def test_the_frameworks_own_errors_take_the_form(
    client, method, path, status, code
):
    answer = await client.request(method, path)
    check_problem(answer, status, code)


async def test_405_lists_every_verb_of_the_path(client):
    answer = await client.put("/api/v1/attention")
    allowed = {verb.strip() for verb in answer.headers["allow"].split(",")}
    assert allowed == {"GET", "HEAD", "POST", "OPTIONS"}
    answer = await client.post("/api/v1/limits")
    allowed = {verb.strip() for verb in answer.headers["allow"].split(",")}
    assert allowed == {"GET", "HEAD", "OPTIONS"}


def test_every_class_has_a_line_or_inherits_the_wrong_request():
    general = {KINDS[AppError], KINDS[ModelError]}
    for kind in ERRORS:
        assert kind in KINDS or kind_of(make(kind)) in general
    with pytest.raises(TypeError):
        kind_of(ValueError("not ours"))
