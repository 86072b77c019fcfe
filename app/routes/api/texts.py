"""Say the texts of a request in the words of the engine.

Lives here: what the paths share that read texts: the errors they may give, and
the model that is meant where none is named. Not here: the paths (one file
each).
"""

from app.engine import Engine
from app.routes.api.adapting import model_for
from app.schemas.text import PairRequest, SourceRequest, TextRequest, TranslatorRequest
from app.text_input import TextInput

TEXT_ERRORS = (
    "invalid_request",
    "not_acceptable",
    "unknown_model",
    "empty_text",
    "text_too_long",
    "too_many_tokens",
    "invalid_text",
    "not_finite",
    "unsupported_by_model",
    "model_unavailable",
    "busy",
    "deadline_exceeded",
)
BODY_ERRORS = (
    "malformed_json",
    "body_too_large",
    "unsupported_media_type",
    "unsupported_encoding",
)


def text_input(asked: TextRequest) -> TextInput:
    """Take the text, or the pair, of a request."""
    return TextInput(
        model=asked.model,
        text=asked.text,
        text_pair=asked.text_pair,
        truncate=asked.truncate,
        split_special_tokens=asked.split_special_tokens,
    )


def source_input(asked: TranslatorRequest, engine: Engine) -> TextInput:
    """Take the source of a request to a model that writes a target.

    Raises:
        UnsupportedByModel: none is named, and none in the catalogue does.
    """
    return TextInput(
        model=model_for(engine, asked.model, "translation", "translates"),
        text=asked.text,
        truncate=asked.truncate,
        split_special_tokens=asked.split_special_tokens,
    )


def target_input(
    asked: SourceRequest, target: str | None, model: str | None
) -> TextInput | None:
    """Take the target of a request, where one is given."""
    if target is None:
        return None
    return TextInput(
        model=model,
        text=target,
        truncate=asked.truncate,
        split_special_tokens=asked.split_special_tokens,
        side="target",
    )


def pair_input(
    asked: PairRequest, engine: Engine
) -> tuple[TextInput, TextInput | None]:
    """Take the source of a request, and its target where one is given."""
    source = source_input(asked, engine)
    return source, target_input(asked, asked.target, source.model)
