"""Rank the heads of a real model by how they look from one word to another.

Lives here: two rankings of the same heads, by weight and by weight against the
average of the column. Its twin is ``static/js/learn/heads-ranking.js``. Not here:
attention weights and the averages of columns (the model side).
"""

import math
from typing import Any

import model
from app.engine import AttentionQuestion, Engine, TextInput

MODEL = "minilm"
N_SHOWN = 8
# The averages came as float32: a rest below their step is noise, not attention.
_NOISE = 2.0**-20
# Beyond this the others give next to nothing, and digits say nothing.
_MOST_TIMES = 1000


async def ask_ranking(
    engine: Engine, text: str, row: int, column: int
) -> dict[str, Any]:
    """Make ``words`` and ``ranking``, if the model is there already."""
    if engine.catalogue.loaded(MODEL) is None or not text:
        return {}
    asked = TextInput(MODEL, text)
    _, tokenized = await engine.tokenize(asked)
    tokens = [token.text for token in tokenized.tokens]
    words = {"text": text, "tokens": tokens}
    if max(row, column) >= len(tokens):
        return {"words": words}
    selection = model.Selection(
        rows=(row, row + 1), columns=(column, column + 1), statistics=("column",)
    )
    reading = (
        await engine.attention(AttentionQuestion(asked, selection, 100_000))
    ).reading
    ranking = rank_heads(
        reading.values[:, :, 0, 0].tolist(),
        reading.statistics["column_mean"][:, :, 0].tolist(),
        reading.statistics["column_rows"][:, 0].tolist(),
        is_own_row=row == column,
    )
    places = {"row": row, "column": column}
    words_of = {"from_word": tokens[row], "to_word": tokens[column]}
    return {
        "words": words,
        "ranking": {"text": text, **places, **words_of, **ranking},
    }


def rank_heads(
    weights: list[list[float]],
    means: list[list[float]],
    rows: list[int],
    *,
    is_own_row: bool,
) -> dict[str, Any]:
    """Rank all heads twice.

    Shapes: weights and means (layer, head); rows (layer,). ``means`` leave the
        key's own row out, as ``column_mean`` does.
    """
    heads = [
        _compare(layer, head, weight, means[layer][head], rows[layer], is_own_row)
        for layer, line in enumerate(weights)
        for head, weight in enumerate(line)
    ]
    by_weight = _places(heads, "weight")
    by_times = _places(heads, "ratio")
    for place, head in enumerate(heads):
        head |= {"weight_rank": by_weight.index(place) + 1}
        head |= {"times_rank": by_times.index(place) + 1}
    n_heads = len(weights[0])
    return {
        "n_heads": len(heads),
        "n_others": rows[0] - (0 if is_own_row else 1),
        "heads": [heads[at : at + n_heads] for at in range(0, len(heads), n_heads)],
        "by_weight": [heads[place] for place in by_weight[:N_SHOWN]],
        "by_times": [heads[place] for place in by_times[:N_SHOWN]],
    }


def _compare(
    layer: int, head: int, weight: float, mean: float, rows: int, is_own_row: bool
) -> dict[str, Any]:
    """Set a weight against the average that the other rows give the same key."""
    total = mean * rows
    rest = total if is_own_row else total - weight
    others = rest / (rows if is_own_row else rows - 1) if rest > total * _NOISE else 0.0
    ratio = weight / others if others > 0 else math.inf
    return {
        "name": f"L{layer} H{head}",
        "layer": layer,
        "head": head,
        "weight": weight,
        "others": others,
        "ratio": ratio if math.isfinite(ratio) else None,
        "times": _say_times(ratio),
    }


def _say_times(ratio: float) -> float | str:
    if not math.isfinite(ratio):
        return "∞"
    return f"> {_MOST_TIMES}" if ratio > _MOST_TIMES else ratio


def _places(heads: list[dict[str, Any]], name: str) -> list[int]:
    """List places from the largest to the smallest; None is beyond any number."""

    def largest_first(place: int) -> float:
        value = heads[place][name]
        return -math.inf if value is None else -float(value)

    return sorted(range(len(heads)), key=largest_first)
