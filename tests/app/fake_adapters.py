"""Stand in for a model with an adapter: masked words, next sentences, matrices.

An adapter of strength s makes every score 1 + s times as large, and so on: a
test can work out what it must see. Strength is the scale, times the share of the
ranks that are kept.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from model import (
    AdaptedMatrix,
    AdapterDescription,
    AdapterUse,
    Influences,
    Merging,
    ModelDescription,
    NoMask,
    NumberOutOfRange,
    TokenizedText,
    UnsupportedByModel,
)
from model.adapters.description import unknown_adapter
from model.predicting.influences import MOST_TOKENS
from tests.app.fake_numbers import fake_word_logits, never

MASK_ID = 103
ADAPTER = AdapterDescription(
    id="fake-words",
    title="Fake words",
    kind="lora",
    rank=8,
    alpha=16.0,
    scaling=2.0,
    targets=("query", "value"),
    n_matrices=2,
    n_parameters=384,
    n_head_parameters=100,
    objectives=("fill-mask", "next-sentence"),
    default_for=("fill-mask", "next-sentence"),
    source="made for tests",
    license="MIT",
    revision="words-1",
    has_card=True,
)
# Its matrices: (3, 4) each, singular values of the scaled product.
SINGULAR_VALUES = (4.0, 3.0)


def strength_of(use: AdapterUse | None) -> float:
    """Say how strongly an adapter acts; 0 for none."""
    if use is None:
        return 0.0
    return use.scale * (use.rank or ADAPTER.rank) / ADAPTER.rank


@dataclass(frozen=True)
class FakeAdapter:
    """An adapter in memory."""

    description: AdapterDescription
    modules: tuple[AdaptedMatrix, ...]


class FakeAdapted:
    """What a model with adapters and heads answers."""

    description: ModelDescription
    _forward: Callable[[Callable[[], bool]], None]
    _cells: Callable[..., Any]
    tokenize: Callable[..., TokenizedText]

    @property
    def mask_id(self) -> int | None:
        return MASK_ID if self.description.mask_token else None

    def check_adapter(self, use: AdapterUse | None) -> None:
        if use is not None:
            self._described(use.id).check(use)

    def adapter_for(
        self, objective: str, adapter: AdapterUse | None = None
    ) -> AdapterUse | None:
        use = adapter or self.description.default_adapter(objective)
        self.check_adapter(use)
        if objective not in self.description.objectives:
            raise UnsupportedByModel("It has no such head.", hint="Choose another.")
        return use

    def mask_positions(self, tokenized: TokenizedText) -> tuple[int, ...]:
        found = tuple(
            t.index for t in tokenized.tokens if t.id == MASK_ID and t.special
        )
        if not found:
            raise NoMask("Nothing is masked.", hint="Type [MASK] for a word.")
        return found

    def masked_logits(
        self,
        tokenized: TokenizedText,
        positions: Sequence[int],
        *,
        adapter: AdapterUse | None = None,
        mask: Any = None,
        is_cancelled: Callable[[], bool] = never,
    ) -> Any:
        self._cells(tokenized, mask)
        self._forward(is_cancelled)
        strength = strength_of(adapter)
        return np.stack([fake_word_logits(place, strength) for place in positions])

    def next_sentence(
        self,
        tokenized: TokenizedText,
        *,
        adapter: AdapterUse | None = None,
        is_cancelled: Callable[[], bool] = never,
    ) -> float:
        assert any(token.segment == 1 for token in tokenized.tokens)
        self._forward(is_cancelled)
        return 0.25 + 0.25 * strength_of(adapter)

    def influences_on(
        self,
        tokenized: TokenizedText,
        positions: Sequence[int],
        *,
        adapter: AdapterUse | None = None,
        mask: Any = None,
        is_cancelled: Callable[[], bool] = never,
    ) -> tuple[Influences, ...]:
        n_tokens = len(tokenized.tokens)
        if n_tokens > MOST_TOKENS:
            raise NumberOutOfRange(
                f"{n_tokens} tokens; at most {MOST_TOKENS}.",
                hint="Shorten the text.",
                limit=MOST_TOKENS,
                actual=n_tokens,
            )
        self._cells(tokenized, mask)
        self._forward(is_cancelled)
        found = []
        for position in positions:
            others = tuple(place for place in range(n_tokens) if place != position)
            kl = np.array(others) * (1.0 + strength_of(adapter))
            found.append(Influences(position, others, kl, -kl / 2, 7))
        return tuple(found)

    def adapter(self, adapter_id: str) -> FakeAdapter:
        description = self._described(adapter_id)
        matrices = tuple(
            AdaptedMatrix(
                name=f"layers.{layer}.{target}",
                layer=layer,
                target=target,
                shape=(3, 4),
                rank=2,
                singular_values=np.array(SINGULAR_VALUES),
                frobenius_norm=5.0,
                relative_norm=0.5,
            )
            for layer, target in enumerate(ADAPTER.targets)
        )
        return FakeAdapter(description, matrices)

    def merging(
        self,
        tokenized: TokenizedText,
        use: AdapterUse,
        *,
        runs: int = 5,
        is_cancelled: Callable[[], bool] = never,
    ) -> Merging:
        self._forward(is_cancelled)
        return Merging(
            largest_difference=1e-7,
            largest_difference_from_base=strength_of(use),
            largest_state=3.0,
            base_ms=1.0,
            separate_ms=2.0,
            merged_ms=1.5,
            merge_ms=4.0,
            n_tokens=len(tokenized.tokens),
            runs=runs,
        )

    def _described(self, adapter_id: str) -> AdapterDescription:
        for adapter in self.description.adapters:
            if adapter.id == adapter_id:
                return adapter
        known = self.description.adapters
        raise unknown_adapter(self.description.id, adapter_id, known)
