"""Stand in for a model that writes a target: the source's words, last first.

The words that it knows in the other language are ``FRENCH``; what starts with
"zz" it has no entry for.
"""

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import torch

from model import (
    AdapterUse,
    Beam,
    Candidate,
    Capture,
    HeadEffects,
    InvalidText,
    MaskSpecification,
    NumberOutOfRange,
    RangeOutOfBounds,
    TargetText,
    TensorTable,
    Token,
    TokenizedText,
    TooManyTokens,
    Translation,
    TranslationStep,
    UnsupportedByModel,
)
from model.translation.joint import JointAttention
from tests.app.fake_model import FakeModel
from tests.app.fake_numbers import (
    VOCABULARY,
    FakeLayer,
    fake_cross_scores,
    fake_logits,
    never,
)
from tests.app.fake_tokens import UNKNOWN_ID, fake_pieces

START_ID, END_ID = 1, 2
FRENCH = {"it": "il", "the": "le", "cat": "chat", "sat": "dormait", "was": "était"}


def added(text: str, id_: int, index: int) -> Token:
    return Token(index, id_, text, text, None, None, True, False, None, None, None)


def fake_target(text: str, *, is_forced: bool, room: int | None = None) -> TargetText:
    """Feed the start and the words; the words and the end follow them."""
    words = fake_pieces(text, first_index=1)
    is_finished = room is None or len(words) < room
    words = words if is_finished else words[:room]
    start, end = added("<s>", START_ID, 0), added("</s>", END_ID, len(words) + 1)
    fed = (start, *words) if is_finished else (start, *words[:-1])
    return TargetText(
        tokenized=TokenizedText(fed, (), 0, ()),
        next_tokens=(*words, end) if is_finished else tuple(words),
        is_forced=is_forced,
        is_finished=is_finished,
        text=" ".join(token.text for token in words),
    )


def fake_translation(tokenized: TokenizedText) -> str:
    """Write the words of a source in the other order."""
    words = [t.text for t in tokenized.tokens if not t.special]
    return " ".join(FRENCH.get(word.lower(), word) for word in reversed(words))


class FakeTranslator(FakeModel):
    """A model that writes, attends from its target, and takes a target."""

    @property
    def limit(self) -> int:
        return self.description.max_length or 0

    def tokenize_target(
        self, text: str, *, truncate: bool = False, split_special_tokens: bool = False
    ) -> TargetText:
        self.controls.thread_names.add(threading.current_thread().name)
        self.controls.texts.append(text)
        for index, character in enumerate(text):
            if 0xD800 <= ord(character) <= 0xDFFF:
                raise InvalidText("A lone surrogate.", hint="Remove it.", actual=index)
        target = fake_target(text, is_forced=True)
        n_tokens = len(target.tokenized.tokens)
        dropped = n_tokens - self.limit
        if dropped <= 0:
            return target
        if not truncate:
            raise TooManyTokens(
                f"The target has {n_tokens} tokens; at most {self.limit}.",
                hint="Shorten the target.",
                limit=self.limit,
                actual=n_tokens,
            )
        words = [token.text for token in target.next_tokens[: self.limit - 1]]
        cut = fake_target(" ".join(words), is_forced=True)
        return replace(cut, tokenized=replace(cut.tokenized, dropped=dropped))

    def unknown_words(
        self, tokenized: TokenizedText, target: TargetText | None = None
    ) -> tuple[Token, ...]:
        typed = target.tokenized.tokens if target and target.is_forced else ()
        return tuple(t for t in (*tokenized.tokens, *typed) if t.id == UNKNOWN_ID)

    def run(
        self,
        tokenized: TokenizedText,
        *,
        target: TargetText | None = None,
        mask: MaskSpecification | None = None,
        adapter: AdapterUse | None = None,
        is_cancelled: Callable[[], bool] = never,
    ) -> Capture:
        cells = self._cells(tokenized, mask)
        self._forward(is_cancelled)
        return self._capture(tokenized, target, cells)

    def generate(
        self,
        tokenized: TokenizedText,
        *,
        max_new_tokens: int | None = None,
        is_cancelled: Callable[[], bool] = never,
    ) -> tuple[TargetText, Capture]:
        target = self._write(tokenized, max_new_tokens)
        self._forward(is_cancelled)
        self.controls.n_written += 1
        return target, self._capture(tokenized, target, None)

    def translate(
        self,
        tokenized: TokenizedText,
        *,
        max_new_tokens: int | None = None,
        n_beams: int = 1,
        length_penalty: float = 1.0,
        n_alternatives: int = 5,
        is_cancelled: Callable[[], bool] = never,
    ) -> Translation:
        target = self._write(tokenized, max_new_tokens)
        self._forward(is_cancelled)
        self.controls.n_written += 1
        steps = tuple(
            fake_step(token, place, n_alternatives)
            for place, token in enumerate(target.next_tokens)
        )
        total = sum(step.log_probability for step in steps)
        tokens = tuple(t for t in target.next_tokens if t.id != END_ID)
        score = total / len(steps) ** length_penalty
        beams = [Beam(target.text, tokens, total, score - i) for i in range(n_beams)]
        return Translation(
            source=tokenized,
            target=target,
            steps=steps,
            unknown_words=self.unknown_words(tokenized),
            beams=tuple(beams) if n_beams > 1 else (),
            log_probability=total,
        )

    def tensors(self, tokenized: TokenizedText, target: TargetText) -> TensorTable:
        self._forward(never)
        return TensorTable(
            self._named(tokenized, target), [f"word{i}" for i in range(VOCABULARY)]
        )

    def head_effects(
        self,
        tokenized: TokenizedText,
        target: TargetText,
        *,
        place: int,
        token_id: int,
        other_id: int,
        is_cancelled: Callable[[], bool] = never,
    ) -> HeadEffects:
        if self.description.family == "rnn":
            raise UnsupportedByModel("It has no heads.", hint="Ask a transformer.")
        if not 0 <= place < len(target.tokenized.tokens):
            most = len(target.tokenized.tokens) - 1
            raise RangeOutOfBounds(
                f"There is no place {place}; 0 to {most}.",
                hint="Choose another.",
                limit=most,
                actual=place,
            )
        self._forward(is_cancelled)
        odds = (token_id - other_id) / 100
        return HeadEffects(odds, {part: fake_effects(part, place) for part in PARTS})

    def _write(self, tokenized: TokenizedText, most: int | None) -> TargetText:
        if most is not None and not 1 <= most <= self.limit:
            raise NumberOutOfRange(
                f"max_new_tokens is {most}; 1 to {self.limit}.",
                hint="Ask for fewer.",
                limit=self.limit,
                actual=most,
            )
        text = fake_translation(tokenized)
        return fake_target(text, is_forced=False, room=most or self.limit)

    def _capture(
        self, tokenized: TokenizedText, target: TargetText | None, cells: Any
    ) -> Capture:
        n_layers, n_heads = self.description.n_layers or 0, self.description.n_heads
        layers = range(n_layers)
        ids = tokenized.ids
        encoder = tuple(
            FakeLayer(self._scores(ids, i, cells), False, cells) for i in layers
        )
        if target is None:
            return Capture(encoder, {"encoder": encoder})
        fed = target.tokenized.ids
        cross = tuple(
            FakeLayer(
                torch.from_numpy(
                    np.stack(
                        [fake_cross_scores(fed, ids, i, h) for h in range(n_heads or 0)]
                    )
                ),
                False,
            )
            for i in layers
        )
        if self.description.family == "rnn":
            return Capture((), {"cross": cross})
        self.is_causal = True
        decoder = tuple(FakeLayer(self._scores(fed, i, None), True) for i in layers)
        self.is_causal = False
        joint = tuple(
            JointAttention(*each, len(ids), len(fed))
            for each in zip(encoder, cross, decoder, strict=True)
        )
        parts: Any = {"encoder": encoder, "decoder": decoder}
        return Capture(encoder, parts | {"cross": cross, "joint": joint})

    def _named(
        self, tokenized: TokenizedText, target: TargetText
    ) -> Iterator[tuple[str, tuple[str, ...], torch.Tensor]]:
        cross = fake_cross_scores(target.tokenized.ids, tokenized.ids, 0, 0)
        cells = ("target_position", "source_position")
        yield "scores", cells, torch.from_numpy(cross)
        yield "weights", cells, torch.from_numpy(cross).softmax(dim=-1)
        logits = np.stack([fake_logits((i,)) for i in target.tokenized.ids])
        yield "logits", ("target_position", "vocab"), torch.from_numpy(logits)


PARTS: Any = ("encoder", "decoder", "cross")


def fake_effects(part: str, place: int) -> Any:
    """Give the effect of two layers of two heads."""
    return np.arange(4, dtype=np.float64).reshape(2, 2) - len(part) + place / 10


def fake_step(token: Token, place: int, n_alternatives: int) -> TranslationStep:
    """Write a token with a probability that falls with its place."""
    probability = 1 / (place + 2)
    log_probability = float(np.log(probability))
    others = [
        Candidate(10 + i, f"word{i}", probability / (i + 1), log_probability - i)
        for i in range(n_alternatives)
    ]
    entropy = place / 4
    return TranslationStep(token, probability, log_probability, entropy, tuple(others))
