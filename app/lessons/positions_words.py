"""Compare one word in two orders, with the positions of MiniLM and without.

Lives here: what lesson 3 asks of a real model for its first view. Not here:
the comparison (``word_questions.py``).
"""

from typing import Any

from app.engine import Engine
from app.word_questions import SimilarityAnswer, SimilarityQuestion

MODEL = "minilm"


async def compare_words(
    engine: Engine, texts: tuple[str, str], word: str
) -> dict[str, Any]:
    """Ask both ways, if the model is there; the word may stand in no text."""
    if not all((*texts, word)) or engine.catalogue.loaded(MODEL) is None:
        return {}
    found = {}
    for name, is_without in (("placed", False), ("unplaced", True)):
        question = SimilarityQuestion(MODEL, texts, word, is_without)
        found[name] = word_facts(await engine.ask(question), word)
    return found


def word_facts(answer: SimilarityAnswer, word: str) -> dict[str, Any]:
    """Take the first occurrence in each text, and compare layer by layer."""
    texts = [occurrence.text for occurrence in answer.occurrences]
    one, other = texts.index(0), texts.index(1)
    differences = answer.largest_differences[:, one, other].tolist()
    places = [answer.occurrences[i].place.tokens[0] for i in (one, other)]
    return {
        "word": word,
        "differences": differences,
        "cosines": answer.cosines[:, one, other].tolist(),
        "largest": max(differences),
        "last": differences[-1],
        "places": places,
        "is_noise": max(differences) < 1e-4,
    }
