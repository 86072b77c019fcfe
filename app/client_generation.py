"""Ask a Headlight server to go on with a text.

Lives here: the calls for generations, which ``HeadlightClient`` has too, whole
or step by step. Not here: the sending (``client.py``).
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypedDict, Unpack

from app.client_attention import Token, tokens_of
from app.client_worked import WorkedCalls

_PATH = "/api/v1/generations"


@dataclass(frozen=True, slots=True)
class VocabularyToken:
    """One entry of the vocabulary."""

    id: int
    text: str
    raw: str


@dataclass(frozen=True, slots=True)
class GenerationAlternative:
    """A token that may come next; ``sampled_probability`` is 0 where it is cut."""

    id: int
    text: str
    raw: str
    probability: float
    log_probability: float
    sampled_probability: float


@dataclass(frozen=True, slots=True)
class GenerationStep:
    """How one token was chosen; the fields are those of the API.

    Attributes:
        text: what it adds; all of them, joined, are the new text.
        draw: None where the likeliest was taken.
    """

    index: int
    token: VocabularyToken
    text: str
    probability: float
    log_probability: float
    rank: int
    sampled_probability: float
    draw: float | None
    n_kept: int
    entropy: float
    alternatives: tuple[GenerationAlternative, ...]
    is_end: bool
    n_computed: int
    n_reused: int
    milliseconds: float


@dataclass(frozen=True, slots=True)
class Generation:
    """A text that was gone on with.

    Attributes:
        text: the one given and ``new_text``.
        tokens: of both together, without the end token.
        is_retokenized_same: the text alone is cut into these tokens again.
    """

    model: str
    input_tokens: tuple[Token, ...]
    steps: tuple[GenerationStep, ...]
    text: str
    new_text: str
    tokens: tuple[Token, ...]
    is_retokenized_same: bool
    stop: Literal["end", "max_new_tokens"]
    seed: int
    timings: dict[str, float | None]
    warnings: tuple[str, ...]


class GenerationOptions(TypedDict, total=False):
    """How to go on; what is absent is as the API has it."""

    model: str | None
    max_new_tokens: int
    temperature: float
    top_k: int | None
    top_p: float
    seed: int
    top_alternatives: int
    use_cache: bool
    stop_at_end: bool
    split_special_tokens: bool


class GenerationCalls(WorkedCalls):
    """The calls; each raises HeadlightError with what the server said."""

    @abstractmethod
    def _stream(
        self, path: str, fields: Mapping[str, Any]
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """Send a request, and give each event with its document."""

    def generate(self, text: str, **options: Unpack[GenerationOptions]) -> Generation:
        """Let a decoder go on with a text; greedily where no temperature is given."""
        fields: dict[str, Any] = {"text": text, **options}
        found = self._post(_PATH, fields, "application/json").json()
        return Generation(
            **found
            | {
                "input_tokens": tokens_of(found["input_tokens"]),
                "tokens": tokens_of(found["tokens"]),
                "steps": tuple(map(_step, found["steps"])),
                "warnings": tuple(found["warnings"]),
            }
        )

    def generate_steps(
        self, text: str, **options: Unpack[GenerationOptions]
    ) -> Iterator[GenerationStep]:
        """Give each step as soon as it is there.

        Whoever breaks off and closes the iterator stops the model.
        """
        fields: dict[str, Any] = {"text": text, **options, "stream": True}
        for name, document in self._stream(_PATH, fields):
            if name == "step":
                yield _step(document)


def read_events(pieces: Iterator[bytes]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Read server-sent events, as this server writes them.

    A document may hold any line separator of Unicode but the newline, so lines
    are not left to a library.
    """
    received = b""
    for piece in pieces:
        received += piece
        *events, received = received.split(b"\n\n")
        for event in events:
            lines = dict(line.split(b": ", 1) for line in event.split(b"\n"))
            yield lines[b"event"].decode(), json.loads(lines[b"data"])


def _step(found: dict[str, Any]) -> GenerationStep:
    alternatives = found["alternatives"]
    return GenerationStep(
        **found
        | {
            "token": VocabularyToken(**found["token"]),
            "alternatives": tuple(GenerationAlternative(**a) for a in alternatives),
        }
    )
