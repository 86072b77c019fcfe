"""Name an adapter to a Headlight server, and hold what it says of one.

Lives here: how a call names an adapter, and the calls about adapters
themselves, which ``HeadlightClient`` has too. Not here: the calls that merely use
one (``client_forwards.py``, ``client_predictions.py``).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from app.client_attention import Token, tokens_of


@dataclass(frozen=True, slots=True)
class Adapter:
    """An adapter of a model, and how strongly it acts.

    Attributes:
        scale: 0 is the model without it, 1 as trained, at most 2.
        rank: how many directions of each update are kept; None for all.
    """

    id: str
    scale: float = 1.0
    rank: int | None = None


# An id alone means an adapter as trained.
AdapterChoice = str | Adapter


def adapter_fields(choice: AdapterChoice | None) -> dict[str, Any]:
    """Write an adapter as requests name it."""
    if choice is None:
        return {}
    adapter = Adapter(choice) if isinstance(choice, str) else choice
    return {
        "adapter": adapter.id,
        "adapter_scale": adapter.scale,
        "adapter_rank": adapter.rank,
    }


def adapter_of(found: dict[str, Any] | None) -> Adapter | None:
    """Read which adapter an answer was computed with."""
    return None if found is None else Adapter(**found)


@dataclass(frozen=True, slots=True)
class Merging:
    """What differs between an adapter merged and one that isn't.

    Attributes:
        largest_difference: between the last states of the two.
        milliseconds: medians, by ``base``, ``separate``, ``merged``, ``merge``.
    """

    model: str
    adapter: Adapter
    input_tokens: tuple[Token, ...]
    runs: int
    largest_difference: float
    largest_difference_from_base: float
    largest_state: float
    milliseconds: dict[str, float]
    warnings: tuple[str, ...]


class AdapterCalls(ABC):
    """The calls; each raises HeadlightError with what the server said."""

    @abstractmethod
    def _get(self, path: str) -> dict[str, Any]:
        """Fetch a document that takes no fields."""

    @abstractmethod
    def _ask_json(self, path: str, fields: dict[str, Any]) -> dict[str, Any]:
        """Ask a path that computes."""

    def adapter(self, model: str, adapter: str) -> dict[str, Any]:
        """Describe an adapter, and measure what it adds to each matrix."""
        return self._get(f"/api/v1/models/{model}/adapters/{adapter}")

    def adapter_card(self, model: str, adapter: str) -> dict[str, Any]:
        """Tell how an adapter was trained, and how well it does."""
        return self._get(f"/api/v1/models/{model}/adapters/{adapter}/card")

    def adapter_merging(
        self,
        text: str,
        text_pair: str | None = None,
        *,
        model: str | None = None,
        adapter: AdapterChoice | None = None,
        runs: int = 5,
    ) -> Merging:
        """Compare an adapter merged with one that isn't; none means the first."""
        fields: dict[str, Any] = {"text": text, "text_pair": text_pair, "model": model}
        fields |= {"runs": runs, **adapter_fields(adapter)}
        found = self._ask_json("adapter-merging", fields)
        unread = ("truncated", "dropped")
        kept = {name: value for name, value in found.items() if name not in unread}
        return Merging(
            **kept
            | {
                "adapter": Adapter(**found["adapter"]),
                "input_tokens": tokens_of(found["input_tokens"]),
                "warnings": tuple(found["warnings"]),
            }
        )
