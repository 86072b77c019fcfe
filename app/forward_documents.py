"""Put the answers of questions about a forward together.

Lives here: which fields and arrays ``/next-token``, ``/residual-stream`` and
``/similarities`` answer with. Not here: attention (``documents.py``), writing
numbers (``wire.py``) and what the fields mean (``schemas/``).
"""

from __future__ import annotations

from app.adapter_documents import used_adapter
from app.array_documents import Document
from app.questions import NextTokenAnswer, ResidualAnswer
from app.target_documents import cut_of
from app.wire import NamedArray, check_finite
from app.word_questions import SimilarityAnswer
from model import ModelDescription

_STILL_ORDERED = (
    "The model's positions are left out, but its causal mask still tells what came "
    "before: order is not gone."
)


def next_token_document(answer: NextTokenAnswer) -> Document:
    """List what may come next."""
    found = answer.next
    probabilities = found.probabilities.tolist()
    return {
        "model": answer.description.id,
        "input_tokens": answer.tokenized.tokens,
        "tokens": [
            {
                "id": token_id,
                "text": entry.text,
                "raw": entry.raw,
                "probability": probability,
                "log_probability": log_probability,
            }
            for token_id, entry, probability, log_probability in zip(
                found.ids,
                answer.entries,
                probabilities,
                found.log_probabilities.tolist(),
                strict=True,
            )
        ],
        "entropy": found.entropy_nats,
        "listed_probability": min(1.0, sum(probabilities)),
        **cut_of(answer.tokenized),
    }


def residual_document(answer: ResidualAnswer, *, without_positions: bool) -> Document:
    """Hold the norms of the stream.

    Raises:
        NotFinite: the model's own numbers overflowed.
    """
    stream = answer.stream
    norms = {
        "residual_norms": stream.residual_norms,
        "attention_norms": stream.attention_norms,
        "feed_forward_norms": stream.feed_forward_norms,
    }
    for values in norms.values():
        check_finite(values)
    cut = cut_of(answer.tokenized)
    warnings = [*cut["warnings"], *_warnings(answer.description, without_positions)]
    return {
        "model": answer.description.id,
        "adapter": used_adapter(answer.adapter),
        "tokens": answer.tokenized.tokens,
        "norm_placement": stream.norm_placement,
        **{
            name: NamedArray(values, ("layer", "position"))
            for name, values in norms.items()
        },
        **cut,
        "warnings": warnings,
    }


def similarities_document(
    answer: SimilarityAnswer, *, without_positions: bool
) -> Document:
    """Compare the occurrences.

    Raises:
        NotFinite: the model's own numbers overflowed.
    """
    axes = ("layer", "occurrence", "occurrence")
    check_finite(answer.largest_differences)
    said = dict.fromkeys(w for each in answer.tokenized for w in each.warnings)
    return {
        "model": answer.description.id,
        "adapter": used_adapter(answer.adapter),
        "text_tokens": [each.tokens for each in answer.tokenized],
        "occurrences": [
            {"text": each.text, "tokens": each.place.tokens, "word": each.place.word}
            for each in answer.occurrences
        ],
        "cosines": NamedArray(answer.cosines, axes),
        "largest_differences": NamedArray(answer.largest_differences, axes),
        "warnings": [*said, *_warnings(answer.description, without_positions)],
    }


def _warnings(description: ModelDescription, without_positions: bool) -> list[str]:
    is_causal = description.family == "decoder"
    return [_STILL_ORDERED] if without_positions and is_causal else []
