"""Ask a Headlight server for what one forward tells beside attention.

Lives here: the calls for the next token, the residual stream and one word in
several texts, which ``HeadlightClient`` has too. Not here: attention and the
sending (``client.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from app.client_adapters import AdapterChoice, adapter_fields
from app.client_worked import Mask, Numbers, WorkedCalls

Norms = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class LikelyToken:
    """A token that may come next; the fields are those of the API."""

    id: int
    text: str
    raw: str
    probability: float
    log_probability: float


@dataclass(frozen=True, slots=True)
class NextToken:
    """The likeliest tokens, and the entropy of all, in nats."""

    model: str
    tokens: tuple[LikelyToken, ...]
    entropy: float
    listed_probability: float


@dataclass(frozen=True, slots=True)
class ResidualNorms:
    """L2 norms: (layer 0 to n, position), and of what each layer adds."""

    model: str
    adapter: dict[str, Any] | None
    tokens: list[dict[str, Any]]
    norm_placement: Literal["post", "pre"]
    residual_norms: Norms
    attention_norms: Norms
    feed_forward_norms: Norms
    warnings: list[str]


@dataclass(frozen=True, slots=True)
class Similarities:
    """How alike a word's states are: (layer 0 to n, occurrence, occurrence)."""

    model: str
    adapter: dict[str, Any] | None
    text_tokens: list[list[dict[str, Any]]]
    occurrences: list[dict[str, Any]]
    cosines: Numbers
    largest_differences: Numbers
    warnings: list[str]


class ForwardCalls(WorkedCalls):
    """The calls; each raises HeadlightError with what the server said."""

    def next_token(
        self,
        text: str,
        *,
        model: str | None = None,
        top_k: int = 10,
        temperature: float = 1.0,
        top_p: float = 1.0,
        mask: Mask | None = None,
    ) -> NextToken:
        """Ask a decoder which tokens may come after a text."""
        fields: dict[str, Any] = {"text": text, "model": model, "top_k": top_k}
        fields |= {"temperature": temperature, "top_p": top_p, "mask": mask}
        found = self._ask_json("next-token", fields)
        return NextToken(
            model=found["model"],
            tokens=tuple(LikelyToken(**token) for token in found["tokens"]),
            entropy=found["entropy"],
            listed_probability=found["listed_probability"],
        )

    def residual_stream(
        self,
        text: str,
        text_pair: str | None = None,
        *,
        model: str | None = None,
        mask: Mask | None = None,
        without_positions: bool = False,
        adapter: AdapterChoice | None = None,
    ) -> ResidualNorms:
        """Measure the residual stream, and what each layer adds to it."""
        fields: dict[str, Any] = {"text": text, "text_pair": text_pair, "model": model}
        fields |= {"mask": mask, "without_positions": without_positions}
        fields |= adapter_fields(adapter)
        unread = ("truncated", "dropped")
        return ResidualNorms(**self._worked("residual-stream", fields, *unread))

    def similarities(
        self,
        texts: Sequence[str],
        word: str,
        *,
        model: str | None = None,
        without_positions: bool = False,
        adapter: AdapterChoice | None = None,
    ) -> Similarities:
        """Compare one word wherever it stands in the texts."""
        fields: dict[str, Any] = {"texts": list(texts), "word": word, "model": model}
        fields |= {"without_positions": without_positions, **adapter_fields(adapter)}
        return Similarities(**self._worked("similarities", fields))

    def _ask_json(self, path: str, fields: dict[str, Any]) -> dict[str, Any]:
        answer = self._post(f"/api/v1/{path}", _without_arrays(fields), _JSON)
        document: dict[str, Any] = answer.json()
        return document


_JSON = "application/json"


def _without_arrays(fields: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value.tolist() if isinstance(value, np.ndarray) else value
        for name, value in fields.items()
    }
