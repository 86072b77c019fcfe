"""Say in an answer which adapter was used, and what one is like.

Lives here: the fields of an adapter, in any answer. Not here: the answers that
merely use one (``documents.py``, ``forward_documents.py``,
``prediction_documents.py``) and what the fields mean (``schemas/``).
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from app.adapter_questions import AdapterAnswer, MergingAnswer
from app.array_documents import Document
from app.target_documents import cut_of
from model import AdapterUse


def used_adapter(use: AdapterUse | None) -> dict[str, Any] | None:
    """Say which adapter was used; None for the model as it is."""
    return None if use is None else asdict(use)


def adapter_document(answer: AdapterAnswer) -> Document:
    """Describe an adapter and every matrix that it changes."""
    return {
        **asdict(answer.description),
        "model": answer.model_id,
        "modules": [
            {
                "name": each.name,
                "layer": each.layer,
                "target": each.target,
                "shape": each.shape,
                "rank": each.rank,
                "singular_values": each.singular_values.tolist(),
                "frobenius_norm": each.frobenius_norm,
                "relative_norm": each.relative_norm,
            }
            for each in answer.modules
        ],
    }


def merging_document(answer: MergingAnswer) -> Document:
    """Compare the ways, and say what each costs."""
    found = answer.merging
    return {
        "model": answer.description.id,
        "adapter": used_adapter(answer.adapter),
        "input_tokens": answer.tokenized.tokens,
        "runs": found.runs,
        "largest_difference": found.largest_difference,
        "largest_difference_from_base": found.largest_difference_from_base,
        "largest_state": found.largest_state,
        "milliseconds": {
            "base": found.base_ms,
            "separate": found.separate_ms,
            "merged": found.merged_ms,
            "merge": found.merge_ms,
        },
        **cut_of(answer.tokenized),
    }
