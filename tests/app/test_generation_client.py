"""Generations over a real connection, and by the Python client."""

import time
from collections.abc import Callable

import httpx
import pytest

from app.client import HeadlightClient, HeadlightError
from app.client_generation import read_events
from tests.app.fake_generation import END_ID
from tests.app.fakes import FakeControls, fake_id
from tests.app.live import live_server
from tests.app.test_generations import ENDS, GOES_ON, URL

_PATIENCE_SECONDS = 10.0


@pytest.fixture
def live(settings):
    anywhere = settings.model_copy(update={"port": 0})
    with live_server(anywhere, FakeControls()) as live:
        yield live


@pytest.fixture
def headlight(live):
    with HeadlightClient(live.address) as client:
        yield client


def wait_until(is_true: Callable[[], bool]) -> None:
    ends_at = time.monotonic() + _PATIENCE_SECONDS
    while not is_true():
        assert time.monotonic() < ends_at
        time.sleep(0.002)


def n_under_way(live) -> int:
    count: int = live.server._engine.generations.n_under_way
    return count


def test_the_client_gives_a_generation(headlight):
    found = headlight.generate(f"a {ENDS}", top_alternatives=3, temperature=None)
    assert (found.model, found.text) == ("fake-decoder", f"a {ENDS} word33")
    assert [token.text for token in found.input_tokens] == ["a", ENDS]
    assert [token.start for token in found.tokens] == [0, 2, 2 + len(ENDS) + 1]
    first, last = found.steps
    assert (first.token.id, last.token.id) == (33, END_ID)
    assert (first.text, first.is_end, first.draw) == (" word33", False, None)
    assert (last.text, last.is_end) == ("", True)
    assert len(first.alternatives) == 3
    assert first.alternatives[0].probability == first.probability
    assert found.stop == "end"
    assert found.timings["prompt_ms"] >= 0


def test_the_client_gives_each_step_when_it_is_there(live, headlight):
    live.controls.forward_seconds = 0.02
    texts = []
    for step in headlight.generate_steps(GOES_ON, max_new_tokens=100):
        texts.append(step.text)
        # What was told is at most a few steps behind what was done.
        assert live.controls.n_forwards <= step.index + 6
        if len(texts) == 3:
            break
    assert texts == [" word29"] * 3


def test_a_client_that_breaks_off_ends_the_work(live, headlight):
    live.controls.forward_seconds = 0.01
    steps = headlight.generate_steps(GOES_ON, max_new_tokens=500)
    next(steps)
    assert n_under_way(live) == 1
    steps.close()
    wait_until(lambda: n_under_way(live) == 0)
    n_forwards = live.controls.n_forwards
    assert n_forwards < 100
    time.sleep(0.05)
    assert live.controls.n_forwards == n_forwards


@pytest.mark.parametrize("stream", ["true", "false"])
def test_a_connection_that_is_cut_ends_the_work(live, stream):
    """Also in the middle of a step."""
    live.controls.gate.clear()
    query = f"{URL}?text={GOES_ON}&max_new_tokens=500&stream={stream}"
    with live.connect() as connection:
        head = f"GET {query} HTTP/1.1\r\nHost: localhost\r\n\r\n"
        connection.sendall(head.encode())
        wait_until(live.controls.begun.is_set)
        assert n_under_way(live) == 1
    wait_until(lambda: n_under_way(live) == 0)
    wait_until(lambda: live.controls.n_cancelled == 1)
    assert live.controls.n_forwards == 1


def test_compression_holds_no_step_back(live):
    live.controls.forward_seconds = 0.02
    asked = {"text": GOES_ON, "max_new_tokens": 60, "stream": True}
    headers = {"Accept-Encoding": "gzip"}
    with httpx.stream(
        "POST", live.address + URL, json=asked, headers=headers
    ) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        events = read_events(answer.iter_bytes())
        names = [next(events)[0], next(events)[0], next(events)[0]]
        assert names == ["start", "step", "step"]
        assert live.controls.n_forwards < 30


def test_the_client_says_what_the_server_says(live, headlight):
    with pytest.raises(HeadlightError) as refused:
        headlight.generate("a", max_new_tokens=10_000)
    assert (refused.value.code, refused.value.status) == ("invalid_request", 422)
    assert "10,000" in refused.value.detail
    assert "512" in refused.value.detail
    with pytest.raises(HeadlightError) as refused:
        next(headlight.generate_steps("a", model="fake-encoder"))
    assert (refused.value.code, refused.value.status) == ("unsupported_by_model", 409)
    live.controls.faults.append(ValueError("x"))
    steps = headlight.generate_steps(ENDS)
    with pytest.raises(HeadlightError) as failed:
        next(steps)
    assert (failed.value.code, failed.value.status) == ("internal_error", 500)


def test_events_are_read_whatever_the_pieces_are():
    data = 'event: step\ndata: {"a":"x\u2028y\x85z"}\n\nevent: end\ndata: {}\n\n'
    sent = data.encode()
    expected = [("step", {"a": "x\u2028y\x85z"}), ("end", {})]
    for size in (1, 2, 7, len(sent)):
        pieces = (sent[i : i + size] for i in range(0, len(sent), size))
        assert list(read_events(pieces)) == expected


def test_the_words_of_the_tests_are_what_they_should_be():
    assert (fake_id(ENDS) % 7, fake_id(GOES_ON) % 7) == (0, 1)
