"""Put answers together, field by field, as the API shows them.

Lives here: which fields and arrays an answer has, for JSON and for .npz. Not
here: writing numbers (``wire.py``) and what the fields mean (``schemas/``).
"""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from app.adapter_documents import used_adapter
from app.engine import AttentionAnswer, Engine
from app.schemas.attention import AttentionRequest
from app.schemas.statistics import STATISTICS
from app.target_documents import cut_of, target_document
from app.targets import has_target
from app.wire import (
    Encoding,
    NamedArray,
    check_finite,
    write_array,
    write_json,
    write_npz,
)
from model import ModelDescription, TokenizedText

if TYPE_CHECKING:
    from model import AttentionReading

_ATTENTION_AXES = ("layer", "head", "query", "key")


def model_document(description: ModelDescription) -> dict[str, Any]:
    """Describe one entry of the catalogue."""
    described = asdict(description)
    del described["more_parts"]
    return {
        **described,
        "parts": [asdict(part) for part in description.parts],
        "available": description.available,
        "loaded": description.loaded,
    }


def models_document(engine: Engine) -> dict[str, Any]:
    """List the catalogue as it stands now."""
    ids = engine.catalogue.ids
    return {
        "default": engine.catalogue.default_id,
        "models": [model_document(current_description(engine, id_)) for id_ in ids],
    }


def current_description(engine: Engine, model_id: str) -> ModelDescription:
    """Describe a model; one whose load failed is unavailable, with the reason.

    Raises:
        model.UnknownModel: no such id in the catalogue.
    """
    description = engine.catalogue.describe(model_id)
    reason = engine.failure(model_id)
    if reason is None or not description.available:
        return description
    return replace(description, state="unavailable", reason=reason)


def tokens_document(
    description: ModelDescription, tokenized: TokenizedText
) -> dict[str, Any]:
    """List the tokens of a text."""
    return {"model": description.id, "tokens": tokenized.tokens, **cut_of(tokenized)}


def attention_json(answer: AttentionAnswer, asked: AttentionRequest) -> bytes:
    """Write an answer as a JSON document.

    Raises:
        NotFinite: the model's own numbers overflowed.
    """
    encoding: Encoding = "json" if asked.encoding == "json" else "base64"
    arrays = {
        name: write_array(array, encoding, asked.digits)
        for name, array in _arrays(answer.reading).items()
    }
    return write_json(_document(answer, asked, arrays))


def attention_npz(answer: AttentionAnswer, asked: AttentionRequest) -> memoryview:
    """Write an answer as .npz, arrays as members, the rest as metadata.

    Raises:
        NotFinite: the model's own numbers overflowed.
    """
    arrays = _arrays(answer.reading)
    headers = {
        name: {**array.header(), "member": name} for name, array in arrays.items()
    }
    return write_npz(arrays, _document(answer, asked, headers))


def _arrays(reading: AttentionReading) -> dict[str, NamedArray]:
    """Name every array of an answer; the names are the members of the .npz."""
    check_finite(reading.values)
    arrays = {
        "attention": NamedArray(
            reading.values, _ATTENTION_AXES, reading.scale, reading.offset
        ),
        "mask": NamedArray(
            reading.mask, ("layer", "query", "key")[-reading.mask.ndim :]
        ),
    }
    if reading.hidden_share is not None:
        arrays["hidden_share"] = NamedArray(reading.hidden_share, ("layer", "head"))
    for name, values in reading.statistics.items():
        arrays[name] = NamedArray(values, STATISTICS[name].axes)
    return arrays


def _document(
    answer: AttentionAnswer, asked: AttentionRequest, arrays: dict[str, dict[str, Any]]
) -> dict[str, Any]:
    reading = answer.reading
    return {
        "model": answer.description.id,
        "adapter": used_adapter(answer.adapter),
        "part": reading.part,
        "quantity": asked.quantity,
        "merge": asked.merge,
        "layers": reading.layers,
        "heads": reading.heads,
        "query_tokens": reading.query_tokens,
        "key_tokens": reading.key_tokens,
        **_both_sides(answer, asked),
        "attention": arrays["attention"],
        "mask": arrays["mask"],
        "mask_from": "model" if asked.mask is None else "request",
        "fully_masked_rows": reading.fully_masked_rows,
        "pool": _pool(reading),
        "hidden": _hidden(reading, arrays),
        "statistics": _statistics(reading, arrays),
        **cut_of(answer.tokenized, answer.target, answer.unknown_words),
        "timings": {
            "queue_ms": round(answer.queue_ms, 3),
            "forward_ms": round(answer.forward_ms, 3),
            "reduce_ms": round(answer.reduce_ms, 3),
        },
        "cache": answer.cache,
    }


def _both_sides(answer: AttentionAnswer, asked: AttentionRequest) -> dict[str, Any]:
    """Show source and target whole; null for models of one text."""
    target, part = answer.target, answer.reading.part
    source = answer.tokenized.tokens if has_target(answer.description) else None
    next_tokens = None
    if target is not None and part != "encoder" and asked.merge == "tokens":
        # The joint matrix counts on from the source, whose rows write nothing.
        first = len(answer.tokenized.tokens) if part == "joint" else 0
        places = [token.index - first for token in answer.reading.query_tokens]
        next_tokens = [
            None if place < 0 else target.next_tokens[place] for place in places
        ]
    return {
        "target": None if target is None else target_document(target),
        "source_tokens": source,
        "target_tokens": None if target is None else target.tokenized.tokens,
        "next_tokens": next_tokens,
    }


def _pool(reading: AttentionReading) -> dict[str, Any] | None:
    if reading.pool_factor is None:
        return None
    return {"factor": reading.pool_factor, "reducer": reading.pool_reducer}


def _hidden(reading: AttentionReading, arrays: dict[str, Any]) -> dict[str, Any] | None:
    if reading.hidden_kind is None:
        return None
    return {
        "kind": reading.hidden_kind,
        "positions": reading.hidden_positions,
        "share": arrays.get("hidden_share"),
    }


def _statistics(
    reading: AttentionReading, arrays: dict[str, Any]
) -> dict[str, Any] | None:
    if not reading.statistics:
        return None
    return {name: arrays[name] for name in reading.statistics}
