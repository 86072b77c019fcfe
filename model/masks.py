"""Say which keys each query may look at.

Lives here: the masks that models are trained with, as booleans (True: may
look) and as numbers to add to scores (0 or -inf), and the rules to combine
them. Not here: what a mask does to scores (``attention.py``).

Two questions are often mixed up. A causal mask asks *when*: is the key later
than the query? A padding mask asks *what*: is the key a token at all? A
decoder fed a batch needs both, and ``both`` is how they are combined.

A mask speaks of keys. The row of a padded query stays as open as any other:
its output is computed, and nobody reads it.
"""

from collections.abc import Sequence
from functools import reduce

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from model.checks import check_range, mismatch

# Either kind of mask; the last two axes are query_position and key_position.
AnyMask = Bool[Tensor, "..."] | Float[Tensor, "..."]


def none(n_queries: int, n_keys: int) -> Bool[Tensor, "query_position key_position"]:
    """Let every query look at every key: an encoder's attention.

    Raises: NumberOutOfRange for a length below 1.
    """
    check_range("n_queries", n_queries, 1)
    check_range("n_keys", n_keys, 1)
    return torch.ones(n_queries, n_keys, dtype=torch.bool)


def causal(
    n_queries: int,
    n_keys: int,
    rows: slice = slice(None),
    device: torch.device | None = None,
) -> Bool[Tensor, "query_position key_position"]:
    """Let each query look at the keys up to its own position.

    With fewer queries than keys both are aligned at position 0, as PyTorch's
    kernel does. ``rows`` builds some rows of a large mask.

    Raises: NumberOutOfRange for a length below 1.
    Source: Vaswani et al. 2017, section 3.2.3.
    """
    query_position, key_position = _positions(n_queries, n_keys, rows, device)
    return key_position <= query_position


def padding(
    is_token: Bool[Tensor, "*batch key_position"], n_queries: int
) -> Bool[Tensor, "*batch query_position key_position"]:
    """Hide the keys that are padding, wherever they stand, from every query.

    Shapes: ``is_token`` is False at padding; ``tokens_within`` makes it from
        lengths, where the padding stands at the end.
    Raises: NumberOutOfRange for a length below 1.
    """
    check_range("n_queries", n_queries, 1)
    check_range("n_keys", is_token.shape[-1], 1)
    # (*batch, key) -> (*batch, 1, key) -> (*batch, query, key)
    row = is_token.unsqueeze(-2)
    return row.expand(*row.shape[:-2], n_queries, -1).clone()


def causal_padding(
    is_token: Bool[Tensor, "*batch position"],
) -> Bool[Tensor, "*batch position position"]:
    """Hide later keys and padding: a decoder that reads a padded batch.

    Padding on the left leaves the first rows no key at all; see
    ``fully_masked_rows``.
    """
    n = is_token.shape[-1]
    return both(causal(n, n, device=is_token.device), padding(is_token, n))


def sliding_window(
    n_queries: int, n_keys: int, window: int, *, is_causal: bool = True
) -> Bool[Tensor, "query_position key_position"]:
    """Let each query look at the keys less than ``window`` positions away.

    Causal, that is the query's own key and the ``window - 1`` before it;
    otherwise as many after it too.

    Raises: NumberOutOfRange for a length or a window below 1.
    Source: Beltagy et al. 2020, section 3.1; causal as in Jiang et al. 2023.
    """
    check_range("window", window, 1)
    query_position, key_position = _positions(n_queries, n_keys)
    is_near = (query_position - key_position).abs() < window
    return both(causal(n_queries, n_keys), is_near) if is_causal else is_near


def prefix_lm(
    n_queries: int, n_keys: int, prefix_length: int
) -> Bool[Tensor, "query_position key_position"]:
    """Open the prefix to every query; what follows it is causal.

    Raises: NumberOutOfRange for a prefix that is negative or longer than the keys.
    Source: Raffel et al. 2020, section 3.2.1.
    """
    check_range("prefix_length", prefix_length, 0, n_keys)
    is_prefix = torch.arange(n_keys) < prefix_length
    return either(causal(n_queries, n_keys), padding(is_prefix, n_queries))


def packed(
    segments: Int[Tensor, "*batch position"], *, is_causal: bool = True
) -> Bool[Tensor, "*batch position position"]:
    """Keep documents that share one row from looking at each other.

    Shapes: ``segments`` holds the number of each position's document.
    Source: Raffel et al. 2020, section 3.1.2, which trains so.
    """
    n = segments.shape[-1]
    same_document = segments.unsqueeze(-1) == segments.unsqueeze(-2)
    if not is_causal:
        return same_document
    return both(causal(n, n, device=segments.device), same_document)


def cross(
    n_queries: int,
    n_keys: int,
    is_token: Bool[Tensor, "*batch key_position"] | None = None,
) -> Bool[Tensor, "*batch query_position key_position"]:
    """Let a decoder's queries look at the whole source, padding left out.

    The source is complete before the first target token is written, so no
    position of it is too late to be seen.

    Raises: ShapeMismatch where ``is_token`` has another length than the keys.
    Source: Vaswani et al. 2017, section 3.2.3.
    """
    open_to_all = none(n_queries, n_keys)
    if is_token is None:
        return open_to_all
    return both(open_to_all.to(is_token.device), padding(is_token, n_queries))


def tokens_within(
    lengths: Sequence[int], n_keys: int
) -> Bool[Tensor, "batch key_position"]:
    """Mark the first keys of each text as tokens, the rest as padding.

    Raises: NumberOutOfRange for a length that is negative or over ``n_keys``.
    """
    check_range("n_keys", n_keys, 1)
    for index, length in enumerate(lengths):
        check_range(f"lengths[{index}]", length, 0, n_keys)
    return torch.arange(n_keys) < torch.tensor(lengths, dtype=torch.long)[:, None]


def both(
    first: Bool[Tensor, "..."], *others: Bool[Tensor, "..."]
) -> Bool[Tensor, "..."]:
    """Open the cells that every mask opens.

    Raises: ShapeMismatch for masks of different queries or keys.
    """
    _check_same_cells(first, others)
    return reduce(torch.logical_and, others, first)


def either(
    first: Bool[Tensor, "..."], *others: Bool[Tensor, "..."]
) -> Bool[Tensor, "..."]:
    """Open the cells that at least one mask opens.

    Raises: ShapeMismatch for masks of different queries or keys.
    """
    _check_same_cells(first, others)
    return reduce(torch.logical_or, others, first)


def additive(
    allowed: Bool[Tensor, "*cells"], dtype: torch.dtype = torch.float32
) -> Float[Tensor, "*cells"]:
    """Write a mask as what is added to the scores: 0 where open, else -inf."""
    zeros = torch.zeros(allowed.shape, dtype=dtype, device=allowed.device)
    return zeros.masked_fill(~allowed, -torch.inf)


def open_cells(mask: AnyMask) -> Bool[Tensor, "..."]:
    """Tell which cells a mask of either kind leaves open.

    Models write -inf as the lowest number of their dtype, and add more such
    masks up: what is below half of it is closed.
    """
    if mask.dtype == torch.bool:
        return mask
    return mask > torch.finfo(mask.dtype).min / 2


def fully_masked_rows(
    allowed: Bool[Tensor, "*batch query_position key_position"],
) -> Bool[Tensor, "*batch query_position"]:
    """Find the queries that may look at no key: they have no weights."""
    return ~allowed.any(dim=-1)


def allowed_fraction(allowed: Bool[Tensor, "..."]) -> float:
    """Return the share of the cells that are open, from 0 to 1."""
    return float(allowed.double().mean())


def _positions(
    n_queries: int,
    n_keys: int,
    rows: slice = slice(None),
    device: torch.device | None = None,
) -> tuple[Int[Tensor, "query_position 1"], Int[Tensor, "1 key_position"]]:
    check_range("n_queries", n_queries, 1)
    check_range("n_keys", n_keys, 1)
    query_position = torch.arange(*rows.indices(n_queries), device=device)
    key_position = torch.arange(n_keys, device=device)
    return query_position[:, None], key_position[None, :]


def _check_same_cells(first: Tensor, others: Sequence[Tensor]) -> None:
    # Leading axes may be missing or 1; queries and keys are never stretched.
    for mask in others:
        leading = zip(first.shape[-3::-1], mask.shape[-3::-1], strict=False)
        fits = all(a == b or 1 in (a, b) for a, b in leading)
        if first.shape[-2:] != mask.shape[-2:] or not fits:
            raise mismatch("mask", first, "other mask", mask)
