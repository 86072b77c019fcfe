"""Count the multiply-adds of a decoder's next token and of an encoder's pass.

Lives here: what follows from the shapes of SmolLM2 and MiniLM. Its twin is
``static/js/learn/gpt-costs.js``. Not here: measured times, which the page asks
the API for.

A matrix of a rows and b columns costs a x b for each position. Attention costs
head_dim for each score and again for each weighted value, in cells that exist
only. Norms, softmax and rotations are left out: they are no matrices.
"""

from dataclasses import dataclass
from typing import Any

from app.lessons.large_counts import say_count


@dataclass(frozen=True, slots=True)
class Shapes:
    """The sizes of a model's matrices; ``d_ff`` matrices of ``n_ff`` a layer."""

    n_layers: int
    d_model: int
    n_heads: int
    n_key_value_heads: int
    head_dim: int
    d_ff: int
    n_ff: int
    vocab_size: int


DECODER = Shapes(30, 576, 9, 3, 64, 1536, 3, 49_152)
ENCODER = Shapes(6, 384, 12, 12, 32, 1536, 2, 30_522)
NUMBERS_KEPT = 2 * DECODER.n_layers * DECODER.n_key_value_heads * DECODER.head_dim


def work_costs(length: int) -> dict[str, Any]:
    """Count for a text of so many tokens, the newest one included."""
    position, cell = per_position(DECODER), per_cell(DECODER)
    output = DECODER.d_model * DECODER.vocab_size
    cells = length * (length + 1) // 2
    with_cache = position + length * cell + output
    without = length * position + cells * cell + output
    encoder = length * per_position(ENCODER) + length**2 * per_cell(ENCODER)
    return {
        "length": length,
        "position": say_count(position),
        "cell": say_count(cell),
        "output": say_count(output),
        "attention": say_count(length * cell),
        "with_cache": say_count(with_cache),
        "without": say_count(without),
        "encoder": say_count(encoder),
        "encoder_position": say_count(per_position(ENCODER)),
        "saved": without / with_cache,
        "beside": with_cache / encoder,
        "attention_share": length * cell / with_cache,
        "kept": NUMBERS_KEPT,
        "kept_all": length * NUMBERS_KEPT,
        "kept_kilobytes": length * NUMBERS_KEPT * 4 / 1000,
    }


def per_position(shapes: Shapes) -> int:
    """Count what one position costs in all layers, without looking around."""
    width = shapes.n_heads * shapes.head_dim
    narrow = shapes.n_key_value_heads * shapes.head_dim
    attention = 2 * shapes.d_model * width + 2 * shapes.d_model * narrow
    feed_forward = shapes.n_ff * shapes.d_model * shapes.d_ff
    return shapes.n_layers * (attention + feed_forward)


def per_cell(shapes: Shapes) -> int:
    """Count what one query and one key cost in all layers and heads."""
    return 2 * shapes.n_layers * shapes.n_heads * shapes.head_dim
