"""Ask the engine, and wait for something to become true."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.engine import AttentionQuestion, Engine, TextInput
from app.settings import Settings
from model import AdapterUse, MaskSpecification, Selection
from tests.app.fakes import FakeCatalogue, FakeControls

_PATIENCE_SECONDS = 10.0


def question(
    text: str,
    *,
    model: str | None = None,
    text_pair: str | None = None,
    target: str | None = None,
    cell_limit: int = 1_000_000,
    mask: MaskSpecification | None = None,
    adapter: AdapterUse | None = None,
    **selection: Any,
) -> AttentionQuestion:
    """Write a question as the routes do."""
    asked = TextInput(model, text, text_pair)
    typed = None if target is None else TextInput(model, target, side="target")
    return AttentionQuestion(
        asked, Selection(**selection), cell_limit, mask, typed, adapter
    )


async def until(is_true: Callable[[], bool]) -> None:
    """Wait until this is true; fail when it never is."""
    async with asyncio.timeout(_PATIENCE_SECONDS):
        while not is_true():  # noqa: ASYNC110 - threads change it, not this loop
            await asyncio.sleep(0.002)


def engine_with(controls: FakeControls, tmp_path: Path, **changes: Any) -> Engine:
    """Make an engine of an operator who chose this."""
    settings = Settings(cache_folder=tmp_path, grace_seconds=0.2, **changes)
    return fake_engine(controls, settings)


def fake_engine(controls: FakeControls, settings: Settings) -> Engine:
    """Make an engine of fake models."""
    # The fake answers as a catalogue does, and isn't one: no torch comes with it.
    return Engine(FakeCatalogue(controls=controls), settings)  # type: ignore[arg-type]
