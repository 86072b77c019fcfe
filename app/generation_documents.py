"""Put a generation into documents: one for each event, or one for all.

Lives here: which fields they have. Not here: what the fields mean
(``schemas/generations.py``) and the sending (``event_streams.py``).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from app.array_documents import Document
from app.event_streams import Event
from app.generations import (
    GenerationBegun,
    GenerationEnded,
    GenerationItem,
    PromptRead,
    TokenWritten,
)
from model import Chance, VocabularyEntry


def generation_event(item: GenerationItem) -> Event | None:
    """Name what happened, with its document; None for what isn't told."""
    match item:
        case GenerationBegun():
            return "start", begun_document(item)
        case TokenWritten():
            return "step", step_document(item)
        case GenerationEnded():
            return "end", ended_document(item)
        case PromptRead():
            return None


def generation_document(items: Iterable[GenerationItem]) -> Document:
    """Put everything that happened into one document."""
    told: dict[str, Document] = {}
    steps = []
    for name, document in filter(None, map(generation_event, items)):
        if name == "step":
            steps.append(document)
        else:
            told[name] = dict(document)
    return {**told["start"], "steps": steps, **told["end"]}


def begun_document(begun: GenerationBegun) -> Document:
    """Say which model goes on, and from which tokens."""
    return {"model": begun.description.id, "input_tokens": begun.prompt.tokens}


def step_document(written: TokenWritten) -> Document:
    """Tell how one token was chosen."""
    step, choice = written.step, written.step.choice
    chosen = choice.chosen
    return {
        "index": step.index,
        "token": _entry(chosen, written.entry),
        "text": step.text,
        "probability": chosen.probability,
        "log_probability": chosen.log_probability,
        "rank": choice.rank,
        "sampled_probability": chosen.sampled_probability,
        "draw": choice.draw,
        "n_kept": choice.n_kept,
        "entropy": choice.entropy_nats,
        "alternatives": [
            {
                **_entry(other, entry),
                "probability": other.probability,
                "log_probability": other.log_probability,
                "sampled_probability": other.sampled_probability,
            }
            for other, entry in zip(choice.alternatives, written.entries, strict=True)
        ],
        "is_end": step.is_end,
        "n_computed": step.n_computed,
        "n_reused": step.n_reused,
        "milliseconds": round(written.milliseconds, 3),
    }


def ended_document(ended: GenerationEnded) -> Document:
    """Hold the whole text, and say why it ends there."""
    written = ended.written
    step_ms = ended.step_ms
    return {
        "text": written.text,
        "new_text": written.new_text,
        "tokens": written.tokens,
        "is_retokenized_same": written.is_retokenized_same,
        "stop": ended.stop,
        "seed": ended.seed,
        "timings": {
            "prompt_ms": round(ended.prompt_ms, 3),
            "step_ms": None if step_ms is None else round(step_ms, 3),
        },
        "warnings": written.warnings,
    }


def _entry(chance: Chance, entry: VocabularyEntry) -> dict[str, Any]:
    return {"id": chance.id, "text": entry.text, "raw": entry.raw}
