"""Ask a Headlight server to fine-tune a little, and to tell classes apart.

Lives here: the calls for what is made of somebody's own sentences, which
``HeadlightClient`` has too. Not here: the sending (``client.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from app.client_worked import WorkedCalls

_JSON = "application/json"


@dataclass(frozen=True, slots=True)
class TuningScores:
    """How well sentences are told apart; losses in nats."""

    train_loss: float
    train_accuracy: float
    test_loss: float
    test_accuracy: float


@dataclass(frozen=True, slots=True)
class FineTuning:
    """What was trained, and how it went.

    Attributes:
        id: what to send as ``adapter``, with this model, while it is kept.
        left_out: the sentences that were only tested, each with what it was
            taken for; the fields are those of the API.
        losses: of each step, in order.
    """

    model: str
    id: str
    expires_in_seconds: float
    n_trained_parameters: int
    n_base_parameters: int
    before: TuningScores
    after: TuningScores
    left_out: tuple[dict[str, Any], ...]
    losses: tuple[float, ...]


class TuningCalls(WorkedCalls):
    """The calls; each raises HeadlightError with what the server said."""

    def fine_tune(
        self,
        classes: tuple[str, str],
        first: Sequence[str],
        second: Sequence[str],
        *,
        model: str | None = None,
        method: Literal["head", "lora"] = "lora",
        rank: int | None = None,
        steps: int = 60,
        learning_rate: float | None = None,
        seed: int = 0,
    ) -> FineTuning:
        """Train on the sentences of two classes, and wait for the end."""
        fields: dict[str, Any] = {"classes": list(classes), "model": model}
        fields["sentences"] = [
            {"text": text, "label": label}
            for label, texts in enumerate((first, second))
            for text in texts
        ]
        fields |= {"method": method, "rank": rank, "steps": steps, "seed": seed}
        fields["learning_rate"] = learning_rate
        found = self._post("/api/v1/fine-tunings", fields, _JSON).json()
        return FineTuning(
            model=found["model"],
            id=found["id"],
            expires_in_seconds=found["expires_in_seconds"],
            n_trained_parameters=found["n_trained_parameters"],
            n_base_parameters=found["n_base_parameters"],
            before=TuningScores(**found["before"]),
            after=TuningScores(**found["after"]),
            left_out=tuple(found["left_out"]),
            losses=tuple(step["loss"] for step in found["curve"]),
        )

    def classify(
        self,
        text: str,
        adapter: str,
        *,
        model: str | None = None,
        adapter_scale: float = 1.0,
        adapter_rank: int | None = None,
    ) -> dict[str, float]:
        """Ask how likely each class is, by its name."""
        fields: dict[str, Any] = {"text": text, "adapter": adapter, "model": model}
        fields |= {"adapter_scale": adapter_scale, "adapter_rank": adapter_rank}
        found = self._post("/api/v1/classifications", fields, _JSON).json()
        return {each["name"]: each["probability"] for each in found["probabilities"]}
