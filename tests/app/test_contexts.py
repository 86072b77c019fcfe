"""What the page shows before any script has run."""

from dataclasses import replace

from app.contexts import explore_page, strip_tokens
from app.page_view import first_view
from model import Token
from tests.app.fake_descriptions import ENCODER

VIEW = first_view("minilm")


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
