"""The Accept header chooses, as RFC 9110 says."""

import pytest

from app.negotiation import preferred

JSON, NPZ = "application/json", "application/x-npz"


@pytest.mark.parametrize(
    ("accept", "expected"),
    [
        (None, JSON),
        ("", JSON),
        ("*/*", JSON),
        ("application/*", JSON),
        ("application/x-npz", NPZ),
        ("APPLICATION/X-NPZ", NPZ),
        ("application/x-npz, */*;q=0.1", NPZ),
        ("application/json;q=0.5, application/x-npz", NPZ),
        ("application/json;q=0.5, application/x-npz;q=0.4", JSON),
        ("application/json;q=0, */*", NPZ),
        ("text/html, application/xhtml+xml, */*;q=0.8", JSON),
        ("application/json; charset=utf-8", JSON),
        ("text/html", None),
        ("application/json;q=0", None),
        ("application/json;q=two", None),
        ("application/json;q=nan", None),
        (",,;q=1,", None),
    ],
)
def test_the_best_offer_is_chosen(accept, expected):
    assert preferred(accept, (JSON, NPZ)) == expected


def test_a_browser_prefers_a_page():
    accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    assert preferred(accept, (JSON, "text/html")) == "text/html"
