"""Say how well the trained heads do, in the words of the lesson.

Lives here: which results of the card stand on the page. Not here: the card
itself (``model/training/masked_language``).
"""

from collections.abc import Mapping
from typing import Any


def describe_card(card: Mapping[str, Any]) -> dict[str, Any]:
    """Take the results on held-out texts; an unfinished training has none.

    Units: percent.
    """
    results = card.get("results", {})
    trained, frequent = results.get("trained", {}), results.get("most_frequent", {})
    pairs = trained.get("next_sentence", {})
    is_measured = "words" in trained and "words" in frequent
    return {
        "is_measured": is_measured,
        "has_pairs": "accuracy" in pairs,
        **(
            {"words": _shares(trained), "frequent": _shares(frequent)}
            if is_measured
            else {}
        ),
        **({"pairs": _pairs(pairs)} if "accuracy" in pairs else {}),
    }


def _shares(result: Mapping[str, Any]) -> dict[str, Any]:
    words = result["words"]
    return {
        "n": words["n"],
        "top_1_percent": 100 * words["top_1"],
        "top_5_percent": 100 * words["top_5"],
    }


def _pairs(pairs: Mapping[str, Any]) -> dict[str, Any]:
    return {"n": pairs["n"], "accuracy_percent": 100 * pairs["accuracy"]}
