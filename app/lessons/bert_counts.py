"""Count the parameters of BERT from the shapes of its matrices.

Lives here: every matrix of three models with its shape, and the sums. Not here:
what the matrices do (lesson 5, ``block.py``).
"""

from dataclasses import dataclass
from typing import Any

VOCABULARY = 30_522
POSITIONS = 512
SEGMENTS = 2


@dataclass(frozen=True, slots=True)
class Size:
    """What decides how many parameters a BERT has.

    Attributes:
        n_heads: says into how many parts the features are cut, and so changes
            no count.
    """

    name: str
    n_layers: int
    n_heads: int
    d_model: int
    d_ff: int


@dataclass(frozen=True, slots=True)
class Part:
    """A matrix, or a few vectors, with a name and a shape in words."""

    name: str
    shape: str
    count: int


SIZES = {
    "base": Size("BERT base", 12, 12, 768, 3072),
    "large": Size("BERT large", 24, 16, 1024, 4096),
    "minilm": Size("MiniLM", 6, 12, 384, 1536),
}


def embedding_parts(size: Size) -> tuple[Part, ...]:
    """List the tables of what is added up for each token."""
    return (
        _table("word embeddings", VOCABULARY, size.d_model),
        _table("position embeddings", POSITIONS, size.d_model),
        _table("segment embeddings", SEGMENTS, size.d_model),
        _norm("layer norm", size.d_model),
    )


def layer_parts(size: Size) -> tuple[Part, ...]:
    """List the matrices of one layer."""
    d_model, d_ff = size.d_model, size.d_ff
    return (
        *(_linear(name, d_model, d_model) for name in ("query", "key", "value")),
        _linear("attention output", d_model, d_model),
        _norm("layer norm", d_model),
        _linear("feed-forward, in", d_model, d_ff),
        _linear("feed-forward, out", d_ff, d_model),
        _norm("layer norm", d_model),
    )


def head_parts(size: Size) -> tuple[Part, ...]:
    """List what pre-training has on top; the output matrix is the word table."""
    return (
        _linear("word head: transform", size.d_model, size.d_model),
        _norm("word head: layer norm", size.d_model),
        Part("word head: bias", f"{VOCABULARY:,}", VOCABULARY),
        _linear("next-sentence head", size.d_model, 2),
    )


def count_parameters(size: Size) -> int:
    """Count the parameters of the encoder, its pooler included."""
    pooler = _linear("pooler", size.d_model, size.d_model)
    layers = size.n_layers * _sum(layer_parts(size))
    return _sum(embedding_parts(size)) + layers + pooler.count


def work_counts() -> dict[str, Any]:
    """Write the table of the lesson, and what is said of it."""
    base = SIZES["base"]
    total = count_parameters(base)
    words = embedding_parts(base)[0].count
    return {
        "groups": [
            _group("Embeddings", embedding_parts),
            _group("One layer", layer_parts),
            _group("Pooler", lambda size: (_pooler(size),)),
        ],
        "layers": {key: size.n_layers for key, size in SIZES.items()},
        "all_layers": _each(lambda size: size.n_layers * _sum(layer_parts(size))),
        "total": _each(count_parameters),
        "heads": _group("Heads for pre-training", head_parts),
        "with_heads": _each(lambda size: count_parameters(size) + _heads(size)),
        "sizes": {
            key: {"name": size.name, "heads": size.n_heads, "d_model": size.d_model}
            for key, size in SIZES.items()
        },
        "words_percent": 100 * words / total,
        "positions": f"{POSITIONS * base.d_model:,}",
    }


def _each(count: Any) -> dict[str, str]:
    return {key: f"{count(size):,}" for key, size in SIZES.items()}


def _group(name: str, parts_of: Any) -> dict[str, Any]:
    """Write rows of a table: the shapes are those of BERT base."""
    columns = {key: parts_of(size) for key, size in SIZES.items()}
    rows = [
        {
            "name": part.name,
            "shape": part.shape,
            "counts": {key: f"{columns[key][at].count:,}" for key in SIZES},
        }
        for at, part in enumerate(columns["base"])
    ]
    return {
        "name": name,
        "rows": rows,
        "sum": {key: f"{_sum(parts):,}" for key, parts in columns.items()},
    }


def _pooler(size: Size) -> Part:
    return _linear("pooler", size.d_model, size.d_model)


def _heads(size: Size) -> int:
    return _sum(head_parts(size))


def _table(name: str, rows: int, d_model: int) -> Part:
    return Part(name, f"{rows:,} × {d_model:,}", rows * d_model)


def _linear(name: str, inputs: int, outputs: int) -> Part:
    shape = f"{inputs:,} × {outputs:,} + {outputs:,}"
    return Part(name, shape, inputs * outputs + outputs)


def _norm(name: str, d_model: int) -> Part:
    return Part(name, f"2 × {d_model:,}", 2 * d_model)


def _sum(parts: tuple[Part, ...]) -> int:
    return sum(part.count for part in parts)
