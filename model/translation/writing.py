"""Put what a search found into words.

Lives here: from ids to the records that people read, and the words of a source
that a model doesn't know. Not here: the search (``search.py``) and how a model
spells its targets, which whoever loaded it says (``TargetWriter``).
"""

import math
from collections.abc import Sequence
from typing import Protocol

from model.tokens import Token, TokenizedText
from model.translation.beams import BeamFound
from model.translation.likelihood import StepFound
from model.translation.records import (
    Beam,
    Candidate,
    TargetText,
    Translation,
    TranslationStep,
)
from model.translation.search import Found


class TargetWriter(Protocol):
    """Spell targets as one model writes them."""

    def written(self, ids: Sequence[int], *, is_finished: bool) -> TargetText:
        """Read a target that the model wrote.

        Args:
            ids: what it wrote, without start and end. Where the end is
                missing, the last was written but never fed.
        """

    def entry(self, token_id: int) -> str:
        """Show a token that stands in no text."""


def translation_of(
    found: Found,
    source: TokenizedText,
    writer: TargetWriter,
    unknown_words: Sequence[Token],
) -> Translation:
    """Say in words what a search found."""
    target = writer.written(found.ids, is_finished=found.is_finished)
    # A forced first token is in the target, but was no step of the search.
    tokens = target.next_tokens[-len(found.steps) :]
    return Translation(
        source=source,
        target=target,
        steps=tuple(
            _step(step, token, writer)
            for step, token in zip(found.steps, tokens, strict=True)
        ),
        unknown_words=tuple(unknown_words),
        beams=tuple(_beam(beam, writer) for beam in found.beams),
        log_probability=found.log_probability,
    )


def unknown_words(source: TokenizedText, unknown_id: int | None) -> tuple[Token, ...]:
    """List the tokens of a text that the model has no entry for.

    Each keeps its span: what was typed there is what is unknown.
    """
    return tuple(
        token
        for token in source.tokens
        if token.id == unknown_id and token.start is not None and not token.special
    )


def _step(step: StepFound, token: Token, writer: TargetWriter) -> TranslationStep:
    return TranslationStep(
        token=token,
        probability=math.exp(step.log_probability),
        log_probability=step.log_probability,
        entropy_nats=step.entropy_nats,
        alternatives=tuple(
            Candidate(
                token_id,
                writer.entry(token_id),
                math.exp(log_probability),
                log_probability,
            )
            for token_id, log_probability in step.alternatives
        ),
    )


def _beam(beam: BeamFound, writer: TargetWriter) -> Beam:
    target = writer.written(beam.ids, is_finished=beam.is_finished)
    tokens = target.next_tokens[-1 - len(beam.ids) :]
    return Beam(
        text=target.text,
        tokens=tokens[:-1] if beam.is_finished else tokens[-len(beam.ids) :],
        log_probability=beam.log_probability,
        score=beam.score,
    )
