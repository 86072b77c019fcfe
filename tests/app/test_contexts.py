"""What the page shows before any script has run."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from app.contexts import ExplorePage, explore_page, strip_tokens
from app.page_modules import explore_modules
from app.page_view import first_view
from model import ModelDescription, PartShape, Token
from tests.app.fake_descriptions import ENCODER

VIEW = first_view("minilm")
STATIC = Path(__file__).parent.parent.parent / "static"


def _token(index: int, text: str, word: int | None, segment: int | None = 0) -> Token:
    return Token(
        index=index,
        id=index,
        text=text,
        raw=text,
        start=None if word is None else index,
        end=None if word is None else index + 1,
        special=word is None,
        typed=False,
        word=word,
        segment=None if word is None else segment,
        piece=None,
    )


TOKENS = (
    _token(0, "[CLS]", None),
    _token(1, "un", 0),
    _token(2, "happy", 0),
    _token(3, "cat", 1),
    _token(4, "[SEP]", None),
    _token(5, "cat", 1, segment=1),
)


def test_pieces_of_a_word_are_joined_to_the_piece_before() -> None:
    """Only a piece of the same word of the same segment joins."""
    shown = strip_tokens(TOKENS, VIEW)
    assert [t.text for t in shown if t.joins] == ["happy"]
    assert [t.text for t in shown if t.is_special] == ["[CLS]", "[SEP]"]


def test_words_and_hidden_tokens_are_shown_as_the_view_says() -> None:
    """Indices count what is shown, as the row in the address does."""
    view = replace(VIEW, merge="words", hide="special")
    shown = strip_tokens(TOKENS, view)
    assert [(t.index, t.text) for t in shown] == [
        (0, "unhappy"),
        (1, "cat"),
        (2, "cat"),
    ]
    first_hidden = strip_tokens(TOKENS, replace(VIEW, hide="first"))
    assert [t.text for t in first_hidden][:2] == ["un", "happy"]


def test_what_the_script_asks_first_is_preloaded() -> None:
    """Nothing without tokens: the text is empty or wrong, or the model loads."""
    models = [replace(ENCODER, id=VIEW.model)]

    def preloads(
        tokens: tuple[Token, ...], text: str, *, has_head: bool = True
    ) -> tuple[str, ...]:
        return explore_page(
            view=replace(VIEW, text=text),
            defaults=VIEW,
            has_head=has_head,
            models=models,
            tokens=tokens,
            note="",
            limits={},
            wire_models=[],
        ).preloads

    assert preloads((), VIEW.text) == ()
    assert len(preloads(TOKENS, VIEW.text)) == 2
    assert preloads(TOKENS, "word " * 1000) == ()
    # All heads would hold up the head in focus of a long text, or its choice.
    (focus,) = preloads(TOKENS, "word " * 300)
    assert f"layers={VIEW.layer}&heads={VIEW.head}&" in focus
    (choice,) = preloads(TOKENS, VIEW.text, has_head=False)
    assert "pool=1&" in choice


def _page_of(model: ModelDescription, **view: Any) -> ExplorePage:
    shown = replace(VIEW, model=model.id, **view)
    return explore_page(
        view=shown,
        defaults=VIEW,
        has_head=True,
        models=[model],
        tokens=TOKENS,
        note="",
        limits={},
        wire_models=[],
    )


def test_a_translators_page_has_target_parts_and_their_title() -> None:
    """All of it stands there before any script, the part chosen among them."""
    model = replace(
        ENCODER,
        family="encoder-decoder",
        objectives=("translation",),
        more_parts=(PartShape("cross", 2, 3), PartShape("joint", 2, 3)),
    )
    page = _page_of(model, part="cross", layer=1, head=2, target="le chat")
    assert page.has_target
    assert [(part.name, part.is_shown) for part in page.parts] == [
        ("Encoder", False),
        ("Cross", True),
        ("Joint", False),
    ]
    assert page.head_line == "Cross attention, layer 1, head 2"
    assert all("target=le+chat&part=cross" in address for address in page.preloads)
    joint = _page_of(model, part="joint")
    assert joint.reading_line == "a source row adds up to 1, a target row to 2"
    assert not any("statistics" in address for address in joint.preloads)


def test_a_model_with_one_head_or_none_is_said_to_be_so() -> None:
    """One head leaves no grid of heads; none leaves the translation."""
    recurrent = replace(
        ENCODER, family="rnn", n_layers=1, n_heads=1, objectives=("translation",)
    )
    single = _page_of(replace(recurrent, more_parts=(PartShape("cross", 1, 1),)))
    assert single.is_single
    assert single.parts == ()
    assert single.models[0].label == "A fake encoder, recurrent, 1 × 1"
    bare = _page_of(replace(recurrent, n_layers=0, n_heads=0))
    assert not bare.has_attention
    assert bare.models[0].label == "A fake encoder, recurrent, no attention"
    (translation,) = bare.preloads
    assert translation.startswith("/api/v1/translations?")


def test_the_adapter_is_said_before_any_script() -> None:
    """With its strength, 0 included; without one nothing is."""
    adapted = _page_of(ENCODER, adapter="words", strength=0.5)
    assert adapted.reading_line == "each row adds up to 1, with words × 0.50"
    assert all("adapter=words&adapter_scale=0.5&" in a for a in adapted.preloads)
    bare = _page_of(ENCODER, adapter="words", strength=0)
    assert bare.reading_line.endswith(", with words × 0")
    assert _page_of(ENCODER).reading_line == "each row adds up to 1"


def test_room_for_actions_is_kept_where_there_are_any() -> None:
    """The strip must not wrap anew when they come."""
    filling = replace(ENCODER, objectives=("fill-mask",), mask_token="[MASK]")
    assert _page_of(filling).has_actions
    assert _page_of(replace(ENCODER, objectives=("next-token",))).has_actions
    plain = replace(ENCODER, objectives=("attention",), mask_token=None)
    assert not _page_of(plain).has_actions


def test_nothing_that_can_wait_is_fetched_before_the_first_picture() -> None:
    """No script of the first picture needs one that comes later."""
    first = set(explore_modules())
    assert "js/main.js" in first
    assert not [name for name in first if "/later/" in name]
    for name in first:
        script = STATIC / name
        source = script.read_text("utf-8")
        for target in re.findall(r'^import .*"(\..+)";', source, re.MULTILINE):
            needed = (script.parent / target).resolve().relative_to(STATIC.resolve())
            assert needed.as_posix() in first, name
