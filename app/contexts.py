"""Give each template its data: one dataclass per template.

Lives here: what a page shows, in words and ready to print. Not here: reading
the address (``page_view.py``) and finding tokens (``routes/pages.py``).
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from app.page_modules import explore_modules
from app.page_parts import (
    PartChoice,
    adapter_note,
    can_write,
    has_actions,
    has_no_attention,
    head_line,
    is_single,
    is_translator,
    model_label,
    part_choices,
    shape_of,
)
from app.page_view import (
    LONG_TEXT,
    LONGEST_ADDRESS,
    View,
    choice_address,
    focus_address,
    mosaic_address,
    translation_address,
)
from model import ModelDescription, Token

_TITLE_LENGTH = 60


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """One line of the model picker."""

    id: str
    label: str
    available: bool


@dataclass(frozen=True, slots=True)
class StripToken:
    """One token of the strip; ``joins`` glues it to the one before."""

    index: int
    text: str
    piece: str | None
    is_special: bool
    joins: bool


@dataclass(frozen=True, slots=True)
class ExplorePage:
    """What ``explore.html`` shows before any script has run.

    Attributes:
        has_target: the model writes a target, which has its own field.
        has_attention: there is something to draw.
        is_single: one head, so none to choose from.
        has_actions: words can be masked, or the text gone on with.
        strip_note: stands where the tokens will be, when there are none yet.
        preloads: the very addresses the script will ask first.
        modules: scripts to fetch at once rather than one after the other.
        boot: what the script starts from, as JSON.
    """

    here: str
    title: str
    view: View
    models: tuple[ModelChoice, ...]
    has_target: bool
    has_attention: bool
    is_single: bool
    has_actions: bool
    parts: tuple[PartChoice, ...]
    shape_line: str
    head_line: str
    reading_line: str
    tokens: tuple[StripToken, ...]
    read_place: int | None
    strip_note: str
    preloads: tuple[str, ...]
    modules: tuple[str, ...]
    boot: dict[str, Any]


def explore_page(
    *,
    view: View,
    defaults: View,
    has_head: bool,
    models: Sequence[ModelDescription],
    tokens: Sequence[Token],
    note: str,
    limits: dict[str, int],
    wire_models: list[dict[str, Any]],
) -> ExplorePage:
    """Put the page together for one view."""
    model = next((m for m in models if m.id == view.model), None)
    return ExplorePage(
        here="explore",
        title=_title(view),
        view=view,
        models=tuple(_choice(m) for m in models),
        has_target=model is not None and is_translator(model),
        has_attention=model is None or not has_no_attention(model),
        is_single=model is not None and is_single(model, view.part),
        has_actions=model is not None and has_actions(model),
        parts=part_choices(model, view.part) if model else (),
        shape_line=_shape_line(model, view.part),
        head_line=_head_line(view, model, has_head),
        reading_line=_reading_line(view) if has_head else "",
        tokens=strip_tokens(tokens, view),
        read_place=_read_place(view),
        strip_note=note,
        # No tokens: an error, or a wait, that no preload would shorten.
        preloads=_preloads(view, model, has_head) if tokens and model else (),
        modules=explore_modules(),
        boot={
            "view": asdict(view),
            "defaults": asdict(defaults),
            "has_head": has_head,
            "models": wire_models,
            "limits": limits,
        },
    )


def strip_tokens(tokens: Sequence[Token], view: View) -> tuple[StripToken, ...]:
    """Show the tokens as the view does: hidden ones left out, words joined."""
    kept = [token for token in tokens if not _is_hidden(token, view)]
    shown: list[StripToken] = []
    before: Token | None = None
    for token in kept:
        joins = (
            before is not None
            and token.word is not None
            and (token.segment, token.word) == (before.segment, before.word)
        )
        before = token
        if joins and view.merge == "words":
            last = shown.pop()
            joined = StripToken(last.index, last.text + token.text, None, False, False)
            shown.append(joined)
            continue
        shown.append(
            StripToken(len(shown), token.text, token.piece, token.special, joins)
        )
    return tuple(shown)


def _read_place(view: View) -> int | None:
    """Say which token of the source is chosen: it looks, or is looked at."""
    if view.part == "cross":
        return view.column if view.row is None else None
    return None if view.part == "decoder" else view.row


def _is_hidden(token: Token, view: View) -> bool:
    if view.hide == "special":
        return token.special
    return view.hide == "first" and token.index == 0


def _preloads(view: View, model: ModelDescription, has_head: bool) -> tuple[str, ...]:
    if has_no_attention(model):
        return (translation_address(view),) if can_write(model) else ()
    addresses = [focus_address(view) if has_head else choice_address(view, model)]
    # Before a head is chosen, or of a long text, all heads would hold that up.
    if has_head and len(view.text) <= LONG_TEXT:
        addresses.append(mosaic_address(view, model))
    return tuple(a for a in addresses if len(a) <= LONGEST_ADDRESS)


def _choice(model: ModelDescription) -> ModelChoice:
    return ModelChoice(model.id, model_label(model), model.available)


def _shape_line(model: ModelDescription | None, part: str | None) -> str:
    layers, heads = shape_of(model, part) if model else (None, None)
    return f"{layers} layers down, {heads} heads across" if layers else ""


def _head_line(view: View, model: ModelDescription | None, has_head: bool) -> str:
    # Without a head in the address, one is still to be chosen.
    if not has_head:
        return "One head"
    return head_line(model, view.part, view.layer, view.head)


def _reading_line(view: View) -> str:
    note = adapter_note(view.adapter, view.strength)
    if view.quantity == "scores":
        return f"scores before softmax{note}"
    if view.part == "joint":
        return f"a source row adds up to 1, a target row to 2{note}"
    return f"each row adds up to 1{note}"


def _title(view: View) -> str:
    text = " ".join(view.text.split())
    if text == "":
        return "Headlight"
    short = text if len(text) <= _TITLE_LENGTH else text[: _TITLE_LENGTH - 1] + "…"
    return f"{short} · Headlight"
