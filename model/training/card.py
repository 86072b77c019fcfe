"""Write down what a model was made of and how good it is.

Lives here: ``card.json``, which the service serves, and ``README.md``, which is
written from it. Not here: the measuring (``evaluation.py``).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from model.training.evaluation import Evaluation
from model.training.loop import CurvePoint
from model.training.markdown import table

CARD = "card.json"
README = "README.md"
DECIMALS = 4

Card = dict[str, Any]


def curve_of(points: Sequence[CurvePoint]) -> list[dict[str, float]]:
    """Return the curve as the card holds it."""
    return [_rounded(asdict(point)) for point in points]


def results_of(
    test: Evaluation, combinations: Evaluation
) -> dict[str, dict[str, Any] | list[dict[str, Any]]]:
    """Return the results of both test splits as the card holds them."""
    return {
        "test": _rounded(test.as_json()),
        "combinations": _rounded(combinations.as_json()),
        "by_length": [_rounded(asdict(row)) for row in test.by_length],
    }


def write_card(folder: Path, card: Card) -> None:
    """Write the card, for programs and for people."""
    text = json.dumps(card, ensure_ascii=False, indent=2)
    (folder / CARD).write_text(f"{text}\n", encoding="utf-8")
    (folder / README).write_text(readme_of(card), encoding="utf-8")


def readme_of(card: Mapping[str, Any]) -> str:
    """Write a card out for people."""
    parts = (_opening(card), _results(card), _training(card), _limits(card))
    return "\n\n".join(parts) + "\n"


def _opening(card: Mapping[str, Any]) -> str:
    data = card["data"]
    return (
        f"# {card['id']}\n\n"
        f"{card['title']}. Trained from scratch by this project for its lessons: "
        f"{card['parameters']:,} parameters, a vocabulary of {data['vocabulary']:,} "
        "words and marks that English and French share.\n\n"
        "The sentences come from a grammar in `model/training/corpus`: "
        f"{data['n_train']:,} to train on, {data['n_valid']:,} to watch the training, "
        f"{data['n_test']:,} to test, and {data['n_combinations']:,} more of words "
        "that never stand together in training. No sentence is in two of them."
    )


def _results(card: Mapping[str, Any]) -> str:
    results = card["results"]
    by_chance = results["test"]["pronouns"]
    intro = (
        f"Of the weights as they lie here ({card['weights_dtype']}), translating "
        "greedily. Exact match: every word right. chrF by sacreBLEU, 0 to 100. "
        "Pronouns: *il*, *elle*, *ils*, *elles* for *it* and *they*; "
        f"{by_chance['always_masculine']:,} of the {by_chance['total']:,} in the test "
        "are masculine."
    )
    names = {"test": "test", "combinations": "new combinations"}
    splits = [
        [name, *_numbers(results[key]), _pronouns(results[key])]
        for key, name in names.items()
    ]
    lengths = [[row["length"], *_numbers(row)] for row in results["by_length"]]
    return "\n\n".join(
        [
            "## Results",
            intro,
            table(["sentences", "number", "exact match", "chrF", "pronouns"], splits),
            "By the length of the English sentence, in words and punctuation marks:",
            table(["length", "number", "exact match", "chrF"], lengths),
        ]
    )


def _training(card: Mapping[str, Any]) -> str:
    training = card["training"]
    threads, minutes = training["threads"], training["seconds"] / 60
    cores = "1 CPU core" if threads == 1 else f"{threads} CPU cores"
    intro = (
        f"{training['steps']:,} steps of at most {training['batch_tokens']:,} tokens, "
        f"{minutes:.0f} minutes on {cores} of a machine that other programs shared. "
        f"{training['optimizer']}. Seed {card['seed']}, PyTorch {card['torch']}, "
        f"{card['date']}."
    )
    again = "The same seed and threads give the same weights on the same kind of CPU:"
    points = training["curve"]
    every = max(1, len(points) // 10)
    curve = [
        [
            f"{point['step']:,}",
            f"{point['train_loss']:.3f}",
            f"{point['valid_loss']:.3f}",
            f"{point['valid_exact']:.1%}",
        ]
        for point in points[every - 1 :: every]
    ]
    heads = ["step", "loss in training", "loss on held-out sentences", "exact match"]
    return "\n\n".join(
        [
            "## Training",
            intro,
            again,
            f"    {training['command']}",
            "The curve, in nats a token; in training the labels are smoothed:",
            table(heads, curve),
        ]
    )


def _limits(card: Mapping[str, Any]) -> str:
    text = (
        "## Limits\n\nIt knows the words and the sentences of its grammar, and nothing "
        "else: other words become `<unk>`, and other kinds of sentences come out "
        "wrong. It is made to be looked into, not to translate with."
    )
    if not card["training"]["is_finished"]:
        text += "\n\nThis training hasn't finished: the numbers are of its weights now."
    return text


def _numbers(row: Mapping[str, Any]) -> list[str]:
    return [f"{row['n']:,}", f"{row['exact_match']:.1%}", f"{row['chrf']:.1f}"]


def _pronouns(row: Mapping[str, Any]) -> str:
    right, total = row["pronouns"]["right"], row["pronouns"]["total"]
    return f"{row['pronoun_accuracy']:.1%}, {right:,} of {total:,}" if total else "none"


def _rounded(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: round(value, DECIMALS) if isinstance(value, float) else value
        for key, value in row.items()
    }
