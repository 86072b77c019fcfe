"""Read the page's state from its address, as the script does.

Lives here: the view (what the query string of ``/`` holds), its defaults and
the addresses the script will ask for it. Not here: what a template is given
(``contexts.py``). The twins are ``static/js/state/url.js`` and
``static/js/api/requests.js``; ``tests/golden/views.json`` and
``tests/golden/requests.json`` hold both sides to the same strings.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import quote_plus

from app.page_parts import default_part, has_no_attention, is_translator, shape_of
from model import ModelDescription

FIRST_TEXT = "The animal didn't cross the street because it was too tired"
FOCUS_CELLS = 256
LONGEST_ADDRESS = 4000
LONG_TEXT = 1000

_CHOICES = {
    "quantity": ("weights", "scores"),
    "merge": ("tokens", "words"),
    "hide": ("none", "special", "first"),
    "scale": ("unit", "head", "log"),
    "order": ("layer", "entropy", "sink", "previous", "distance"),
    "named": ("read", "written"),
}
_PARTS = ("encoder", "decoder", "cross", "joint")
_COUNT = re.compile(r"[0-9]{1,6}")
_STRENGTH = re.compile(r"[01](\.[0-9]{1,3})?|2(\.0{1,3})?")
_ZOOM = re.compile(r"[0-9]{1,6}:[0-9]{1,6},[0-9]{1,6}:[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class View:
    """What the address holds; field by field the ``View`` of ``types.js``."""

    model: str
    text: str
    pair: str | None
    target: str | None
    part: str | None
    layer: int
    head: int
    row: int | None
    column: int | None
    quantity: str
    merge: str
    hide: str
    scale: str
    order: str
    named: str
    zoom: str | None
    adapter: str | None
    strength: float


def first_view(model_id: str) -> View:
    """Give the first visit's view: *it* looks at *animal*, layer 3, head 1."""
    return View(
        model=model_id,
        text=FIRST_TEXT,
        pair=None,
        target=None,
        part=None,
        layer=3,
        head=1,
        row=10,
        column=None,
        zoom=None,
        adapter=None,
        strength=1.0,
        **{key: values[0] for key, values in _CHOICES.items()},
    )


def read_view(query: Mapping[str, str], defaults: View) -> View:
    """Read a view; what can't be read is the default, never an error."""
    zoom, part = query.get("zoom", ""), query.get("part")
    adapter = query.get("adapter") or None
    view = replace(
        defaults,
        model=query.get("model") or defaults.model,
        text=query.get("text", defaults.text),
        pair=query.get("pair"),
        target=query.get("target"),
        part=part if part in _PARTS else None,
        layer=defaults.layer
        if (layer := _count(query.get("layer"))) is None
        else layer,
        head=defaults.head if (head := _count(query.get("head"))) is None else head,
        column=_count(query.get("column")),
        zoom=zoom if _ZOOM.fullmatch(zoom) else None,
        quantity=_choice(query, "quantity"),
        merge=_choice(query, "merge"),
        hide=_choice(query, "hide"),
        scale=_choice(query, "scale"),
        order=_choice(query, "order"),
        named=_choice(query, "named"),
        adapter=adapter,
        strength=_strength(query.get("strength")) if adapter else 1.0,
    )
    row = _count(query["row"]) if "row" in query else _first_row(view, defaults)
    return replace(view, row=row)


def names_head(query: Mapping[str, str], defaults: View) -> bool:
    """Tell whether the head is said; another model's is chosen from data."""
    is_first_model = (query.get("model") or defaults.model) == defaults.model
    return is_first_model or ("layer" in query and "head" in query)


def fit_to(view: View, model: ModelDescription) -> View:
    """Bring target, part, layer and head to what the model has."""
    if model.family is None:
        return view  # what an unavailable model would have is not known
    if not is_translator(model):
        view = replace(view, target=None, part=None, named="read")
    elif has_no_attention(model):
        view = replace(view, target=None, part=None)
    elif view.part not in [shape.part for shape in model.parts]:
        view = replace(view, part=default_part(model, view.target))
    layers, heads = shape_of(model, view.part)
    return replace(
        view,
        layer=min(view.layer, layers - 1) if layers else view.layer,
        head=min(view.head, heads - 1) if heads else view.head,
    )


def focus_address(view: View) -> str:
    """Write the address the script asks for the head in focus."""
    head = {"layers": str(view.layer), "heads": str(view.head)}
    return _address(
        view, head, pool=FOCUS_CELLS, statistics="row,column", encoding="base64"
    )


def choice_address(view: View, model: ModelDescription) -> str:
    """Write the address the script asks to choose a first head."""
    n_layers, _ = shape_of(model, view.part)
    is_between = view.part in ("cross", "joint")
    if is_between:
        view = replace(view, part="cross")
    layers = {"layers": str(n_layers // 2)} if n_layers and not is_between else {}
    return _address(view, layers, pool=1, statistics="head", encoding="uint8")


def mosaic_address(view: View, model: ModelDescription) -> str:
    """Write the address the script asks for all heads."""
    layers, heads = shape_of(model, view.part)
    pool = 16 if (layers or 0) * (heads or 0) > 150 else 32
    return _address(view, {}, pool=pool, statistics="head", encoding="uint8")


def translation_address(view: View) -> str:
    """Write the address the script asks for the model's own target."""
    return f"/api/v1/translations?model={_quote(view.model)}&text={_quote(view.text)}"


def _address(
    view: View, heads: dict[str, str], *, pool: int, statistics: str, encoding: str
) -> str:
    fields = {"model": view.model, "text": view.text}
    if view.pair:
        fields["text_pair"] = view.pair
    if view.target is not None:
        fields["target"] = view.target
    if view.part is not None:
        fields["part"] = view.part
    fields |= heads
    for key in ("quantity", "merge", "hide"):
        value = getattr(view, key)
        if value != _CHOICES[key][0]:
            fields[key] = value
    if view.adapter is not None:
        fields["adapter"] = view.adapter
        if view.strength != 1:
            fields["adapter_scale"] = f"{view.strength:g}"
    fields["pool"] = str(pool)
    # A row of the joint picture holds two distributions: nothing sums it up.
    if view.part != "joint":
        fields["statistics"] = statistics
    fields["encoding"] = encoding
    return "/api/v1/attention?" + "&".join(
        f"{key}={_quote(fields[key])}" for key in fields
    )


def _quote(value: str) -> str:
    """Quote as ``URLSearchParams`` does, but for commas and colons."""
    return quote_plus(value, safe="*,:").replace("~", "%7E")


def _first_row(view: View, defaults: View) -> int | None:
    same = ("model", "text", "pair", "target", "merge", "hide")
    is_first = all(getattr(view, key) == getattr(defaults, key) for key in same)
    return defaults.row if is_first else None


def _count(text: str | None) -> int | None:
    return int(text) if text is not None and _COUNT.fullmatch(text) else None


def _strength(text: str | None) -> float:
    return float(text) if text is not None and _STRENGTH.fullmatch(text) else 1.0


def _choice(query: Mapping[str, str], key: str) -> str:
    value, values = query.get(key), _CHOICES[key]
    return value if value in values else values[0]
