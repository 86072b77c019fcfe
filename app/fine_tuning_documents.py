"""Put the answers about a fine-tuning together, as events or as one document.

Lives here: which fields ``/fine-tunings`` and ``/classifications`` answer with.
Not here: what the fields mean (``schemas/``).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from app.adapter_documents import used_adapter
from app.array_documents import Document
from app.classifications import ClassificationAnswer
from app.event_streams import Event
from app.fine_tunings import StillReading, TuningBegun, TuningItem, TuningKept
from app.target_documents import cut_of
from model import TuningStep


def tuning_event(item: TuningItem, kept_seconds: float) -> Event | None:
    """Name what happened, and tell it; None for what isn't told."""
    match item:
        case TuningBegun():
            return "start", _begun(item)
        case TuningStep():
            return "step", _step(item)
        case TuningKept():
            return "end", _kept(item, kept_seconds)
        case StillReading():
            return None


def tuning_document(items: Iterable[TuningItem], kept_seconds: float) -> Document:
    """Put everything that happened into one document."""
    told: dict[str, Any] = {}
    curve = []
    for item in items:
        event = tuning_event(item, kept_seconds)
        if event is None:
            continue
        name, document = event
        if name == "step":
            curve.append(document)
        else:
            told |= document
    return {**told, "curve": curve}


def classification_document(answer: ClassificationAnswer) -> Document:
    """Say how likely each class is."""
    return {
        "model": answer.description.id,
        "adapter": used_adapter(answer.adapter),
        "input_tokens": answer.tokenized.tokens,
        "probabilities": [
            {"label": label, "name": name, "probability": probability}
            for label, (name, probability) in enumerate(
                zip(answer.classes, answer.probabilities.tolist(), strict=True)
            )
        ],
        **cut_of(answer.tokenized),
    }


def _begun(begun: TuningBegun) -> dict[str, Any]:
    recipe, start = begun.recipe, begun.start
    n_trained = start.n_lora_parameters + start.n_head_parameters
    return {
        "model": begun.description.id,
        "method": recipe.method,
        "classes": recipe.classes,
        "rank": recipe.rank if recipe.method == "lora" else None,
        "steps": recipe.steps,
        "learning_rate": recipe.chosen_rate,
        "seed": recipe.seed,
        "targets": start.targets,
        "n_matrices": start.n_matrices,
        "n_lora_parameters": start.n_lora_parameters,
        "n_head_parameters": start.n_head_parameters,
        "n_trained_parameters": n_trained,
        "n_base_parameters": start.n_base_parameters,
        "n_train": len(start.train),
        "n_test": len(start.test),
        "left_out_sentences": start.test,
    }


def _step(step: TuningStep) -> dict[str, Any]:
    return {**asdict(step), "milliseconds": round(step.milliseconds, 3)}


def _kept(kept: TuningKept, kept_seconds: float) -> dict[str, Any]:
    sentences = kept.recipe.sentences
    return {
        "id": kept.adapter_id,
        "expires_in_seconds": kept_seconds,
        "before": asdict(kept.before),
        "after": asdict(kept.after),
        "left_out": [
            {
                "sentence": each.number,
                "text": sentences[each.number].text,
                "label": sentences[each.number].label,
                "predicted": each.predicted,
                "probability": each.probability,
            }
            for each in kept.left_out
        ],
    }
