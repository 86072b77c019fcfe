"""The examples of the reference are what a fine-tuning of MiniLM gives."""

from typing import Any

import pytest

from app.engine import Engine
from app.schemas.examples import EXAMPLES
from tests.app.conftest import client_of
from tests.contract.tuning_examples import ask_all

pytestmark = pytest.mark.anyio

# Another processor adds in another order, and training carries that on.
CLOSE = 2e-3


async def test_the_examples_are_what_the_model_gives(catalogue, minilm, settings):
    own = settings.model_copy(update={"preload": False})
    engine = Engine(catalogue, own)
    await engine.start()
    async with client_of(engine, own) as client:
        found = await ask_all(client)
    await engine.stop()
    made = found["FineTuning"].pop("id")
    shown = dict(EXAMPLES["FineTuning"])
    assert len(made) == len(shown.pop("id"))
    assert found["ClassificationRequest"].pop("adapter") == made
    assert found["Classification"]["adapter"].pop("id") == made
    compare(found["FineTuning"], shown)
    asked = dict(EXAMPLES["ClassificationRequest"])
    answer = dict(EXAMPLES["Classification"])
    answer["adapter"] = {**answer["adapter"]}
    assert answer["adapter"].pop("id") == asked.pop("adapter")
    compare(found["ClassificationRequest"], asked)
    compare(found["Classification"], answer)


def compare(found: Any, shown: Any, name: str = "") -> None:
    """Compare two documents, numbers with a tolerance, times not at all."""
    if isinstance(shown, dict):
        assert found.keys() == shown.keys()
        for key, value in shown.items():
            compare(found[key], value, key)
    elif isinstance(shown, list):
        assert len(found) == len(shown)
        for one, other in zip(found, shown, strict=True):
            compare(one, other, name)
    elif name != "milliseconds" and isinstance(shown, float):
        assert found == pytest.approx(shown, abs=CLOSE)
    elif name != "milliseconds":
        assert found == shown
