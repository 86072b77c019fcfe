"""The server reads the page's address exactly as the script does."""

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

from app.page_view import (
    View,
    choice_address,
    clamp_to,
    first_view,
    focus_address,
    mosaic_address,
    names_head,
    read_view,
)
from tests.app.fake_descriptions import ENCODER

GOLDEN = Path(__file__).parent.parent / "golden"
VIEWS = json.loads((GOLDEN / "views.json").read_text())
REQUESTS = json.loads((GOLDEN / "requests.json").read_text())


def test_reads_the_views_of_the_script() -> None:
    """Both sides read the golden strings alike, 0 and empty included."""
    for case in VIEWS:
        query = dict(parse_qsl(case["query"], keep_blank_values=True))
        read = asdict(read_view(query, first_view("minilm")))
        assert read == case["view"], case["query"]


def test_writes_the_addresses_of_the_script() -> None:
    """A preload only helps when it is the very address asked later."""
    for case in REQUESTS:
        view = View(**case["view"])
        model = replace(ENCODER, **case["shape"])
        assert focus_address(view) == case["focus"]
        assert mosaic_address(view, model) == case["mosaic"]
        assert choice_address(view, model) == case["choice"]


def test_layer_and_head_are_brought_into_the_models_range() -> None:
    """A link made for a larger model opens on the last layer and head."""
    view = replace(first_view("minilm"), layer=99, head=99)
    clamped = clamp_to(view, replace(ENCODER, n_layers=6, n_heads=12))
    assert (clamped.layer, clamped.head) == (5, 11)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({}, True),
        ({"text": "x"}, True),
        ({"model": "other"}, False),
        ({"model": "other", "layer": "0"}, False),
        ({"model": "other", "layer": "0", "head": "0"}, True),
    ],
)
def test_only_another_models_head_has_to_be_said(
    query: dict[str, Any], expected: bool
) -> None:
    """The default model has a first head; others get one from their data."""
    assert names_head(query, first_view("minilm")) is expected
