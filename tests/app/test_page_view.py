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
    first_view,
    fit_to,
    focus_address,
    mosaic_address,
    names_head,
    read_view,
    translation_address,
)
from model import PartShape
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
        if "translation" in case:
            assert translation_address(view) == case["translation"]


def test_layer_and_head_are_brought_into_the_models_range() -> None:
    """A link made for a larger model opens on the last layer and head."""
    view = replace(first_view("minilm"), layer=99, head=99)
    clamped = fit_to(view, replace(ENCODER, n_layers=6, n_heads=12))
    assert (clamped.layer, clamped.head) == (5, 11)


TRANSLATOR = replace(
    ENCODER,
    id="translator",
    family="encoder-decoder",
    objectives=("attention", "translation"),
    more_parts=(
        PartShape("decoder", 1, 3),
        PartShape("cross", 1, 2),
        PartShape("joint", 1, 2),
    ),
)


def test_a_translator_shows_cross_attention_first() -> None:
    """Where it can write a target, or has been given one; else the encoder."""
    view = replace(first_view("minilm"), layer=9, head=9)
    fitted = fit_to(view, TRANSLATOR)
    assert (fitted.part, fitted.layer, fitted.head) == ("cross", 0, 1)
    headless = replace(TRANSLATOR, objectives=("attention",))
    assert fit_to(view, headless).part == "encoder"
    assert fit_to(replace(view, target=""), headless).part == "cross"
    asked = replace(view, part="decoder", target="", named="written")
    assert fit_to(asked, TRANSLATOR) == replace(asked, layer=0, head=2)


def test_other_models_have_no_part_and_no_target() -> None:
    """A link made for a translator opens in an encoder as its own view."""
    asked = replace(first_view("minilm"), part="joint", target="", named="written")
    assert fit_to(asked, ENCODER) == replace(first_view("minilm"), layer=1)
    bottleneck = replace(TRANSLATOR, family="rnn", more_parts=())
    fitted = fit_to(asked, bottleneck)
    assert (fitted.part, fitted.target) == (None, None)


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
