"""Choose a representation by the Accept header (RFC 9110, section 12.5.1).

Lives here: the ranking of the media types we offer. Not here: writing them
(``wire.py``) and content codings, which the compression middleware chooses.
"""

from collections.abc import Sequence


def preferred(accept: str | None, offers: Sequence[str]) -> str | None:
    """Name the offer the client likes best, or None when it takes none.

    Equal wishes go to the earlier offer, and no header takes anything.
    """
    if accept is None or not accept.strip():
        return offers[0]
    ranges = [_parse(part) for part in accept.split(",") if part.strip()]
    best = max(
        offers, key=lambda offer: (_quality(offer, ranges), -offers.index(offer))
    )
    return best if _quality(best, ranges) > 0 else None


def _parse(media_range: str) -> tuple[str, float]:
    name, *parameters = (part.strip() for part in media_range.split(";"))
    quality = 1.0
    for parameter in parameters:
        key, _, value = parameter.partition("=")
        if key.strip().lower() == "q":
            quality = _weight(value)
    return name.lower(), quality


def _weight(text: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        return 0.0
    return weight if 0.0 <= weight <= 1.0 else 0.0


def _quality(offer: str, ranges: Sequence[tuple[str, float]]) -> float:
    """Read the weight of the most specific range that names the offer."""
    family = offer.partition("/")[0]
    for name in (offer, f"{family}/*", "*/*"):
        weights = [quality for media_range, quality in ranges if media_range == name]
        if weights:
            return max(weights)
    return 0.0
