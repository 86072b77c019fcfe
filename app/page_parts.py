"""Know what kinds of attention a model has, as the script does.

Lives here: which part a model shows first, its shape, and the words for both.
Not here: reading the address (``page_view.py``). The twin is
``static/js/state/parts.js``.
"""

from typing import NamedTuple

from model import ModelDescription

_FAMILIES = {"rnn": "recurrent"}
_NAMES = {
    "encoder": "Encoder",
    "decoder": "Decoder",
    "cross": "Cross",
    "joint": "Joint",
}


class PartChoice(NamedTuple):
    """One choice of the part switch."""

    value: str
    name: str
    is_shown: bool


def is_translator(model: ModelDescription) -> bool:
    """Tell whether a model writes a target from a source."""
    return model.family in ("encoder-decoder", "rnn")


def can_write(model: ModelDescription) -> bool:
    """Tell whether it can write one by itself."""
    return is_translator(model) and "translation" in model.objectives


def has_no_attention(model: ModelDescription) -> bool:
    """Tell whether there is nothing to draw."""
    return is_translator(model) and not model.parts


def default_part(model: ModelDescription, target: str | None) -> str | None:
    """Name the part that goes without saying: cross where there is a target."""
    parts = [shape.part for shape in model.parts]
    if not is_translator(model) or not parts:
        return None
    has_target = target is not None or can_write(model)
    wanted = "cross" if has_target else "encoder"
    return next((part for part in parts if part == wanted), parts[0])


def shape_of(
    model: ModelDescription, part: str | None
) -> tuple[int | None, int | None]:
    """Count the layers and heads of a part."""
    for shape in model.parts:
        if shape.part == part:
            return shape.n_layers, shape.n_heads
    return model.n_layers, model.n_heads


def is_single(model: ModelDescription, part: str | None) -> bool:
    """Tell whether there is one head, so none to choose."""
    return shape_of(model, part) == (1, 1)


def head_line(
    model: ModelDescription | None, part: str | None, layer: int, head: int
) -> str:
    """Name the head in focus."""
    place = f"layer {layer}, head {head}"
    if model is None or part is None:
        return place.capitalize()
    name = "Joint picture" if part == "joint" else f"{_NAMES[part]} attention"
    return name if is_single(model, part) else f"{name}, {place}"


def has_actions(model: ModelDescription) -> bool:
    """Tell whether words can be masked, or the text gone on with."""
    return "next-token" in model.objectives or (
        "fill-mask" in model.objectives and model.mask_token is not None
    )


def adapter_note(adapter: str | None, strength: float) -> str:
    """Say with which adapter a head is drawn, as the end of a line."""
    if adapter is None:
        return ""
    return f", with {adapter} × {f'{strength:.2f}' if strength else '0'}"


def part_choices(model: ModelDescription, part: str | None) -> tuple[PartChoice, ...]:
    """List the parts to choose from; none where there is no choice."""
    if not is_translator(model) or len(model.parts) < 2:
        return ()
    return tuple(
        PartChoice(shape.part, _NAMES[shape.part], shape.part == part)
        for shape in model.parts
    )


def model_label(model: ModelDescription) -> str:
    """Name a model with its family and shape, as the picker does."""
    words = [_FAMILIES.get(model.family or "", model.family or "")]
    if has_no_attention(model):
        words.append("no attention")
    elif model.n_layers is not None:
        words.append(f"{model.n_layers} × {model.n_heads}")
    # A title may say so itself.
    new = [word for word in words if word and word not in model.title.lower()]
    return ", ".join([model.title, *new])
