"""Ask a Headlight server what an encoder's heads predict.

Lives here: the calls for masked words, for whether a text follows another, and
for the recipe that hides words, which ``HeadlightClient`` has too. Not here: the
next token (``client_forwards.py``) and the sending (``client.py``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from app.client_adapters import (
    Adapter,
    AdapterCalls,
    AdapterChoice,
    adapter_fields,
    adapter_of,
)
from app.client_attention import Token, tokens_of
from app.client_forwards import ForwardCalls, LikelyToken
from app.client_worked import Mask


@dataclass(frozen=True, slots=True)
class Influence:
    """What a prediction becomes when nobody looks at one token; in nats."""

    position: int
    kl: float
    log_probability_change: float


@dataclass(frozen=True, slots=True)
class MaskedWord:
    """The likeliest words at one mask.

    Attributes:
        influences: of each other token; empty where they weren't asked for.
    """

    position: int
    tokens: tuple[LikelyToken, ...]
    entropy: float
    influences: tuple[Influence, ...]


@dataclass(frozen=True, slots=True)
class FillMask:
    """The words that may stand at each mask, in the order of the text."""

    model: str
    adapter: Adapter | None
    input_tokens: tuple[Token, ...]
    masks: tuple[MaskedWord, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NextSentence:
    """How likely the second text follows the first."""

    model: str
    adapter: Adapter | None
    input_tokens: tuple[Token, ...]
    is_next_probability: float
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SelectedToken:
    """A token that must be predicted; ``replacement`` has id, text and raw."""

    position: int
    action: Literal["mask", "random", "keep"]
    replacement: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class MaskedCorruption:
    """The first round, token by token, and counts of all.

    Attributes:
        counts: over all rounds; by_round: one number a round.
    """

    model: str
    input_tokens: tuple[Token, ...]
    corrupted_tokens: tuple[Token, ...]
    selected: tuple[SelectedToken, ...]
    counts: dict[str, int]
    by_round: dict[str, list[int]]
    warnings: tuple[str, ...]


class PredictionCalls(ForwardCalls, AdapterCalls):
    """The calls; each raises HeadlightError with what the server said."""

    def fill_mask(
        self,
        text: str,
        text_pair: str | None = None,
        *,
        model: str | None = None,
        top_k: int = 5,
        influences: bool = False,
        mask: Mask | None = None,
        adapter: AdapterChoice | None = None,
        truncate: bool = False,
    ) -> FillMask:
        """Ask which words may stand where ``text`` is masked."""
        fields: dict[str, Any] = {"text": text, "text_pair": text_pair, "model": model}
        fields |= {"top_k": top_k, "influences": influences, "mask": mask}
        fields |= {"truncate": truncate, **adapter_fields(adapter)}
        found = self._ask_json("fill-mask", fields)
        return FillMask(
            model=found["model"],
            adapter=adapter_of(found["adapter"]),
            input_tokens=tokens_of(found["input_tokens"]),
            masks=tuple(map(_masked_word, found["masks"])),
            warnings=tuple(found["warnings"]),
        )

    def next_sentence(
        self,
        text: str,
        text_pair: str,
        *,
        model: str | None = None,
        adapter: AdapterChoice | None = None,
        truncate: bool = False,
    ) -> NextSentence:
        """Ask how likely the second text follows the first."""
        fields: dict[str, Any] = {"text": text, "text_pair": text_pair, "model": model}
        fields |= {"truncate": truncate, **adapter_fields(adapter)}
        found = self._ask_json("next-sentence", fields)
        return NextSentence(
            model=found["model"],
            adapter=adapter_of(found["adapter"]),
            input_tokens=tokens_of(found["input_tokens"]),
            is_next_probability=found["is_next_probability"],
            warnings=tuple(found["warnings"]),
        )

    def masked_corruption(
        self,
        text: str,
        text_pair: str | None = None,
        *,
        model: str | None = None,
        seed: int = 0,
        rounds: int = 1,
        shown_round: int = 1,
        truncate: bool = False,
    ) -> MaskedCorruption:
        """Hide words of a text as BERT's pre-training does."""
        fields: dict[str, Any] = {"text": text, "text_pair": text_pair, "model": model}
        fields |= {
            "seed": seed,
            "rounds": rounds,
            "round": shown_round,
            "truncate": truncate,
        }
        found = self._ask_json("masked-corruption", fields)
        return MaskedCorruption(
            model=found["model"],
            input_tokens=tokens_of(found["input_tokens"]),
            corrupted_tokens=tokens_of(found["corrupted_tokens"]),
            selected=tuple(SelectedToken(**each) for each in found["selected"]),
            counts=found["counts"],
            by_round=found["by_round"],
            warnings=tuple(found["warnings"]),
        )


def _masked_word(found: dict[str, Any]) -> MaskedWord:
    return MaskedWord(
        position=found["position"],
        tokens=tuple(LikelyToken(**token) for token in found["tokens"]),
        entropy=found["entropy"],
        influences=tuple(Influence(**each) for each in found["influences"] or ()),
    )
