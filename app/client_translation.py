"""Ask a Headlight server for translations, and how they come about.

Lives here: the calls for models that write one text from another, which
``HeadlightClient`` has too. Not here: attention and the sending (``client.py``).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.client_attention import Target, Token, tokens_of
from app.client_forwards import ForwardCalls
from app.client_worked import Numbers


@dataclass(frozen=True, slots=True)
class Alternative:
    """A token that might have been written."""

    id: int
    text: str
    probability: float
    log_probability: float


@dataclass(frozen=True, slots=True)
class Step:
    """A token written, how likely it was, and what else might have been."""

    token: Token
    probability: float
    log_probability: float
    entropy_nats: float
    alternatives: tuple[Alternative, ...]


@dataclass(frozen=True, slots=True)
class Beam:
    """A target that was kept to the end, and what ranks it."""

    text: str
    tokens: tuple[Token, ...]
    log_probability: float
    score: float


@dataclass(frozen=True, slots=True)
class UnknownWord:
    """A word of the source that the model has no entry for."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Translation:
    """A target, and how it was written.

    Attributes:
        finished: False where the model was stopped at its limit.
        beams: best first; empty with one beam.
    """

    model: str
    text: str
    source_tokens: tuple[Token, ...]
    target_tokens: tuple[Token, ...]
    steps: tuple[Step, ...]
    unknown_words: tuple[UnknownWord, ...]
    beams: tuple[Beam, ...]
    finished: bool
    log_probability: float
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tensors:
    """What a model computes from two texts.

    Attributes:
        index: name, shape and axes of every tensor there is.
        tensors: those asked for, by name; masked scores are -inf.
        vocabulary: every entry by its id, where a tensor has that axis.
    """

    model: str
    source_tokens: tuple[Token, ...]
    target_tokens: tuple[Token, ...]
    next_tokens: tuple[Token, ...]
    target: Target
    index: tuple[dict[str, Any], ...]
    tensors: dict[str, NDArray[np.float32]]
    vocabulary: tuple[str, ...] | None
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HeadEffects:
    """What each head does to the choice between two words.

    Attributes:
        place: the row after which the choice is made.
        log_odds: of token against other_token, in nats.
        effect: by part, (layer, head): how the log-odds move without the head.
    """

    model: str
    target: Target
    place: int
    token: dict[str, Any]
    other_token: dict[str, Any]
    log_odds: float
    effect: dict[str, Numbers]
    warnings: tuple[str, ...]


class TranslationCalls(ForwardCalls):
    """The calls; each raises HeadlightError with what the server said."""

    @abstractmethod
    def _get(self, path: str) -> dict[str, Any]:
        """Fetch a document that takes no fields."""

    def card(self, model: str) -> dict[str, Any]:
        """Tell how a model of the project was trained, and how well it does."""
        return self._get(f"/api/v1/models/{model}/card")

    def translate(
        self,
        text: str,
        *,
        model: str | None = None,
        max_new_tokens: int | None = None,
        n_beams: int = 1,
        length_penalty: float = 1.0,
        top_k: int = 5,
        truncate: bool = False,
        split_special_tokens: bool = False,
    ) -> Translation:
        """Let a model write a target, and say how sure it was of each token."""
        fields: dict[str, Any] = {"text": text, "model": model, "n_beams": n_beams}
        fields |= {"max_new_tokens": max_new_tokens, "length_penalty": length_penalty}
        fields |= {"top_k": top_k, "truncate": truncate}
        fields |= {"split_special_tokens": split_special_tokens}
        found = self._ask_json("translations", fields)
        return Translation(
            model=found["model"],
            text=found["text"],
            source_tokens=tokens_of(found["source_tokens"]),
            target_tokens=tokens_of(found["target_tokens"]),
            steps=tuple(map(_step, found["steps"])),
            unknown_words=tuple(UnknownWord(**w) for w in found["unknown_words"]),
            beams=tuple(
                Beam(**{**beam, "tokens": tokens_of(beam["tokens"])})
                for beam in found["beams"]
            ),
            finished=found["finished"],
            log_probability=found["log_probability"],
            warnings=tuple(found["warnings"]),
        )

    def tensors(
        self,
        text: str,
        names: Sequence[str] = (),
        *,
        target: str | None = None,
        model: str | None = None,
        truncate: bool = False,
        split_special_tokens: bool = False,
    ) -> Tensors:
        """Read tensors by name; the index alone where none is named."""
        fields: dict[str, Any] = {"text": text, "target": target, "model": model}
        fields |= {"names": list(names) or None, "truncate": truncate}
        fields |= {"split_special_tokens": split_special_tokens}
        found = self._worked("tensors", fields, "truncated", "dropped")
        vocabulary = found["vocabulary"]
        return Tensors(
            **_read(found, "source_tokens", "target_tokens", "next_tokens")
            | {
                "index": tuple(found["index"]),
                "vocabulary": None if vocabulary is None else tuple(vocabulary),
            }
        )

    def head_effects(
        self,
        text: str,
        other_token: str,
        token: str | None = None,
        *,
        place: int | None = None,
        target: str | None = None,
        model: str | None = None,
        truncate: bool = False,
        split_special_tokens: bool = False,
    ) -> HeadEffects:
        """Take each head out in turn, and see a choice between two words move."""
        fields: dict[str, Any] = {"text": text, "target": target, "model": model}
        fields |= {"token": token, "other_token": other_token, "place": place}
        fields |= {"truncate": truncate, "split_special_tokens": split_special_tokens}
        unread = ("truncated", "dropped", "source_tokens", "target_tokens")
        return HeadEffects(**_read(self._worked("head-effects", fields, *unread)))


def _read(found: dict[str, Any], *tokens: str) -> dict[str, Any]:
    """Give the target, the warnings and these tokens their types."""
    typed: dict[str, Any] = {name: tokens_of(found[name]) for name in tokens}
    typed["target"] = Target(**found["target"])
    return found | typed | {"warnings": tuple(found["warnings"])}


def _step(found: dict[str, Any]) -> Step:
    return Step(
        token=Token(**found["token"]),
        probability=found["probability"],
        log_probability=found["log_probability"],
        entropy_nats=found["entropy_nats"],
        alternatives=tuple(Alternative(**each) for each in found["alternatives"]),
    )
