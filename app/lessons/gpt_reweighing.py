"""Reshape a distribution of next tokens: temperature, top-k, top-p.

Lives here: what follows from the likeliest tokens at temperature 1 and from the
mass outside of them, without the model. Its twin is
``static/js/learn/gpt-reweighing.js``. Not here: the same over the whole
vocabulary (``model/predicting/next_token.py``), which ``exact`` comes from.

At temperature T a token of probability p weighs p^(1/T). Weights here are
relative to the likeliest token, which weighs 1. Those outside of the list are
known only by their mass m and their number n, and none is likelier than the last
one listed, q; with a = 1/T their weights add up to something between n (m/n)^a
and m q^(a - 1): equal shares are one extreme, as few tokens as possible the
other. At a = 1 both are m. What the server says of one token at that temperature
(``exact``) tells the sum itself.
"""

import math
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

MOST_LISTED = 1000


def reweigh(
    following: Mapping[str, Any],
    exact: Mapping[str, Any] | None,
    temperature: float,
    top_k: int | None,
    top_p: float,
    *,
    n_shown: int,
) -> dict[str, Any]:
    """Give every shown token its new share, and say who is left.

    Args:
        following: words and log-probabilities at temperature 1, likeliest first,
            and what is outside.
        exact: of the likeliest token at this temperature; None: not known yet.
        top_k: None cuts nothing, as does a ``top_p`` of 1.
    """
    logs, n_vocabulary = following["log_probabilities"], following["n_vocabulary"]
    exponents = [(log - logs[0]) / temperature for log in logs]
    powers = [math.exp(exponent) for exponent in exponents]
    known = exact if _is_of(exact, following["text"], temperature) else None
    low, high = _ends_of_total(following, powers, temperature)
    if known is not None:
        low = high = math.exp(-known["log_probability"])
    total = (low + high) / 2
    shares = [power / total for power in powers]
    sums = list(accumulate(shares))
    n_kept = _count_kept(sums, top_k, top_p, n_vocabulary)
    mass = _kept_mass(sums, n_kept, top_p, n_vocabulary)
    rows = [
        {
            "exponent": exponents[place],
            "power": powers[place],
            **_row(following, shares, sums, place, n_kept, mass),
        }
        for place in range(min(n_shown, len(shares)))
    ]
    return {
        "temperature": temperature,
        "total": total,
        "error": (high - low) / 2 / total,
        "is_exact": known is not None,
        "kept_mass": mass,
        **_openness(known["entropy"] if known else _entropy(shares, n_vocabulary)),
        **_summary(rows, n_kept, len(sums), n_vocabulary),
        **_ratios(logs, shares),
    }


def _openness(entropy: float) -> dict[str, float]:
    """Say the entropy in nats, and as a number of equal choices."""
    return {"entropy": entropy, "choices": math.exp(entropy)}


def _summary(
    rows: Sequence[Mapping[str, Any]], n_kept: int | None, n_listed: int, n_all: int
) -> dict[str, Any]:
    """Say how many are kept, and what is left to those not shown."""
    return {
        "rows": rows,
        "n_kept": f"more than {n_listed:,}" if n_kept is None else n_kept,
        "is_cut": n_kept is None or n_kept < n_all,
        "n_rest": n_all - len(rows),
        "rest": max(0.0, 1 - sum(row["probability"] for row in rows)),
        "final_rest": max(0.0, 1 - sum(row["final"] for row in rows)),
    }


def joins(text: str, raw: str) -> bool:
    """Whether a token goes on in the middle of a word: no space in front."""
    return not raw.startswith("Ġ") and text[:1].isalnum()


def _is_of(exact: Mapping[str, Any] | None, text: str, temperature: float) -> bool:
    """Whether the server's word is about this text and temperature."""
    return exact is not None and (
        (exact["text"], exact["temperature"]) == (text, temperature)
    )


def _row(
    following: Mapping[str, Any],
    shares: Sequence[float],
    sums: Sequence[float],
    place: int,
    n_kept: int | None,
    mass: float,
) -> dict[str, Any]:
    """Follow one token from temperature 1 to what is drawn from."""
    is_kept = n_kept is None or place < n_kept
    log = following["log_probabilities"][place]
    return {
        "word": following["words"][place],
        "joins": following["joins"][place],
        "log_probability": log,
        "plain": math.exp(log),
        "probability": shares[place],
        "rank": place + 1,
        "before": sums[place] - shares[place],
        "sum": sums[place],
        "is_kept": is_kept,
        "final": shares[place] / mass if is_kept else 0.0,
    }


def _ratios(logs: Sequence[float], shares: Sequence[float]) -> dict[str, float]:
    """Compare the first two, as set and at temperature 1."""
    if len(logs) < 2:
        return {"ratio": 1.0, "plain_ratio": 1.0}
    return {
        "ratio": shares[0] / shares[1] if shares[1] else math.inf,
        "plain_ratio": math.exp(logs[0] - logs[1]),
    }


def _ends_of_total(
    following: Mapping[str, Any], powers: Sequence[float], temperature: float
) -> tuple[float, float]:
    """Bound the sum of all weights, the likeliest token's being 1."""
    listed = sum(powers)
    n_outside = following["n_vocabulary"] - len(powers)
    logs = following["log_probabilities"]
    mass = following["outside"] / math.exp(logs[0])
    if n_outside <= 0 or mass <= 0:
        return listed, listed
    sharpness = 1 / temperature
    even = n_outside * (mass / n_outside) ** sharpness
    steep = mass * math.exp((logs[-1] - logs[0]) * (sharpness - 1))
    return listed + min(even, steep), listed + max(even, steep)


def _count_kept(
    sums: Sequence[float], top_k: int | None, top_p: float, n_vocabulary: int
) -> int | None:
    """Count who is left; None: more than are listed."""
    n_k = n_vocabulary if top_k is None else top_k
    if top_p >= 1:
        return n_k
    n_p = next((n for n, reached in enumerate(sums, 1) if reached >= top_p), None)
    if n_p is None:
        return n_k if n_k <= len(sums) else None
    return min(n_k, n_p)


def _kept_mass(
    sums: Sequence[float], n_kept: int | None, top_p: float, n_vocabulary: int
) -> float:
    """Add up who is left; past the list that is top-p itself, all but exactly."""
    if n_kept is None:
        return top_p
    if n_kept >= n_vocabulary:
        return 1.0
    return sums[min(n_kept, len(sums)) - 1]


def _entropy(shares: Sequence[float], n_vocabulary: int) -> float:
    """Estimate it from the list; those outside count as equally likely."""
    listed = -sum(share * math.log(share) for share in shares if share > 0)
    rest, n_outside = 1 - sum(shares), n_vocabulary - len(shares)
    if rest <= 0 or n_outside <= 0:
        return listed
    return listed - rest * math.log(rest / n_outside)
