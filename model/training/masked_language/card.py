"""Write down what the adapter was made of and how good it is.

Lives here: ``card.json``, which the service serves. Not here: the measuring
(``evaluation.py``) and the same for people (``readme.py``).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import torch
from transformers import PreTrainedTokenizerBase

from model.training.masked_language.evaluation import Score, Scores
from model.training.masked_language.everyday import SENTENCES
from model.training.masked_language.examples import Splits
from model.training.masked_language.learner import SCALE, Learner
from model.training.masked_language.loop import CurvePoint
from model.training.masked_language.readme import readme_of
from model.training.masked_language.rounds import FINAL_MIX
from model.training.masked_language.shipping import WEIGHTS_DTYPE
from model.training.masked_language.stories import TEMPERATURE, Kind
from model.training.masked_language.texts import (
    ADDRESSES,
    BOOKS,
    DICTIONARY,
    FIRST_YEAR,
)

ADAPTER = "minilm-words"
TITLE = "Words and next sentences for MiniLM"
MADE_BY = "Headlight, python -m model.training.masked_language"
CARD, README = "card.json", "README.md"
DECIMALS = 4
LISTED = 5

Card = dict[str, Any]


def card_of(
    shipped: Learner,
    splits: Splits,
    n_stories: Mapping[Kind, int],
    training: Card,
    results: Card,
) -> Card:
    """Put the card together."""
    return {
        "id": ADAPTER,
        "title": TITLE,
        "made_by": MADE_BY,
        "base": "minilm",
        "rank": shipped.rank,
        "alpha": SCALE * shipped.rank,
        "parameters": sizes_of(shipped),
        "data": _data(splits, n_stories),
        "training": training,
        "results": results,
        "weights_dtype": WEIGHTS_DTYPE,
        "torch": torch.__version__,
        "date": datetime.now(tz=UTC).date().isoformat(),
    }


def _data(splits: Splits, n_stories: Mapping[Kind, int]) -> Card:
    tokens = {
        name: getattr(splits, name).n_tokens for name in ("train", "valid", "test")
    }
    return {
        "packages": {
            "addresses": ADDRESSES,
            "books": BOOKS,
            "dictionary": DICTIONARY,
        },
        "first_year": FIRST_YEAR,
        "stories": {
            "model": "smollm2-135m",
            "n": sum(n_stories.values()),
            "temperature": TEMPERATURE,
            "kinds": [
                {
                    "n": n,
                    "asked_things": kind.n_things,
                    "top_p": kind.top_p,
                    "top_k": kind.top_k,
                    "max_new_tokens": kind.new_tokens,
                }
                for kind, n in n_stories.items()
            ],
        },
        "mix": dict(FINAL_MIX),
        "tokens": tokens,
    }


def sizes_of(learner: Learner) -> dict[str, int]:
    """Count the parameters: the low-rank ones, the heads', the model's."""
    named = dict(learner.network.named_parameters())
    low_rank = sum(t.numel() for name, t in named.items() if "lora_" in name)
    trained = sum(each.numel() for each in learner.trained())
    return {
        "low_rank": low_rank,
        "heads": trained - low_rank,
        "base": sum(each.numel() for each in named.values()) - trained,
    }


def curve_of(points: Sequence[CurvePoint]) -> list[dict[str, float]]:
    """Return the curve as the card holds it."""
    return [_rounded(asdict(point)) for point in points]


def results_of(scores: Scores) -> Card:
    """Return scores as the card holds them."""
    found: Card = {"words": _score(scores.words)}
    found["by_source"] = {s: _score(each) for s, each in scores.by_source.items()}
    if scores.n_pairs:
        found["next_sentence"] = _rounded(
            {
                "n": scores.n_pairs,
                "accuracy": scores.pairs_right / scores.n_pairs,
                "loss": scores.pair_loss / scores.n_pairs,
            }
        )
    return found


@torch.inference_mode()
def sentences_of(learner: Learner, tokenizer: PreTrainedTokenizerBase) -> list[Card]:
    """Return what the model says in each of the everyday sentences."""
    rows = []
    for text, accepted in SENTENCES:
        inputs = tokenizer(text, return_tensors="pt")
        place = inputs["input_ids"][0].tolist().index(tokenizer.mask_token_id)
        states = learner.network.bert(**inputs).last_hidden_state[0, place]
        shares = learner.network.cls.predictions(states).softmax(dim=-1)
        best = shares.topk(LISTED)
        words = [
            {"text": tokenizer.decode([i]), "probability": round(p, DECIMALS)}
            for p, i in zip(best.values.tolist(), best.indices.tolist(), strict=True)
        ]
        rows.append({"text": text, "accepted": accepted.split(), "words": words})
    return rows


def read_card(folder: Path) -> Card:
    """Read a card back."""
    card: Card = json.loads((folder / CARD).read_text(encoding="utf-8"))
    return card


def write_card(folder: Path, card: Card) -> None:
    """Write the card for programs and, when it is whole, for people."""
    text = json.dumps(card, ensure_ascii=False, indent=2)
    (folder / CARD).write_text(f"{text}\n", encoding="utf-8")
    if "results" in card:
        (folder / README).write_text(readme_of(card), encoding="utf-8")


def _score(score: Score) -> Card:
    return _rounded(score.as_json())


def _rounded(row: Card) -> Card:
    return {
        key: round(value, DECIMALS) if isinstance(value, float) else value
        for key, value in row.items()
    }
