"""Put the answers of models that write one text from another together.

Lives here: which fields and arrays ``/translations``, ``/tensors`` and
``/head-effects`` answer with. Not here: attention (``documents.py``), the fields
that all of them share (``target_documents.py``) and writing numbers
(``wire.py``).
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from app.array_documents import Document
from app.pair_questions import HeadEffectsAnswer, Pair, TensorsAnswer
from app.target_documents import cut_of, sides_document
from app.translation_questions import TranslationAnswer
from app.wire import NamedArray, check_finite
from model import Beam, Token, TranslationStep

_VOCABULARY_AXIS = "vocab"


def translation_document(answer: TranslationAnswer) -> Document:
    """Say what was written, and how."""
    found = answer.translation
    target = found.target
    return {
        "model": answer.description.id,
        "text": target.text,
        "source_tokens": answer.tokenized.tokens,
        "target_tokens": _written_tokens(found.steps, is_finished=target.is_finished),
        "steps": [_step(step) for step in found.steps],
        "unknown_words": answer.unknown_words,
        "beams": [_beam(beam) for beam in found.beams],
        "finished": target.is_finished,
        "log_probability": found.log_probability,
        **cut_of(answer.tokenized, unknown=answer.unknown_words),
    }


def tensors_document(answer: TensorsAnswer) -> Document:
    """List every tensor, and hold those asked for.

    Raises:
        NotFinite: the model's own numbers overflowed.
    """
    pair = answer.pair
    for values in answer.arrays.values():
        check_finite(values)
    arrays = {
        name: NamedArray(values, answer.axes[name])
        for name, values in answer.arrays.items()
    }
    has_entries = any(_VOCABULARY_AXIS in axes for axes in answer.axes.values())
    return {
        "model": pair.description.id,
        **sides_document(pair.tokenized, pair.target),
        "next_tokens": pair.target.next_tokens,
        "vocabulary": answer.vocabulary if has_entries else None,
        "index": [asdict(entry) for entry in answer.index],
        "tensors": arrays,
        **_cut(pair),
    }


def head_effects_document(answer: HeadEffectsAnswer) -> Document:
    """Say how much each head does to a choice.

    Raises:
        NotFinite: the model's own numbers overflowed.
    """
    pair, found = answer.pair, answer.effects
    for values in found.effects.values():
        check_finite(values)
    return {
        "model": pair.description.id,
        **sides_document(pair.tokenized, pair.target),
        "place": answer.place,
        "token": _entry(answer.token),
        "other_token": _entry(answer.other),
        "log_odds": found.log_odds,
        "effect": {
            part: NamedArray(values, ("layer", "head"))
            for part, values in found.effects.items()
        },
        **_cut(pair),
    }


def _cut(pair: Pair) -> dict[str, Any]:
    return cut_of(pair.tokenized, pair.target, pair.unknown_words)


def _entry(token: Token) -> dict[str, Any]:
    return {"id": token.id, "text": token.text}


def _written_tokens(
    steps: tuple[TranslationStep, ...], *, is_finished: bool
) -> list[Token]:
    """List what was written, without the end that stops it."""
    written = [step.token for step in steps]
    return written[:-1] if is_finished else written


def _step(step: TranslationStep) -> dict[str, Any]:
    return {
        "token": step.token,
        "probability": step.probability,
        "log_probability": step.log_probability,
        "entropy_nats": step.entropy_nats,
        "alternatives": [asdict(each) for each in step.alternatives],
    }


def _beam(beam: Beam) -> dict[str, Any]:
    return {
        "text": beam.text,
        "tokens": beam.tokens,
        "log_probability": beam.log_probability,
        "score": beam.score,
    }
