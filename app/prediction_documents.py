"""Put the answers about masked words and following texts together.

Lives here: which fields ``/fill-mask``, ``/next-sentence`` and
``/masked-corruption`` answer with. Not here: the next token
(``forward_documents.py``) and what the fields mean (``schemas/``).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from app.adapter_documents import used_adapter
from app.array_documents import Document
from app.corruption import CorruptionAnswer
from app.predictions import FillMaskAnswer, NextSentenceAnswer
from app.target_documents import cut_of
from model import MaskedWord, VocabularyEntry

if TYPE_CHECKING:
    from model import Influences


def fill_mask_document(answer: FillMaskAnswer) -> Document:
    """List the words for each mask."""
    influences = answer.influences or (None,) * len(answer.words)
    return {
        "model": answer.description.id,
        "adapter": used_adapter(answer.adapter),
        "input_tokens": answer.tokenized.tokens,
        "masks": [
            {
                "position": word.position,
                "tokens": likely_entries(word, entries),
                "entropy": word.entropy_nats,
                "influences": _influences(measured),
            }
            for word, entries, measured in zip(
                answer.words, answer.entries, influences, strict=True
            )
        ],
        **cut_of(answer.tokenized),
    }


def likely_entries(
    found: MaskedWord, entries: Iterable[VocabularyEntry]
) -> list[dict[str, Any]]:
    """List entries of the vocabulary with their probabilities."""
    return [
        {
            "id": token_id,
            "text": entry.text,
            "raw": entry.raw,
            "probability": probability,
            "log_probability": log_probability,
        }
        for token_id, entry, probability, log_probability in zip(
            found.ids,
            entries,
            found.probabilities.tolist(),
            found.log_probabilities.tolist(),
            strict=True,
        )
    ]


def _influences(measured: Influences | None) -> list[dict[str, Any]] | None:
    if measured is None:
        return None
    return [
        {"position": position, "kl": kl, "log_probability_change": change}
        for position, kl, change in zip(
            measured.others,
            measured.kl_nats.tolist(),
            measured.log_probability_changes.tolist(),
            strict=True,
        )
    ]


def next_sentence_document(answer: NextSentenceAnswer) -> Document:
    """Say how likely the second text follows."""
    return {
        "model": answer.description.id,
        "adapter": used_adapter(answer.adapter),
        "input_tokens": answer.tokenized.tokens,
        "is_next_probability": answer.probability,
        **cut_of(answer.tokenized),
    }


def corruption_document(answer: CorruptionAnswer) -> Document:
    """Show one round, and count all."""
    shown, counts = answer.shown, answer.counts
    n_rounds = len(counts["selected"])
    return {
        "model": answer.description.id,
        "input_tokens": answer.tokenized.tokens,
        "corrupted_tokens": answer.corrupted,
        "selected": [
            {
                "position": place,
                "action": (action := shown.action(place)),
                "replacement": None
                if action == "keep"
                else {
                    "id": int(shown.ids[place]),
                    "text": entry.text,
                    "raw": entry.raw,
                },
            }
            for place, entry in zip(answer.places, answer.entries, strict=True)
        ],
        "counts": {
            "rounds": n_rounds,
            "tokens": n_rounds * answer.n_selectable,
            **{name: int(each.sum()) for name, each in counts.items()},
        },
        "by_round": {name: each.tolist() for name, each in counts.items()},
        **cut_of(answer.tokenized),
    }
