"""Stand in for a model of one text: the same door, numbers at once, faults.

``FakeModel`` reads attention from the scores that ``fake_scores`` gives for
any ids, so a test can work the right numbers out by itself. ``FakeControls``
hold a forward or a load until a test lets it go, or make it fail.
"""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import torch

from model import (
    AdapterUse,
    AttentionReading,
    Cancelled,
    Capture,
    MaskSpecification,
    ModelDescription,
    ResolvedSelection,
    Selection,
    TargetText,
    TokenizedText,
    UnsupportedByModel,
    VocabularyEntry,
)
from model.adapters.loaded_adapter import Adapters
from model.mask_specification import build
from model.no_target import NoTarget
from model.position_sources import RotaryParameters
from model.reading import read_attention
from model.residual import ResidualStream
from model.selection import resolve
from tests.app.fake_adapters import strength_of
from tests.app.fake_generation import FakeGenerator
from tests.app.fake_numbers import (
    FakeLayer,
    fake_logits,
    fake_scores,
    fake_states,
    never,
)
from tests.app.fake_tokens import fake_tokenize
from tests.app.fake_tuner import FakeTuner

_POLL_SECONDS = 0.002


@dataclass
class FakeControls:
    """What a test holds in its hand.

    Attributes:
        gate: a forward waits for it; set from the start.
        load_gate: a load waits for it; set from the start.
        begun: set when a forward has begun.
        faults: raised by the next forwards, first one first.
        load_fault: raised by every load.
        forward_seconds: how long a forward takes at least.
        ignores_cancelling: a forward goes on though nobody waits.
    """

    gate: threading.Event = field(default_factory=threading.Event)
    load_gate: threading.Event = field(default_factory=threading.Event)
    begun: threading.Event = field(default_factory=threading.Event)
    faults: list[BaseException] = field(default_factory=list)
    load_fault: Exception | None = None
    ignores_cancelling: bool = False
    forward_seconds: float = 0.0
    n_forwards: int = 0
    n_readings: int = 0
    n_cancelled: int = 0
    n_written: int = 0
    n_loads: int = 0
    texts: list[str] = field(default_factory=list)
    thread_names: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.gate.set()
        self.load_gate.set()

    def reset(self) -> None:
        """Forget what was counted, and hold nothing."""
        self.gate.set()
        self.begun.clear()
        self.n_forwards = self.n_readings = self.n_cancelled = self.n_written = 0
        self.texts.clear()


class FakeModel(FakeTuner, FakeGenerator, NoTarget):
    """A loaded model without a network."""

    def __init__(self, description: ModelDescription, controls: FakeControls) -> None:
        self.description = replace(
            description, state="loaded", device="cpu", dtype="float32"
        )
        self.controls = controls
        self.adapters = Adapters(description.id)
        self.is_causal = description.family == "decoder"

    def tokenize(
        self,
        text: str,
        text_pair: str | None = None,
        *,
        truncate: bool = False,
        split_special_tokens: bool = False,
    ) -> TokenizedText:
        self.controls.thread_names.add(threading.current_thread().name)
        self.controls.texts.append(text)
        if text_pair is not None and not self.description.takes_pair:
            raise UnsupportedByModel("It reads one text.", hint="Leave out text_pair.")
        return fake_tokenize(
            [text] if text_pair is None else [text, text_pair],
            self.description,
            truncate=truncate,
            splits=split_special_tokens,
        )

    def resolve(
        self,
        selection: Selection,
        tokenized: TokenizedText,
        target: TargetText | None = None,
    ) -> ResolvedSelection:
        tokens = None if target is None else target.tokenized.tokens
        return resolve(selection, self.description, tokenized, tokens)

    def run(
        self,
        tokenized: TokenizedText,
        *,
        mask: MaskSpecification | None = None,
        adapter: AdapterUse | None = None,
        is_cancelled: Callable[[], bool] = never,
    ) -> Capture:
        cells = self._cells(tokenized, mask)
        self._forward(is_cancelled)
        strength = 1 + strength_of(adapter)
        return Capture(
            tuple(
                FakeLayer(
                    self._scores(tokenized.ids, layer, cells) * strength,
                    self.is_causal,
                    cells,
                )
                for layer in range(self.description.n_layers or 0)
            )
        )

    def next_logits(
        self,
        tokenized: TokenizedText,
        *,
        mask: MaskSpecification | None = None,
        is_cancelled: Callable[[], bool] = never,
    ) -> Any:
        if not self.is_causal:
            raise UnsupportedByModel("It predicts nothing.", hint="Ask a decoder.")
        self._cells(tokenized, mask)
        self._forward(is_cancelled)
        return fake_logits(tokenized.ids)

    def vocabulary_entries(self, ids: Sequence[int]) -> tuple[VocabularyEntry, ...]:
        return tuple(VocabularyEntry(f"word{i}", f"Ġword{i}") for i in ids)

    def residual_stream(
        self,
        tokenized: TokenizedText,
        *,
        mask: MaskSpecification | None = None,
        without_positions: bool = False,
        adapter: AdapterUse | None = None,
        is_cancelled: Callable[[], bool] = never,
    ) -> ResidualStream:
        self._cells(tokenized, mask)
        self._forward(is_cancelled)
        states = fake_states(tokenized.ids, self.description.n_layers or 0)
        states = states * (1 + strength_of(adapter))
        norms = np.linalg.norm(states, axis=-1).astype(np.float32)
        return ResidualStream("post", norms, norms[1:], norms[1:] * 2)

    def mean_states(
        self,
        tokenized: TokenizedText,
        groups: Sequence[Sequence[int]],
        *,
        without_positions: bool = False,
        adapter: AdapterUse | None = None,
        is_cancelled: Callable[[], bool] = never,
    ) -> Any:
        self._forward(is_cancelled)
        states = fake_states(tokenized.ids, self.description.n_layers or 0)
        states = states + strength_of(adapter)
        return np.stack([states[:, list(group)].mean(axis=1) for group in groups], 1)

    def learned_positions(self) -> Any:
        if self.is_causal:
            raise UnsupportedByModel("It learns none.", hint="Ask an encoder.")
        return np.sin(np.arange(512 * 12, dtype=np.float32)).reshape(512, 12)

    def rotary_parameters(self) -> RotaryParameters:
        if not self.is_causal:
            raise UnsupportedByModel("It turns nothing.", hint="Ask a decoder.")
        return RotaryParameters(10_000.0, 4, 4, None)

    def read(
        self,
        capture: Capture,
        resolved: ResolvedSelection,
        *,
        is_cancelled: Callable[[], bool] = never,
    ) -> AttentionReading:
        self.controls.n_readings += 1
        return read_attention(capture, resolved, is_cancelled=is_cancelled)

    def _forward(self, is_cancelled: Callable[[], bool]) -> None:
        """Take the time of a forward, or fail, as the controls say."""
        controls = self.controls
        controls.thread_names.add(threading.current_thread().name)
        controls.n_forwards += 1
        controls.begun.set()
        time.sleep(controls.forward_seconds)
        while not controls.gate.wait(_POLL_SECONDS):
            if is_cancelled() and not controls.ignores_cancelling:
                controls.n_cancelled += 1
                raise Cancelled("The forward was stopped.", hint="Ask again.")
        if controls.faults:
            raise controls.faults.pop(0)

    def _cells(
        self, tokenized: TokenizedText, mask: MaskSpecification | None
    ) -> torch.Tensor | None:
        n = len(tokenized.tokens)
        return None if mask is None else torch.from_numpy(build(mask, n, n))

    def _scores(
        self, ids: tuple[int, ...], layer: int, cells: torch.Tensor | None
    ) -> torch.Tensor:
        heads = range(self.description.n_heads or 0)
        is_causal = self.is_causal and cells is None
        scores = torch.from_numpy(
            np.stack([fake_scores(ids, layer, h, is_causal=is_causal) for h in heads])
        )
        return scores if cells is None else scores.masked_fill(~cells, -torch.inf)
