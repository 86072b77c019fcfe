"""Tell a model where each token stands.

Lives here: sinusoidal and learned encodings, which are added to a token's
vector, and rotary encodings, which turn query and key. Not here: ALiBi and
T5's bias, which are added to the scores (``position_biases.py``).

Attention alone can't tell *the man bit the dog* from *the dog bit the man*:
permute the keys and the weights are permuted with them.

Sinusoidal and rotary encodings share one idea, a clock with many hands. Hand i
turns by ``frequencies[i]`` radians a position: the first, feature 0 and 1, is
the fastest, the last takes nearly 2 pi * base positions for one turn. So the
low features hold the fast waves and the high features the slow ones.
"""

import math
from decimal import Context, Decimal
from functools import lru_cache
from typing import Literal

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from model.checks import MOST_CELLS, check_range
from model.errors import NumberOutOfRange, ShapeMismatch, UnsupportedByModel

BASE = 10_000.0
LARGEST_BASE = 1e12
LARGEST_START = 10**9
LARGEST_POSITION = LARGEST_START + MOST_CELLS
LARGEST_WIDTH = 16_384

# Positions below this are near: the plain formula is exact there. See ``angles``.
LEAP = 1 << 15
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494")


def frequencies(width: int, base: float = BASE) -> Float[Tensor, " pair"]:
    """Return how fast each pair of features turns.

    Shapes: width / 2 numbers in float64, from 1 down to nearly 1 / base.
    Units: radians a position.
    Raises: NumberOutOfRange for a width that is odd, below 2 or too large, or
        a base below 1 or too large.
    Source: Vaswani et al. 2017, section 3.5.
    """
    check_range("width", width, 2, LARGEST_WIDTH)
    if width % 2:
        raise NumberOutOfRange(
            f"width is {width}, which is odd: features come in pairs of a sine and "
            "a cosine, and one would be left without its other half.",
            hint=f"Choose {width - 1} or {width + 1}.",
            limit=LARGEST_WIDTH,
            actual=width,
        )
    check_range("base", base, 1.0, LARGEST_BASE)
    exponent = torch.arange(0, width, 2, dtype=torch.float64) / width
    return base**-exponent


def wavelengths(width: int, base: float = BASE) -> Float[Tensor, " pair"]:
    """Return after how many positions each pair has turned once.

    Units: positions.
    Raises: NumberOutOfRange as ``frequencies``.
    """
    return 2.0 * math.pi / frequencies(width, base)


def angles(
    positions: Int[Tensor, " position"], width: int, base: float = BASE
) -> Float[Tensor, "position pair"]:
    """Return how far each pair has turned at each position, in float64.

    That is position * frequency. Far out, the rounding of a frequency counts:
    10^9 times 10^-16 puts a hand off by 10^-7. So a far position is read as
    hours and minutes: whole leaps, whose turn is known to 50 digits with full
    circles left out, and the positions since. The error stays near 10^-11.

    Units: radians, up to full circles.
    Raises: NumberOutOfRange as ``frequencies``, or for positions outside of 0
        to a million over 10^9.
    """
    positions = positions.cpu()
    first, last = int(positions.min()), int(positions.max())
    per_position = frequencies(width, base)
    check_range("position", first, 0, LARGEST_POSITION)
    check_range("position", last, 0, LARGEST_POSITION)
    if last < LEAP:
        return positions[:, None] * per_position
    per_leap = torch.tensor(_turn_of_a_leap(width, base), dtype=torch.float64)
    leaps = positions.div(LEAP, rounding_mode="floor")
    since = positions.remainder(LEAP)
    return leaps[:, None] * per_leap + since[:, None] * per_position


@lru_cache(maxsize=64)
def _turn_of_a_leap(width: int, base: float) -> tuple[float, ...]:
    digits = Context(prec=50)
    circle = 2 * PI
    exact_base = Decimal(base)
    turns = []
    for feature in range(0, width, 2):
        exponent = digits.divide(Decimal(-feature), Decimal(width))
        turn = digits.multiply(LEAP, digits.power(exact_base, exponent))
        turns.append(float(digits.remainder_near(turn, circle)))
    return tuple(turns)


def sinusoidal(
    n_positions: int, d_model: int, *, start: int = 0, base: float = BASE
) -> Float[Tensor, "position feature"]:
    """Encode positions as sines (even features) and cosines (odd features).

        PE(p, 2i) = sin(p / base^(2i / d_model))      PE(p, 2i + 1) = cos(same)

    Shapes: float64 from -1 to 1, the first row is position ``start``.
    Invariants: the square of a row's length is d_model / 2; the dot product of
        two rows depends on their offset alone (``similarity_by_offset``).
    Raises: NumberOutOfRange; see ``angles``, and for over a million numbers.
    Source: Vaswani et al. 2017, section 3.5.
    """
    check_range("n_positions", n_positions, 1, MOST_CELLS)
    check_range("start", start, 0, LARGEST_START)
    check_range("d_model", d_model, 2, LARGEST_WIDTH)
    check_range("n_positions * d_model", n_positions * d_model, 2, MOST_CELLS)
    angle = angles(torch.arange(start, start + n_positions), d_model, base)
    # (position, pair, 2) -> (position, feature): sine and cosine side by side
    return torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(-2)


def similarity_by_offset(
    offsets: Int[Tensor, " offset"], d_model: int, base: float = BASE
) -> Float[Tensor, " offset"]:
    """Return the dot product of two sinusoidal encodings so far apart.

    sin a sin b + cos a cos b = cos(a - b) in every pair: what remains is a sum
    of cosines of the offset, wherever the two positions are.
    """
    return angles(offsets.abs(), d_model, base).cos().sum(dim=-1)


Layout = Literal["neighbours", "halves"]


def rotate(
    features: Float[Tensor, "*batch position head_dim"],
    positions: Int[Tensor, " n_positions"],
    *,
    base: float = BASE,
    layout: Layout = "neighbours",
) -> Float[Tensor, "*batch position head_dim"]:
    """Turn each pair of a query's or a key's features by its position's angle.

    ``layout`` says which features are a pair: ``neighbours`` 2i and 2i + 1, as
    in the paper; ``halves`` i and i + head_dim / 2, as in Llama's checkpoints.

    Invariants: lengths stay; the dot product of a rotated query and a rotated
        key depends on how far apart they are, not on where.
    Raises: ShapeMismatch for another number of positions than rows;
        NumberOutOfRange as ``angles``.
    Source: Su et al. 2021, equations 14 and 34.
    """
    if features.shape[-2] != len(positions):
        raise ShapeMismatch(
            f"The features have shape {tuple(features.shape)}, the positions "
            f"{tuple(positions.shape)}: they need a row a position.",
            hint="Give one position for each row.",
        )
    angle = angles(positions, features.shape[-1], base)
    cosine, sine = angle.cos().to(features), angle.sin().to(features)
    axis = -1 if layout == "neighbours" else -2
    # (..., head_dim) -> (..., pair, 2), or (..., 2, pair)
    pairs = features.unflatten(-1, (-1, 2) if axis == -1 else (2, -1))
    x, y = pairs.unbind(axis)
    turned = torch.stack([x * cosine - y * sine, x * sine + y * cosine], dim=axis)
    return turned.flatten(-2)


def learned(network: nn.Module) -> Float[Tensor, "position feature"]:
    """Read a loaded model's own table of position vectors.

    Rows that stand for no position (BART's first two, RoBERTa's up to its
    padding index) are left out.

    Raises: UnsupportedByModel for a model that learns no such table.
    """
    names = {"position_embeddings", "embed_positions", "wpe"}
    for name, module in network.named_modules():
        is_table = name.rpartition(".")[2] in names and isinstance(module, nn.Embedding)
        if is_table and "Sinusoidal" not in type(module).__name__:
            padding = module.padding_idx
            first = getattr(module, "offset", 0 if padding is None else padding + 1)
            table: Tensor = module.weight[first:].detach().clone()
            return table
    raise UnsupportedByModel(
        f"{type(network).__name__} learns no vector for a position.",
        hint="Take a model of the BERT, GPT-2 or BART families.",
    )
